export { dots, dotsOfOne, interleave } from "./dots"
export { blend, gather, leastOf, raise, scatter } from "./pairs"
