import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { splitLinks } from "../src/splitLinks.js"
import { addresses } from "./DescriptionArbitraries.js"

const urls = (text: string) => splitLinks(text).flatMap(({ url }) => url === null ? [] : [url])

describe("splitLinks", () => {
  it.each<readonly [string, ReadonlyArray<string>]>([
    ["a@example.org", ["mailto:a@example.org"]],
    ["a@example.org, b@example.org", ["mailto:a@example.org", "mailto:b@example.org"]],
    ["a@example.org.b@example.org", ["mailto:a@example.org"]],
    ["a@example.org-b@example.org", ["mailto:example.org-b@example.org"]],
    ["a@example.org_b@example.org", ["mailto:example.org_b@example.org"]],
    ["a@example.org+b@example.org", ["mailto:a@example.org"]],
    ["a@b@example.org", ["mailto:b@example.org"]],
    ["+a@example.org", []],
    ["a.b+c@example.org", ["mailto:a.b+c@example.org"]],
    ["a@exämple.org", []],
    ["a@www.example.org", ["mailto:a@www.example.org"]],
    ["a@example.org.www.example.org", ["mailto:a@example.org.www.example.org"]],
    ["www.example.org@example.com", ["http://www.example.org@example.com"]],
    ["a@example.org https://b.example", ["mailto:a@example.org", "https://b.example"]],
    ["a@example.org:https://b.example", ["mailto:a@example.org", "https://b.example"]],
    ["a@example.orghttps://b.example", ["mailto:a@example.orghttps"]],
    ["https://a.example)b@example.org", ["https://a.example", "mailto:b@example.org"]],
    ["https://a.example,https://b.example", ["https://a.example,https://b.example"]],
    ["https://a.example|www.b.example", ["https://a.example", "http://www.b.example"]],
    ["x-www.a@example.org/?https://b.example", ["http://www.a@example.org/?https://b.example"]],
    ["https://?a@example.org)https://b.example", ["mailto:a@example.org", "https://b.example"]],
    ["https://exämple.org/é", ["https://exämple.org/é"]]
  ])("finds the links of %s", (text, found) => {
    expect(urls(text)).toEqual(found)
  })

  it("finds no link in the remaining text", () => {
    FastCheck.assert(
      FastCheck.property(addresses, (text) => {
        const parts = splitLinks(text)
        expect(parts.map((part) => part.text).join("")).toBe(text)
        expect(parts.filter(({ url }) => url === null).flatMap((part) => urls(part.text))).toEqual([])
      }),
      { numRuns: 5_000 }
    )
  })
})
