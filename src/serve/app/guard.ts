import { Refusal } from "./refusal"

/**
 * Lets through only what the app's own page asks for.
 *
 * A page of another site can make a browser ask this one: then `Origin` or `Sec-Fetch-Site` names the other. Or it can have
 * its own name resolve to this machine (DNS rebinding): then `Host` is that name.
 *
 * @throws Refusal
 */
export function checkOrigin(request: Request, hosts: readonly string[]): void {
  const url = new URL(request.url)
  const host = request.headers.get("host") ?? url.host
  const name = host.replace(/:\d+$/, "").toLowerCase()
  if (!hosts.includes(name)) throw new Refusal(421, "This page is not served under that name.")
  const origin = request.headers.get("origin")
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new Refusal(403, "Another site may not ask here.")
  }
  const from = request.headers.get("sec-fetch-site")
  // A link from elsewhere may open the page, and nothing else.
  const isPage = request.method === "GET" && request.headers.get("sec-fetch-mode") === "navigate"
  if (from !== null && !["same-origin", "none"].includes(from) && !isPage) {
    throw new Refusal(403, "Another site may not ask here.")
  }
}
