import * as DateTime from "effect/DateTime"
import type { DataOptions } from "./DataOptions.js"
import { type Draw, makeDraw } from "./Draw.js"
import { frenchWords } from "./words.js"

/** The agenda whose events have offers, and that of events as long without. */
export const ticketedAgendas = { offers: 1_000_002, plain: 1_000_003 } as const

const slots_count = 20
const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
/** Days after the middle of the data: its month is over by then. */
const ahead_days = 40
/** Where their events are. */
export const ticketedLocations = { offers: 2_100_001, plain: 2_100_002 } as const

const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))

const offersOf = (draw: Draw, index: number, around: number) =>
  ["billetweb", "mapado"].map((provider) => ({
    provider,
    currency: "EUR",
    tiers: Array.from({ length: 3 }, (_, tier) => ({
      label: { fr: draw.text(frenchWords, 20) },
      priceCents: draw.between(5, 60) * 100,
      sourceRef: `${index}-${tier}`
    })),
    source: { ref: `${index}`, url: `https://${provider}.example/events/${index}` },
    syncedAt: iso(around)
  }))

const availabilityOf = (draw: Draw, slotIds: ReadonlyArray<string>, around: number) =>
  Object.fromEntries(slotIds.map((id) => [
    id,
    Object.fromEntries(["billetweb", "mapado"].map((provider) => [
      provider,
      { syncedAt: iso(around), remaining: draw.between(0, 80), lowStockThreshold: 10 }
    ]))
  ]))

/** The bytes that an entry takes in a list beside what was sent, and those of the aggregate. */
const pricing_bytes = ',"pricing":"paid","offerType":"standard","offerType":"standard","offerType":"standard"'.length
const aggregate_bytes =
  ',"offers":,"offersAggregate":{"pricing":"paid","availability":{"status":"available","occurrencesAvailable":18,"occurrencesTotal":20,"nextAvailable":"2030-01-01T10:00:00.000Z"}}'
    .length
const keyword_characters = 240

const padding = (bytes: number): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (let left = bytes; left > 3; left -= keyword_characters + 3) {
    words.push(`${words.length}`.padEnd(Math.min(left - 3, keyword_characters), "x"))
  }
  return words
}

const location = (agendaUid: number, uid: number) => ({
  kind: "location",
  uid,
  agendaUid,
  name: "La grande salle",
  address: "1 place du Théâtre",
  countryCode: "FR",
  adminLevel4: "Lille",
  latitude: 50.63,
  longitude: 3.06,
  timezone: "Europe/Paris"
})

/**
 * Two agendas of the same events of twenty slots to come. The events of one have offers of two providers, and the
 * availability of every slot. The others have none, but keywords as many bytes longer, so that lists are equally long.
 */
export function* ticketedEvents({ around, seed, ticketed }: DataOptions): Generator<object> {
  const draw = makeDraw(seed + 1)
  yield { kind: "agenda", uid: ticketedAgendas.offers, title: "With offers", slug: "with-offers", official: false }
  yield { kind: "agenda", uid: ticketedAgendas.plain, title: "Without any", slug: "without-any", official: false }
  yield location(ticketedAgendas.offers, ticketedLocations.offers)
  yield location(ticketedAgendas.plain, ticketedLocations.plain)
  for (let index = 0; index < ticketed; index++) {
    const begin = around + (ahead_days + draw.below(60)) * day_ms + draw.between(16, 40) * (hour_ms / 2)
    const slotIds = Array.from({ length: slots_count }, (_, slot) => `s${`${slot}`.padStart(4, "0")}`)
    const timings = slotIds.map((id, slot) => ({ id, begin: iso(begin + slot * day_ms), end: iso(begin + slot * day_ms + 2 * hour_ms) }))
    const keywords = [draw.one(frenchWords)]
    const data = {
      title: { fr: draw.text(frenchWords, 60) },
      description: { fr: draw.text(frenchWords, 150) },
      longDescription: { fr: draw.text(frenchWords, 600) },
      attendanceMode: 1,
      state: 2,
      timezone: "Europe/Paris",
      timings
    }
    const offers = offersOf(draw, index, around)
    const availability = availabilityOf(draw, slotIds, around)
    const bytes = Buffer.byteLength(JSON.stringify(offers)) + offers.length * pricing_bytes + aggregate_bytes
    const extId = { key: "benchmark", value: `ticketed-${index}` }
    yield {
      kind: "event",
      agendaUid: ticketedAgendas.offers,
      extId,
      data: { ...data, locationUid: ticketedLocations.offers, keywords: { fr: keywords }, offers },
      availability
    }
    yield {
      kind: "event",
      agendaUid: ticketedAgendas.plain,
      extId,
      data: { ...data, locationUid: ticketedLocations.plain, keywords: { fr: [...keywords, ...padding(bytes)] } }
    }
  }
}
