"use client"

import { type FormEvent, useState } from "react"
import type { Answer } from "spd-rag"
import { eventsOf } from "../lib/events"

export default function Page() {
  const [status, setStatus] = useState("")
  const [answer, setAnswer] = useState<Answer>()

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setAnswer(undefined)
    setStatus("Asking …")
    const response = await fetch(`/api/${form.get("runtime")}`, { method: "POST", body: form })
    if (!response.ok) return setStatus((await response.json()).error)
    for await (const sent of eventsOf(response)) {
      if (sent.type === "agent-end") setStatus(`${sent.done} documents read …`)
      if (sent.type === "run-error") setStatus(sent.error.message)
      if (sent.type !== "run-end") continue
      setAnswer(sent.answer)
      setStatus(`Answered from ${sent.answer.documents.length} documents.`)
    }
  }

  return (
    <main>
      <h1>Ask every document</h1>
      <form onSubmit={ask}>
        <p>
          <label>
            Files <input type="file" name="files" multiple required />
          </label>
        </p>
        <p>
          <label>
            Question <input name="question" required size={60} />
          </label>
        </p>
        <p>
          <label>
            Runtime{" "}
            <select name="runtime">
              <option value="ask">Node</option>
              <option value="edge">edge</option>
            </select>
          </label>{" "}
          <button type="submit">Ask</button>
        </p>
      </form>
      <p role="status">{status}</p>
      {answer && <pre style={{ whiteSpace: "pre-wrap" }}>{answer.text}</pre>}
      <ol>
        {answer?.citations.map(({ number, title, quote }) => (
          <li key={number} value={number}>
            {title}: <q>{quote}</q>
          </li>
        ))}
      </ol>
    </main>
  )
}
