export type { LoggedEvent } from "./event-log"
export { type EventStreamOptions, eventStream } from "./event-stream"
export { type KeepOptions, type KeptEvents, keepEvents } from "./kept-events"
export { answerTextOf, toUIMessageStream, type UIMessageChunk } from "./ui-message-stream"
