/**
 * Caches of finished calls, so that none is paid twice: in memory, in a folder, in a database.
 *
 * @module spd-rag/cache
 */
export { type FileCacheOptions, fileCache } from "./file"
export { type LibsqlCache, type LibsqlCacheOptions, libsqlCache } from "./libsql"
export { type MemoryCacheOptions, memoryCache } from "./memory"
