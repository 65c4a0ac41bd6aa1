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
  it.each(["=1+1", "+33 1 23 45", "-2+3", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠A", "\t=1", "\r=1", "\n=1"])("disarms %j", (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`)
  })

  it.each(["Jazz", "1-2", "a=b", "'quoted'", ""])("keeps %j", (text) => {
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
