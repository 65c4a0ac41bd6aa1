import { OffersEntry, OffersOverride, offerTypes, Tier } from "@agenda-engine/core/domain/Offers"
import { pricings } from "@agenda-engine/core/domain/Ticketing"
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const TierBody = Schema.Struct({
  ...Tier.fields,
  offerType: optional(Schema.Literal(...offerTypes).annotations({ description: "`standard` without it." }))
}).annotations({ identifier: "TierBody" })

/** An offers entry in a write's body. */
export const OfferBody = Schema.Struct({
  ...OffersEntry.fields,
  tiers: Schema.Array(TierBody),
  pricing: optional(Schema.Literal(...pricings).annotations({ description: "Computed from the tiers; refused when it differs." }))
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

/** Override of an offers entry for one slot in a write's body: tiers, the booking page, or both. */
export const SlotOfferBody = Schema.Struct({ ...OffersOverride.fields, tiers: optional(Schema.Array(TierBody)) }).annotations({
  identifier: "SlotOfferBody"
})
