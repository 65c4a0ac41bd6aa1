import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { redactUrl } from "../../src/pipeline/accessLog.js"
import { canonicalPath, make, withPrefix } from "../../src/pipeline/RouteTable.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"

describe("canonicalPath", () => {
  for (
    const [path, canonical] of [
      ["/v2/agendas", "/v2/agendas"],
      ["/v2/agendas/", "/v2/agendas/"],
      ["/v2/%61gendas", "/v2/agendas"],
      ["/ext/k/a%2fb%3Bc;d", "/ext/k/a%2Fb%3Bc%3Bd"],
      ["/ext/k/%C3%A9", "/ext/k/%C3%A9"],
      ["/ext/k/100%25", "/ext/k/100%25"],
      ["/%zz", null],
      ["/%C3", null],
      ["/%", null]
    ] as const
  ) {
    it(path, () => expect(canonicalPath(path)).toBe(canonical))
  }
  it("is its own canonical path", () => {
    FastCheck.assert(FastCheck.property(FastCheck.webPath(), (path) => {
      const canonical = canonicalPath(path)
      expect(canonical === null ? null : canonicalPath(canonical)).toBe(canonical)
    }))
  })
})

describe("withPrefix", () => {
  for (
    const [path, prefixed] of [
      ["/agendas/1/events", "/v2/agendas/1/events"],
      ["/agendas/1/events/2", "/v2/agendas/1/events/2"],
      ["/agendas/1/events/ext/a/b", "/v2/agendas/1/events/ext/a/b"],
      ["/agendas/town/events/jazz", "/agendas/town/events/jazz"],
      ["/agendas/1", "/agendas/1"],
      ["/agendas/1/eventsx", "/agendas/1/eventsx"],
      ["/v2/agendas/1/events", "/v2/agendas/1/events"]
    ] as const
  ) {
    it(path, () => expect(withPrefix(path)).toBe(prefixed))
  }
})

