export { type FileCacheOptions, fileCache } from "./file"
export { type LibsqlCache, type LibsqlCacheOptions, libsqlCache } from "./libsql"
export { type MemoryCacheOptions, memoryCache } from "./memory"
