import * as Schema from "effect/Schema"
import { MultilingualText } from "../text/MultilingualText.js"

/** The kind of ticket of a tier (service.md, Tier fields). */
export const offerTypes = ["standard", "donation", "membership"] as const
/** The kind of ticket of a tier. */
export type OfferType = (typeof offerTypes)[number]

/** An amount in minor units of the entry's currency: cents of EUR, yen of JPY, fils of KWD. */
const MinorUnits = Schema.Int.pipe(Schema.nonNegative())

/** A price tier of an offers entry (service.md, Tier fields). */
export const Tier = Schema.Struct({
  /** Has at least one language. */
  label: MultilingualText,
  /** Absent when the tier is free or pay-what-you-want. */
  priceCents: Schema.optionalWith(MinorUnits, { exact: true }),
  /** The minimum price. Not allowed beside a price above 0. */
  minAmountCents: Schema.optionalWith(MinorUnits, { exact: true }),
  /** The identifier in the ticketing system. */
  sourceRef: Schema.optionalWith(Schema.String, { exact: true }),
  offerType: Schema.Literal(...offerTypes),
  /**
   * ISO 8601 with an offset, stored as received. Informational, such as for early-bird prices: does not affect
   * availability.
   */
  saleStart: Schema.optionalWith(Schema.String, { exact: true }),
  /** ISO 8601 with an offset, stored as received; not before `saleStart`. */
  saleEnd: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "Tier" })
/** A price tier of an offers entry. */
export type Tier = typeof Tier.Type

/** The origin of an offers entry. */
export const OffersSource = Schema.Struct({
  /** The identifier in the ticketing system. */
  ref: Schema.optionalWith(Schema.String, { exact: true }),
  /** The public booking page, http or https. */
  url: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "OffersSource" })
/** The origin of an offers entry. */
export type OffersSource = typeof OffersSource.Type

/**
 * The offers of one ticketing provider for an event (service.md, Offers). Its pricing is derived from the tiers
 * (`derive/pricingOf`).
 */
export const OffersEntry = Schema.Struct({
  /** The provider code; an event has at most one entry per provider. */
  provider: Schema.String,
  /** ISO 4217 code in upper case, shared by all tiers. */
  currency: Schema.String,
  tiers: Schema.Array(Tier),
  source: Schema.optionalWith(OffersSource, { exact: true }),
  /** When the ticketing system was last queried successfully: ISO 8601, stored as received. */
  syncedAt: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "OffersEntry" })
/** The offers of one ticketing provider for an event. */
export type OffersEntry = typeof OffersEntry.Type

/**
 * Overrides a provider's entry for one slot (service.md, Per-slot override rules). Has `tiers`, `bookingUrl` or both.
 */
export const OffersOverride = Schema.Struct({
  provider: Schema.String,
  /** Replaces all tiers of the entry. */
  tiers: Schema.optionalWith(Schema.Array(Tier), { exact: true }),
  /** The booking page of this slot, http or https. */
  bookingUrl: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "OffersOverride" })
/** Overrides a provider's entry for one slot. */
export type OffersOverride = typeof OffersOverride.Type

/**
 * The overrides of an event, by slot id. A slot has at most one per provider, and only for providers with an entry.
 * Slots without overrides are left out.
 */
export const SlotOffers = Schema.Record({ key: Schema.String, value: Schema.Array(OffersOverride) }).annotations({
  identifier: "SlotOffers"
})
/** The overrides of an event, by slot id. */
export type SlotOffers = typeof SlotOffers.Type

/** A write of one provider's offers; `entry` is null to remove the stored entry (PATCH only). */
export interface OffersWrite {
  readonly provider: string
  readonly entry: OffersEntry | null
}

/**
 * Merges offers by provider (wire.md §2, PATCH): replaces those of the same provider, appends new ones, and removes
 * those set to null.
 */
export const mergeOffers = (stored: ReadonlyArray<OffersEntry>, written: ReadonlyArray<OffersWrite>): ReadonlyArray<OffersEntry> => {
  const current = stored.map((entry): OffersWrite => ({ provider: entry.provider, entry }))
  const entries = new Map([...current, ...written].map(({ entry, provider }) => [provider, entry]))
  return [...entries.values()].flatMap((entry) => entry === null ? [] : [entry])
}
