import * as DateTime from "effect/DateTime"
import type { DataOptions } from "./DataOptions.js"
import { type Draw, makeDraw } from "./Draw.js"
import type { EventCopy } from "./multiplyEvents.js"
import { type SkewedAgenda, skewedAgendas } from "./skewedAgendas.js"
import { zipfText, zipfWord } from "./vocabulary.js"
import { towns } from "./words.js"

/**
 * Words put into texts besides those that are drawn, so that it is known how many events of an agenda have them: one in
 * so many.
 */
export const markedWords = {
  common: { word: "spectacle", every: 2 },
  medium: { word: "festival", every: 8 },
  rare: { word: "zarzuela", every: 2_000 }
} as const

/** A field with eight options, that every agenda has. */
export const choiceField = { code: "category", options: 8 } as const

const minute_ms = 60_000
const day_ms = 1_440 * minute_ms
const reach_days = 365
const eventsPerLocation = 100
const locations_max = 1_000
const keywords_count = 400

const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))

const agendaLine = ({ uid }: SkewedAgenda) => ({
  kind: "agenda",
  uid,
  title: `Agenda ${uid}`,
  slug: `agenda-${uid}`,
  official: uid % 5 === 0,
  schema: {
    fields: [{
      field: choiceField.code,
      label: { fr: "Catégorie" },
      fieldType: "radio",
      optional: true,
      options: Array.from(
        { length: choiceField.options },
        (_, index) => ({ id: index + 1, value: `c${index + 1}`, label: { fr: `Catégorie ${index + 1}` } })
      )
    }]
  }
})

const locationsOf = ({ events }: SkewedAgenda): number => Math.min(locations_max, Math.ceil(events / eventsPerLocation))

const locationLine = (draw: Draw, agendaUid: number, uid: number) => {
  const place = draw.below(towns.length * 10)
  const town = towns[place % towns.length]
  const quarter = Math.floor(place / towns.length)
  return {
    kind: "location",
    uid,
    agendaUid,
    name: zipfText(draw, 30),
    address: `${draw.between(1, 200)} rue ${zipfWord(draw)}`,
    countryCode: "FR",
    adminLevel1: town?.region,
    adminLevel2: `${town?.region} ${quarter % 3}`,
    adminLevel4: quarter === 0 ? town?.name : `${town?.name}-${quarter}`,
    latitude: (town?.latitude ?? 0) + draw.below(10_000) / 20_000,
    longitude: (town?.longitude ?? 0) + draw.below(10_000) / 20_000,
    timezone: "Europe/Paris"
  }
}

const slotsOf = (draw: Draw): number => {
  const kind = draw.below(100)
  return kind < 70 ? draw.between(1, 3) : kind < 95 ? draw.between(4, 10) : draw.between(30, 60)
}

const timingsOf = (draw: Draw, around: number) => {
  const count = slotsOf(draw)
  const length = draw.between(1, 8) * 30 * minute_ms
  const step = count > 10 ? 1 : draw.between(1, 14)
  const first = around + draw.between(-reach_days, reach_days) * day_ms + draw.between(16, 42) * 30 * minute_ms
  return Array.from({ length: count }, (_, slot) => {
    const begin = first + slot * step * day_ms
    return { id: `s${`${slot}`.padStart(4, "0")}`, begin: iso(begin), end: iso(begin + length) }
  })
}

const markedWordsAt = (index: number): ReadonlyArray<string> =>
  Object.values(markedWords).flatMap(({ every, word }) => index % every === 0 ? [word] : [])

const ticketsOf = (draw: Draw, index: number, slotIds: ReadonlyArray<string>, around: number) => {
  if (index % 10 !== 3) return {}
  const providers = index % 20 === 3 ? ["billetweb"] : ["billetweb", "mapado"]
  return {
    offers: providers.map((provider) => ({
      provider,
      currency: "EUR",
      tiers: [{ label: { fr: "Plein tarif" }, priceCents: draw.between(0, 60) * 100 }],
      source: { url: `https://${provider}.example/${index}` }
    })),
    availability: Object.fromEntries(slotIds.map((id) => [
      id,
      Object.fromEntries(providers.map((provider) => [
        provider,
        { syncedAt: iso(around), remaining: draw.between(0, 60), lowStockThreshold: 5 }
      ]))
    ]))
  }
}

