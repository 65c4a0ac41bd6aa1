import { offers, overrides, tier } from "@agenda-engine/conformance/testing/TicketArbitraries"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { aggregatePricing, effectiveOffers, pricingOf } from "../../src/derive/availability/pricing.js"
import { normalizeUrl } from "../../src/domain/text/url.js"
import { projectRegistration } from "../../src/present/presentEvent.js"

describe("pricing", () => {
  const shuffled = FastCheck.array(tier, { maxLength: 6 }).chain((tiers) =>
    FastCheck.tuple(FastCheck.constant(tiers), FastCheck.shuffledSubarray(tiers, { minLength: tiers.length }))
  )

  it("pricing does not depend on the order of tiers", () => {
    FastCheck.assert(FastCheck.property(shuffled, ([tiers, other]) => pricingOf(other) === pricingOf(tiers)))
  })

  it("aggregate pricing does not depend on the order of entries", () => {
    FastCheck.assert(FastCheck.property(offers, (entries) => aggregatePricing(entries.toReversed()) === aggregatePricing(entries)))
  })
})

describe("effectiveOffers", () => {
  it("applying overrides is idempotent", () => {
    FastCheck.assert(FastCheck.property(offers, overrides, (entries, own) => {
      const once = effectiveOffers(entries, own)
      expect(effectiveOffers(once, own)).toEqual(once)
    }))
  })

  it("entries stay in order and members without override are unchanged", () => {
    FastCheck.assert(FastCheck.property(offers, overrides, (entries, own) => {
      const effective = effectiveOffers(entries, own)
      expect(effective.map(({ provider }) => provider)).toEqual(entries.map(({ provider }) => provider))
      for (const [index, entry] of entries.entries()) {
        const override = own.find(({ provider }) => provider === entry.provider)
        expect(effective[index]).toEqual({ ...entry, tiers: override?.tiers ?? entry.tiers, ...override })
      }
    }))
  })
})

describe("normalizeUrl", () => {
  it.each([
    ["https://Tickets.Example.org", "https://tickets.example.org"],
    ["HTTPS://tickets.example.org/", "https://tickets.example.org"],
    ["https://tickets.example.org:443/a", "https://tickets.example.org/a"],
    ["http://tickets.example.org:80/a", "http://tickets.example.org/a"],
    ["http://tickets.example.org:443/a", "http://tickets.example.org:443/a"],
    ["https://tickets.example.org:8443/a", "https://tickets.example.org:8443/a"],
    ["https://tickets.example.org/Path/To/", "https://tickets.example.org/Path/To"],
    ["https://tickets.example.org/a#seats", "https://tickets.example.org/a"],
    ["https://tickets.example.org/a/#seats", "https://tickets.example.org/a"],
    ["https://tickets.example.org/a?utm_source=x", "https://tickets.example.org/a"],
    ["https://tickets.example.org/a/?utm_source=x&b=1&UTM_medium=y&c=2#z", "https://tickets.example.org/a?b=1&c=2"],
    ["https://tickets.example.org/a?automation=1", "https://tickets.example.org/a?automation=1"],
    ["https://tickets.example.org?b=a/", "https://tickets.example.org?b=a/"],
    ["https://Jane:Secret@Tickets.example.org/a", "https://Jane:Secret@tickets.example.org/a"],
    ["https://[2001:DB8::1]:443/a", "https://[2001:db8::1]/a"],
    ["no address", "no address"],
    ["/a/#b", "/a/#b"]
  ])("of %s", (url, normalized) => {
    expect(normalizeUrl(url)).toBe(normalized)
    expect(normalizeUrl(normalized)).toBe(normalized)
  })

  it("normalizing is idempotent", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        expect(normalizeUrl(normalizeUrl(url))).toBe(normalizeUrl(url))
      })
    )
  })
})

describe("projectRegistration", () => {
  const entries = (...urls: ReadonlyArray<string>) => urls.map((url) => ({ source: { url } }))
  const link = (value: string) => ({ type: "link", value }) as const

  it("booking pages of entries come after written registrations", () => {
    const written = [{ type: "email", value: "a@example.org" }, { type: "phone", value: "+33 1 23" }] as const
    expect(projectRegistration(written, entries("https://a.example.org", "https://b.example.org"))).toEqual([
      ...written,
      link("https://a.example.org"),
      link("https://b.example.org")
    ])
  })

  it("links with an equal normalized URL are omitted", () => {
    const written = [link("https://A.example.org/?utm_source=x")]
    expect(projectRegistration(written, entries("https://a.example.org", "https://b.example.org/", "https://b.example.org"))).toEqual([
      ...written,
      link("https://b.example.org/")
    ])
  })

  it("an email or phone registration does not hide an equal link", () => {
    const written = [{ type: "email", value: "https://a.example.org" }] as const
    expect(projectRegistration(written, entries("https://a.example.org"))).toEqual([...written, link("https://a.example.org")])
  })

  it("written registrations are unchanged", () => {
    const written = [link("https://a.example.org"), link("https://a.example.org/")]
    expect(projectRegistration(written, [{}, { source: { ref: "r" } }])).toEqual(written)
  })
})
