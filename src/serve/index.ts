/**
 * The live page: choose files, ask, watch the agents, stop, ask again.
 *
 * @module spd-rag/serve
 */
export { type App, createApp } from "./app/app"
export { ServeError } from "./errors"
export type { AppOptions, VisitorConfig } from "./options"
export { type RunningServer, type ServeOptions, startServer } from "./start-server"
