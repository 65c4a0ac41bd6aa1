import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { httpCases } from "../src/http/httpCases.js"
import { type HttpCase, levelOf, levels, profiles } from "../src/http/run/HttpCase.js"
import { clientsOfCases } from "../src/http/run/reliedOn.js"
import { usualHttpCause } from "../src/report/usualHttpCauses.js"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const rows = [...read("docs/http-conformance-cases.md").matchAll(/^\| `([^`]+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map((
  [, id, title, clause, level]
) => ({
  id,
  title,
  clause,
  level
}))

/** The level of a case as its row shows it, with the clients that rely on it. */
const levelShown = (one: HttpCase): string => levelOf(one) === "strict" ? "strict" : `compatible: ${one.reliedOnBy.join(", ")}`

describe("the cases over HTTP", () => {
  it("have unique, well-formed ids, a title and a clause", () => {
    expect(new Set(httpCases.map(({ id }) => id)).size).toBe(httpCases.length)
    for (const { clause, id, profile, title } of httpCases) {
      expect(id).toMatch(new RegExp(`^${profile}(\\.[a-zA-Z0-9+-]+)+$`))
      expect(clause).not.toBe("")
      expect(title).not.toBe("")
    }
  })

  it("are documented, each in one row with its title, clause and level", () => {
    expect(rows).toEqual(httpCases.map((one) => ({ id: one.id, title: one.title, clause: one.clause, level: levelShown(one) })))
  })

  it("are compatible by clients that docs/clients.md names", () => {
    const [, named = ""] = /<!-- clients -->([^]*)<!-- end -->/.exec(read("docs/clients.md")) ?? []
    const clients = [...named.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
    expect(httpCases.flatMap(({ reliedOnBy }) => reliedOnBy).filter((name) => !clients.includes(name))).toEqual([])
    expect(clients.filter((name = "") => !httpCases.some(({ reliedOnBy }) => reliedOnBy.includes(name)))).toEqual([])
    expect(Object.keys(clientsOfCases).filter((id) => !httpCases.some((one) => one.id === id))).toEqual([])
  })

  it("have a usual cause", () => {
    expect(httpCases.map(({ id }) => id).filter((id) => usualHttpCause(id) === null)).toEqual([])
  })

  it("belong to documented profiles", () => {
    for (const profile of Object.keys({ ...profiles, ...levels })) expect(read("conformance/README.md")).toContain(`| \`${profile}\``)
  })
})