const eventLine = (draw: Draw, agenda: SkewedAgenda, index: number, locationsFrom: number, around: number) => {
  const timings = timingsOf(draw, around)
  const isOnline = index % 20 === 7
  const tickets = ticketsOf(draw, index, timings.map(({ id }) => id), around)
  return {
    kind: "event",
    agendaUid: agenda.uid,
    extId: { key: "benchmark", value: `${index}` },
    ...tickets,
    data: {
      title: { fr: zipfText(draw, draw.between(25, 80)) },
      description: { fr: [zipfText(draw, draw.between(60, 150)), ...markedWordsAt(index)].join(" ") },
      longDescription: { fr: zipfText(draw, draw.between(150, 900)) },
      keywords: {
        fr: [
          ...new Set(Array.from({ length: draw.between(1, 5) }, () => `mot ${Math.floor(keywords_count ** (draw.below(1_000) / 1_000))}`))
        ]
      },
      ...(isOnline
        ? { attendanceMode: 2, onlineAccessLink: `https://stream.example/${index}` }
        : { attendanceMode: 1, locationUid: locationsFrom + draw.below(locationsOf(agenda)) }),
      [choiceField.code]: draw.between(1, choiceField.options),
      accessibility: { hi: draw.below(4) === 0, mi: draw.below(3) === 0 },
      age: draw.below(3) === 0 ? { min: draw.between(0, 12), max: draw.between(13, 99) } : { min: null, max: null },
      status: draw.below(30) === 0 ? draw.between(4, 6) : 1,
      state: 2,
      featured: draw.below(50) === 0,
      timezone: "Europe/Paris",
      timings
    }
  }
}

const locationUids_from = 4_000_001

/** The agendas with the first uid of their locations. */
function* withLocations(events: number): Generator<readonly [agenda: SkewedAgenda, locationsFrom: number]> {
  let locationsFrom = locationUids_from
  for (const agenda of skewedAgendas(events)) {
    yield [agenda, locationsFrom]
    locationsFrom += locationsOf(agenda)
  }
}

/** As many events of the largest agenda are imported as have every word in them: all others are copies of these. */
const imported_events = 4_000

const importedOf = (events: number): number => Math.min(imported_events, skewedAgendas(events)[0]?.events ?? 0)

/**
 * Agendas of very different sizes with their locations, and the first events of the largest: lines of an import, not
 * yet written as text. An import takes too long for a million events: the others come from `skewedCopies`.
 */
export function* skewedEvents({ around, events, seed }: DataOptions): Generator<object> {
  const draw = makeDraw(seed)
  for (const [agenda, locationsFrom] of withLocations(events)) {
    yield agendaLine(agenda)
    for (let index = 0; index < locationsOf(agenda); index++) yield locationLine(draw, agenda.uid, locationsFrom + index)
    if (locationsFrom === locationUids_from) {
      for (let index = 0; index < importedOf(events); index++) yield eventLine(draw, agenda, index, locationsFrom, around)
    }
  }
}

/** Copies are at most three times so many weeks earlier or later. */
const step_weeks = 4
/** Agendas begin with other events than those before them. */
const offset_events = 40

/** All other events of these agendas. */
export function* skewedCopies({ events, seed }: DataOptions): Generator<EventCopy> {
  const draw = makeDraw(seed + 1)
  const imported = importedOf(events)
  let offset = 0
  for (const [agenda, locationsFrom] of withLocations(events)) {
    for (let index = locationsFrom === locationUids_from ? imported : 0; index < agenda.events; index++) {
      yield {
        agendaUid: agenda.uid,
        of: `${(offset + index) % imported}`,
        extId: `${index}`,
        locationUid: locationsFrom + draw.below(locationsOf(agenda)),
        laterBy_days: draw.between(-3, 3) * step_weeks * 7
      }
    }
    offset += offset_events
  }
}
