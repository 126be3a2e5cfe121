import { canonicalJSON } from "../../runtime/canonical-json"
import { sha256 } from "../../runtime/hash"

/** The same for the same data, whatever the order of its fields. */
export function digestOf(value: object): Promise<string> {
  return sha256(canonicalJSON(value) ?? "")
}
