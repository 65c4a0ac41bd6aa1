import { describe, expect, it } from "vitest"
import { feedUrlOf, nextUrlOf } from "../../src/context/feedAddress.js"

const base = "https://agenda.example"

describe("the address of a feed", () => {
  it.each([
    ["/agendas/7/events.v2.rss", "/agendas/7/events.v2.rss"],
    ["/agendas/7/events.v2.rss?", "/agendas/7/events.v2.rss"],
    ["/f.rss?key=k&city=Brest&x=?", "/f.rss?city=Brest&x=?"],
    ["/f.rss?city=Brest&k%65y[]=k&keyword=jazz", "/f.rss?city=Brest&keyword=jazz"],
    ["/f.rss?[key]=k&%5Bkey%5D=k&.key=k&keys=x&city=Brest", "/f.rss?keys=x&city=Brest"],
    ["/f.rss?%zz=1#part", "/f.rss?%zz=1"]
  ])("of %s has no key", (target, address) => {
    expect(feedUrlOf({ base, target })).toBe(`${base}${address}`)
  })

  it("of the next page has the cursor instead of the start", () => {
    expect(nextUrlOf({ base, target: "/f.rss?key=k&from=3&after[0]=1&after%5B%5D=2&size=5" }, ["1", "a b"])).toBe(
      `${base}/f.rss?size=5&after%5B%5D=1&after%5B%5D=a%20b`
    )
  })
})
