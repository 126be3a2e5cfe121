// Imports go down only: contracts, errors <- runtime <- documents, retrieval, evidence <- coordinator, agent,
// synthesis <- the method's own page. In every rule but that on cycles, type-only imports count too.
const bottom = "^src/(contracts/|errors\\.ts$)"
const runtime = "^src/runtime/"
const middle = "^src/(documents|retrieval|evidence)/"
const stages = ["coordinator", "agent", "synthesis"]
/** What stands outside of the core: each an entry of its own that the core never reaches for. */
const outer = "^src/(adapters|files|offline|baselines|evaluation|testing)/"
/** The only places that may need Node, or a package of a provider. */
const nodeOnly = "^src/(adapters|files|evaluation)/"

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
      comment: "Of code that runs; a part may name the type that it is a part of.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    room("contracts-stand-alone", bottom, []),
    room("runtime-knows-contracts", runtime, [bottom]),
    room("middle-rooms-go-down", middle, [bottom, runtime]),
    ...stages.map((stage) =>
      room(`${stage}-goes-down`, `^src/${stage}/`, [bottom, runtime, middle, "^src/events\\.ts$"]),
    ),
    room("adapters-only-translate", "^src/adapters/", [bottom, runtime]),
    {
      name: "core-reaches-for-no-adapter",
      comment: "The in-memory store is the default; every other plug comes from the caller.",
      severity: "error",
      from: { path: "^src/", pathNot: outer },
      to: { path: outer, pathNot: "^src/adapters/memory" },
    },
    {
      name: "core-is-not-for-node-alone",
      severity: "error",
      from: { path: "^src/", pathNot: nodeOnly },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-has-two-dependencies",
      severity: "error",
      from: { path: "^src/", pathNot: nodeOnly },
      to: { path: "node_modules", pathNot: "node_modules/(zod|js-tiktoken)/" },
    },
    {
      name: "no-development-package",
      comment:
        "A package that users do not get; an adapter's package is an optional peer too. Types of Node are named.",
      severity: "error",
      from: { path: "^src/" },
      to: {
        pathNot: "node_modules/@types/node/",
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
    // Sources of the kernel and of the worker: what is made of them is in the library, they are not.
    exclude: { path: ["^src/runtime/vector-kernel/assembly/", "^src/synthesis/distance-worker/"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
}
