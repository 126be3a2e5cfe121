import type { Stage } from "../../contracts"
import { higher, lower, nothing, plus, type Use } from "./tally"

/** What one stage may use of one model, added up over its calls. */
interface StageUse {
  readonly stage: Stage
  readonly modelId: string
  readonly least: Use
  readonly most: Use
}

/** Adds up what one way of answering may use. */
export class Uses {
  readonly #uses = new Map<string, StageUse>()
  readonly notEstimated: Set<Stage> = new Set()

  add(stage: Stage, modelId: string, least: Use, most: Use): void {
    const key = JSON.stringify([stage, modelId])
    const before = this.#uses.get(key)
    const use =
      before === undefined
        ? { least, most }
        : { least: plus(before.least, least), most: plus(before.most, most) }
    this.#uses.set(key, { stage, modelId, ...use })
  }

  /** Where it is open which of two ways is gone: the lower of their least, and the higher of their most. */
  either(other: Uses): Uses {
    const uses = new Uses()
    for (const key of new Set([...this.#uses.keys(), ...other.#uses.keys()])) {
      const [one, two] = [this.#uses.get(key), other.#uses.get(key)]
      const { stage, modelId } = (one ?? two)!
      uses.add(
        stage,
        modelId,
        lower(one?.least ?? nothing, two?.least ?? nothing),
        higher(one?.most ?? nothing, two?.most ?? nothing),
      )
    }
    for (const stage of [...this.notEstimated, ...other.notEstimated]) uses.notEstimated.add(stage)
    return uses
  }

  all(): readonly StageUse[] {
    return [...this.#uses.values()]
  }
}
