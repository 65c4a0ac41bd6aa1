import { mediaLinks } from "@agenda-engine/core/derive/structured/mediaLinks"
import { RichText } from "@agenda-engine/core/ports/RichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { layer } from "../src/MarkdownRichText.js"
import { richText } from "../src/richText.js"
import { markdowns } from "./DescriptionArbitraries.js"

const { cleanMarkdown, isHtml, toHtml, toHtmlWithEmbeds, toMarkdown } = richText

const film = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
const frame = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360" title="YouTube" loading="lazy" '
  + 'referrerpolicy="strict-origin-when-cross-origin" allow="encrypted-media; fullscreen; picture-in-picture"></iframe>'

describe("isHtml", () => {
  it.each([
    ["a paragraph", "<p>Bonjour</p>"],
    ["capitals", "<P>Bonjour</P>"],
    ["white space in front", '\n    <div class="x">Bonjour</div>'],
    ["text in front", "Bonjour<p>à tous</p>"],
    ["a list after a line", "Au programme :\n<ul><li>Danse</li></ul>"],
    ["a paragraph behind comments and styles", "<!-- collé de Word -->\n<style>p { color: red }</style> <!-- x --><p>Bonjour</p>"],
    ["paragraphs with signs of markdown in them", "<p>Tarif : *réduit*</p>\n\n<p>- **non**</p>"],
    ["HTML that begins with text", "Bonjour,<div>- un</div>\n<div>- deux</div>"],
    ["blocks between comments", "<!-- wp:paragraph -->\n<p>Un</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list --><ul><li>a</li></ul>"],
    ["a doctype", "<!DOCTYPE html><b>Bonjour</b>"],
    ["a rule", "<hr/>"]
  ])("recognizes %s", (_label, text) => {
    expect(isHtml(text)).toBe(true)
  })

  it.each([
    ["plain text", "Bonjour à tous"],
    ["nothing", ""],
    ["markdown", "# Titre\n\n- **Danse**\n- [Chant](https://example.org)"],
    ["inline tags", "Bonjour<br>à <b>tous</b>"],
    ["comments", "<!-- x -->\n\n**Danse** <!-- y -->"],
    ["a script", "Bonjour <script>alert(1)</script>"],
    ["a frame between paragraphs", `Un\n\n<iframe src="${film}"></iframe>\n\n- deux`],
    ["blocks of HTML between marks of markdown", "**Danse**\n\n<div>Chant</div>\n\n- un\n- deux"],
    ["autolinks", "<https://example.org> <contact@example.org>"],
    ["signs", "moins de 10 ans : 5 € ; a < b > c ; <3"],
    ["code", "La balise `<p>` :\n\n```\n<div>\n```"],
    ["an escape", "La balise \\<p>"],
    ["references", "&lt;p&gt;Bonjour&lt;/p&gt;"],
    ["another word", "<parler> <pre-vente>"]
  ])("does not recognize %s", (_label, text) => {
    expect(isHtml(text)).toBe(false)
  })
})

