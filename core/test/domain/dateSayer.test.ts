import { describe, expect, it } from "@effect/vitest"
import { dateSayer } from "../../src/domain/dateSayer.js"
import { instantOf } from "../instantOf.js"

const first = instantOf("2030-06-01T00:00:00Z")
const say = (lang: string, options: Intl.DateTimeFormatOptions, moment = first) =>
  dateSayer(new Intl.DateTimeFormat(lang, { timeZone: "UTC", ...options }))(moment)

const long = { day: "numeric", month: "long", year: "numeric" } as const

describe("dateSayer", () => {
  it("says the first of a month as an ordinal in French, whatever the country and whatever else is said", () => {
    expect(say("fr", long)).toBe("1er juin 2030")
    expect(say("fr-CA", long)).toBe("1er juin 2030")
    expect(say("fr", { weekday: "long", day: "numeric", month: "long" })).toBe("samedi 1er juin")
    expect(say("fr", { ...long, hour: "2-digit", minute: "2-digit" }, first + 3_600_000)).toMatch(/^1er juin 2030 à 01:00$/)
  })

  it("says other days, leaves of a calendar and other languages as Intl does", () => {
    expect(say("fr", long, instantOf("2030-06-11T00:00:00Z"))).toBe("11 juin 2030")
    expect(say("fr", long, instantOf("2030-06-21T00:00:00Z"))).toBe("21 juin 2030")
    expect(say("fr", { day: "numeric" })).toBe("1")
    expect(say("it", long)).toBe("1 giugno 2030")
    expect(say("es", long)).toBe("1 de junio de 2030")
    expect(say("de", long)).toBe("1. Juni 2030")
    // Frisian's code begins as French's.
    expect(say("fry", long)).toBe(new Intl.DateTimeFormat("fry", { timeZone: "UTC", ...long }).format(first))
  })
})
