/** What is loaded on first use alone (tables) is no part of what every user carries. */
const withoutLazyParts = {
  name: "without-lazy-parts",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    )
  },
}

module.exports = [
  {
    name: "spd-rag, without its three dependencies",
    path: "dist/index.js",
    ignore: ["js-tiktoken", "jsonrepair", "zod"],
    gzip: true,
    limit: "86 kB",
    modifyEsbuildConfig: (config) => ({ ...config, plugins: [...(config.plugins ?? []), withoutLazyParts] }),
  },
]
