import { LoadFileError } from "./errors"

/** @throws LoadFileError `too-large` */
export function checkFileSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new LoadFileError("too-large", `It has ${bytes} bytes, ${maxBytes} are allowed.`)
}
