/** One question of the coverage benchmark: a CUAD column, asked of every contract alike. */
export interface CoverageQuestion {
  /** CUAD's name of the column. */
  readonly category: string
  /** How a row's value is compared: a name it must hold, a date it must hold, or the clause alone. */
  readonly kind: "name" | "date" | "clause"
  readonly question: string
  /** The extraction task that a plan made for the question holds. */
  readonly task: string
  /** What a searching reader asks the index, one query. */
  readonly query: string
}

const ask = (what: string) =>
  `For every contract: ${what} Give one row a contract with the value and a verbatim quote, and say where a contract has no such clause.`

/** The seven questions: three values to extract and four clauses to find. */
export const coverageQuestions: readonly CoverageQuestion[] = [
  {
    category: "Governing Law",
    kind: "name",
    question: ask("which state's or country's law governs it?"),
    task: "State which state's or country's law governs the interpretation of the contract.",
    query:
      "governing law: this agreement shall be governed by and construed in accordance with the laws of the state of",
  },
  {
    category: "Agreement Date",
    kind: "date",
    question: ask("what is its date?"),
    task: "State the date of the contract.",
    query: "this agreement is made and entered into as of the date, dated as of this day of",
  },
  {
    category: "Expiration Date",
    kind: "date",
    question: ask("on what date does its initial term expire?"),
    task: "State the date on which the contract's initial term expires.",
    query:
      "the term of this agreement shall commence on the effective date and continue until expiration, initial term of years",
  },
  {
    category: "Cap On Liability",
    kind: "clause",
    question: ask("does it cap the liability of a party?"),
    task: "State whether and how the contract caps a party's liability, such as a maximum amount or a time to bring claims.",
    query:
      "limitation of liability: in no event shall liability exceed the total amount; consequential, indirect or special damages",
  },
  {
    category: "Audit Rights",
    kind: "clause",
    question: ask("does a party have the right to audit the books, records or premises of the other?"),
    task: "State whether a party may audit the other's books, records or premises.",
    query:
      "audit rights: inspect and audit books and records during normal business hours upon reasonable notice",
  },
  {
    category: "Anti-Assignment",
    kind: "clause",
    question: ask("is consent or notice required to assign it to a third party?"),
    task: "State whether consent or notice is required to assign the contract to a third party.",
    query:
      "assignment: neither party may assign this agreement without the prior written consent of the other party",
  },
  {
    category: "Insurance",
    kind: "clause",
    question: ask("must a party keep insurance for the benefit of the other?"),
    task: "State whether a party must keep insurance for the benefit of the other.",
    query:
      "insurance: shall maintain commercial general liability insurance coverage; certificate of insurance; additional insured",
  },
]
