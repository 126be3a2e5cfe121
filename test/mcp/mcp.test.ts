import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { InvalidArgumentError, type LLMRequest, spdRag } from "spd-rag"
import { createMcpServer } from "spd-rag/mcp"
import { offline } from "spd-rag/offline"
import { fakeLLM, hang } from "spd-rag/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { codeWordModel, codeWordReply, sevenDocuments, WORDS } from "../support/model"
import { scriptsFrom } from "../support/scripts"

const stdioSource = "test/mcp/stdio-server.ts"
const scripts = scriptsFrom([stdioSource])

/** The SDK would wait for a minute. */
const patient = { timeout: 600_000 }

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1" })
  await client.connect(transport, patient)
  onTestFinished(() => client.close())
  return client
}

async function inMemory(llm = codeWordModel()) {
  const rag = spdRag({ llm })
  await rag.add(sevenDocuments().map((document, at) => ({ ...document, metadata: { year: 2020 + at } })))
  const server = await createMcpServer(rag)
  const [own, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(own)
  return { llm, rag, client: await connected(theirs) }
}

interface ToolText {
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Record<string, never> | undefined
  readonly isError?: boolean | undefined
}

const call = async (client: Client, name: string, input: object, options?: object) =>
  (await client.callTool({ name, arguments: { ...input } }, undefined, {
    ...patient,
    ...options,
  })) as unknown as ToolText

describe("createMcpServer", () => {
  it("offers its tools, which only read", async () => {
    const { client } = await inMemory()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      "ask_documents",
      "extract_table",
      "list_documents",
      "read_quote",
    ])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(tools[0]!.inputSchema).toMatchObject({ required: ["question"] })
  })

  it("answers with citations that `read_quote` finds again, and tells progress", async () => {
    const { client } = await inMemory()
    const seen: (readonly [number, number | undefined])[] = []
    const onprogress = ({ progress, total }: { progress: number; total?: number }) => {
      seen.push([progress, total])
    }
    const answer = await call(
      client,
      "ask_documents",
      { question: "What are the code words?" },
      { onprogress },
    )
    for (const word of WORDS) expect(answer.content[0]!.text).toContain(word)
    const { citations, documents } = answer.structuredContent as unknown as {
      citations: { documentId: string; quote: string; start: number; end: number }[]
      documents: object
    }
    expect(documents).toEqual({ answered: 7 })
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((done) => [done, 7]))
    for (const { documentId, quote, start, end } of citations) {
      const shown = await call(client, "read_quote", { documentId, start, end, context: 10 })
      expect(shown.structuredContent).toMatchObject({ documentId, quote })
      expect(shown.content[0]!.text).toContain(`>>>${quote}<<<`)
    }
  })

  it("reads the documents that a filter selects, and lists them page by page", async () => {
    const { client } = await inMemory()
    const where = { year: { gte: 2025 } }
    const answer = await call(client, "ask_documents", { question: "What are the code words?", where })
    expect(answer.structuredContent).toMatchObject({ documents: { answered: 2 } })
    const page = await call(client, "list_documents", { where: { year: { lt: 2025 } }, limit: 2, offset: 2 })
    expect(page.structuredContent).toMatchObject({ total: 5, documents: [{ id: "doc-3" }, { id: "doc-4" }] })
    expect(page.content[0]!.text).toMatch(/1 more; go on with offset 4/)
  })

  it("gives each document as a resource", async () => {
    const { client } = await inMemory()
    const { resources } = await client.listResources()
    expect(resources).toHaveLength(7)
    const { contents } = await client.readResource({ uri: resources[3]!.uri })
    // White space that no chunk holds comes back as spaces.
    const plain = (text: string) => text.replace(/\s/g, " ")
    expect(plain((contents[0] as { text: string }).text)).toBe(plain(sevenDocuments()[3]!.text))
    await expect(client.readResource({ uri: "spd-rag://documents/nobody" })).rejects.toThrow(/nobody/)
  })

  it("a failure is a result that says what is wrong", async () => {
    const { client } = await inMemory()
    const unknown = await call(client, "ask_documents", { question: "What?", documents: ["nobody"] })
    expect(unknown).toMatchObject({ isError: true })
    expect(unknown.content[0]!.text).toMatch(/documents/)
    expect(
      await call(client, "read_quote", { documentId: "doc-1", start: 9_999_999, end: 9_999_999 }),
    ).toMatchObject({
      isError: true,
    })
    expect(await call(client, "ask_documents", {})).toMatchObject({ isError: true })
  })

  it("a call that the client cancels is aborted", async () => {
    const controller = new AbortController()
    let ended: unknown
    const left = new Promise<void>((resolve) => {
      const llm = fakeLLM(async (request: LLMRequest) => {
        if (request.documentId === undefined) return codeWordReply(request)
        controller.abort("enough")
        request.signal?.addEventListener("abort", () => resolve())
        return hang(request)
      })
      void inMemory(llm as never).then(async ({ client }) => {
        ended = await call(
          client,
          "ask_documents",
          { question: "What?" },
          { signal: controller.signal },
        ).catch((error: unknown) => error)
      })
    })
    await left
    await expect.poll(() => String(ended)).toMatch(/enough/)
  })

  it("refuses options that make no sense", async () => {
    const rag = spdRag({ ...offline() })
    await expect(createMcpServer(rag, { name: "" })).rejects.toBeInstanceOf(InvalidArgumentError)
    await expect(createMcpServer(rag, { nmae: "x" } as object)).rejects.toMatchObject({
      argument: "options.nmae",
    })
  })

  it("works over stdio, as a process of its own", async () => {
    const client = await connected(
      new StdioClientTransport({
        command: process.execPath,
        args: [scripts.path(stdioSource)],
        stderr: "inherit",
      }),
    )
    const answer = await call(client, "ask_documents", { question: "When does the lease end?" })
    expect(answer.content[0]!.text).toContain("31 March 2026")
    expect(answer.content[0]!.text).toContain("30 June 2027")
  })

  it("works over HTTP", async () => {
    const rag = spdRag({ llm: codeWordModel() })
    await rag.add(sevenDocuments())
    const server = await createMcpServer(rag)
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => "one" })
    await server.connect(transport as Transport)
    const listener = createServer((request, response) => void transport.handleRequest(request, response))
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
    onTestFinished(async () => {
      await server.close()
      listener.closeAllConnections()
      listener.close()
    })
    const { port } = listener.address() as AddressInfo
    const url = new URL(`http://127.0.0.1:${port}/mcp`)
    const client = await connected(new StreamableHTTPClientTransport(url) as Transport)
    const listed = await call(client, "list_documents", {})
    expect(listed.structuredContent).toMatchObject({ total: 7 })
  })
})
