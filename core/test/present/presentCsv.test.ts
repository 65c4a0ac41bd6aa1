import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { eventColumns } from "../../src/present/export/eventTable.js"
import { csvPieces, csvRecord, withoutFormula } from "../../src/present/export/presentCsv.js"
import { publicationWith } from "../derive/publication.js"

describe("csvRecord", () => {
  it("quotes what would end a field, and doubles quotes", () => {
    expect(csvRecord(["a, b", 'the "Hall"', "two\nlines", "plain", " ends ", ""])).toBe(
      '"a, b","the ""Hall""","two\nlines",plain," ends ",\r\n'
    )
  })

  it("writes numbers, booleans, nothing, and local times without offset", () => {
    expect(csvRecord([-4.49, 0, true, false, null, { instant: 1_893_517_200_000, timezone: "Europe/Paris" }])).toBe(
      "-4.49,0,true,false,,2030-01-01 18:00:00\r\n"
    )
  })
})

describe("withoutFormula", () => {
  it.each(["=1+1", "+33 1 23 45", "-2+3", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠A", " =1", '"=1'])("disarms %j", (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`)
  })

  it.each([
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["\n=1", "'\n'=1"],
    ["Jazz;=A1", "Jazz;'=A1"],
    ["Jazz\t@A1", "Jazz\t'@A1"],
    ["Jazz\r\n-A1", "Jazz\r\n'-A1"],
    ['a;b; "+1";c', 'a;b;\' "+1";c'],
    ["a;\u00a0＝1", "a;'\u00a0＝1"],
    ["=1;=2\n=3", "'=1;'=2\n'=3"]
  ])("disarms %j behind a separator", (text, disarmed) => {
    expect(withoutFormula(text)).toBe(disarmed)
  })

  it("leaves no field that begins with an operator, whatever separates fields", () => {
    const pieces = FastCheck.stringOf(FastCheck.constantFrom("=", "+", "-", "@", "＝", ";", "\t", "\r", "\n", " ", '"', ",", "a", "1"))
    FastCheck.assert(FastCheck.property(pieces, (text) => {
      const [record = ""] = csvRecord([text, "end"]).split(/,end\r\n$/)
      for (const field of record.split(/[;\t\r\n]/)) expect(field).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }))
  })

  it.each(["Jazz; rock", "1-2\tb", "a;'=1'", "Jazz", "1-2", "a=b", "'quoted'", ""])("keeps %j", (text) => {
    expect(withoutFormula(text)).toBe(text)
  })
})

describe("csvPieces", () => {
  it("begins with a byte order mark and the paths of the columns", () => {
    const columns = eventColumns({
      languages: ["fr"],
      monolingual: null,
      labels: ["fr"],
      fields: [],
      selection: { title: "whole", location: { city: "whole" } },
      agendaUrl: "https://agenda.example/agendas/town",
      imageBase: "",
      now: 0
    })
    expect(csvPieces.first(columns)).toBe("\uFEFFuid,title.fr,location.city\r\n")
    expect(csvPieces.event(columns, publicationWith({ title: { fr: "=cmd|' /C calc'!A0" } }))).toBe(
      "42,'=cmd|' /C calc'!A0,Saint-Aubry\r\n"
    )
  })
})
