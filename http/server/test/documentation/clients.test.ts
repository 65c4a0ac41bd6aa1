import { describe, expect, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const root = new URL("../../../../", import.meta.url)
const folder = new URL("http/server/test/clients/", root)
const page = readFileSync(new URL("docs/clients.md", root), "utf8")

/** The cells of the rows of a table, without its head. */
const rowsOf = (table: string): ReadonlyArray<ReadonlyArray<string>> =>
  table.trim().split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()))

const [tested = "", missing = ""] = page.split("<!-- clients -->")[1]?.split("<!-- end -->") ?? []
const rows = rowsOf(tested)
const names = rows.map(([name]) => name)

describe("the page of clients", () => {
  it("names each test of a client, once, under the client's name", () => {
    const shown = rows.map(([name = "", , test = ""]) => {
      const [, title, path = ""] = /^\[(\w+)\]\(\.\.\/(.*)\)$/.exec(test) ?? []
      expect(path, name).toBe(`http/server/test/clients/${title}.test.ts`)
      expect(readFileSync(new URL(path, root), "utf8"), name).toContain(`("${name.replaceAll("`", "")}", (it) =>`)
      return `${title}.test.ts`
    })
    expect(shown.toSorted()).toEqual(readdirSync(folder).filter((file) => file.endsWith(".test.ts")).toSorted())
  })

  it("has a version and a use of every client", () => {
    for (const [name, version, , use] of rows) expect([name, version, use]).not.toContain("")
    expect(new Set(names).size).toBe(names.length)
  })

  it("says only of clients that it names what is not here", () => {
    const clients = rowsOf(missing.slice(missing.indexOf("| Client"))).map(([name]) => name)
    expect(clients.filter((name) => name !== "all" && !names.includes(name))).toEqual([])
    expect(clients).not.toEqual([])
  })
})
