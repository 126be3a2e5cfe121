/// <reference types="node" />
import { builtin } from "../../runtime/builtin"

/**
 * Modules of Node, without an import of them: bundles for browsers and edge runtimes have none. There all of them are
 * undefined, and only what is called where `hasFileSystem` is true may use them.
 */
export const fs = /* @__PURE__ */ builtin("node:fs/promises") as typeof import("node:fs/promises")
export const nodePath = /* @__PURE__ */ builtin("node:path") as typeof import("node:path")

export const hasFileSystem: boolean = fs !== undefined
