import { missingPeer } from "../../../runtime/load-peer"

/** What of `@sqlite.org/sqlite-wasm` is called: SQLite's C functions by their own names, and the memory they work in. */
export interface SQLite {
  readonly wasm: {
    readonly exports: SQLiteFunctions
    readonly memory: { readonly buffer: { readonly byteLength: number }; grow(pages: number): number }
    /** All of the memory; a new view after it has grown. */
    heap8u(): Uint8Array
    /** Makes a function callable from C; the signature names result and arguments: `i` int, `p` pointer, `v` nothing. */
    installFunction(signature: string, call: (...inputs: number[]) => number | undefined): number
  }
  readonly capi: { readonly sqlite3_vfs: new (pointer: number) => { $xCurrentTimeInt64: number } }
}

/** Pointers are numbers, 64-bit integers are bigints. */
type CFunction<Output = number> = (...inputs: readonly (number | bigint)[]) => Output

export interface SQLiteFunctions {
  readonly malloc: CFunction
  readonly free: CFunction
  readonly sqlite3_open: CFunction
  readonly sqlite3_exec: CFunction
  readonly sqlite3_errmsg: CFunction
  readonly sqlite3_limit: CFunction
  readonly sqlite3_status: CFunction
  readonly sqlite3_prepare_v2: CFunction
  readonly sqlite3_step: CFunction
  readonly sqlite3_reset: CFunction
  readonly sqlite3_finalize: CFunction
  readonly sqlite3_stmt_readonly: CFunction
  readonly sqlite3_stmt_isexplain: CFunction
  readonly sqlite3_bind_parameter_count: CFunction
  readonly sqlite3_bind_null: CFunction
  readonly sqlite3_bind_int64: CFunction
  readonly sqlite3_bind_double: CFunction
  readonly sqlite3_bind_text: CFunction
  readonly sqlite3_column_count: CFunction
  readonly sqlite3_column_name: CFunction
  readonly sqlite3_column_type: CFunction
  readonly sqlite3_column_int64: CFunction<bigint>
  readonly sqlite3_column_double: CFunction
  readonly sqlite3_column_text: CFunction
  readonly sqlite3_column_bytes: CFunction
  readonly sqlite3_progress_handler: CFunction
  readonly sqlite3_set_authorizer: CFunction
  readonly sqlite3_create_function: CFunction
  readonly sqlite3_value_type: CFunction
  readonly sqlite3_value_text: CFunction
  readonly sqlite3_value_bytes: CFunction
  readonly sqlite3_result_null: CFunction
  readonly sqlite3_result_int: CFunction
  readonly sqlite3_result_text: CFunction
  readonly sqlite3_result_error: CFunction
  readonly sqlite3_result_error_code: CFunction
  readonly sqlite3_result_error_nomem: CFunction
  readonly sqlite3_result_error_toobig: CFunction
  readonly sqlite3_vfs_find: CFunction
}

interface SQLitePackage {
  readonly default: (options: { print(text: string): void; printErr(text: string): void }) => Promise<SQLite>
}

/** The version whose builds were tried; pre-releases, as all of this package are, must be named one by one. */
const testedVersion = "3.50.4-build1"

/**
 * An instance of SQLite with a memory of its own, which is given back with it.
 *
 * @throws InvalidArgumentError that says what to install
 */
export async function loadSQLite(): Promise<SQLite> {
  let loaded: SQLitePackage
  try {
    // Inside of `try`, bundlers take a package as one that may be missing.
    loaded = (await import("@sqlite.org/sqlite-wasm")) as unknown as SQLitePackage
  } catch (cause) {
    throw missingPeer("@sqlite.org/sqlite-wasm", testedVersion, cause)
  }
  return loaded.default({ print() {}, printErr() {} })
}
