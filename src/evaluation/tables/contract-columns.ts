import { z } from "zod"
import { tableSchemaOf } from "../../tables/schema/table-schema"
import type { GoldFact } from "../coverage/cuad"

/** The seven questions of the coverage benchmark as columns; a clause is true where the contract has it. */
export const contractColumns: z.ZodType<Readonly<Record<string, string | boolean | null>>> = z.object({
  law: z.string().nullable().describe("state or country whose law governs the contract"),
  agreementDate: z.iso.date().nullable().describe("date of the agreement"),
  expirationDate: z.iso.date().nullable().describe("when it ends, computed where it is not stated"),
  capOnLiability: z.boolean().nullable().describe("whether liability is capped"),
  auditRights: z.boolean().nullable().describe("whether a party may audit the other's books"),
  antiAssignment: z.boolean().nullable().describe("whether it may be assigned only with consent"),
  insurance: z.boolean().nullable().describe("whether a party must be insured"),
})

/** The same as a coordinator plans them. */
export const plannedContractColumns: readonly object[] = tableSchemaOf(contractColumns).columns.map(
  ({ name, type, description }) => ({ name, type, description, unit: "", choices: [] }),
)

interface ContractColumn {
  readonly name: string
  /** CUAD's name of the question. */
  readonly category: string
  /** What the lawyers say; undefined where they give no value with a clause. */
  readonly valueOf: (fact: GoldFact) => string | boolean | undefined
}

const clause = (name: string, category: string): ContractColumn => ({
  name,
  category,
  valueOf: () => true,
})

export const contractFacts: readonly ContractColumn[] = [
  { name: "law", category: "Governing Law", valueOf: ({ answer }) => answer || undefined },
  { name: "agreementDate", category: "Agreement Date", valueOf: ({ iso }) => realDate(iso) },
  { name: "expirationDate", category: "Expiration Date", valueOf: ({ iso }) => realDate(iso) },
  clause("capOnLiability", "Cap On Liability"),
  clause("auditRights", "Audit Rights"),
  clause("antiAssignment", "Anti-Assignment"),
  clause("insurance", "Insurance"),
]

/** One of the lawyers' dates is none: 2025-31-01. */
const realDate = (iso: string | undefined): string | undefined =>
  iso === undefined || Number.isNaN(Date.parse(iso)) ? undefined : iso

/** What the table should say; undefined where the lawyers give no value, or no clause for it. */
export function goldValue(
  facts: ReadonlyMap<string, GoldFact>,
  column: ContractColumn,
): string | boolean | undefined {
  const fact = facts.get(column.category)
  return fact?.present === true && fact.occurrences.length > 0 ? column.valueOf(fact) : undefined
}
