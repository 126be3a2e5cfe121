import type { GoogleGenAI } from "@google/genai"
import type { createClient } from "@libsql/client"
import type { CohereClientV2 } from "cohere-ai"
import type { Redis } from "ioredis"
import type { RedisClient } from "spd-rag/bullmq"
import type { CohereClient } from "spd-rag/cohere"
import type { GeminiClient } from "spd-rag/gemini"
import type { LibsqlClient } from "spd-rag/libsql"

/** Types only: a real client of each provider's package is one that the adapter takes. */
export const geminiTakes = (client: GoogleGenAI): GeminiClient => client
export const cohereTakes = (client: CohereClientV2): CohereClient => client
export const libsqlTakes = (client: ReturnType<typeof createClient>): LibsqlClient => client
export const bullmqTakes = (client: Redis): RedisClient => client
