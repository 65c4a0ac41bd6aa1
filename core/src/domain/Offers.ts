import * as Schema from "effect/Schema"
import { MultilingualText } from "./MultilingualText.js"

/** What sort of ticket a tier is (service.md, Tier fields). */
export const offerTypes = ["standard", "donation", "membership"] as const
/** What sort of ticket a tier is. */
export type OfferType = (typeof offerTypes)[number]

/** An amount in minor units of its entry's currency: cents of EUR, yen of JPY, fils of KWD. */
const MinorUnits = Schema.Int.pipe(Schema.nonNegative())

/** A price of an offers entry (service.md, Tier fields). */
export const Tier = Schema.Struct({
  /** In one language at least. */
  label: MultilingualText,
  /** Absent: free, or what one wants to pay. */
  priceCents: Schema.optionalWith(MinorUnits, { exact: true }),
  /** The least that one may pay. Never beside a price above 0. */
  minAmountCents: Schema.optionalWith(MinorUnits, { exact: true }),
  /** What the ticketing side calls it. */
  sourceRef: Schema.optionalWith(Schema.String, { exact: true }),
  offerType: Schema.Literal(...offerTypes),
  /** ISO 8601 with an offset, as it was sent; tells of early birds, decides nothing. */
  saleStart: Schema.optionalWith(Schema.String, { exact: true }),
  /** Likewise; not before `saleStart`. */
  saleEnd: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "Tier" })
/** A price of an offers entry. */
export type Tier = typeof Tier.Type

/** Where an offers entry comes from. */
export const OffersSource = Schema.Struct({
  /** What the ticketing side calls it. */
  ref: Schema.optionalWith(Schema.String, { exact: true }),
  /** The public page where tickets are booked, http or https. */
  url: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "OffersSource" })
/** Where an offers entry comes from. */
export type OffersSource = typeof OffersSource.Type

/** What one ticketing provider sells for an event; what it costs follows from the tiers (`derive/pricingOf`; service.md, Offers). */
export const OffersEntry = Schema.Struct({
  /** A provider code; an event has one entry for each at most. */
  provider: Schema.String,
  /** ISO 4217, in capitals: of all tiers. */
  currency: Schema.String,
  tiers: Schema.Array(Tier),
  source: Schema.optionalWith(OffersSource, { exact: true }),
  /** ISO 8601, as it was sent: when the ticketing side was last asked with success. */
  syncedAt: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "OffersEntry" })
/** What one ticketing provider sells for an event. */
export type OffersEntry = typeof OffersEntry.Type

/** What is different for one slot in the entry of a provider (service.md, Per-slot override rules). One of the two is there at least. */
export const OffersOverride = Schema.Struct({
  provider: Schema.String,
  /** In the place of all tiers of the entry. */
  tiers: Schema.optionalWith(Schema.Array(Tier), { exact: true }),
  /** Where this slot is booked, http or https. */
  bookingUrl: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "OffersOverride" })
/** What is different for one slot in the entry of a provider. */
export type OffersOverride = typeof OffersOverride.Type

/** The overrides of an event, by slot id: those of a slot are one for each provider at most, of providers that have an entry. Slots without any are left out. */
export const SlotOffers = Schema.Record({ key: Schema.String, value: Schema.Array(OffersOverride) }).annotations({
  identifier: "SlotOffers"
})
/** The overrides of an event, by slot id. */
export type SlotOffers = typeof SlotOffers.Type
