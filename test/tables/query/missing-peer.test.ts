import { expect, it, vi } from "vitest"
import { queryRows } from "../../../src/tables/query"

vi.mock("@sqlite.org/sqlite-wasm", () => {
  throw Object.assign(new Error("Cannot find the package"), { code: "ERR_MODULE_NOT_FOUND" })
})

it("without the package of SQLite a query says what to install", async () => {
  const error = await queryRows({ sql: "SELECT 1", columns: [], rows: [] }).catch((failure) => failure)
  expect(error).toMatchObject({ name: "InvalidArgumentError", argument: "@sqlite.org/sqlite-wasm" })
  expect(error.message).toContain("npm install @sqlite.org/sqlite-wasm@3.")
})
