// Imports go down only, type-only ones included. Each room lists the rooms below it that it may use:
//   contracts, errors  <-  vectors, runtime  <-  tokens, splitting, linkage, packing, policy, calls
//   <-  documents, retrieval, evidence  <-  coordinator, agent, synthesis  <-  tables  <-  config  <-  run, spd-rag.ts.
const bottom = "^src/(contracts/|errors/)"
const at = (rooms) => `^src/(${rooms})/`
/** What stands outside of the core: each an entry of its own that the core never reaches for. */
const outer = at(
  "adapters|files|offline|baselines|evaluation|testing|report|http|serve|tools|mcp|bullmq|telemetry|cli",
)
/** The only places that may need Node, or a package of a provider. */
const nodeOnly = at("adapters|files|evaluation|bullmq|mcp|cli|serve")
const middle = at("documents|retrieval|evidence")
const pure = at("vectors|tokens|splitting|linkage|packing")

/** Files of `from` import their own room and `to`, among the files of src. */
const room = (name, from, to) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", pathNot: [from, ...to] },
})

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Of any kind: a type that two files share stands in a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    room("contracts-stand-alone", bottom, []),
    room("runtime-knows-contracts", at("runtime"), [bottom]),
    room("vectors-stand-alone", at("vectors"), []),
    room("tokens-go-down", at("tokens"), [bottom, at("runtime")]),
    room("splitting-goes-down", at("splitting"), [bottom, at("runtime|tokens")]),
    room("linkage-goes-down", at("linkage"), [bottom, at("runtime|vectors")]),
    room("packing-goes-down", at("packing"), [bottom, at("runtime|linkage")]),
    room("policy-goes-down", at("policy"), [bottom, at("runtime")]),
    room("calls-go-down", at("calls"), [bottom, at("runtime|policy")]),
    room("middle-rooms-go-down", middle, [bottom, at("runtime|calls"), pure]),
    ...["coordinator", "agent", "synthesis"].map((stage) =>
      room(`${stage}-goes-down`, at(stage), [bottom, at("runtime|calls"), pure, middle]),
    ),
    room("queries-and-exports-go-down", "^src/tables/(query|export)/", [bottom, at("runtime")]),
    room("tables-go-down", at("tables"), [bottom, at("runtime|calls|coordinator|agent"), pure, middle]),
    room("kit-knows-contracts", "^src/adapters/kit/", [bottom, at("runtime|vectors")]),
    {
      name: "adapters-only-translate",
      comment: "An adapter imports its own folder, the kit of adapters and what lies at the bottom.",
      severity: "error",
      from: { path: "^src/adapters/([^/]+)/" },
      to: {
        path: "^src/",
        // A cache in a libsql database opens it as the store does.
        pathNot: [
          "^src/adapters/($1|kit)/",
          "^src/adapters/libsql/(client|connection-options|database)\\.ts$",
          bottom,
          at("runtime|vectors"),
        ],
      },
    },
    {
      name: "command-uses-public-names",
      comment:
        "The command is a user of the library like any other: it imports entries, never a room behind one.",
      severity: "error",
      from: { path: at("cli") },
      to: { path: "^src/", pathNot: [at("cli"), "^src/index\\.ts$", "^src/(adapters/)?[^/]+/index\\.ts$"] },
    },
    {
      name: "no-one-reaches-for-the-command",
      severity: "error",
      from: { path: "^src/", pathNot: at("cli") },
      to: { path: at("cli") },
    },
    {
      name: "core-reaches-for-no-adapter",
      comment: "The in-memory store is the default; every other plug comes from the caller.",
      severity: "error",
      from: { path: "^src/", pathNot: outer },
      to: { path: outer, pathNot: "^src/adapters/memory/index\\.ts$" },
    },
    {
      name: "core-is-not-for-node-alone",
      severity: "error",
      from: { path: "^src/", pathNot: nodeOnly },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-has-three-dependencies",
      comment: "Tables load SQLite and the writer of spreadsheets where they are first asked for.",
      severity: "error",
      from: { path: "^src/", pathNot: [nodeOnly, at("telemetry"), "^src/tables/(query/engine|export)/"] },
      to: { path: "node_modules", pathNot: "node_modules/(zod|js-tiktoken|jsonrepair)/" },
    },
    {
      name: "no-development-package",
      comment:
        "A package that users do not get; an adapter's package is an optional peer too. Types of Node are named. What the command needs is bundled into it, and so is papaparse into the loaders.",
      severity: "error",
      from: { path: "^src/", pathNot: at("cli") },
      to: {
        pathNot: "node_modules/(@types/node|@types/papaparse|papaparse)/",
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["npm-peer", "npm-optional"],
      },
    },
    {
      name: "declared-packages-only",
      severity: "error",
      from: { path: "^src/" },
      // A package that is both a development and a peer dependency is marked as undeclared too.
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["npm", "npm-peer"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Sources of the kernel, of the worker and of pages: what is made of them is in the library, they are not.
    exclude: {
      path: ["^src/vectors/kernel/assembly/", "^src/linkage/distances/worker/", "^src/(report|serve)/page/"],
    },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
}