describe("toMarkdown", () => {
  it.each([
    ["paragraphs", "<p>Un</p>\n<p>Deux</p>", "Un\n\nDeux"],
    ["empty paragraphs", "<p>Un</p><p></p><p>&nbsp;</p><p><br></p><p>Deux</p>", "Un\n\nDeux"],
    ["a line break", "<p>Un<br>Deux<br />Trois</p>", "Un  \nDeux  \nTrois"],
    ["two line breaks", "Un<br><br>Deux", "Un\n\nDeux"],
    ["line breaks at the ends", "<p><br>Un<br></p>", "Un"],
    ["emphasis", "<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <u>e</u>", "**a** **b** *c* *d* *e*"],
    ["emphasis with white space", "<p><strong>Tarif : </strong>10 €<em> env.</em></p>", "**Tarif :** 10 € *env.*"],
    ["emphasis around a line break", "<p><strong>Titre<br></strong>suite</p>", "**Titre**  \nsuite"],
    ["emphasis in pieces", "<b>Le</b><b> Lac</b>", "**Le** **Lac**"],
    ["emphasis in itself", "<b>Le <strong>Lac</strong></b>", "**Le Lac**"],
    ["emphasis around blocks", "<b><p>Un</p><ul><li>Deux</li></ul></b>", "**Un**\n\n- **Deux**"],
    ["emphasis around a picture", "<b>\u{1F389} Fête</b>a", "\u{1F389} **Fête**a"],
    ["emphasis of nothing", "<p>a<b></b><i> </i>b</p>", "a b"],
    ["headings", "<h1>Un</h1><h2>Deux<br>lignes</h2><h6>Six</h6>", "# Un\n\n## Deux lignes\n\n###### Six"],
    ["a heading around blocks", "<h2><div>Un</div></h2>", "## Un"],
    [
      "lists",
      '<ul><li>Un</li><li>Deux<ol><li>a</li><li>b</li></ol></li></ul><ol start="3"><li>c</li></ol>',
      "- Un\n- Deux\n  1. a\n  2. b\n\n3. c"
    ],
    ["a list from 0 on", '<ol start="0"><li>a</li></ol>', "0. a"],
    ["a list from the last number on", '<ol start="999999999"><li>a</li></ol>', "999999999. a"],
    ["a list from a fraction on", '<ol start="2.5"><li>a</li></ol>', "2. a"],
    ["a list from a number that markdown has not", '<ol start="1000000000"><li>a</li></ol>', "1. a"],
    ["a list from 1e10 on", '<ol start="1e10"><li>a</li></ol>', "1. a"],
    ["a list from less than nothing on", '<ol start="-1"><li>a</li></ol>', "1. a"],
    ["a list from infinity on", '<ol start="Infinity"><li>a</li></ol>', "1. a"],
    ["a list from no number on", '<ol start="a"><li>a</li></ol>', "1. a"],
    ["lists with paragraphs", "<ul><li><p>Un</p></li><li><p>Deux</p></li></ul>", "- Un\n- Deux"],
    ["lists with several paragraphs", "<ul><li><p>Un</p><p>Deux</p></li><li>Trois</li></ul>", "- Un\n\n  Deux\n\n- Trois"],
    ["empty items", "<ul><li></li><li>Un</li></ul><ul></ul>", "- Un"],
    ["a quotation", "<blockquote><p>Un</p><p>Deux</p></blockquote>", "> Un\n>\n> Deux"],
    ["a rule", "Un<hr>Deux", "Un\n\n---\n\nDeux"],
    ["code", "<code>a*b</code> <pre>x\n  y</pre>", "`a*b`\n\n```\nx\n  y\n```"],
    ["a link", '<a href="https://example.org/a?b=1&amp;c=2" target=_blank>ici</a>', "[ici](https://example.org/a?b=1\\&c=2)"],
    [
      "a link labelled by itself",
      '<a href="https://example.org/">https://example.org/</a>',
      "[https://example.org/](https://example.org/)"
    ],
    ["a bare URL", "<p>Voir https://example.org/a_b_c.</p>", "Voir [https://example.org/a_b_c](https://example.org/a_b_c)."],
    ["a bare URL before a French sign", "<p>Voir https://example.org&nbsp;!</p>", "Voir [https://example.org](https://example.org)\u00A0!"],
    ["www", "www.example.org", "[www.example.org](http://www.example.org)"],
    [
      "e-mail",
      '<p>contact@example.org, <a href="mailto:a@example.org">nous</a></p>',
      "[contact@example.org](mailto:contact@example.org), [nous](mailto:a@example.org)"
    ],
    [
      "e-mail addresses joined by a sign",
      "<p>contact@example.org.contact@example.org</p>",
      "[contact@example.org](mailto:contact@example.org).contact@example.org"
    ],
    [
      "an e-mail address before a URL",
      "<h2>a@example.org:https://example.org</h2>",
      "## [a@example.org](mailto:a@example.org):[https://example.org](https://example.org)"
    ],
    [
      "an e-mail address in pieces",
      "<ul><li>a@<small>example</small><!-- x -->.org</li></ul>",
      "- [a@example.org](mailto:a@example.org)"
    ],
    [
      "an e-mail address in the label of a link",
      '<a href="https://example.org">a@example.org</a>',
      "[a@example.org](https://example.org)"
    ],
    [
      "e-mail addresses next to emphasis",
      "<p>a@example.org<b>b@example.org</b></p>",
      "[a@example.org](mailto:a@example.org)**[b@example.org](mailto:b@example.org)**"
    ],
    [
      "e-mail addresses in cells",
      "<table><tr><td>a@example.org</td><td>.b@example.org</td></tr></table>",
      "[a@example.org](mailto:a@example.org) | .b@example.org"
    ],
    ["an e-mail address in code", "<code>a@example.org</code>", "`a@example.org`"],
    ["a telephone", '<a href="tel:+33102030405">01 02 03 04 05</a>', "[01 02 03 04 05](tel:+33102030405)"],
    [
      "a link without scheme",
      '<a href="www.example.org">a</a> <a href="//example.org/b">b</a>',
      "[a](http://www.example.org) [b](https://example.org/b)"
    ],
    ["a scheme in capitals", '<a href=" HTTPS://example.org/A ">a</a>', "[a](https://example.org/A)"],
    ["a link that leads nowhere", '<a href="/page">a</a> <a href="#x">b</a> <a>c</a> <a href="https://example.org"></a>', "a b c"],
    [
      "a link around blocks",
      '<a href="https://example.org"><div>a</div><div>b</div></a>',
      "[a](https://example.org)\n\n[b](https://example.org)"
    ],
    ["an image", '<img src="https://example.org/a.png" alt="Vue" width=3>', "![Vue](https://example.org/a.png)"],
    [
      "a frame of a known platform",
      '<p>Avant</p><iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe><p>Après</p>',
      `Avant\n\n[${film}](${film})\n\nAprès`
    ],
    [
      "a frame in a paragraph",
      '<p>Avant <iframe src="https://player.vimeo.com/video/76979871"></iframe> après</p>',
      "Avant\n\n[https://vimeo.com/76979871](https://vimeo.com/76979871)\n\naprès"
    ],
    ["an old player", '<object><embed src="https://www.youtube.com/v/dQw4w9WgXcQ"></object>', ""],
    ["another frame", '<p>a<iframe src="https://example.org">b</iframe>c</p>', "ac"],
    [
      "a table",
      "<table><caption>Horaires</caption><thead><tr><th>Jour</th><th>Heure</th></tr></thead><tbody><tr><td>Lundi</td><td>10h</td></tr><tr><td></td><td><b>14h</b></td></tr></tbody></table>",
      "Horaires\n\nJour | Heure  \nLundi | 10h  \n**14h**"
    ],
    [
      "a page laid out in a table",
      "<table><tr><td><p>Un</p><p>Deux</p></td><td><ul><li>Trois</li></ul></td></tr></table>",
      "Un\n\nDeux\n\n- Trois"
    ],
    ["definitions", "<dl><dt>Lieu</dt><dd>Lille</dd></dl>", "- Lieu\n\n  Lille"],
    ["several definitions", "<dl><dt>a</dt><dd>b</dd><dd>c</dd> <dt>d</dt></dl>", "- a\n  - b\n  - c\n- d"],
    ["definitions outside of their list", "<p>a</p><dd>b</dd>", "a\n\nb"],
    ["text beside the items of a list", "<ul>a <b>b</b><li>c</li> <li>d</li></ul>", "- a **b**\n\n  c\n\n- d"],
    ["text on either side of an empty block", "<div>a <table></table>b</div>", "a b"],
    ["a summary", "<details><summary>a</summary>b</details>", "a\n\nb"],
    ["a quotation", "<p>Dit<q> oui</q></p>", 'Dit "oui"'],
    ["references", "L&#39;&eacute;t&eacute; &amp; l&rsquo;hiver&nbsp;: 5&nbsp;&euro; &lt; 10", "L'été & l’hiver\u00A0: 5\u00A0€ < 10"],
    ["markup written as text", "<p>&lt;b&gt;gras&lt;/b&gt; &amp;amp; \\&lt;i&gt;</p>", "&lt;b>gras&lt;/b> \\&amp; \\\\&lt;i>"],
    [
      "signs of markdown",
      "<p># 1 * 2 _a_ `b` [c](d) ~e~<br>- tiret<br>1. point<br>> plus</p>",
      "\\# 1 \\* 2 \\_a\\_ \\`b\\` \\[c]\\(d) ~e~  \n\\- tiret  \n1\\. point  \n\\> plus"
    ],
    ["signs next to pictures", "<p>\u{1F389}_a__\u{1F389} a_b</p>", "\u{1F389}\\_a\\_\\_\u{1F389} a_b"],
    [
      "what markdown has no mark for",
      '1<sup>er</sup> H<sub>2</sub>O <s>15</s> <small>x</small> <span style="color:red">y</span>',
      "1er H2O ~~15~~ x y"
    ],
    ["white space", "<p>\n  Un\n  deux\t trois  </p>\n\n", "Un deux trois"],
    ["what is unseen", "<style>p{}</style><p>Un</p><script>x()</script><!-- y --><title>z</title>", "Un"],
    ["tags in disorder", "<p>Un <b>deux <i>trois</b> quatre</i><p>Cinq", "Un **deux _trois_** *quatre*\n\nCinq"],
    ["no markup", "Un texte.", "Un texte."],
    ["nothing", "", ""],
    ["white space alone", " \n&nbsp;<br>", ""]
  ])("writes %s", (_label, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown)
  })

  it("does not turn text into an e-mail autolink", () => {
    for (const html of ["<{|@script><p>v>", "a <1@b.example> c", "<p><.@b> <~x+y@b.c>"]) {
      const markdown = toMarkdown(html)
      expect(cleanMarkdown(markdown)).toBe(markdown)
    }
    expect(toMarkdown("1 < 2 <3")).toBe("1 < 2 <3")
  })

  it("preserves a whole description from an editor", () => {
    const html =
      "<h2>Nuit des lampions&nbsp;: <em>5<sup>e</sup> édition</em></h2>\n<p>La MJC des Tilleuls vous invite à une balade <strong>gratuite</strong> au fil de l&rsquo;eau.<br />"
      + "Départ à 19h30, quai des Brumes.</p>\n<p><strong>Au programme&nbsp;:</strong></p>\n<ul>\n<li>Contes &amp; légendes</li>\n<li>Soupe (prix libre)</li>\n</ul>\n"
      + '<p>Infos&nbsp;: <a href="https://mjc.example.org/lampions?utm_source=lettre" rel="noopener">notre site</a> ou 01 02 03 04 05.</p>'
    const markdown =
      "## Nuit des lampions\u00A0: *5e édition*\n\nLa MJC des Tilleuls vous invite à une balade **gratuite** au fil de l’eau.  \nDépart à 19h30, quai des Brumes.\n\n"
      + "**Au programme\u00A0:**\n\n- Contes & légendes\n- Soupe (prix libre)\n\n"
      + "Infos\u00A0: [notre site](https://mjc.example.org/lampions?utm_source=lettre) ou 01 02 03 04 05."
    expect(toMarkdown(html)).toBe(markdown)
  })
})

