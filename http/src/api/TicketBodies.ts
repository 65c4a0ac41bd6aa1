import { OffersEntry, OffersOverride, offerTypes, Tier } from "@agenda-engine/core/domain/Offers"
import { pricings } from "@agenda-engine/core/domain/Ticketing"
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const TierBody = Schema.Struct({
  ...Tier.fields,
  offerType: optional(Schema.Literal(...offerTypes).annotations({ description: "`standard` without it." }))
}).annotations({ identifier: "TierBody" })

/** An offers entry as it is written. */
export const OfferBody = Schema.Struct({
  ...OffersEntry.fields,
  tiers: Schema.Array(TierBody),
  pricing: optional(Schema.Literal(...pricings).annotations({ description: "Follows from the tiers; refused where it differs." }))
}).annotations({
  identifier: "OfferBody",
  description: "What one ticketing provider sells, its amounts in minor units of its currency.",
  examples: [{
    provider: "weezevent",
    currency: "EUR",
    tiers: [{ label: { fr: "Plein tarif" }, priceCents: 1_800 }, { label: { fr: "Moins de 12 ans" }, priceCents: 0 }],
    source: { ref: "ev-1", url: "https://tickets.example.org/ev-1" }
  }]
})

/** What is different for one slot as it is written: tiers, the booking page, or both. */
export const SlotOfferBody = Schema.Struct({ ...OffersOverride.fields, tiers: optional(Schema.Array(TierBody)) }).annotations({
  identifier: "SlotOfferBody"
})
