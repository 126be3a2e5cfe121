import type { Embedder, EmbedPurpose } from "../../contracts"
import { assertEqual, assertTrue } from "./kit/assert"
import { runSuite } from "./kit/run-suite"
import { marker, sharedCases } from "./kit/shared-cases"
import { frozen, type PlugCall, type PlugCase, type PlugSubject, withPlug } from "./kit/subject"
import type { TestRunner } from "./kit/test-runner"

/** The embedder that a suite is about. */
export interface EmbedderSubject extends PlugSubject<Embedder> {
  /** Least cosine of two vectors of the same text, since providers round differently by batch. @default 0.999 */
  readonly sameTextCosine?: number | undefined
}

/** `describe` and `it` are those of your test framework. @default its global ones */
export type EmbedderSuiteOptions = EmbedderSubject & Partial<TestRunner>

/**
 * Holds a plug to the contract of `Embedder`: one test a promise, each on a fresh plug.
 *
 * @example
 * import { describe, it } from "vitest"
 * describeEmbedder("my embedder", { describe, it, create: () => myEmbedder() })
 */
export function describeEmbedder(name: string, options: EmbedderSuiteOptions): void {
  runSuite(`${name} keeps the contract of Embedder`, options, [...embedderCases, ...sharedCases(calls)])
}

const purposes: readonly EmbedPurpose[] = ["document", "query", "clustering"]

const texts: readonly string[] = [
  `The harvest failed after the long drought. Reference ${marker}.`,
  `The committee raised the interest rate. Reference ${marker}.`,
  `Her violin is three hundred years old. Reference ${marker}.`,
]

/** The largest batch that the suite sends to a plug without a limit of its own. */
const largeBatch = 200

const calls: readonly PlugCall<Embedder>[] = [
  { name: "embed", start: (embedder, signal) => embedder.embed({ texts, purpose: "document", signal }) },
]

const embedderCases: readonly PlugCase<Embedder, EmbedderSubject>[] = [
  {
    name: "names its model, its dimensions and its limits",
    run: (subject) =>
      withPlug(subject, async (embedder) => {
        assertTrue(typeof embedder.modelId === "string" && embedder.modelId !== "", "modelId is a name")
        for (const name of ["dimensions", "maxBatchSize", "maxBatchTokens"] as const) {
          const value = embedder[name]
          if (value === undefined && name !== "dimensions") continue
          assertTrue(
            Number.isSafeInteger(value) && (value as number) > 0,
            `${name} is a whole number: ${value}`,
          )
        }
      }),
  },
  ...purposes.map(
    (purpose): PlugCase<Embedder, EmbedderSubject> => ({
      name: `embeds for the purpose ${purpose}: one finite vector of its dimensions a text`,
      run: (subject) =>
        withPlug(subject, async (embedder) => {
          const { vectors, usage } = await embedder.embed(frozen({ texts: [...texts], purpose }))
          assertVectors(vectors, texts.length, embedder.dimensions)
          if (usage === undefined) return
          for (const count of [usage.inputTokens, usage.outputTokens]) {
            assertTrue(Number.isSafeInteger(count) && count >= 0, `usage is in whole tokens: ${count}`)
          }
        }),
    }),
  ),
  {
    name: "keeps the order of the texts",
    run: (subject) =>
      withPlug(subject, async (embedder) => {
        const { vectors } = await embedder.embed({ texts, purpose: "document" })
        for (const [position, text] of texts.entries()) {
          const alone = (await embedder.embed({ texts: [text], purpose: "document" })).vectors[0]!
          const cosines = vectors.map((vector) => cosine(vector, alone))
          const least = subject.sameTextCosine ?? 0.999
          assertTrue((cosines[position] as number) >= least, `text ${position} has another vector in a list`)
          const others = cosines.filter((_, at) => at !== position)
          assertTrue(
            others.every((other) => other < (cosines[position] as number)),
            `text ${position} is mixed up`,
          )
        }
      }),
  },
  {
    name: "takes the largest batch it allows, with equal texts in it",
    run: (subject) =>
      withPlug(subject, async (embedder) => {
        const count = Math.min(embedder.maxBatchSize ?? largeBatch, largeBatch)
        const many = Array.from({ length: count }, (_, at) => texts[at % texts.length] as string)
        const { vectors } = await embedder.embed({ texts: many, purpose: "document" })
        assertVectors(vectors, count, embedder.dimensions)
      }),
  },
  {
    name: "gives no vector for no text",
    run: (subject) =>
      withPlug(subject, async (embedder) => {
        const { vectors } = await embedder.embed({ texts: [], purpose: "document" })
        assertEqual(vectors, [], "vectors")
      }),
  },
]

function assertVectors(vectors: readonly ArrayLike<number>[], count: number, dimensions: number): void {
  assertEqual(vectors.length, count, "number of vectors")
  for (const vector of vectors) {
    assertEqual(vector.length, dimensions, "length of a vector")
    const values = Array.from(vector)
    assertTrue(values.every(Number.isFinite), "every value is a finite number")
    assertTrue(
      values.some((value) => value !== 0),
      "no vector is all zeros",
    )
  }
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, squaresOfA, squaresOfB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    product += (a[i] as number) * (b[i] as number)
    squaresOfA += (a[i] as number) ** 2
    squaresOfB += (b[i] as number) ** 2
  }
  return product / Math.sqrt(squaresOfA * squaresOfB)
}
