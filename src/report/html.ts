/** Script and style of a page, with the hashes by which its content policy knows them. */
export interface PageSource {
  readonly script: string
  readonly scriptHash: string
  readonly style: string
  readonly styleHash: string
}

/**
 * One HTML file that asks nothing of anyone: its policy lets run its own script and style, known by their hashes, and
 * nothing else, whatever the data hold.
 *
 * @param more of the policy: what a page that is served may do
 */
export function pageHTML(
  { script, scriptHash, style, styleHash }: PageSource,
  title: string,
  data: object,
  more: readonly string[] = [],
): string {
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ]
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    `<title>${escapeText(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    "<noscript>This report is drawn by the script inside of it: allow scripts to read it.</noscript>",
    `<script type="application/json" id="data">${embeddedJSON(data)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n")
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const escapeText = (text: string): string =>
  text.toWellFormed().replace(/[&<>]/g, (character) => escapes[character]!)

/** JSON in which nothing ends the element around it, begins a comment, or ends a line of a script. */
function embeddedJSON(data: object): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  })
}
