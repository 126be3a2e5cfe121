/**
 * Documents read by any number of processes, over a queue of BullMQ on Redis.
 *
 * @module spd-rag/bullmq
 */
export { type BullmqAgent, type BullmqAgentOptions, bullmqAgent } from "./agent"
export { AgentWorkerError } from "./error"
export type { RedisClient, RedisConnection, RedisOptions } from "./redis/client"
export { type AgentWorker, type AgentWorkerOptions, startAgentWorker } from "./worker"
