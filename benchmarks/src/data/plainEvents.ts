import * as DateTime from "effect/DateTime"
import type { DataOptions } from "./DataOptions.js"
import { type Draw, makeDraw } from "./Draw.js"
import type { EventCopy } from "./multiplyEvents.js"
import { englishWords, frenchWords, towns } from "./words.js"

/** The agenda that the events are in. */
export const agendaUid = 1_000_001

const minute_ms = 60_000
const day_ms = 1_440 * minute_ms
/** Days before and after the middle within which events begin. */
const reach_days = 180
const locations_count = 60
const locationUids_from = 2_000_001

const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))

const parsed = (text: string): number => DateTime.toEpochMillis(DateTime.unsafeMake(text))

const locationLine = (draw: Draw, index: number) => {
  const town = towns[index % towns.length]
  return {
    kind: "location",
    uid: locationUids_from + index,
    agendaUid,
    name: draw.text(frenchWords, 30),
    address: `${draw.between(1, 200)} rue ${draw.one(frenchWords)}`,
    countryCode: "FR",
    adminLevel1: town?.region,
    adminLevel4: town?.name,
    latitude: (town?.latitude ?? 0) + draw.below(1_000) / 10_000,
    longitude: (town?.longitude ?? 0) + draw.below(1_000) / 10_000,
    timezone: "Europe/Paris"
  }
}

const drawTimings = (draw: Draw, around: number, slots: number | null) => {
  const repeats = slots === null && draw.below(10) === 0
  const count = slots ?? (repeats ? 30 : draw.between(1, 6))
  const length = draw.between(1, 6) * 30 * minute_ms
  let begin = around + draw.between(-reach_days, reach_days) * day_ms + draw.between(18, 42) * 30 * minute_ms
  return Array.from({ length: count }, () => {
    const timing = { begin: iso(begin), end: iso(begin + length) }
    begin += (repeats ? 1 : draw.between(1, 14)) * day_ms
    return timing
  })
}

/**
 * The body of an event, with markdown in its description. `slots`: how many it has; null: one event in ten repeats
 * daily for a month, the others have up to six slots.
 */
export const eventBody = (draw: Draw, index: number, around: number, slots: number | null = null) => ({
  title: { fr: draw.text(frenchWords, draw.between(30, 90)), en: draw.text(englishWords, draw.between(30, 90)) },
  description: { fr: draw.text(frenchWords, draw.between(100, 200)), en: draw.text(englishWords, draw.between(100, 200)) },
  longDescription: { fr: draw.text(frenchWords, draw.between(400, 2_000)), en: draw.text(englishWords, draw.between(400, 2_000)) },
  conditions: { fr: draw.text(frenchWords, 60) },
  keywords: {
    fr: [...new Set(Array.from({ length: 5 }, () => draw.one(frenchWords)))],
    en: [...new Set(Array.from({ length: 5 }, () => draw.one(englishWords)))]
  },
  locationUid: locationUids_from + draw.below(locations_count),
  attendanceMode: 1,
  status: 1,
  state: 2,
  featured: draw.below(50) === 0,
  registration: [`https://tickets.example/${index}`],
  timezone: "Europe/Paris",
  timings: drawTimings(draw, around, slots)
})

const eventLine = (draw: Draw, index: number, around: number) => ({
  kind: "event",
  agendaUid,
  extId: { key: "benchmark", value: `${index}` },
  data: eventBody(draw, index, around)
})

/** So many events are imported; more than these are copies of them. */
export const imported_events = 800

const moved_days = 90

/** The events that are not imported. */
export function* plainCopies({ events, seed }: DataOptions): Generator<EventCopy> {
  const draw = makeDraw(seed + 3)
  for (let index = imported_events; index < events; index++) {
    yield {
      agendaUid,
      of: `${index % imported_events}`,
      extId: `${index}`,
      locationUid: locationUids_from + draw.below(locations_count),
      laterBy_days: draw.between(-moved_days, moved_days)
    }
  }
}

/** One agenda, its locations, its first events: lines of an import, not yet written as text. */
export function* plainEvents({ around, events, seed }: DataOptions) {
  const draw = makeDraw(seed)
  yield { kind: "agenda", uid: agendaUid, title: "Benchmark", slug: "benchmark", official: false }
  for (let index = 0; index < locations_count; index++) yield locationLine(draw, index)
  for (let index = 0; index < Math.min(events, imported_events); index++) yield eventLine(draw, index, around)
}

/** Copies of these events as lines of an import. */
export function* copyLines(options: DataOptions, copies: Iterable<EventCopy>) {
  const lines = [...plainEvents(options)].flatMap((line) => "extId" in line ? [line] : [])
  for (const { agendaUid, extId, laterBy_days, locationUid, of } of copies) {
    const original = lines[Number(of)]
    if (original === undefined) continue
    const later = (instant: string) => iso(parsed(instant) + laterBy_days * day_ms)
    const timings = original.data.timings.map(({ begin, end }) => ({ begin: later(begin), end: later(end) }))
    yield { ...original, agendaUid, extId: { ...original.extId, value: extId }, data: { ...original.data, locationUid, timings } }
  }
}
