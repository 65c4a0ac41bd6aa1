import { OffersEntry, OffersOverride, Tier } from "@agenda-engine/core/domain/Offers"
import { availabilities, pricings, slotStatuses } from "@agenda-engine/core/domain/Ticketing"
import * as Schema from "effect/Schema"
import { Instant } from "./AgendaAnswers.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Pricing = Schema.Literal(...pricings).annotations({ identifier: "Pricing" })
const SlotStatus = Schema.Literal(...slotStatuses).annotations({ identifier: "SlotStatus" })
const Availability = Schema.Literal(...availabilities).annotations({ identifier: "Availability" })

/** An offers entry, as it was written, with what follows from its tiers. */
export const OfferAnswer = Schema.Struct({ ...OffersEntry.fields, pricing: Pricing }).annotations({
  identifier: "Offer",
  description: "What one ticketing provider sells. Labels of tiers are keyed by language, with `monolingual` too."
})

const counted = {
  occurrencesAvailable: Schema.Int.annotations({ description: "How many of the slots that have not begun are available or limited." }),
  occurrencesTotal: Schema.Int.annotations({ description: "How many slots have not begun." }),
  nextAvailable: Schema.NullOr(Instant).annotations({ description: "When the first of those that are available or limited begins." })
}

/** Where the slots of an event stand together. */
export const OffersAggregateAnswer = Schema.Struct({
  pricing: Pricing,
  availability: Schema.Struct({ status: Availability, ...counted })
}).annotations({
  identifier: "OffersAggregate",
  description: "What the event costs, and where its slots that have not begun stand together at the instant of the answer."
})

const held = {
  closedBySource: optional(Schema.Boolean),
  remaining: optional(Schema.Int),
  lowStockThreshold: optional(Schema.Int)
}

/** What one provider says of the tickets of a slot. */
export const SlotAvailabilityAnswer = Schema.Struct({
  provider: Schema.String,
  status: SlotStatus.annotations({ description: "Follows from what the provider said, at the instant of the answer." }),
  onSaleFrom: optional(Instant),
  onSaleThrough: optional(Instant),
  sourceRef: optional(Schema.String),
  syncedAt: Instant,
  ...held,
  reportedStatus: optional(SlotStatus)
}).annotations({
  identifier: "SlotAvailability",
  description:
    "What one provider says of a slot. `closedBySource`, `remaining`, `lowStockThreshold` and `reportedStatus` are for access tokens and secret keys of moderators and administrators."
})

/** What is different for one slot in the entry of a provider. */
export const SlotOfferAnswer = OffersOverride.annotations({
  identifier: "SlotOffer",
  description: "What is different for the slot in the entry of a provider; tiers take the place of all of the entry's."
})

const until = Schema.NullOr(Instant).annotations({ description: "When it changes next by time alone; null: never." })

const ExplainedOffer = Schema.Struct({
  ...OffersEntry.fields,
  bookingUrl: optional(Schema.String),
  pricing: Pricing,
  rule: Schema.Literal("noTiers", "allPaid", "allFree", "donation", "otherwise"),
  facts: Schema.Struct({ tiers: Schema.Array(Tier.pick("offerType", "priceCents")) }),
  until
}).annotations({
  identifier: "ExplainedOffer",
  description: "What is sold, overrides of the slot included, and why it costs what it does."
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

/** Why the tickets of an event are shown as they are. */
export const ExplanationAnswer = Schema.Struct({
  at: Instant.annotations({ description: "The instant of the answer, of all that it says." }),
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
      description: "How many slots that have not begun are of each."
    }),
    until,
    ...counted,
    changesAt: Schema.NullOr(Instant).annotations({ description: "When the status or one of the numbers changes next by time alone." })
  })).annotations({ description: "Null: the event has neither an offers entry nor availability." }),
  slots: Schema.Array(Schema.Struct({
    id: Schema.String,
    begin: Instant,
    counts: Schema.Boolean.annotations({ description: "Whether it has not begun, and counts in the whole." }),
    status: SlotStatus,
    rule: Schema.Literal("bestForBuyer", "noRow"),
    until,
    availability: Schema.Array(ExplainedAvailability),
    offers: Schema.Array(ExplainedOffer)
  }))
}).annotations({
  identifier: "TicketExplanation",
  description: "For every price and status: the rule that decides, the facts that it looks at, and when it changes next by time alone."
})
