import * as FastCheck from "effect/FastCheck"
import { formatUtc } from "../derive/formatInstant.js"
import type { AvailabilityRow, AvailabilityRows } from "../domain/AvailabilityRow.js"
import { instantOf } from "../domain/instantOf.js"
import { type OffersEntry, type OffersOverride, offerTypes, type Tier } from "../domain/Offers.js"
import { slotStatuses } from "../domain/Ticketing.js"
import type { Slot } from "../domain/Timing.js"
import { instant, intervals } from "./RecordArbitraries.js"

/** Providers of tickets: few, so that rows, entries and overrides meet. */
export const providers = ["billetweb", "mapado", "weezevent"] as const

/** An instant around those of `intervals`, as a connector may send it: with milliseconds or in another zone. */
const sentInstant = FastCheck.tuple(instant, FastCheck.constantFrom(0, 0, 1, -1), FastCheck.constantFrom(0, 0, 120)).map(
  ([at, beside, minutes]) =>
    minutes === 0 ? formatUtc(at + beside) : `${formatUtc(at + beside + minutes * 60_000).slice(0, -1)}+0${minutes / 60}:00`
)

/** What a provider may say of a slot: facts, each there or not, `onSaleThrough` never before `onSaleFrom`. */
export const availabilityRow: FastCheck.Arbitrary<AvailabilityRow> = FastCheck.record({
  onSaleFrom: sentInstant,
  onSaleThrough: sentInstant,
  closedBySource: FastCheck.constantFrom(false, false, true),
  remaining: FastCheck.constantFrom(0, 1, 5, 6, 100),
  lowStockThreshold: FastCheck.constantFrom(0, 5),
  sourceRef: FastCheck.constantFrom("s1", "s2"),
  status: FastCheck.constantFrom(...slotStatuses)
}, { requiredKeys: [] }).filter(({ onSaleFrom, onSaleThrough }) =>
  onSaleFrom === undefined || onSaleThrough === undefined || (instantOf(onSaleFrom) ?? 0) <= (instantOf(onSaleThrough) ?? 0)
).map((facts) => ({ syncedAt: "2024-01-01T00:00:00Z", ...facts }))

/** The slots of an event, with ids, in order, and what providers say of some of them. */
export const slotsAndRows: FastCheck.Arbitrary<{ readonly slots: ReadonlyArray<Slot>; readonly rows: AvailabilityRows }> = FastCheck.tuple(
  intervals,
  FastCheck.array(FastCheck.dictionary(FastCheck.constantFrom(...providers), availabilityRow, { maxKeys: 3 }), {
    minLength: 6,
    maxLength: 6
  })
).map(([at, said]) => {
  const slots = at.map((interval, place) => ({ id: `slot${place}`, ...interval }))
  return {
    slots,
    rows: Object.fromEntries(slots.flatMap(({ id }, place) => {
      const rows = said[place] ?? {}
      return Object.keys(rows).length === 0 ? [] : [[id, rows]]
    }))
  }
})

/** A price. */
export const tier: FastCheck.Arbitrary<Tier> = FastCheck.record({
  label: FastCheck.constantFrom({ fr: "Plein tarif" }, { fr: "Réduit", en: "Reduced" }),
  offerType: FastCheck.constantFrom(...offerTypes),
  priceCents: FastCheck.constantFrom(0, 1, 1_800, 999_999),
  minAmountCents: FastCheck.constantFrom(0, 500)
}, { requiredKeys: ["label", "offerType"] }).map(({ minAmountCents, ...rest }) =>
  minAmountCents === undefined || (rest.priceCents ?? 0) > 0 ? rest : { ...rest, minAmountCents }
)

const tiers = FastCheck.array(tier, { maxLength: 4 })

const bookingUrl = FastCheck.constantFrom(
  "https://tickets.example.org/a",
  "https://Tickets.example.org/a/?utm_source=x",
  "http://b.example.org"
)

/** The offers of an event: one entry for each provider at most. */
export const offers: FastCheck.Arbitrary<ReadonlyArray<OffersEntry>> = FastCheck.uniqueArray(
  FastCheck.record({
    provider: FastCheck.constantFrom(...providers),
    currency: FastCheck.constantFrom("EUR", "JPY", "KWD", "CLF"),
    tiers,
    source: FastCheck.record({ ref: FastCheck.constant("r1"), url: bookingUrl }, { requiredKeys: [] }).filter((source) =>
      Object.keys(source).length > 0
    ),
    syncedAt: sentInstant
  }, { requiredKeys: ["provider", "currency", "tiers"] }),
  { selector: ({ provider }) => provider, maxLength: 3 }
)

/** What is different for one slot: one override for each provider at most. */
export const overrides: FastCheck.Arbitrary<ReadonlyArray<OffersOverride>> = FastCheck.uniqueArray(
  FastCheck.oneof(
    FastCheck.record({ provider: FastCheck.constantFrom(...providers), tiers, bookingUrl }, { requiredKeys: ["provider", "tiers"] }),
    FastCheck.record({ provider: FastCheck.constantFrom(...providers), bookingUrl })
  ),
  { selector: ({ provider }) => provider, maxLength: 3 }
)
