export { dots } from "./dots"
export { blend, gather, leastOf, raise, scatter } from "./pairs"
