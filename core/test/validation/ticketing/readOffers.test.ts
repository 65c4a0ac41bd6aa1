import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json, JsonObject } from "../../../src/domain/text/Json.js"
import { defaultProviders } from "../../../src/domain/ticketing/Ticketing.js"
import { providersAfterWrite, readMergedOffers, readOffers } from "../../../src/validation/ticketing/readOffers.js"
import { readOverrides } from "../../../src/validation/timing/readTimings.js"
import { readOf } from "../fault.js"

const rules = { providers: new Set(defaultProviders), limits: defaultLimits }

const tier = { label: { fr: "Plein" }, priceCents: 1_800 }
const entry = { provider: "mapado", currency: "EUR", tiers: [tier] }

const read = (value: Json) => readOf(readOffers(value, rules))
const readTier = (more: JsonObject) => read([{ ...entry, tiers: [{ ...tier, ...more }] }])
const stored = [{ provider: "mapado", currency: "EUR", tiers: [] }, { provider: "weezevent", currency: "EUR", tiers: [] }]

describe("offers", () => {
  it("all members are parsed", () => {
    const whole = {
      ...entry,
      tiers: [
        {
          label: { fr: "Plein", en: "Full" },
          priceCents: 0,
          minAmountCents: 500,
          sourceRef: "t1",
          offerType: "donation" as const,
          saleStart: "2030-01-01T00:00:00.5+01:00",
          saleEnd: "2030-01-01T00:00:00.500+0100"
        }
      ],
      source: { ref: "x".repeat(255), url: "https://example.org/a" },
      syncedAt: "2030-01-01T00:00Z"
    }
    expect(readOffers([{ ...whole, pricing: "donation" }], rules)).toEqual(Either.right([{ provider: "mapado", entry: whole }]))
  })

  it.each<[string, Json]>([["null", null], ["a list", []], ["an object", {}], ["a text", " "]])(
    "are none where %s is empty",
    (_says, value) => {
      expect(readOffers(value, rules)).toEqual(Either.right([]))
    }
  )

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["another type", "x", ["type.invalid offers"]],
    ["entries of other types", ["x", null, []], ["type.invalid offers #0", "type.invalid offers #1", "type.invalid offers #2"]],
    ["nothing in an entry", [{}], ["required offers[0].provider #0", "required offers[0].currency #0", "required offers[0].tiers #0"]],
    ["a provider that is not known", [{ ...entry, provider: "Mapado" }], ["provider.unknown offers[0].provider #0"]],
    ["a provider of another type", [{ ...entry, provider: 5 }], ["type.invalid offers[0].provider #0"]],
    ["a provider twice", [entry, { ...entry, currency: "JPY" }], ["duplicate offers[1].provider #1"]],
    ["a currency in small letters", [{ ...entry, currency: "eur" }], ["currency.invalid offers[0].currency #0"]],
    ["a currency that is none", [{ ...entry, currency: "ZZZ" }], ["currency.invalid offers[0].currency #0"]],
    ["tiers that are null", [{ ...entry, tiers: null }], ["required offers[0].tiers #0"]],
    ["tiers of another type", [{ ...entry, tiers: {} }], ["type.invalid offers[0].tiers #0"]],
    ["a tier too many", [{ ...entry, tiers: Array.from({ length: 51 }, () => tier) }], ["tooMany offers[0].tiers #0"]],
    ["tiers of other types", [{ ...entry, tiers: ["x"] }], ["type.invalid offers[0].tiers[0] #0"]],
    ["a pricing that is none", [{ ...entry, pricing: "cheap" }], ["enum.invalid offers[0].pricing #0"]],
    ["a pricing that does not follow", [{ ...entry, pricing: "free" }], ["pricing.mismatch offers[0].pricing #0"]],
    ["no pricing told of faulty tiers", [{ ...entry, tiers: [{}], pricing: "free" }], ["required offers[0].tiers[0].label #0"]],
    ["a source of another type", [{ ...entry, source: "x" }], ["type.invalid offers[0].source #0"]],
    ["a source", [{ ...entry, source: { ref: "x".repeat(256), url: "ftp://x" } }], [
      "string.toolong offers[0].source.ref #0",
      "url.invalid offers[0].source.url #0"
    ]],
    ["an instant without offset", [{ ...entry, syncedAt: "2030-01-01T00:00:00" }], ["offset.required offers[0].syncedAt #0"]]
  ])("issues are reported: %s", (_says, value, faults) => {
    expect(read(value)).toEqual(faults)
  })

  it.each<[string, JsonObject, ReadonlyArray<string>]>([
    ["no label", { label: {} }, ["required offers[0].tiers[0].label #0"]],
    ["labels without text", { label: { fr: " " } }, ["required offers[0].tiers[0].label #0"]],
    ["a plain label", { label: "Plein" }, ["type.invalid offers[0].tiers[0].label #0"]],
    ["a label of another type", { label: { fr: 5 } }, ["type.invalid offers[0].tiers[0].label fr #0"]],
    ["a negative price", { priceCents: -1 }, ["range offers[0].tiers[0].priceCents #0"]],
    ["a fraction", { priceCents: 12.5 }, ["integer.invalid offers[0].tiers[0].priceCents #0"]],
    ["a price in words", { priceCents: "1800" }, ["type.invalid offers[0].tiers[0].priceCents #0"]],
    ["a price that is no safe number", { priceCents: 2 ** 53 }, ["range offers[0].tiers[0].priceCents #0"]],
    ["a least amount beside a price", { minAmountCents: 0 }, ["range offers[0].tiers[0].minAmountCents #0"]],
    ["a type that is none", { offerType: "vip" }, ["enum.invalid offers[0].tiers[0].offerType #0"]],
    ["a reference too long", { sourceRef: "x".repeat(256) }, ["string.toolong offers[0].tiers[0].sourceRef #0"]],
    ["a sale that ends before it starts", { saleStart: "2030-01-01T00:00:00.001Z", saleEnd: "2030-01-01T00:00:00Z" }, [
      "range offers[0].tiers[0].saleEnd #0"
    ]],
    ["sales without offset", { saleStart: "2030-01-01T00:00", saleEnd: "soon" }, [
      "offset.required offers[0].tiers[0].saleStart #0",
      "date.invalid offers[0].tiers[0].saleEnd #0"
    ]]
  ])("issues of tiers are reported: %s", (_says, more, faults) => {
    expect(readTier(more)).toEqual(faults)
  })

  it("a pricing mismatch contains the rule", () => {
    const reading = readOffers([{ ...entry, pricing: "mixed" }], rules)
    expect(Either.flip(reading).pipe(Either.getOrThrow)).toMatchObject([{
      code: "pricing.mismatch",
      origin: "mixed",
      info: { pricing: "paid", rule: "allPaid" },
      message: "this is paid, because every tier has a priceCents above 0"
    }])
  })

  it("all issues are reported together", () => {
    const priced = (priceCents: Json) => ({ ...tier, priceCents })
    const offers = [
      { ...entry, tiers: [priced(-1)] },
      { provider: "weezevent", currency: "eur", tiers: [tier, tier, tier, priced(1.5)] }
    ]
    expect(read(offers)).toEqual([
      "range offers[0].tiers[0].priceCents #0",
      "currency.invalid offers[1].currency #1",
      "integer.invalid offers[1].tiers[3].priceCents #1"
    ])
  })
})