describe("cleanMarkdown", () => {
  it.each([
    ["plain text", "Bonjour\nà tous"],
    ["markdown", '# Titre\n\n* **Danse**\n* [Chant](https://example.org "titre")\n\n1) `code`'],
    ["odd but harmless markdown", "__a__   *b*\n\n\n\nc  \n"],
    ["references", "a &amp; b &lt;p&gt;"],
    ["tags in code", "`<p>` et\n\n    <div>"]
  ])("leaves %s as it is", (_label, markdown) => {
    expect(cleanMarkdown(markdown)).toBe(markdown)
  })

  it.each([
    ["inline HTML", "**Bonjour**<br>à <b onclick=alert(1)>tous</b>", "**Bonjour**  \nà **tous**"],
    ["a script", "Bonjour <script>alert(1)</script>à tous", "Bonjour à tous"],
    ["an unsafe link", "[a](javascript:alert(1)) [b](https://example.org)", "a [b](https://example.org)"],
    ["an unsafe image", "a ![b](data:image/png;base64,AAAA)", "a"],
    ["a relative link", "[a](/b)", "a"],
    ["words between signs", "Ils jouent <<Le Cid>> et <Phèdre>.", "Ils jouent <&lt;Le Cid>> et &lt;Phèdre>."],
    ["words between signs on a line", "<Titre de la pièce>\nsuite", "&lt;Titre de la pièce>  \nsuite"],
    ["a custom element", "a <x-b>c</x-b>", "a c"],
    ["a tag behind a backslash", "\\<b>", "&lt;b>"],
    ["a comment", "**gras** <!-- x -->\n\n- un\n- deux", "**gras**\n\n- un\n- deux"],
    ["a comment before text on its line", "<!-- x --> **gras** <!-- y -->\n\n- un", "**gras**\n\n- un"],
    ["comments over several lines", "Un\n\n<!-- a\n\n* b -->\n\n**deux**", "Un\n\n**deux**"],
    ["a line of script", "**gras**\n\n<script>alert(1)</script>\n- un\n- deux", "**gras**\n\n- un\n- deux"],
    [
      "a frame of a known platform",
      `**gras**\n\n<iframe src="${film}"></iframe>\n- un\n- deux`,
      `**gras**\n\n[${film}](${film})\n\n- un\n- deux`
    ],
    ["a frame of several lines", `*a*\n<iframe\n  src="${film}">\n</iframe> *b*`, `*a*\n\n[${film}](${film})\n\n*b*`],
    ["another frame", '**gras**\n\n<iframe src="https://example.org/x"></iframe>\n\n- un', "**gras**\n\n- un"],
    ["a block", "**gras**\n\n<div>Chant *libre*</div>\n\n- un", "**gras**\n\nChant \\*libre\\*\n\n- un"],
    ["markdown between tags of blocks", "# Titre\n\n<div>\n\n**gras**\n\n</div>", "# Titre\n\n**gras**"],
    ["a script without end in a paragraph", "**a** <script> b\n\n**c**\n\n- d", "**a**\n\n**c**\n\n- d"],
    ["a script without end", "**a**\n\n<script>\n\nb", "**a**"],
    ["a block that is not closed", "*a*\n\n<b>\n\nb", "*a*\n\nb"],
    ["lone surrogates", "a\uDC00 \uD83C \u{1F389}", "a\uFFFD \uFFFD \u{1F389}"],
    ["a lone surrogate between markup and HTML", "_\\\uD83C_<b>c</b>", "*\\\uFFFD*__c__"]
  ])("rewrites %s", (_label, markdown, cleaned) => {
    expect(cleanMarkdown(markdown)).toBe(cleaned)
  })
})

