import type { Row } from "../row"
import { bun } from "./bun"
import { chromium } from "./chromium"
import { deno } from "./deno"
import { esbuild } from "./esbuild"
import { next } from "./next"
import { nodeRows } from "./node"
import { vite } from "./vite"
import { webpack } from "./webpack"
import { workerd } from "./workerd"

/** The quick ones first. */
export const rows: readonly Row[] = [...nodeRows, bun, deno, esbuild, vite, webpack, chromium, workerd, next]
