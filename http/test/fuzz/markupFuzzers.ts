import { richText } from "@agenda-engine/richtext/richText"
import { demand, demandSame } from "./demand.js"
import type { Fuzzer } from "./runFuzzer.js"

const { cleanMarkdown, isHtml, toHtml, toHtmlWithEmbeds, toMarkdown } = richText

const htmls = [
  '<p>Un <b>mot</b> et <a href="https://example.org">un lien</a></p>',
  "<h2>Fête</h2><ul><li>a<li>b</ul><hr>",
  "<table><tr><th>a<td>b</table><!-- c -->",
  '<script>alert(1)</script><div onclick="x()">t</div>',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  "<pre><code>a &lt; b</code></pre><blockquote>c</blockquote>"
] as const

const htmlTokens = [
  "<",
  ">",
  "</",
  "<!--",
  "-->",
  "<p>",
  "</p>",
  "<svg>",
  "<style>",
  "<script>",
  "<template>",
  "<math>",
  "<table>",
  "<select>",
  " onerror=alert(1) ",
  "<a href='javascript:alert(1)'>",
  "&lt;script&gt;",
  "&#0;",
  "&#x110000;",
  "<![CDATA[",
  "\0",
  '"'
] as const

const markdowns = [
  "# Fête\n\n**Jazz** _et_ [plus](https://example.org)\n",
  "- a\n- b\n  1. c\n\n> d\n> e",
  "Voir https://youtu.be/dQw4w9WgXcQ et `code` <b>gras</b>\nligne",
  '```js\nalert(1)\n```\n\n![image](https://example.org/a.jpg "titre")',
  "| a | b |\n|---|---|\n| c | d |\n\n***\n\n[r]: https://example.org 'x'\n\n[r]"
] as const

const markdownTokens = [
  "*",
  "**",
  "_",
  "`",
  "```\n",
  "~~~",
  "#",
  "> ",
  "- ",
  "1. ",
  "\n",
  "\n\n",
  "    ",
  "[",
  "](",
  "](javascript:alert(1))",
  "![",
  "<script>",
  "</p>",
  "<!--",
  "\\",
  "&amp;lt;",
  "]: data:text/html,x",
  "<https://a",
  "|"
] as const

/** Elements that run, load or style something; frames are those of known platforms. */
const harmfulNames = /^(?:script|style|object|embed|form|svg|math|template|base|meta|link)$/i

const harmlessAddress = /^(?:https?:|mailto:|tel:|$)/i

/** The HTML that is served has all its attributes in double quotes, and no other `<` than that of a tag. */
const demandHarmless = (html: string) => {
  for (const [tag, name = "", attributes = ""] of html.matchAll(/<\/?([a-z][\w-]*)((?:[^">]|"[^"]*")*)>/gi)) {
    demand(!harmfulNames.test(name), `no element does harm: ${tag}`)
    for (const [, attribute = "", value = ""] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
      demand(!/^(?:on|style$|srcdoc$)/i.test(attribute), `no attribute does harm: ${tag}`)
      demand(!/^(?:href|src)$/i.test(attribute) || harmlessAddress.test(value), `no address does harm: ${tag}`)
    }
  }
}

/** Written HTML: markdown without HTML, which cleaning leaves alone. */
export const htmlFuzzer: Fuzzer<string> = {
  name: "HTML",
  draw: (draw) => draw.mutate(htmls, htmlTokens).slice(0, 120),
  sizeOf: (text) => text.length,
  check: (text) => {
    const markdown = toMarkdown(text)
    demand(!isHtml(markdown), "the markdown of HTML is no HTML")
    demandSame(cleanMarkdown(markdown), markdown, "the markdown of HTML is clean")
    demandHarmless(toHtml(markdown))
  }
}

/** Written markdown: cleaned once and for all, and harmless HTML. */
export const markdownFuzzer: Fuzzer<string> = {
  name: "markdown",
  draw: (draw) => draw.mutate(markdowns, markdownTokens).slice(0, 120),
  sizeOf: (text) => text.length,
  check: (text) => {
    const clean = isHtml(text) ? toMarkdown(text) : cleanMarkdown(text)
    demandSame(cleanMarkdown(clean), clean, "cleaning what is clean changes nothing")
    demandHarmless(text.length % 2 === 0 ? toHtml(text) : toHtmlWithEmbeds(text))
  }
}
