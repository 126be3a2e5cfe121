import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { livePage, target } from "../../src/serve/page/build"

test("the live page is made of the sources beside it", async () => {
  expect(await livePage()).toBe(readFileSync(target, "utf8"))
})
