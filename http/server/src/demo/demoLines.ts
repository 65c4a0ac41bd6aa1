import { formatInstant } from "@agenda-engine/core/derive/dates/formatInstant"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import { clubEvents } from "./clubEvents.js"
import { demoAgendas, demoLocations } from "./demoAgendas.js"
import type { DemoEvent, DemoRow, DemoSlot, DemoTickets } from "./DemoEvent.js"
import { ticketedEvents } from "./ticketedEvents.js"
import { townEvents } from "./townEvents.js"

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

const instantAt = (today: number, day: number, hour: number): string => formatInstant(today + day * day_ms + hour * hour_ms, "Europe/Paris")

const idOf = (index: number): string => `demo${index}`

const slotOf = ([day, begin, end]: DemoSlot, today: number) => ({
  begin: instantAt(today, day, begin),
  end: instantAt(today, day, end)
})

const rowOf = ({ onSaleFrom, provider, ...row }: DemoRow, today: number) =>
  [
    provider,
    {
      syncedAt: instantAt(today, 0, 0),
      ...row,
      ...(onSaleFrom === undefined ? {} : { onSaleFrom: instantAt(today, onSaleFrom, 9) })
    }
  ] as const

const availabilityOf = (tickets: ReadonlyArray<DemoTickets>, today: number): JsonObject =>
  Object.fromEntries(tickets.map(({ rows }, index) => [idOf(index), Object.fromEntries(rows.map((row) => rowOf(row, today)))]))

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
    timings: event.slots.map((slot, index) => ({
      ...slotOf(slot, today),
      ...(event.tickets === undefined ? {} : { id: idOf(index), offers: event.tickets[index]?.offers ?? [] })
    })),
    ...event.more
  },
  ...(event.tickets === undefined ? {} : { availability: availabilityOf(event.tickets, today) })
})

/** Every event of the demonstration. */
export const demoEvents: ReadonlyArray<DemoEvent> = [...townEvents, ...ticketedEvents, ...clubEvents]

/**
 * The sample content as import lines: a town's agenda, a club's and a private one, with events around `now` (epoch
 * milliseconds), so that there are passed, current and upcoming ones, and tickets of every status.
 */
export const demoLines = (now: number): ReadonlyArray<string> => {
  const today = Math.floor(now / day_ms) * day_ms
  const events = demoEvents.map((event) => lineOf(event, today))
  return [...demoAgendas, ...demoLocations, ...events].map((line) => JSON.stringify(line))
}
