import { describe, expect, it } from "vitest"
import { type CalendarOptions, presentCalendar } from "../../src/present/export/presentCalendar.js"
import { publicationWith } from "../derive/publication.js"

const options: CalendarOptions = {
  uid: "agenda-1@agenda-engine",
  name: "Town",
  description: "",
  source: null,
  url: "https://agenda.example/agendas/town",
  agendaUrl: "https://agenda.example/agendas/town",
  imageBase: "https://agenda.example/images/",
  languages: ["fr"],
  withdrawn: "Annulé"
}

const linesOf = (published = publicationWith(), different: Partial<CalendarOptions> = {}): ReadonlyArray<string> =>
  presentCalendar([{ published, slotIds: ["aaaaa"] }], [], { ...options, ...different }).replaceAll("\r\n ", "").split("\r\n")

const slotAt = (index: number) => ({
  id: `a${String(index).padStart(4, "0")}`,
  begin: 1_925_000_000_000 + index * 3_600_000,
  end: 1_925_000_000_000 + index * 3_600_000 + 1_800_000
})

describe("presentCalendar", () => {
  it("describes the calendar", () => {
    const lines = linesOf(publicationWith(), {
      description: "Sorties, concerts",
      source: "https://agenda.example/agendas/town/events.ics?a=1"
    })
    expect(lines).toEqual(expect.arrayContaining([
      "UID:agenda-1@agenda-engine",
      "NAME:Town",
      "DESCRIPTION:Sorties\\, concerts",
      "X-WR-CALDESC:Sorties\\, concerts",
      "SOURCE;VALUE=URI:https://agenda.example/agendas/town/events.ics?a=1"
    ]))
    expect(linesOf().filter((line) => /^(SOURCE|X-WR-CALDESC)/.test(line))).toEqual([])
  })

  it("has the venue as a component inside the entry", () => {
    const lines = linesOf()
    const begin = lines.indexOf("BEGIN:VLOCATION")
    expect(lines.slice(begin, begin + 8)).toEqual([
      "BEGIN:VLOCATION",
      "UID:location-7@agenda-engine",
      "NAME:Halle aux Grains",
      "DESCRIPTION:2 place du Marché",
      "GEO:49.2;4.1",
      "END:VLOCATION",
      "END:VEVENT",
      "END:VCALENDAR"
    ])
  })

  it("has the image of an event, and the link of an online one instead of a venue", () => {
    expect(linesOf()).toContain("IMAGE;VALUE=URI;DISPLAY=FULLSIZE;FMTTYPE=image/jpeg:https://agenda.example/images/a.full.jpg")
    expect(linesOf().filter((line) => line.startsWith("CONFERENCE"))).toEqual([])
    const online = linesOf(publicationWith({ attendanceMode: 2, onlineAccessLink: "https://example.org/live", image: null }))
    expect(online).toContain("CONFERENCE;VALUE=URI:https://example.org/live")
    expect(online.filter((line) => /VLOCATION|IMAGE/.test(line))).toEqual([])
    const mixed = linesOf(publicationWith({ attendanceMode: 3, onlineAccessLink: "https://example.org/live" }))
    expect(mixed).toEqual(expect.arrayContaining(["CONFERENCE;VALUE=URI:https://example.org/live", "BEGIN:VLOCATION"]))
  })

  it("reads the texts of an event as often for one slot as for many", () => {
    const readsWith = (count: number): number => {
      let reads = 0
      const published = publicationWith({
        timings: [slotAt(0), ...Array.from({ length: count - 1 }, (_, index) => slotAt(index + 1))]
      })
      const counted = {
        ...published,
        event: new Proxy(published.event, {
          get: (event, name) => {
            if (name === "description" || name === "title" || name === "keywords") reads++
            return Reflect.get(event, name)
          }
        })
      }
      const calendar = presentCalendar([{ published: counted, slotIds: null }], [], options)
      expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(count)
      return reads
    }
    expect(readsWith(100)).toBe(readsWith(1))
  })
})
