import { formatInstant } from "@agenda-engine/core/derive/formatInstant"
import type { JsonObject } from "@agenda-engine/core/domain/Json"
import { clubEvents } from "./clubEvents.js"
import { demoAgendas, demoLocations } from "./demoAgendas.js"
import type { DemoEvent, DemoSlot } from "./DemoEvent.js"
import { townEvents } from "./townEvents.js"

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

const showSlot = ([day, begin, end]: DemoSlot, today: number) => ({
  begin: formatInstant(today + day * day_ms + begin * hour_ms, "Europe/Paris"),
  end: formatInstant(today + day * day_ms + end * hour_ms, "Europe/Paris")
})

const lineOf = (event: DemoEvent, today: number): JsonObject => ({
  kind: "event",
  agendaUid: event.agendaUid,
  extId: { key: "demo", value: event.id },
  ...(event.state === undefined ? {} : { state: event.state }),
  data: {
    title: event.title,
    description: event.description,
    keywords: event.keywords,
    ...(event.locationUid === null ? {} : { locationUid: event.locationUid }),
    timings: event.slots.map((slot) => showSlot(slot, today)),
    ...event.more
  }
})

/**
 * The sample content as import lines: a town's agenda, a club's and a private one, with events around `now` (epoch milliseconds), so that
 * there always are passed, current and upcoming ones.
 */
export const demoLines = (now: number): ReadonlyArray<string> => {
  const today = Math.floor(now / day_ms) * day_ms
  const events = [...townEvents, ...clubEvents].map((event) => lineOf(event, today))
  return [...demoAgendas, ...demoLocations, ...events].map((line) => JSON.stringify(line))
}
