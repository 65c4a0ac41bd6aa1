import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { generate } from "../../../client/test/generation/generate.js"

it("the generated files are those of the contract: run `npm run generate --workspace http/client`", async () => {
  const files = await generate()
  expect(Object.keys(files)).toEqual(["contract.gen.ts", "routes.gen.ts"])
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(new URL(`../../../client/src/generated/${name}`, import.meta.url), "utf8"), name).toBe(text)
  }
})
