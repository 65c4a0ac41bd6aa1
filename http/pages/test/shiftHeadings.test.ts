import { richText } from "@agenda-engine/richtext/richText"
import { describe, expect, it } from "@effect/vitest"
import { shiftHeadings } from "../src/pageRoutes.js"

describe("shiftHeadings", () => {
  it("moves the headings of a description one level down, and nothing else", () => {
    const html = richText.toHtml("# Un\n\nDeux\n---\n\n###### Six\n\n`<h1>` &lt;h1> \\<h1>")
    expect(shiftHeadings(html)).toBe(
      "<h2>Un</h2>\n<h3>Deux</h3>\n<h6>Six</h6>\n<p><code>&lt;h1></code> &lt;h1> &lt;h1></p>"
    )
  })
})
