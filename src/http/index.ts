/**
 * A run as a standard `Response`: server-sent events, or the stream that the AI SDK's `useChat` reads.
 *
 * @module spd-rag/http
 */
export type { LoggedEvent } from "./event-log"
export { type EventStreamOptions, eventStream } from "./event-stream"
export { type KeepOptions, type KeptEvents, keepEvents } from "./kept-events"
export { answerTextOf, toUIMessageStream, type UIMessageChunk } from "./ui-message-stream"
