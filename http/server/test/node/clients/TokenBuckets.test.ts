import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { clientNetwork, isNetwork, networksOf } from "../../../src/config/Networks.js"
import { TokenBuckets } from "../../../src/node/clients/TokenBuckets.js"

describe("TokenBuckets", () => {
  it("never lets more pass than a minute's tokens and those that were filled since", () => {
    FastCheck.assert(FastCheck.property(
      FastCheck.integer({ min: 1, max: 600 }),
      FastCheck.array(FastCheck.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
      (quota, pauses) => {
        let now = 0
        const buckets = new TokenBuckets(quota, () => now)
        let passed = 0
        for (const pause of pauses) {
          now += pause
          if (buckets.wait_ms("a", 1) > 0) continue
          buckets.take("a", 1)
          passed += 1
        }
        expect(passed).toBeLessThanOrEqual(quota + now * quota / 60_000)
      }
    ))
  })

  it("have a token when the wait is over, and not before", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 600 }), FastCheck.integer({ min: 1, max: 900 }), (quota, taken) => {
        let now = 0
        const buckets = new TokenBuckets(quota, () => now)
        buckets.take("a", taken)
        const wait = buckets.wait_ms("a", 1)
        expect(wait > 0).toBe(Math.max(quota - taken, -quota) < 1)
        now = wait * 0.99
        if (wait > 0) expect(buckets.wait_ms("a", 1)).toBeGreaterThan(0)
        now = wait * 1.001
        expect(buckets.wait_ms("a", 1)).toBe(0)
        expect(buckets.wait_ms("b", 1)).toBe(0)
      })
    )
  })

  it("drops the keys that were not used for longest", () => {
    const buckets = new TokenBuckets(1, () => 0)
    for (let key = 0; key < 100_001; key++) buckets.take(String(key), 1)
    expect(buckets.size).toBe(100_000)
    expect([buckets.has("0"), buckets.has("1"), buckets.has("100000")]).toEqual([false, true, true])
  })
})

describe("networks", () => {
  it("are addresses, with or without the length of a prefix", () => {
    for (const text of ["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8", "0.0.0.0/0"]) expect(isNetwork(text), text).toBe(true)
    for (const text of ["", "10.0.0.0/33", "10.0.0/8", "host", "::1/129", "10.0.0.0/8/8", "10.0.0.0/", "/8"]) {
      expect(isNetwork(text), text).toBe(false)
    }
  })

  it("contain their addresses", () => {
    const has = networksOf(["10.0.0.0/8", "fd00::/8"])
    expect(["10.255.0.1", "fdff::1", "11.0.0.1", "fe00::1", "host"].map(has)).toEqual([true, true, false, false, false])
  })

  it("of one client are an IPv4 address, or 56 bits of an IPv6 address", () => {
    expect(clientNetwork("203.0.113.5")).toBe("203.0.113.5")
    expect(clientNetwork("2001:db8:1:2ff::9")).toBe("2001:db8:1:200::/56")
    expect(clientNetwork("2001:db8::")).toBe("2001:db8:0:0::/56")
    expect(clientNetwork("::1")).toBe("0:0:0:0::/56")
  })
})
