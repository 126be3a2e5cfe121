/** Where a set keeps its checked config, for entries of this library that work with it. */
export const configAccess: unique symbol = Symbol.for("spd-rag.config-access") as never
