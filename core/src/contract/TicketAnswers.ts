import * as Schema from "effect/Schema"
import { OffersEntry, OffersOverride, offerTypes, Tier } from "../domain/ticketing/Offers.js"
import { availabilities, pricings, slotStatuses } from "../domain/ticketing/Ticketing.js"
import { Instant } from "./Instant.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Pricing = Schema.Literal(...pricings).annotations({ identifier: "Pricing" })
const SlotStatus = Schema.Literal(...slotStatuses).annotations({ identifier: "SlotStatus" })
const Availability = Schema.Literal(...availabilities).annotations({ identifier: "Availability" })

/** An offers entry with its computed pricing. */
export const OfferAnswer = Schema.Struct({ ...OffersEntry.fields, pricing: Pricing }).annotations({
  identifier: "Offer",
  description: "What one ticketing provider sells. Labels of tiers are keyed by language, with `monolingual` too."
})

const counted = {
  occurrencesAvailable: Schema.Int.annotations({ description: "Number of slots that have not begun and are available or limited." }),
  occurrencesTotal: Schema.Int.annotations({ description: "Number of slots that have not begun." }),
  nextAvailable: Schema.NullOr(Instant).annotations({ description: "Begin of the first slot that is available or limited." })
}

/** Combined availability of the event's slots. */
export const OffersAggregateAnswer = Schema.Struct({
  pricing: Pricing,
  availability: Schema.Struct({ status: Availability, ...counted })
}).annotations({
  identifier: "OffersAggregate",
  description: "The event's pricing, and the combined availability of its slots that have not begun, at the time of the response."
})

const held = {
  closedBySource: optional(Schema.Boolean),
  remaining: optional(Schema.Int),
  lowStockThreshold: optional(Schema.Int)
}

/** One provider's availability of a slot. */
export const SlotAvailabilityAnswer = Schema.Struct({
  provider: Schema.String,
  status: SlotStatus.annotations({ description: "Computed from the provider's data, at the time of the response." }),
  onSaleFrom: optional(Instant),
  onSaleThrough: optional(Instant),
  sourceRef: optional(Schema.String),
  syncedAt: Instant,
  ...held,
  reportedStatus: optional(SlotStatus)
}).annotations({
  identifier: "SlotAvailability",
  description:
    "One provider's availability of a slot. `closedBySource`, `remaining`, `lowStockThreshold` and `reportedStatus` are for access tokens and secret keys of moderators and administrators."
})

/** Override of a provider's offers for one slot. */
export const SlotOfferAnswer = OffersOverride.annotations({
  identifier: "SlotOffer",
  description: "Override of a provider's entry for one slot; its tiers replace all tiers of the entry."
})

const until = Schema.NullOr(Instant).annotations({ description: "When it next changes by time alone; null: never." })

const ExplainedOffer = Schema.Struct({
  ...OffersEntry.fields,
  bookingUrl: optional(Schema.String),
  pricing: Pricing,
  rule: Schema.Literal("noTiers", "allPaid", "allFree", "donation", "otherwise"),
  facts: Schema.Struct({ tiers: Schema.Array(Tier.pick("offerType", "priceCents")) }),
  until
}).annotations({
  identifier: "ExplainedOffer",
  description: "The offers, with the overrides of the slot, and the reasons for the price."
})

const ExplainedAvailability = Schema.Struct({
  provider: Schema.String,
  status: SlotStatus,
  rule: Schema.Literal("beforeSale", "afterSale", "closed", "soldOut", "lowStock", "awaited", "nothingKnown", "onSale"),
  facts: Schema.Struct({
    onSaleFrom: optional(Instant),
    onSaleThrough: optional(Instant),
    ...held,
    status: optional(SlotStatus)
  }),
  until
}).annotations({ identifier: "ExplainedAvailability" })

/** Explains how the tickets of an event were derived. */
export const ExplanationAnswer = Schema.Struct({
  at: Instant.annotations({ description: "The instant that the response refers to." }),
  pricing: Schema.Struct({
    pricing: Pricing,
    rule: Schema.Literal("allEqual", "mixed", "noEntry"),
    facts: Schema.Struct({ entries: Schema.Array(Schema.Struct({ provider: Schema.String, pricing: Pricing })) }),
    until
  }),
  offers: Schema.Array(ExplainedOffer),
  availability: Schema.NullOr(Schema.Struct({
    status: Availability,
    rule: Schema.Literal("anyAvailable", "anyLimited", "noneLeft", "anyUnknown", "allEqual", "mixed"),
    facts: Schema.Record({ key: SlotStatus, value: Schema.Int }).annotations({
      description: "Number of slots that have not begun, by status."
    }),
    until,
    ...counted,
    changesAt: Schema.NullOr(Instant).annotations({ description: "When the status or one of the numbers next changes by time alone." })
  })).annotations({ description: "Null: the event has neither an offers entry nor availability." }),
  slots: Schema.Array(Schema.Struct({
    id: Schema.String,
    begin: Instant,
    counts: Schema.Boolean.annotations({ description: "Whether it has not begun, and so counts for the event." }),
    status: SlotStatus,
    rule: Schema.Literal("bestForBuyer", "noRow"),
    until,
    availability: Schema.Array(ExplainedAvailability),
    offers: Schema.Array(ExplainedOffer)
  }))
}).annotations({
  identifier: "TicketExplanation",
  description: "For every price and status: the rule that decides it, its inputs, and when it next changes by time alone."
})

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

/** One provider's availability of a new slot in a write's body. */
export const SlotAvailabilityBody = Schema.Struct({
  ...SlotAvailabilityAnswer.fields,
  status: optional(SlotStatus.annotations({ description: "Ignored in writes, because it is computed." }))
}).annotations({ identifier: "SlotAvailabilityBody" })