describe("offers of a PATCH", () => {
  const merged = (value: Json) => readMergedOffers(value, rules, stored)
  const removed = (provider: string) => ({ provider, entry: null })

  it.each<[string, Json]>([
    ["an entry that is null", { mapado: null }],
    ["nothing but null in an entry", [{ provider: "mapado", currency: null, tiers: null }]]
  ])("an entry is removed by %s", (_says, value) => {
    expect(merged(value)).toEqual(Either.right([removed("mapado")]))
  })

  it("entries are a list or an object by provider", () => {
    const { provider: _, ...unnamed } = entry
    expect(merged({ mapado: unnamed, weezevent: null })).toEqual(merged([entry, { provider: "weezevent", tiers: null }]))
  })

  it("an empty list removes all entries", () => {
    for (const value of [null, [], {}]) expect(merged(value)).toEqual(Either.right([removed("mapado"), removed("weezevent")]))
  })

  it("issues are reported", () => {
    expect(readOf(merged([{ provider: "mapado" }, { provider: "nobody", tiers: null }, { ...entry, tiers: null }]))).toEqual([
      "required offers[0].currency #0",
      "required offers[0].tiers #0",
      "provider.unknown offers[1].provider #1",
      "duplicate offers[2].provider #2",
      "required offers[2].tiers #2"
    ])
  })
})

describe("offeredAfter", () => {
  it.each<[string, Json | undefined, boolean, ReadonlyArray<string> | null]>([
    ["those it has, where nothing is said", undefined, false, ["mapado", "weezevent"]],
    ["those that are named", [{ provider: "billetweb", tiers: "faulty" }], false, ["billetweb"]],
    ["none of an empty list", [], true, []],
    ["those it has and those named by a PATCH", [{ provider: "billetweb" }], true, ["mapado", "weezevent", "billetweb"]],
    ["but those that it takes away", { mapado: null }, true, ["weezevent"]],
    ["nobody knows of what is no list", "x", true, null]
  ])("returns the providers for %s", (_says, value, merges, providers) => {
    const after = providersAfterWrite(value, { merges, stored })
    expect(after === null ? null : [...after]).toEqual(providers)
  })
})

describe("overrides", () => {
  const readThese = (value: Json) =>
    readOverrides(value, { field: "timings[2].offers", index: 2 }, { ...rules, offered: new Set(["mapado"]) })

  it("overrides may be partial", () => {
    const overrides = [{ provider: "mapado", tiers: [], bookingUrl: null }]
    expect(readThese(overrides)).toEqual(Either.right([{ provider: "mapado", tiers: [] }]))
    expect(readThese([{ provider: "mapado", bookingUrl: "https://example.org/2" }])).toEqual(
      Either.right([{ provider: "mapado", bookingUrl: "https://example.org/2" }])
    )
    expect(readThese(null)).toEqual(Either.right([]))
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["another type", 5, ["type.invalid timings[2].offers #2"]],
    ["entries of other types", ["x"], ["type.invalid timings[2].offers[0] #2"]],
    ["a provider without an entry", [{ provider: "weezevent", tiers: [] }], ["provider.unknown timings[2].offers[0].provider #2"]],
    ["a provider that is not known", [{ provider: "nobody", tiers: [] }], ["provider.unknown timings[2].offers[0].provider #2"]],
    ["a provider twice", [{ provider: "mapado", tiers: [] }, { provider: "mapado", tiers: [] }], [
      "duplicate timings[2].offers[1].provider #2"
    ]],
    ["neither tiers nor bookingUrl", [{ provider: "mapado" }], ["required timings[2].offers[0] #2"]],
    ["faults in both", [{ provider: "mapado", tiers: [{ ...tier, priceCents: -1 }], bookingUrl: "x" }], [
      "range timings[2].offers[0].tiers[0].priceCents #2",
      "url.invalid timings[2].offers[0].bookingUrl #2"
    ]]
  ])("issues are reported: %s", (_says, value, faults) => {
    expect(readOf(readThese(value))).toEqual(faults)
  })
})
