export type * from "./contracts"
export * from "./errors"