describe("toHtml", () => {
  it.each([
    ["paragraphs", "Un\n\nDeux", "<p>Un</p>\n<p>Deux</p>"],
    ["line ends", "Un\nDeux  \nTrois\\\nQuatre", "<p>Un<br>\nDeux<br>\nTrois<br>\nQuatre</p>"],
    ["emphasis", "**a** *b* __c__ _d_", "<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em></p>"],
    ["headings", "# Un\n\nDeux\n---", "<h1>Un</h1>\n<h2>Deux</h2>"],
    [
      "lists",
      "- a\n- b\n  1. c\n\n3. d",
      '<ul>\n<li>a</li>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>\n<ol start="3">\n<li>d</li>\n</ol>'
    ],
    [
      "links",
      '[a](https://example.org "b") <https://example.org>',
      '<p><a href="https://example.org">a</a> <a href="https://example.org">https://example.org</a></p>'
    ],
    [
      "bare URLs",
      "(https://example.org/a_b) www.example.org.",
      '<p>(<a href="https://example.org/a_b">https://example.org/a_b</a>) <a href="http://www.example.org">www.example.org</a>.</p>'
    ],
    ["e-mail", "contact@example.org", '<p><a href="mailto:contact@example.org">contact@example.org</a></p>'],
    ["code", "`a < b`\n\n```js\nx\n```", "<p><code>a &lt; b</code></p>\n<pre><code>x\n</code></pre>"],
    ["images", "![Vue](https://example.org/a.png)", '<p><img src="https://example.org/a.png" alt="Vue"></p>'],
    ["inline HTML", "H<sub>2</sub>O <u>x</u><span>y</span>", "<p>H<sub>2</sub>O <u>x</u>y</p>"],
    ["signs", 'a < b & c > d "e"', '<p>a &lt; b &amp; c > d "e"</p>'],
    ["references", "&eacute; &lt;p&gt;", "<p>é &lt;p></p>"],
    [
      "definitions as text",
      "[a]\n\n[a]: https://example.org",
      '<p>[a]</p>\n<p>[a]: <a href="https://example.org">https://example.org</a></p>'
    ],
    ["nothing", "", ""]
  ])("writes %s", (_label, markdown, html) => {
    expect(toHtml(markdown)).toBe(html)
  })

  it("leaves media links as links", () => {
    expect(toHtml(`<${film}>`)).toBe(`<p><a href="${film}">${film}</a></p>`)
  })
})

