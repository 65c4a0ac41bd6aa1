import { describe, expect, it } from "vitest"
import { eventColumns } from "../../src/present/export/eventTable.js"
import { sheetCell, sheetPieces } from "../../src/present/export/presentSheet.js"
import { publicationWith } from "../derive/publication.js"

describe("sheetCell", () => {
  it("counts moments in days of local time, as spreadsheets do", () => {
    expect(sheetCell({ instant: 0, timezone: "UTC" })).toBe(25_569)
    expect(sheetCell({ instant: 1_893_517_200_000, timezone: "Europe/Paris" })).toBe(47_484.75)
    expect(sheetCell({ instant: -2_203_891_200_000, timezone: "UTC" })).toBe(61)
    expect(sheetCell({ instant: -2_203_891_201_000, timezone: "UTC" })).toBe("1900-02-28T23:59:59+00:00")
  })

  it("keeps texts as texts, cuts long ones and replaces what XML cannot have", () => {
    expect(sheetCell("=1+1")).toBe("=1+1")
    expect(sheetCell("a\u0000b")).toBe("a b")
    expect(sheetCell("x".repeat(32_767))).toHaveLength(32_767)
    expect(sheetCell(`${"x".repeat(32_766)}\u{1F3B7}`)).toBe("x".repeat(32_766))
  })

  it("escapes what a worksheet would decode, after it is cut", () => {
    expect(sheetCell("_x0041_ _x005F_x0041_ _x41_ _y0041_")).toBe("_x005F_x0041_ _x005F_x005F_x005F_x0041_ _x41_ _y0041_")
    expect(sheetCell("_x0041_".repeat(4_681))).toBe("_x005F_x0041_".repeat(4_681))
  })

  it.each([null, true, false, 0, -4.49])("keeps %s", (value) => {
    expect(sheetCell(value)).toBe(value)
  })
})

describe("sheetPieces", () => {
  it("have columns that are wide enough for their header and cells, and a number format for moments alone", () => {
    const columns = eventColumns({
      languages: ["fr"],
      monolingual: null,
      labels: [],
      fields: [],
      selection: { title: "whole", firstTiming: { begin: "whole" }, attendanceMode: "whole" },
      agendaUrl: "",
      imageBase: "",
      now: 0
    })
    expect(sheetPieces.columns(columns)).toEqual([
      { header: "uid", width: 12 },
      { header: "title.fr", width: 40 },
      { header: "firstTiming.begin", width: 18, numFmt: "yyyy-mm-dd hh:mm" },
      { header: "attendanceMode", width: 15 }
    ])
    expect(sheetPieces.event(columns, publicationWith())).toEqual([42, "Concert <d'été>", 47_484.75, 1])
  })
})
