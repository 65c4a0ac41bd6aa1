import { describe, expect, it } from "@effect/vitest"
import { richText } from "../src/richText.js"

const { cleanMarkdown, isHtml, toHtml, toMarkdown } = richText

const docs = (content: string): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5b1c">${content}</b><br class="Apple-interchange-newline">`

const span = (style: string, text: string): string =>
  `<span style="font-size:11pt;font-family:Arial;${style};white-space:pre-wrap;">${text}</span>`

const plain = "font-weight:400;font-style:normal;text-decoration:none"

const word = (content: string): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset=utf-8>`
  + `<style><!-- p.MsoNormal {margin:0cm} --></style><!--[if gte mso 9]><xml><o:x/></xml><![endif]--></head>`
  + `<body lang=FR style='tab-interval:35.4pt'><!--StartFragment-->\n${content}\n<!--EndFragment--></body></html>`

const item = (level: number, marker: string, text: string, [open, close] = ["<!--[if !supportLists]-->", "<!--[endif]-->"]): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>${open}`
  + `<span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}`
  + `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span>${close}${text}<o:p></o:p></p>\n\n`

describe("a paste from Google Docs", () => {
  it.each([
    ["plain text, which is not bold", `<p dir="ltr">${span(plain, "Un texte")}</p>`, "Un texte"],
    [
      "bold, italic and struck spans",
      `<p dir="ltr">${span(plain, "Un ")}${span("font-weight:700;font-style:normal", "gras")}${span(plain, " ")}${
        span("font-weight:400;font-style:italic", "italique")
      }${span("font-weight:700;font-style:italic", " deux")}${span("text-decoration:line-through", " 20 €")}${span(plain, " 10 €")}</p>`,
      "Un **gras** *italique* **_deux_** ~~20 €~~ 10 €"
    ],
    ["underlined text", `<p>${span("text-decoration:underline", "a")}</p>`, "*a*"],
    ["headings", `<h1 dir="ltr">${span("font-weight:400", "Un")}</h1><h2>${span("font-weight:400", "Deux")}</h2>`, "# Un\n\n## Deux"],
    [
      "links with a redirect, underlined",
      `<p><a href="https://www.google.com/url?q=https://example.org/a?b%3Dc%26d%3D%C3%A9&amp;sa=D&amp;source=editors&amp;usg=x" style="text-decoration:none">${
        span("text-decoration:underline", "lien")
      }</a></p>`,
      "[lien](https://example.org/a?b=c\\&d=é)"
    ],
    [
      "nested lists beside their items",
      `<ul style="margin-top:0"><li dir="ltr" style="font-weight:400" aria-level="1"><p dir="ltr" role="presentation">${
        span(plain, "un")
      }</p></li>`
      + `<ul><li aria-level="2"><p>${span(plain, "un un")}</p></li><ol><li><p>un un un</p></li></ol></ul><li><p>${
        span(plain, "deux")
      }</p></li></ul>`,
      "- un\n  - un un\n    1. un un un\n- deux"
    ],
    [
      "a table",
      `<div dir="ltr" align="left"><table style="border:none"><colgroup><col width="10"/></colgroup><tbody><tr><td><p dir="ltr">${
        span("font-weight:700", "Jour")
      }</p></td><td><p>Heure</p></td></tr><tr><td><p>Lundi</p></td><td><p>10h</p></td></tr></tbody></table></div>`,
      "**Jour** | Heure  \nLundi | 10h"
    ],
    ["signs of markdown", `<p>${span(plain, "- tiret *étoile*")}</p>`, "\\- tiret \\*étoile\\*"]
  ])("has %s", (_label, html, markdown) => {
    expect(isHtml(docs(html))).toBe(true)
    expect(toMarkdown(docs(html))).toBe(markdown)
  })
})

