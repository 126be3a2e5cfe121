import type { QdrantServer } from "./server"

/** As if a document of the collection "spd" had been put that often under other ids. */
export function copyDocument(server: QdrantServer, documentId: string, copies: number): void {
  const collection = server.collections.get("spd")!
  const points = [...collection.points.values()].filter(({ payload }) => payload.document_id === documentId)
  for (let n = 0; n < copies; n++) {
    const own = `copy ${n}`
    for (const [place, { vector, payload }] of points.entries()) {
      const { document, chunk } = payload as { document?: object; chunk?: object }
      const id = `00000000-0000-4000-8${place.toString().padStart(3, "0")}-${n.toString(16).padStart(12, "0")}`
      const renamed = {
        document_id: own,
        ...(document && { document: { ...document, id: own } }),
        ...(chunk && { chunk: { ...chunk, documentId: own } }),
      }
      collection.store({ id, vector, payload: { ...payload, ...renamed } })
    }
  }
}
