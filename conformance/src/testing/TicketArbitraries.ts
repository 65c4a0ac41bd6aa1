import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { Slot } from "@agenda-engine/core/domain/event/Timing"
import type { AvailabilityRow, AvailabilityRows } from "@agenda-engine/core/domain/ticketing/AvailabilityRow"
import { type OffersEntry, type OffersOverride, offerTypes, type Tier } from "@agenda-engine/core/domain/ticketing/Offers"
import { slotStatuses } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { parseInstant } from "@agenda-engine/core/domain/time/parseInstant"
import * as FastCheck from "effect/FastCheck"
import { instant, intervals } from "./RecordArbitraries.js"

/** Provider codes: few, so that rows, entries and overrides collide. */
export const providers = ["billetweb", "mapado", "weezevent"] as const

/** An instant around those of `intervals`, in the forms that connectors send: with milliseconds or an offset. */
const sentInstant = FastCheck.tuple(instant, FastCheck.constantFrom(0, 0, 1, -1), FastCheck.constantFrom(0, 0, 120)).map(
  ([at, offset_ms, minutes]) =>
    minutes === 0 ? formatUtc(at + offset_ms) : `${formatUtc(at + offset_ms + minutes * 60_000).slice(0, -1)}+0${minutes / 60}:00`
)

/** Arbitrary availability rows: each property is optional, `onSaleThrough` is never before `onSaleFrom`. */
export const availabilityRow: FastCheck.Arbitrary<AvailabilityRow> = FastCheck.record({
  onSaleFrom: sentInstant,
  onSaleThrough: sentInstant,
  closedBySource: FastCheck.constantFrom(false, false, true),
  remaining: FastCheck.constantFrom(0, 1, 5, 6, 100),
  lowStockThreshold: FastCheck.constantFrom(0, 5),
  sourceRef: FastCheck.constantFrom("s1", "s2"),
  status: FastCheck.constantFrom(...slotStatuses)
}, { requiredKeys: [] }).filter(({ onSaleFrom, onSaleThrough }) =>
  onSaleFrom === undefined || onSaleThrough === undefined || (parseInstant(onSaleFrom) ?? 0) <= (parseInstant(onSaleThrough) ?? 0)
).map((facts) => ({ syncedAt: "2024-01-01T00:00:00Z", ...facts }))

/** An event's slots with ids, in order, and availability rows of some of them. */
export const slotsAndRows: FastCheck.Arbitrary<{ readonly slots: ReadonlyArray<Slot>; readonly rows: AvailabilityRows }> = FastCheck.tuple(
  intervals,
  FastCheck.array(FastCheck.dictionary(FastCheck.constantFrom(...providers), availabilityRow, { maxKeys: 3 }), {
    minLength: 6,
    maxLength: 6
  })
).map(([at, slotRows]) => {
  const slots = at.map((interval, index) => ({ id: `slot${index}`, ...interval }))
  return {
    slots,
    rows: Object.fromEntries(slots.flatMap(({ id }, index) => {
      const rows = slotRows[index] ?? {}
      return Object.keys(rows).length === 0 ? [] : [[id, rows]]
    }))
  }
})

/** Arbitrary price tiers. */
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

/** Arbitrary offers of an event: at most one entry per provider. */
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

/** Arbitrary overrides of one slot: at most one per provider. */
export const overrides: FastCheck.Arbitrary<ReadonlyArray<OffersOverride>> = FastCheck.uniqueArray(
  FastCheck.oneof(
    FastCheck.record({ provider: FastCheck.constantFrom(...providers), tiers, bookingUrl }, { requiredKeys: ["provider", "tiers"] }),
    FastCheck.record({ provider: FastCheck.constantFrom(...providers), bookingUrl })
  ),
  { selector: ({ provider }) => provider, maxLength: 3 }
)
