import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import ICAL from "ical.js"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { calendarEntries } from "./readExport.js"

const open = `/agendas/${agendas.main}/events.v2.ics`

layer(FilledWorld.layer, { excludeTestServices: true })("the export as iCalendar", (it) => {
  it.effect("describes the calendar and the venues of its entries", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { text } = yield* send(`${open}?keyword=jazz&sort=timings.asc&lang=en`)
      const calendar = new ICAL.Component(ICAL.parse(text))
      const valueOf = (component: ICAL.Component | null | undefined, name: string) => String(component?.getFirstPropertyValue(name) ?? "")
      expect(valueOf(calendar, "uid")).toBe(`agenda-${agendas.main}@agenda-engine`)
      expect(valueOf(calendar, "name")).toBe("Town agenda")
      expect(valueOf(calendar, "source")).toBe(`https://agenda.example${open}?keyword=jazz&sort=timings.asc&lang=en`)
      const entries = calendar.getAllSubcomponents("vevent")
      expect(entries.map((entry) => valueOf(entry, "summary"))).toEqual(["jazz", "jazz", "rock"])
      const [venue] = entries[0]?.getAllSubcomponents("vlocation") ?? []
      expect([valueOf(venue, "name"), valueOf(venue, "description")]).toEqual(["Médiathèque", expect.stringContaining("Quimper")])
      expect(venue?.getFirstPropertyValue("geo")).toEqual(entries[0]?.getFirstPropertyValue("geo"))
    }))

  it.effect("has events that are no longer public, as cancelled, if it has no filter", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { events } = yield* FilledWorld
      const rock = `/v2/agendas/${agendas.main}/events/${events.get("rock")}`
      yield* send(rock, { method: "DELETE", headers: credentials.moderatorToken })
      const cancelled = (query: string) =>
        Effect.map(send(`${open}?${query}`), ({ bytes }) =>
          calendarEntries(bytes).flatMap(({ component, summary, uid }) =>
            uid.startsWith(`${events.get("rock")}-`) ? [[component.getFirstPropertyValue("status"), summary]] : []
          ))
      expect(yield* cancelled("lang=de")).toEqual([["CANCELLED", "Abgesagt"]])
      expect(yield* cancelled("")).toEqual([["CANCELLED", "Annulé"]])
      expect(yield* cancelled("keyword=jazz")).toEqual([])
    }))
})
