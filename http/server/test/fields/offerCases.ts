import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { blanks, type FieldCase, refused, refusedAs, taken } from "./FieldCase.js"
import { textCases } from "./textCases.js"

const tier = { label: { fr: "Plein" }, priceCents: 1_800, offerType: "standard" }
const entry = { provider: "mapado", currency: "EUR", pricing: "paid", tiers: [tier] }

const tiers = (...written: ReadonlyArray<Json>): Json => [{ ...entry, tiers: written }]

/** The offers of an event (wire.md §8). */
export const offerCases: ReadonlyArray<FieldCase> = [
  taken("one entry", [entry]),
  taken("its pricing left out", [{ provider: "mapado", currency: "JPY", tiers: [] }], [{
    provider: "mapado",
    currency: "JPY",
    pricing: "unknown",
    tiers: []
  }]),
  taken("everything in it", [{
    ...entry,
    pricing: "donation",
    tiers: [{ ...tier, priceCents: 0, minAmountCents: 0, sourceRef: "t", offerType: "donation", saleStart: "2030-01-01T00:00Z" }],
    source: { ref: "x".repeat(255), url: "https://example.org/x" },
    syncedAt: "2030-01-01T00:00:00.001+14:00"
  }]),
  taken("as many tiers as there may be", [{ ...entry, tiers: Array.from({ length: 50 }, () => tier) }]),
  ...textCases({
    chars_max: defaultLimits.tierLabel_chars_max,
    within: (fr) => [{ ...entry, tiers: [{ ...tier, label: { fr } }] }],
    at: "offers[0].tiers[0].label fr #0"
  }),
  refused("one tier too many", [{ ...entry, tiers: Array.from({ length: 51 }, () => tier) }], ["tooMany offers[0].tiers #0", null]),
  refused("a plain label", tiers({ ...tier, label: "Plein" }), ["type.invalid offers[0].tiers[0].label #0", "Plein"]),
  refused("no label", tiers({ priceCents: 1 }), ["required offers[0].tiers[0].label #0", null]),
  refused(
    "prices that are none",
    tiers({ ...tier, priceCents: -1 }, { ...tier, priceCents: 1.5 }, { ...tier, priceCents: "1" }),
    ["range offers[0].tiers[0].priceCents #0", -1],
    ["integer.invalid offers[0].tiers[1].priceCents #0", 1.5],
    ["type.invalid offers[0].tiers[2].priceCents #0", "1"]
  ),
  refused("a provider and a currency that are not known", [{ ...entry, provider: "nobody", currency: "eur" }], [
    "provider.unknown offers[0].provider #0",
    "nobody"
  ], ["currency.invalid offers[0].currency #0", "eur"]),
  refused("a provider twice", [entry, entry], ["duplicate offers[1].provider #1", "mapado"]),
  refused("another pricing", [{ ...entry, pricing: "free" }], ["pricing.mismatch offers[0].pricing #0", "free"]),
  refused("entries of other types", ["x", null], ["type.invalid offers #0", "x"], ["type.invalid offers #1", null]),
  refusedAs("a text", "x", "type.invalid offers"),
  refusedAs("a number", 5, "type.invalid offers"),
  // Without any there is no such member.
  ...blanks.map(([says, value]): FieldCase => ({ says, value }))
]
