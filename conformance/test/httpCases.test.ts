import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { httpCases } from "../src/http/httpCases.js"
import { profiles } from "../src/http/run/HttpCase.js"
import { usualHttpCause } from "../src/report/usualHttpCauses.js"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const rows = [...read("docs/http-conformance-cases.md").matchAll(/^\| `([^`]+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((
  [, id, title, clause]
) => ({
  id,
  title,
  clause
}))

describe("the cases over HTTP", () => {
  it("have unique, well-formed ids, a title and a clause", () => {
    expect(new Set(httpCases.map(({ id }) => id)).size).toBe(httpCases.length)
    for (const { clause, id, profile, title } of httpCases) {
      expect(id).toMatch(new RegExp(`^${profile}(\\.[a-zA-Z0-9+-]+)+$`))
      expect(clause).not.toBe("")
      expect(title).not.toBe("")
    }
  })

  it("are documented, each in one row with its title and clause", () => {
    expect(rows).toEqual(httpCases.map(({ clause, id, title }) => ({ id, title, clause })))
  })

  it("have a usual cause", () => {
    expect(httpCases.map(({ id }) => id).filter((id) => usualHttpCause(id) === null)).toEqual([])
  })

  it("belong to documented profiles", () => {
    for (const profile of Object.keys(profiles)) expect(read("conformance/README.md")).toContain(`| \`${profile}\``)
  })
})