describe("toHtmlWithEmbeds", () => {
  it.each([
    ["a bare link", film, `<p>${frame}</p>`],
    ["an autolink in a text", `Voir <${film}> !`, `<p>Voir ${frame} !</p>`],
    ["www", "www.youtube.com/watch?v=dQw4w9WgXcQ", `<p>${frame}</p>`],
    ["a labelled link", `Voir [le **teaser**](${film}).`, `<p>Voir le <strong>teaser</strong> ${frame}.</p>`],
    ["a link in a list", `- ${film}`, `<ul>\n<li>${frame}</li>\n</ul>`],
    ["another link", "<https://example.org>", '<p><a href="https://example.org">https://example.org</a></p>'],
    ["code", `\`${film}\``, `<p><code>${film}</code></p>`]
  ])("shows %s", (_label, markdown, html) => {
    expect(toHtmlWithEmbeds(markdown)).toBe(html)
  })

  // Core reads markdown by its signs alone: references, escapes and code by indentation are beyond it.
  it("shows the descriptions of links", () => {
    const sources = (html: string) => [...new Set(Array.from(html.matchAll(/<iframe.*?<\/iframe>/g), ([found]) => found))].sort()
    FastCheck.assert(
      FastCheck.property(markdowns.filter((markdown) => !/[`\\<&\t]| {4}|~~~/.test(markdown)), (markdown) => {
        const described = [...new Set(mediaLinks([markdown]).map(({ data }) => data.html))].sort()
        expect(sources(toHtmlWithEmbeds(markdown))).toEqual(described)
      }),
      { numRuns: 1_000 }
    )
  })
})

describe("layer", () => {
  it.effect("provides all conversions", () =>
    Effect.gen(function*() {
      const service = yield* RichText
      expect(service.toHtml(service.toMarkdown("<p>Bonjour</p>"))).toBe("<p>Bonjour</p>")
    }).pipe(Effect.provide(layer)))
})
