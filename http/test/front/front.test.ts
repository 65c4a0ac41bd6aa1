import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { canonicalPath, withPrefix } from "../../src/front/canonicalPath.js"
import { redactUrl } from "../../src/front/redactUrl.js"
import { methodsOf } from "../../src/front/RouteTable.js"

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
      ["/v2/agendas?key=a?b", "/v2/agendas?key=redacted"]
    ] as const
  ) {
    it(url, () => expect(redactUrl(url)).toBe(shown))
  }
})

describe("methodsOf", () => {
  it("knows what a path takes", () => {
    expect(methodsOf("/v2/agendas/1/events")).toEqual(["GET", "POST", "HEAD", "OPTIONS"])
    expect(methodsOf("/v2/agendas/1/events/2/")).toEqual(["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS"])
    expect(methodsOf("/v2/requestAccessToken")).toEqual(["POST", "OPTIONS"])
    expect(methodsOf("/docs")).toEqual(["GET", "HEAD", "OPTIONS"])
    expect(methodsOf("/v2")).toEqual([])
    expect(methodsOf("/v2/agendas/1/eventz")).toEqual([])
  })
})
