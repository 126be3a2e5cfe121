import { z } from "zod"
import { fieldsOf, firstOf, textOf } from "../../calls/json/fields"
import { objectsIn } from "../../calls/json/objects-in"
import { jsonSchemaOf, type ReplySchema } from "../../calls/reply-schema"

/** Numbers of values that mean the same. */
export type NumberedGroup = readonly number[]

const listNames = ["groups", "same", "clusters", "sets", "result"]
const memberNames = ["values", "members", "numbers", "items", "same"]

/** Groups of values by their numbers; what a reply leaves out stays as it is. */
export const resolveSchema: ReplySchema<readonly NumberedGroup[]> = {
  json: jsonSchemaOf(z.object({ groups: z.array(z.object({ values: z.array(z.int()) })) })),
  read(value) {
    for (const fields of objectsIn(Array.isArray(value) ? { groups: value } : value)) {
      const listed = firstOf(fields, ...listNames)
      if (Array.isArray(listed)) return { value: listed.map(numbersOf).filter((group) => group.length > 1) }
    }
    return { problem: 'it holds no list "groups".' }
  },
}

function numbersOf(entry: unknown): NumberedGroup {
  const fields = fieldsOf(entry)
  const listed = fields === undefined ? entry : firstOf(fields, ...memberNames)
  if (!Array.isArray(listed)) return []
  const numbers = listed.map((one) => Number(textOf(one).replace(/^\D+/, ""))).filter(Number.isInteger)
  return [...new Set(numbers)]
}
