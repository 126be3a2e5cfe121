/** The part of the package that the tests use; it brings no types of its own. */
declare module "pg" {
  class Pool {
    constructor(options: { readonly connectionString: string; readonly max?: number })
    query(
      sql: string,
      values: string[],
    ): Promise<{ readonly rows: readonly { readonly [column: string]: unknown }[] }>
    end(): Promise<void>
  }
  export default { Pool }
}
