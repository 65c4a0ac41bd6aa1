import { describe, expect, it } from "@effect/vitest"
import { richText } from "../src/richText.js"
import { careless, harmOf } from "./harmOf.js"
import { hostileMarkup } from "./hostileMarkup.js"
import { unsafeMarkup } from "./unsafeMarkup.js"

const { cleanMarkdown, toHtml, toMarkdown } = richText

describe("hostile markup", () => {
  it("is detected by the check of the test", () => {
    const seen = hostileMarkup.filter(([label]) => !label.startsWith("markdown:")).filter(([, markup]) => unsafeMarkup(markup).length > 0)
    expect(seen.length).toBeGreaterThan(60)
    expect(unsafeMarkup('<p onclick=alert(1)><a href="javascript:alert(1)">a</a><script></script></p>')).toContain("onclick of <p>")
    expect(unsafeMarkup('<iframe src="https://evil.example/"></iframe>', { frames: true })).toContain("a frame of https://evil.example/")
    expect(unsafeMarkup(careless.render("[a](javascript:alert(1))"))).toContain("a link to javascript:alert(1)")
  })

  it.each(hostileMarkup)("is harmless after conversion: %s", (_label, markup) => {
    expect(harmOf(markup)).toEqual([])
    expect(harmOf(`<p>Un texte ${markup} et la suite</p>`)).toEqual([])
    expect(harmOf(`Un texte\n\n- ${markup}\n- *${markup}*`)).toEqual([])
  })

  it.each(hostileMarkup.filter(([label]) => !/code|fence/.test(label)))("is not a tag for older markdown readers: %s", (_label, markup) => {
    for (const stored of [toMarkdown(markup), cleanMarkdown(markup)]) {
      expect(stored).not.toMatch(/<[a-z/!?]/i)
      expect(stored).not.toMatch(/(?<!\\)\]\(\s*(?:javascript|data|vbscript):/i)
    }
  })
})

it("text below the maximum nesting depth is kept", () => {
  expect(toMarkdown(`${"<div>".repeat(5_000)}au fond<script>alert(1)</script>`)).toBe("au fond")
  expect(toHtml(toMarkdown(`${"<blockquote>".repeat(5_000)}au fond`))).toContain("au fond")
})
