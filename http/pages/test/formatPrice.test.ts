import type { Tier } from "@agenda-engine/core/domain/ticketing/Offers"
import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { describe, expect, it } from "vitest"
import type { PageContext } from "../src/PageContext.js"
import { pageTexts } from "../src/pageLanguages.js"
import { formatLowestPrice, formatTier } from "../src/template/formatPrice.js"

const context: PageContext = {
  lang: "en",
  texts: pageTexts.en,
  languages: ["en"],
  now: 0,
  base: "https://agenda.example",
  imageBase: "https://agenda.example/images/",
  imageWidths: [],
  isLangAsked: false,
  map: defaultSettings.map,
  site: { name: null, url: null, imprintUrl: null, accessibilityUrl: null },
  start: null,
  embed: null
}

const tier = (given: Partial<Tier>): Tier => ({ label: { en: "a" }, offerType: "standard", ...given })
const plain = (text: string | null) => text?.replaceAll("\u00A0", " ")

describe("what tickets cost", () => {
  it.each<readonly [string, string, Partial<Tier>]>([
    ["€18", "EUR", { priceCents: 1800 }],
    ["€17.50", "EUR", { priceCents: 1750 }],
    ["JP¥1,500", "JPY", { priceCents: 1500 }],
    ["BHD 1.250", "BHD", { priceCents: 1250 }],
    ["Free", "EUR", {}],
    ["Free", "EUR", { priceCents: 0 }],
    ["From €3", "EUR", { minAmountCents: 300 }],
    ["Pay what you like", "EUR", { minAmountCents: 0 }],
    ["Pay what you like", "EUR", { offerType: "donation" }]
  ])("is %s of one tier, in %s: %j", (said, currency, given) => {
    expect(plain(formatTier(tier(given), currency, context))).toBe(said)
  })

  it.each<readonly [string | null, ReadonlyArray<readonly [string, ReadonlyArray<Partial<Tier>>]>]>([
    [null, []],
    [null, [["EUR", []]]],
    ["€18", [["EUR", [{ priceCents: 1800 }]], ["EUR", [{ priceCents: 1800 }]]]],
    ["From €12", [["EUR", [{ priceCents: 1800 }]], ["EUR", [{ priceCents: 1200 }]]]],
    ["Free – €6", [["EUR", [{ priceCents: 600 }, {}]]]],
    ["From €3", [["EUR", [{ minAmountCents: 300, offerType: "donation" }]]]],
    ["Pay what you like", [["EUR", [{ offerType: "donation" }]]]],
    ["Pay what you like", [["EUR", [{ offerType: "donation" }, { priceCents: 0 }]]]],
    ["Free", [["EUR", [{ priceCents: 0 }]]]],
    ["€89 · CHF 92.50", [["EUR", [{ priceCents: 8900 }]], ["CHF", [{ priceCents: 9250 }]]]]
  ])("is %s of all: %j", (said, entries) => {
    const found = formatLowestPrice(entries.map(([currency, tiers]) => ({ currency, tiers: tiers.map(tier) })), context)
    expect(plain(found) ?? null).toBe(said)
  })
})