describe("a paste from Word", () => {
  it.each([
    [
      "emphasis whose styles are not of the page",
      "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Gras</b> et <i style='mso-bidi-font-style:normal'>italique</i><o:p></o:p></p>",
      "**Gras** et *italique*"
    ],
    ["empty paragraphs", "<p class=MsoNormal>a</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>b</p>", "a\n\nb"],
    [
      "lists as paragraphs, nested, with bullets and numbers",
      item(1, "·", "Un") + item(2, "o", "Sous un") + item(3, "§", "Plus bas", ["<![if !supportLists]>", "<![endif]>"]) +
      item(1, "·", "<b>Deux</b>")
      + "<p class=MsoNormal>Puis</p>" + item(1, "3.", "Trois") + item(2, "a)", "Sous trois") + item(1, "4.", "Quatre"),
      "- Un\n  - Sous un\n    - Plus bas\n- **Deux**\n\nPuis\n\n3. Trois\n   1. Sous trois\n4. Quatre"
    ],
    ["a list that begins on the second level", item(2, "o", "Un") + item(1, "·", "Deux"), "- Un\n- Deux"],
    ["two kinds of lists in a row", item(1, "·", "Un") + item(1, "1)", "Deux"), "- Un\n\n1. Deux"],
    ["a price that was struck", "<p class=MsoNormal><s>20 €</s> 10 €</p>", "~~20 €~~ 10 €"],
    [
      "a table",
      "<table class=MsoTableGrid border=1><tr><td width=10 style='width:1cm'><p class=MsoNormal>a<o:p></o:p></p></td><td><p class=MsoNormal>b</p></td></tr></table>",
      "a | b"
    ],
    [
      "a numbered heading",
      "<h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Titre</h1>",
      "# 1.\u00A0 Titre"
    ]
  ])("has %s", (_label, html, markdown) => {
    expect(isHtml(word(html))).toBe(true)
    expect(toMarkdown(word(html))).toBe(markdown)
  })
})

describe("styles of other elements than spans", () => {
  const strong = "font-weight:bold"
  it.each([
    [`<p style="${strong}">Gras</p><p style="font-style: italic">Penché</p>`, "**Gras**\n\n*Penché*"],
    [`<p style="${strong};font-style:oblique">Deux</p>`, "**_Deux_**"],
    [`<p style="${strong}">Gras <span style="font-weight:normal">non</span> oui</p>`, "**Gras** non **oui**"],
    [`<p style="font-style:italic">a <span style="font-style:normal">b</span></p>`, "*a* b"],
    [`<span style="${strong}">a <span style="font-weight:400">b</span></span>`, "**a** b"],
    [`<div style="${strong}"><p>a</p><p style="font-weight:400">b</p></div>`, "**a**\n\nb"],
    [`<ul>\n<li style="${strong}">un</li>\n<li style="font-weight:400">deux</li>\n</ul>`, "- **un**\n- deux"],
    [`<ul style="${strong}">\n<li>un</li>\n</ul>`, "- **un**"],
    [`<table>\n<tr>\n<td style="${strong}">a</td>\n<td style="font-style:italic">b</td>\n</tr>\n</table>`, "**a** | *b*"],
    [
      `<table style="${strong}"><tr><th style="${strong}">a</th></tr><tr><td>b</td></tr></table>`,
      "| a |\n| --- |\n| **b** |"
    ],
    [`<div style="${strong}"><h2 style="${strong}">Titre</h2>a</div>`, "## Titre\n\n**a**"],
    [`<font style="${strong}">a</font> <font style="font:italic 12pt Arial">b</font>`, "**a** *b*"],
    [`<p style="${strong}">a <b>b</b> <strong>c</strong></p>`, "**a** **b** **c**"],
    [`<p>Voir <a style="${strong};text-decoration:underline" href="https://a.example/">ici</a></p>`, "Voir [**ici**](https://a.example/)"],
    [`<p style="${strong}">a <code>b</code></p><pre style="${strong}">c</pre>`, "**a** **`b`**\n\n```\nc\n```"],
    [`<p style="font:italic small-caps bold 12px/30px Georgia, serif">a</p>`, "**_a_**"],
    [`<p style="font: 700 1.5em 'Arial Black'">a</p><p style="font:12pt Bold Italic">b</p>`, "**a**\n\nb"],
    [`<p style="${strong};font:x-large Arial">a</p><p style="font:x-large Arial;${strong}">b</p>`, "a\n\n**b**"],
    [`<p style="${strong};font:Arial">a</p><p style="font:bold">b</p>`, "**a**\n\nb"],
    [item(1, "·", "Un").replace("mso-list", `${strong};mso-list`) + item(1, "·", "Deux"), "- **Un**\n- Deux"],
    [docs(`<p dir="ltr" style="font-weight:400">${span("font-weight:700", "a")} b</p>`), "**a** b"]
  ])("%s is read as %s", (html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown)
    expect(cleanMarkdown(markdown)).toBe(markdown)
  })
})

