/// <reference types="node" />
import { isAbsolute, relative, sep } from "node:path"

/** A path as people read it: from the folder where it lies inside, else absolute. Slashes lean forward. */
export function pathFrom(folder: string, path: string): string {
  const way = relative(folder, path)
  const isInside = way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return (isInside ? way : path).split(sep).join("/")
}
