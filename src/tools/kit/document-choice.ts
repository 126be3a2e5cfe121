import * as z from "zod"
import type { DocumentFilter } from "../../contracts"

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const bound = z.union([z.string(), z.number()])
const condition = z.strictObject({
  eq: value.optional(),
  not: value.optional(),
  in: z.array(value).optional(),
  gt: bound.optional(),
  gte: bound.optional(),
  lt: bound.optional(),
  lte: bound.optional(),
  exists: z.boolean().optional(),
})

export const where: z.ZodType<DocumentFilter> = z
  .record(z.string(), z.union([value, z.array(value), condition]))
  .describe('conditions on metadata, for example {"year": {"gte": 2024}, "party": "Acme"}')

/** Which documents a tool reads. */
export const documentChoice: {
  readonly documents: z.ZodOptional<z.ZodArray<z.ZodString>>
  readonly where: z.ZodOptional<z.ZodType<DocumentFilter>>
} = {
  documents: z.array(z.string()).min(1).optional().describe("ids of the documents to read; default: all"),
  where: where.optional(),
}
