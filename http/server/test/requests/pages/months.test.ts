import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, make, type World } from "../../world/World.js"

const events = [
  ["Wellington", "Pacific/Auckland", ["2031-08-01T08:00:00+12:00"]],
  ["Honolulu", "Pacific/Honolulu", ["2031-07-31T20:00:00-10:00"]],
  ["Kiritimati", "Pacific/Kiritimati", ["2031-08-01T00:00:00+14:00"]],
  ["Paris", "Europe/Paris", ["2031-07-31T23:00:00+02:00"]],
  ["Weekly", "Pacific/Auckland", ["2031-08-01T07:00:00+12:00", "2031-08-08T07:00:00+12:00", "2031-09-01T07:00:00+12:00"]],
  ["Evening", "America/New_York", ["2031-07-31T21:00:00-04:00", "2031-08-20T21:00:00-04:00"]],
  ["Middle", "Europe/Paris", ["2031-08-10T20:00:00+02:00"]]
] as const

const months: { readonly [month: string]: ReadonlyArray<string> } = {
  "2031-07": ["Paris", "Evening", "Honolulu"],
  "2031-08": ["Kiritimati", "Weekly", "Wellington", "Middle", "Evening"],
  "2031-09": ["Weekly"]
}

const write = ({ credentials, send }: World, written: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = events) =>
  Effect.forEach(written, ([title, timezone, begins]) =>
    Effect.gen(function*() {
      const timings = begins.map((begin) => ({ begin, end: formatUtc((parseInstant(begin) ?? 0) + 3_600_000) }))
      const body = { ...onlineBody, title: { en: title }, timezone, timings, state: 2 }
      const made = yield* send(`/v2/agendas/${agendas.other}/events`, { method: "POST", body, headers: credentials.strangerToken })
      expect([made.status, at(made.body, "event", "timezone")], made.text).toEqual([200, timezone])
    }))

const titlesIn = (page: string) => [...page.matchAll(/<h2[^>]*><a href="[^"]*"[^>]*>([^<]*)</g)].map(([, title]) => title)

const listed = ({ send }: World, month: string) =>
  Effect.forEach(["", "/embed"], (frame) => Effect.map(send(`${frame}/agendas/other-agenda?lang=en&month=${month}`), ({ text }) => text))

it.scoped.each(["Europe/Paris", "Pacific/Auckland", "Pacific/Honolulu"])(
  "a slot is in the month of its day in the zone of its event, with pages of %s",
  (pagesTimezone) =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer, { settings: { pagesTimezone } })
      yield* write(world)
      for (const [month, titles] of Object.entries(months)) {
        for (const text of yield* listed(world, month)) {
          expect([month, titlesIn(text)]).toEqual([month, titles])
          expect(text).toContain(titles.length === 1 ? "1 event" : `${titles.length} events`)
          expect(text).not.toContain("Days in the time zone")
        }
      }
      const [august = ""] = yield* listed(world, "2031-08")
      expect(august, "the slot of the month is shown").toContain('datetime="2031-08-20T21:00:00-04:00"')
      expect(august).not.toContain('datetime="2031-07-31')
      const [, ...named] = [...august.matchAll(/[?&]month=([\d-]*)/g)].map(([, month]) => month)
      expect(named).toEqual(expect.arrayContaining(["2031-08", "2031-09"]))
    })
)

it.scoped("a long month or day is that of the zone of the pages, and says so", () =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer)
    yield* write(world, [
      ...events,
      ...Array.from({ length: defaultLimits.eventsPage_max }, (_, index) =>
        [`Later ${index}`, "Europe/Paris", ["2031-08-30T20:00:00+02:00"]] as const)
    ])
    const [august = "", embedded = ""] = yield* listed(world, "2031-08")
    const { text: day } = yield* world.send("/agendas/other-agenda?lang=fr&day=2031-08-30")
    expect(august).toContain("Days in the time zone Europe/Paris")
    expect(embedded).toContain("Days in the time zone Europe/Paris")
    expect(day).not.toContain("fuseau horaire")
    expect(titlesIn(august)).toEqual(expect.arrayContaining(["Evening", "Honolulu", "Weekly", "Middle"]))
    expect(august).toContain(`${defaultLimits.eventsPage_max + 4} events`)
  }))
