import { ReflectionKind } from "typedoc"
import { entries } from "./test/package/entries.ts"

/**
 * The reference with the guides as one site: `npm run docs`, then open site/index.html.
 *
 * @type {Partial<import("typedoc").TypeDocOptions>}
 */
const options = {
  name: "spd-rag",
  entryPoints: entries.map(({ source }) => source),
  tsconfig: "src/tsconfig.json",
  out: "site",
  readme: "README.md",
  projectDocuments: [
    "docs/*.md",
    "docs/adapters/*.md",
    "docs/decisions/*.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
  ],
  excludePrivate: true,
  excludeInternal: true,
  disableSources: true,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
  },
  requiredToBeDocumented: ["Module", "Variable", "Class", "Interface", "TypeAlias"],
  // Parts of clients that users bring, whose own packages describe them, and helpers of a type that a signature spells out.
  intentionallyNotExported: [
    ...[
      "AiSdkReply",
      "AiSdkAnswered",
      "AiSdkSharedOptions",
      "AiSdkCallOptions",
      "AiSdkStreamPart",
      "AiSdkJSON",
    ],
    ...[
      "CohereEmbedReply",
      "CohereRerankReply",
      "CohereEmbedRequest",
      "CohereRerankRequest",
      "CohereCallOptions",
    ],
    ...["GeminiEmbedReply", "GeminiReply", "GeminiEmbedRequest", "GeminiRequest", "SQLite"],
    ...["PlainOutcome", "Limits", "loongTasks"],
  ],
  plugin: [describedFunctions, namedGuides],
}

export default options

/** Functions are required to be described, but not the methods of interfaces, which the same option would take along. */
function describedFunctions(app) {
  app.on("validateProject", (project) => {
    for (const { signatures = [] } of project.getReflectionsByKind(ReflectionKind.Function)) {
      for (const signature of signatures) {
        if (signature.hasComment()) continue
        app.logger.validationWarning(`${signature.getFriendlyFullName()} does not have any documentation`)
      }
    }
  })
}

/** A guide is called by its heading, and stands among those of its folder. */
function namedGuides(app) {
  const folders = { adapters: "Adapters", decisions: "Decisions" }
  app.converter.on("createDocument", (_, document) => {
    const folder = /^docs\/(\w+)\//.exec(document.name)?.[1]
    document.frontmatter.group = folders[folder] ?? "Guides"
    const text = document.content.map((part) => part.text).join("")
    document.name = /^# (.+)$/m.exec(text)?.[1] ?? document.name
  })
}
