import { Command, InvalidArgumentError } from "commander"
import { version } from "../../package.json"
import { ask } from "./commands/ask"
import { estimate } from "./commands/estimate"
import { index } from "./commands/index-files"
import { list } from "./commands/list"
import { mcp } from "./commands/mcp"
import { remove } from "./commands/remove"
import { report } from "./commands/report"
import { serve } from "./commands/serve"
import { table } from "./commands/table"
import type { ExitCode } from "./exit-codes"
import type { CommandHost } from "./host"
import { questionFrom } from "./prompt"

const examples = `
Examples:
  spd-rag ask "What are the payment terms?" contracts
  spd-rag ask "Who is liable, and up to what amount?" *.pdf --model gemini:gemini-2.5-flash --max-cost 2
  spd-rag index contracts && spd-rag ask "When does each lease end?"

Without --model everything stays on this machine and no key is needed. docs/command.md tells more.`

/** The command line: every command, its flags, and what it does. */
export function createProgram(host: CommandHost, end: (exitCode: ExitCode) => void): Command {
  const program = new Command("spd-rag")
  program
    .description("Asks a question of every document of a set, and shows where each statement comes from.")
    .version(version)
    .addHelpText("after", examples)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      outputError: (text, write) => write(sentence(text)),
      getOutHelpWidth: () => host.stdout.columns ?? 100,
      getErrHelpWidth: () => host.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })

  withModel(withFiles(command(program, "ask")))
    .description(
      "answer a question from files and folders, or from the set of this folder where none are named",
    )
    .argument("[question]", "asked for where it is left out on a terminal")
    .argument("[paths...]", "files and folders")
    .option("--json", "print the whole answer as JSON")
    .option("--report <file>", "write a page of it too: answer, citations, matrix, cost (HTML)")
    .action(async (question: string | undefined, paths: string[], flags) => {
      end(await ask(question ?? (await questionFrom(host)), paths, flags, host))
    })
  withModel(withFiles(command(program, "table")))
    .description("make a table: a row a document")
    .argument("<question>", "what the table is for")
    .argument("[paths...]", "files and folders; without any, the set of this folder")
    .option(
      "--columns <file>",
      "JSON Schema of an object: a column a property (default: one column, the answer)",
    )
    .option("--out <file>", "a file ending in .csv, .md, .json or .xlsx (default: Markdown, printed)")
    .action(async (question: string, paths: string[], flags) =>
      end(await table(question, paths, flags, host)),
    )
  program
    .command("report")
    .description("make a page of an answer that `ask --json` printed")
    .argument("<file>", "the answer (JSON)")
    .option("--out <file>", "the page (default: beside it, ending in .html)")
    .action(async (path: string, flags) => end(await report(path, flags, host)))
  withModel(withFiles(command(program, "estimate")))
    .description("say what a question would use, before anything is paid")
    .argument("<question>")
    .argument("[paths...]", "files and folders; without any, the set of this folder")
    .option("--json", "print the whole estimate as JSON")
    .action(async (question: string, paths: string[], flags) => {
      end(await estimate(question, paths, flags, host))
    })
  withFiles(command(program, "index"))
    .description("read files and folders into the set of this folder (.spd-rag)")
    .argument("<paths...>", "files and folders")
    .action(async (paths: string[], flags) => end(await index(paths, flags, host)))
  command(program, "list")
    .description("list the documents of the set")
    .option("--json", "print them as JSON")
    .action(async (flags) => end(await list(flags, host)))
  command(program, "remove")
    .description("remove documents from the set")
    .argument("<ids...>", "as `spd-rag list` shows them")
    .action(async (ids: string[], flags) => end(await remove(ids, flags, host)))
  withModel(withFiles(command(program, "mcp")))
    .description("serve the documents to agents of others (Model Context Protocol, on the standard streams)")
    .argument("[paths...]", "files and folders; without any, the set of this folder")
    .action(async (paths: string[], flags) => end(await mcp(paths, flags, host)))
  withModel(withFiles(command(program, "serve")))
    .description("serve a page that asks the documents, on this machine alone")
    .argument("[paths...]", "files and folders; without any, the set of this folder")
    .option("--port <number>", "port of the page (default: a free one)", wholeNumber)
    .action(async (paths: string[], flags) => end(await serve(paths, flags, host)))
  return program
}

/** Every command knows where the set and the config file are. */
function command(program: Command, name: string): Command {
  return program
    .command(name)
    .option("--set <folder>", "folder of the set and of what is kept (default: .spd-rag)")
    .option("--config <file>", "config file (default: spd-rag.config.ts, .mts, .js, .mjs, .cjs or .json)")
}

function withFiles(command: Command): Command {
  return command
    .option("--include <pattern>", 'files inside folders to read, such as "*.pdf"; may be repeated', repeated)
    .option(
      "--exclude <pattern>",
      'files inside folders to leave out, such as "drafts/**"; may be repeated',
      repeated,
    )
    .option("--concurrency <number>", "documents at a time", wholeNumber)
}

function withModel(command: Command): Command {
  return command
    .option(
      "--model <name>",
      "gemini:NAME, openai:NAME, anthropic:NAME, ollama:NAME or FILE.gguf (default: offline)",
    )
    .option(
      "--max-cost <dollars>",
      "stop reading when this much is spent, and answer from what was read",
      amount,
    )
    .option("--resume", "go on with a run that was stopped: calls that finished are not paid again")
}

const repeated = (value: string, before: readonly string[] = []) => [...before, value]

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("Expected a whole number from 1.")
  return value
}

function amount(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError("Expected an amount above 0.")
  return value
}

/** Commander's message on one line, with the way to the help. */
function sentence(text: string): string {
  const [first = "", ...rest] = text
    .replace(/^error: /, "")
    .trim()
    .split("\n")
  const line = [first.replace(/\.?$/, "."), ...rest].join(" ")
  return `${line.charAt(0).toUpperCase()}${line.slice(1)} See --help.\n`
}
