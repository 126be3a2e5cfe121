/** One question of the coverage benchmark: a CUAD column, asked of every contract alike. */
export interface CoverageQuestion {
  /** CUAD's name of the column. */
  readonly category: string
  /** How a row's value is compared: a name it must hold, a date it must hold, or the clause alone. */
  readonly kind: "name" | "date" | "clause"
  readonly question: string
  /** What a searching reader asks the index, one query. */
  readonly query: string
}

/** What turns an answer into the full table; for readers that follow instructions. */
export const coverageInstruction =
  "Give one row a contract with the value and a verbatim quote, and say where a contract has no such clause."

/** The seven questions: three values to extract and four clauses to find. */
export const coverageQuestions: readonly CoverageQuestion[] = [
  {
    category: "Governing Law",
    kind: "name",
    question: "By the laws of which state is this agreement governed and construed?",
    query:
      "governing law: this agreement shall be governed by and construed in accordance with the laws of the state of",
  },
  {
    category: "Agreement Date",
    kind: "date",
    question: "As of what date is this agreement made and entered into?",
    query: "this agreement is made and entered into as of the date, dated as of this day of",
  },
  {
    category: "Expiration Date",
    kind: "date",
    question: "When does the term of this agreement commence and expire?",
    query:
      "the term of this agreement shall commence on the effective date and continue until expiration, initial term of years",
  },
  {
    category: "Cap On Liability",
    kind: "clause",
    question: "Is the liability of a party limited to an amount, and are consequential damages excluded?",
    query:
      "limitation of liability: in no event shall liability exceed the total amount; consequential, indirect or special damages",
  },
  {
    category: "Audit Rights",
    kind: "clause",
    question: "Who may audit the books and records?",
    query:
      "audit rights: inspect and audit books and records during normal business hours upon reasonable notice",
  },
  {
    category: "Anti-Assignment",
    kind: "clause",
    question: "May this agreement be assigned without prior written consent?",
    query:
      "assignment: neither party may assign this agreement without the prior written consent of the other party",
  },
  {
    category: "Insurance",
    kind: "clause",
    question: "Must a party maintain insurance?",
    query:
      "insurance: shall maintain commercial general liability insurance coverage; certificate of insurance; additional insured",
  },
]
