import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { suite } from "../src/allCases.js"
import { capabilities } from "../src/Capability.js"
import { usualCauses } from "../src/report/RunReport.js"

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")
const rows = [...read("../docs/conformance-cases.md").matchAll(/^\| `([a-zA-Z0-9.-]+)` *\| (.+?) *\| (.+?) *\|$/gm)].map((
  [, id = "", demand, cause]
) => ({ id, demand, cause }))
const cases = suite({ runs: 1 })

describe("the documentation of the suite", () => {
  it("has one row per case with its title and usual cause, and no other row", () => {
    expect(rows).toEqual(expect.arrayContaining(cases.map(({ id, title }) => ({ id, demand: title, cause: usualCauses.get(id) }))))
    expect(rows.map(({ id }) => id).sort()).toEqual(cases.map(({ id }) => id).sort())
  })

  it("documents every capability", () => {
    const readme = read("README.md")
    for (const capability of Object.keys(capabilities)) expect(readme).toContain(`\`${capability}\``)
  })
})

describe("the cases", () => {
  it("have unique, well-formed ids and a clause", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    for (const { clause, id, title } of cases) {
      expect(id).toMatch(/^[a-z][a-z-]*(\.[a-zA-Z0-9-]+)+$/)
      expect(clause).not.toBe("")
      expect(title).not.toBe("")
    }
  })
})
