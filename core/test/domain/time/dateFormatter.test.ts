import { describe, expect, it } from "@effect/vitest"
import { dateFormatter } from "../../../src/domain/time/dateFormatter.js"
import { instantOf } from "../../instantOf.js"

const first = instantOf("2030-06-01T00:00:00Z")
const format = (lang: string, options: Intl.DateTimeFormatOptions, moment = first) =>
  dateFormatter(new Intl.DateTimeFormat(lang, { timeZone: "UTC", ...options }))(moment)

const long = { day: "numeric", month: "long", year: "numeric" } as const

describe("dateFormatter", () => {
  it("formats the first of a month as an ordinal in French, in every region and with every other component", () => {
    expect(format("fr", long)).toBe("1er juin 2030")
    expect(format("fr-CA", long)).toBe("1er juin 2030")
    expect(format("fr", { weekday: "long", day: "numeric", month: "long" })).toBe("samedi 1er juin")
    expect(format("fr", { ...long, hour: "2-digit", minute: "2-digit" }, first + 3_600_000)).toMatch(/^1er juin 2030 à 01:00$/)
  })

  it("formats other days, days without a month and other languages like Intl", () => {
    expect(format("fr", long, instantOf("2030-06-11T00:00:00Z"))).toBe("11 juin 2030")
    expect(format("fr", long, instantOf("2030-06-21T00:00:00Z"))).toBe("21 juin 2030")
    expect(format("fr", { day: "numeric" })).toBe("1")
    expect(format("it", long)).toBe("1 giugno 2030")
    expect(format("es", long)).toBe("1 de junio de 2030")
    expect(format("de", long)).toBe("1. Juni 2030")
    // The language code of Frisian starts with that of French.
    expect(format("fry", long)).toBe(new Intl.DateTimeFormat("fry", { timeZone: "UTC", ...long }).format(first))
  })
})