describe("links that redirect", () => {
  it.each([
    ["https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2Fa", "https://example.org/a"],
    ["https://www.google.fr/url?q=http://example.org/", "http://example.org/"],
    ["https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&data=05", "https://example.org/"],
    ["https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2F%3Fa%3D1&h=x", "https://example.org/?a=1"],
    ["https://www.google.com/url?q=javascript:alert(1)", "https://www.google.com/url?q=javascript:alert(1)"],
    ["https://www.google.com/url?q=https%3A%2F%2F%ZZ", "https://www.google.com/url?q=https%3A%2F%2F%ZZ"],
    ["https://google.com.example.org/url?q=https://a.example", "https://google.com.example.org/url?q=https://a.example"],
    ["https://www.google.com/search?q=https://a.example", "https://www.google.com/search?q=https://a.example"]
  ])("of %s lead to %s", (href, url) => {
    expect(toHtml(toMarkdown(`<p><a href="${href.replaceAll("&", "&amp;")}">a</a></p>`))).toBe(
      `<p><a href="${url.replaceAll("&", "&#x26;")}">a</a></p>`
    )
  })
})

describe("strike-through and tables", () => {
  it.each([
    ["<p><s>20 €</s> 10 €</p>", "~~20 €~~ 10 €", "<p><s>20 €</s> 10 €</p>"],
    ["<p><del>a</del><strike>b</strike> c</p>", "~~ab~~ c", "<p><s>ab</s> c</p>"],
    ["<p><s>20 €</s>10 €</p>", "~~20 €~~&#x31;0 €", "<p><s>20 €</s>10 €</p>"],
    ["<s><p>a</p><p>b</p></s>", "~~a~~\n\n~~b~~", "<p><s>a</s></p>\n<p><s>b</s></p>"],
    ["<p>~~a~~ ~b~</p>", "\\~~a\\~\\~ ~b~", "<p>~~a~~ ~b~</p>"],
    [
      "<table><thead><tr><th>Jour</th><th>Heure</th></tr></thead><tbody><tr><td>Lundi</td><td>10h <code>a|b</code> c|d</td></tr></tbody></table>",
      "| Jour | Heure |\n| --- | --- |\n| Lundi | 10h `a\\|b` c\\|d |",
      "<table>\n<thead>\n<tr>\n<th>Jour</th>\n<th>Heure</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Lundi</td>\n<td>10h <code>a|b</code> c|d</td>\n</tr>\n</tbody>\n</table>"
    ],
    ["<p>a | b<br>:-: | -<br>|---|</p>", "a | b  \n\\:-: | -  \n\\|---|", "<p>a | b<br>\n:-: | -<br>\n|---|</p>"]
  ])("%s is stored as %s", (html, markdown, shown) => {
    expect(toMarkdown(html)).toBe(markdown)
    expect(cleanMarkdown(markdown)).toBe(markdown)
    expect(toHtml(markdown)).toBe(shown)
    expect(toMarkdown(shown)).toBe(markdown)
  })

  it("are written in markdown", () => {
    expect(toHtml("~~20 €~~ 10 €")).toBe("<p><s>20 €</s> 10 €</p>")
    expect(toHtml("a | b\n:-- | --:\n**1** | <b>2</b>")).toBe(
      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><strong>1</strong></td>\n<td><b>2</b></td>\n</tr>\n</tbody>\n</table>"
    )
  })
})
