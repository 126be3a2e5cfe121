/** The page may be mounted below any path. */
const base = new URL("api/", location.href.split(/[?#]/, 1)[0]!.replace(/\/?$/, "/"))

export const addressOf = (path: string): string => new URL(path, base).href

/** Asks the server; what it refuses is an error in its own words. */
export async function call<T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> {
  const response = await fetch(addressOf(path), {
    method,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { headers: { "content-type": type } }),
  }).catch(() => {
    throw unreachable()
  })
  const data = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  return answerOf(response.status, data)
}

/** Sends a file, and says which share of it has left; `fetch` can't tell. */
export function send<T>(path: string, file: Blob, onProgress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open("PUT", addressOf(path))
    request.responseType = "json"
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 1),
    )
    request.addEventListener("error", () => reject(unreachable()))
    request.addEventListener("load", () => {
      try {
        resolve(answerOf(request.status, request.response))
      } catch (error) {
        reject(error)
      }
    })
    request.send(file)
  })
}

const unreachable = () => new Error("The server can't be reached.")

function answerOf<T>(status: number, data: unknown): T {
  if (status >= 200 && status < 300) return data as T
  throw new Error(
    (data as { error?: { message?: string } })?.error?.message ?? `The server answered ${status}.`,
  )
}

/** Ends something while the page is left. */
export const callOnLeave = (path: string): void => {
  fetch(addressOf(path), { method: "DELETE", keepalive: true }).catch(() => {})
}

/** Each kind of event has to be listened to by its name. */
const eventTypes = [
  "run-start",
  "run-end",
  "run-error",
  "plan-start",
  "plan-end",
  "plan-error",
  "route-start",
  "route-end",
  "agent-start",
  "agent-end",
  "agent-error",
  "search-start",
  "search-end",
  "search-error",
  "round-start",
  "round-end",
  "merge-start",
  "merge-end",
  "merge-error",
  "answer-delta",
  "call-retry",
  "limit",
]
const mostFailures = 5

/**
 * The events of a run, to its end. A connection that breaks is made again, from the last event that came.
 *
 * @returns what stops listening
 */
export function listen<Event extends { readonly type: string }>(
  run: string,
  onEvent: (event: Event) => void,
  onState: (state: "broken" | "connected" | "lost") => void,
): () => void {
  const source = new EventSource(addressOf(`runs/${run}/events`))
  let failures = 0
  for (const type of eventTypes) {
    source.addEventListener(type, (message) => {
      if (failures > 0) onState("connected")
      failures = 0
      const event = JSON.parse(message.data) as Event
      if (event.type === "run-end" || event.type === "run-error") source.close()
      onEvent(event)
    })
  }
  source.addEventListener("error", () => {
    failures += 1
    if (source.readyState !== EventSource.CLOSED && failures < mostFailures) return onState("broken")
    source.close()
    onState("lost")
  })
  return () => source.close()
}