describe("redactUrl", () => {
  const key = "Zb3kQ9vT1xY7mN5pR2sW8dF4gH6jK0aL"
  for (
    const [url, shown] of [
      ["/v2/agendas", "/v2/agendas"],
      ["/v2/agendas?size=2", "/v2/agendas?size=2"],
      ["/v2/agendas?key=abc", "/v2/agendas?key=redacted"],
      ["/v2/agendas?size=2&key=abc&x=y", "/v2/agendas?size=2&key=redacted&x=y"],
      [
        "/v2/agendas?key[]=abc&KEY=abc&%6bey=abc&key%5B0%5D=abc",
        "/v2/agendas?key[]=redacted&KEY=redacted&%6bey=redacted&key%5B0%5D=redacted"
      ],
      ["/v2/agendas?keyword=jazz", "/v2/agendas?keyword=jazz"],
      ["/v2/agendas?access_token=a&code=b", "/v2/agendas?access_token=redacted&code=redacted"],
      ["/v2/agendas?key=a?b", "/v2/agendas?key=redacted"],
      ["/v2/agendas?[key]=abc&.key=abc", "/v2/agendas?[key]=redacted&.key=redacted"],
      ["/v2/agendas?%5Bkey%5D[]=abc&%2Ekey=abc", "/v2/agendas?%5Bkey%5D[]=redacted&%2Ekey=redacted"],
      ["/v2/agendas?key.abc&.key.abc=1&key%2Eabc", "/v2/agendas?key=redacted&.key=redacted&key=redacted"],
      ["/v2/agendas?[keyword]=jazz", "/v2/agendas?[keyword]=jazz"],
      [
        "/v2/agendas?api_key=a&apikey=b&Api-Key=c&x-api-key=d",
        "/v2/agendas?api_key=redacted&apikey=redacted&Api-Key=redacted&x-api-key=redacted"
      ],
      ["/v2/agendas?secret=a&client_secret=b&secretKey=c", "/v2/agendas?secret=redacted&client_secret=redacted&secretKey=redacted"],
      ["/v2/agendas?accessToken=a&auth=b&password=c", "/v2/agendas?accessToken=redacted&auth=redacted&password=redacted"],
      ["/v2/agendas?countryCode=FR&monkey=1&keywords=a", "/v2/agendas?countryCode=FR&monkey=1&keywords=a"],
      [`/v2/agendas/${key}/events?size=2`, "/v2/agendas/redacted/events?size=2"],
      [`/v2/agendas?search=%22${key}%22&${key}=1&size=2`, "/v2/agendas?search=%redacted%22&redacted=1&size=2"],
      [`/v2/agendas?uid=1?key=${key.slice(3)}`, "/v2/agendas?uid=1?key=redacted"],
      [`/invitation/abc123.${"0af9".repeat(16)}`, "/invitation/redacted"],
      [`/images/${"0af9".repeat(8)}.full.jpg`, `/images/${"0af9".repeat(8)}.full.jpg`],
      ["http://me:word@host.example/v2/agendas?size=2", "http://redacted@host.example/v2/agendas?size=2"]
    ] as const
  ) {
    it(url, () => expect(redactUrl(url)).toBe(shown))
  }
  it("leaves out whatever the parser takes for a credential", () => {
    const noise = FastCheck.array(FastCheck.constantFrom("[", "]", ".", "%5B", "%5d", "%2e", "0", "=", "+", "%", "&", "x"), {
      maxLength: 4
    })
    const name = FastCheck.constantFrom("key", "%6bey", "ke%79", "code", "token", "access_token", "access-token")
    const parts = FastCheck.tuple(noise, name, noise).map(([before, middle, after]) => [...before, middle, ...after].join(""))
    let found = 0
    FastCheck.assert(
      FastCheck.property(FastCheck.array(parts, { minLength: 1, maxLength: 3 }), (names) => {
        const query = names.map((spelled) => `${spelled}=s3cret`).join("&")
        const tree = parseQueryString(query)
        const isCredential = ["key", "code", "token", "access_token", "access-token"].some((root) =>
          (JSON.stringify(tree[root]) ?? "").includes("s3cret")
        )
        if (!isCredential) return
        found++
        const shown = redactUrl(`/v2/agendas?${query}`)
        const kept = parseQueryString(shown.slice(shown.indexOf("?") + 1))
        expect(JSON.stringify([kept["key"], kept["code"], kept["token"], kept["access_token"], kept["access-token"]])).not.toContain(
          "s3cret"
        )
      }),
      { numRuns: 2_000 }
    )
    expect(found).toBeGreaterThan(100)
  })
})

describe("methodsOf", () => {
  const tableWith = (pages: boolean) => make({ pages, pageRedirects: true, startPage: false, withoutRoutes: ["suggest"] })
  it("knows what a path takes", () => {
    const { methodsOf } = tableWith(true)
    expect(methodsOf("/v2/agendas/1/events")).toEqual(["GET", "POST", "HEAD", "OPTIONS"])
    expect(methodsOf("/v2/agendas/1/events/2/")).toEqual(["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS"])
    expect(methodsOf("/v2/requestAccessToken")).toEqual(["POST", "OPTIONS"])
    expect(methodsOf("/docs")).toEqual(["GET", "HEAD", "OPTIONS"])
    expect(methodsOf("/v2")).toEqual([])
    expect(methodsOf("/v2/agendas/1/eventz")).toEqual([])
    expect(methodsOf("/agendas/town/events/fair")).toEqual(["GET", "HEAD", "OPTIONS"])
    expect(tableWith(false).methodsOf("/agendas/town/events/fair")).toEqual([])
  })
  it("knows no path of a route that redirects or is left out", () => {
    const { find, findAny, methodsOf } = tableWith(true)
    expect(methodsOf("/town")).toEqual([])
    expect(find("GET", "/town")?.route.name).toBe("shortAgenda")
    for (const path of ["/v2/agendas/suggest", "/v2/agendas/1/suggest", "/agendas/town/suggest"]) {
      expect([methodsOf(path), findAny("GET", path)], path).toEqual([[], null])
    }
  })
})
