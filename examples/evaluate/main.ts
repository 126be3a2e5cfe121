import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import type { Prices } from "spd-rag"
import {
  coverageInstruction,
  coverageOverview,
  coveragePlots,
  coverageQuestions,
  coverageTables,
  listPrices,
  loadCuad,
  loadLoong,
  loongPlots,
  loongTables,
  openRunLog,
  type RunRecord,
  runCoverage,
  runLoong,
} from "spd-rag/evaluation"
import { coverageSystems } from "./coverage-systems"
import { loongReaders } from "./loong-readers"
import { modelsOf, systemOf } from "./model-systems"
import { type EvaluateOptions, isModule, readOptions, usage } from "./options"
import { evaluateReading, evaluateReadingTables } from "./reading"
import { evaluateTables } from "./tables"

/** Runs a benchmark, or goes on with it where it was stopped, and writes tables and plots to a folder. */
async function evaluate(options: EvaluateOptions): Promise<void> {
  await mkdir(options.out, { recursive: true })
  const { model, benchmark } = options
  if (model !== undefined && benchmark === "reading") return evaluateReading({ ...options, model })
  if (model !== undefined && benchmark === "tables") return evaluateReadingTables({ ...options, model })
  if (options.benchmark === "tables") return evaluateTables(options)
  const prices = { ...listPrices, ...(await readPrices(options.prices)) }
  const provider = basename(options.provider, ".mjs")
  const name = `${options.benchmark}-${provider}${options.set ? `-set${options.set}` : ""}${options.limit ? `-${options.limit}` : ""}`
  const log = await openRunLog(join(options.out, `${name}.jsonl`))
  if (log.damagedLines.length > 0)
    console.error(`Damaged lines of the run log: ${log.damagedLines.join(", ")}.`)
  const controller = new AbortController()
  process.once("SIGINT", () => controller.abort(new Error("Stopped; the same command goes on from here.")))
  const run = options.benchmark === "loong" ? loong : coverage
  const records = await run(options, prices, { log, signal: controller.signal, onRecord: report })
  const tables =
    options.benchmark === "loong"
      ? loongTables(records)
      : `${coverageOverview(records)}\n\n${coverageTables(records)}`
  const plots = options.benchmark === "loong" ? loongPlots(records) : coveragePlots(records)
  await writeFile(join(options.out, `${name}.md`), `${tables}\n`)
  for (const [file, svg] of plots) await writeFile(join(options.out, `${name}-${file}`), svg)
  console.log(`${tables}\n\nWritten to ${options.out}: ${name}.md, ${name}.jsonl, ${plots.size} plots.`)
}

type Run = Pick<Parameters<typeof runLoong>[0], "log" | "signal" | "onRecord">

async function loong(options: EvaluateOptions, prices: Prices, run: Run): Promise<readonly RunRecord[]> {
  const { set, limit, retryFailed, concurrency, provider } = options
  const rows = provider === "title" ? ({ type: "paper", level: 3 } as const) : {}
  const data = await loadLoong({ folder: options.data, set, ...rows })
  if (provider === "title" || provider === "perfect") {
    return runLoong({ ...run, data, systems: loongReaders(data, provider), limit, retryFailed, concurrency })
  }
  const { config, judge } = await modelsOf(options, prices)
  const systems = options.systems.map((name) => systemOf(name, config))
  return runLoong({ ...run, data, systems, judge, limit, retryFailed, concurrency })
}

async function coverage(options: EvaluateOptions, prices: Prices, run: Run): Promise<readonly RunRecord[]> {
  const { limit, retryFailed, provider } = options
  const questions = coverageQuestions.filter(
    ({ category }) => options.questions === undefined || options.questions.includes(category),
  )
  if (questions.length === 0) {
    throw new Error(`--questions must name some of: ${coverageQuestions.map((q) => q.category).join(", ")}.`)
  }
  const categories = questions.map(({ category }) => category)
  const data = await loadCuad({ folder: options.data, limit, categories })
  if (provider === "gemini" || isModule(provider)) {
    const { config } = await modelsOf(options, prices)
    const systems = options.systems.map((name) => systemOf(name, config))
    return runCoverage({ ...run, data, questions, systems, retryFailed, instruction: coverageInstruction })
  }
  const systems = coverageSystems(data, provider === "perfect" ? provider : "offline").filter(({ name }) =>
    options.systems.some((wanted) => name.startsWith(wanted)),
  )
  return runCoverage({ ...run, data, questions, systems, retryFailed })
}

function report(record: RunRecord, { done, total }: { done: number; total: number }): void {
  const what = record.status === "ok" ? "ok" : `failed: ${record.error?.message}`
  console.error(`${done}/${total} ${record.system}, ${record.id}: ${what}`)
}

async function readPrices(path: string | undefined): Promise<Prices> {
  return path === undefined ? {} : (JSON.parse(await readFile(path, "utf8")) as Prices)
}

if (process.argv.length <= 2 || process.argv.includes("--help")) {
  console.log(usage)
} else {
  try {
    await evaluate(readOptions(process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
