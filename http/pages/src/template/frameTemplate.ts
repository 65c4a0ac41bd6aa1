import { href, type Html, html, trusted } from "../Html.js"
import type { PageContext } from "../PageContext.js"
import { languageName } from "../pageLanguages.js"
import { langAttributes, langOf } from "./localText.js"

/** A page without its content. */
export interface PageFrame {
  readonly title: string
  readonly description: string
  /** The agenda's title; empty on a page without agenda. */
  readonly siteName: string
  /** Open Graph type. */
  readonly type: "website" | "article"
  /** Its own absolute URL; null when there is none. */
  readonly canonical: string | null
  /** The languages of the page, each with its URL. */
  readonly alternates: ReadonlyArray<{ readonly lang: string; readonly url: string }>
  /** Language of title and description; null when it is unknown. */
  readonly textLang: string | null
  /** Languages that the page links to: those of its texts, or of the interface when it has none. */
  readonly languages: ReadonlyArray<string>
  /** Path of the page in another language. */
  readonly inLanguage: (lang: string) => string
  readonly image: { readonly url: string; readonly width: number; readonly height: number } | null
  /** Whether search engines may index it. */
  readonly indexed: boolean
  readonly content: Html
  /** CSS: the only style that the page's content security policy allows. */
  readonly style: string
}

const meta = (frame: PageFrame, { lang }: PageContext): Html =>
  html`<meta name="description" content="${frame.description}">
${!frame.indexed && html`<meta name="robots" content="noindex">`}
${
    frame.canonical !== null && html`<link rel="canonical" href="${frame.canonical}">
<meta property="og:url" content="${frame.canonical}">`
  }
${
    frame.alternates.map((alternate) =>
      html`<link rel="alternate" hreflang="${alternate.lang}" href="${alternate.url}">
`
    )
  }<meta property="og:type" content="${frame.type}">
<meta property="og:title" content="${frame.title}">
<meta property="og:description" content="${frame.description}">
<meta property="og:locale" content="${frame.textLang ?? lang}">
${frame.siteName !== "" && html`<meta property="og:site_name" content="${frame.siteName}">`}
${
    frame.image !== null && html`<meta property="og:image" content="${frame.image.url}">
<meta property="og:image:width" content="${frame.image.width}">
<meta property="og:image:height" content="${frame.image.height}">`
  }
<meta name="twitter:card" content="${frame.image === null ? "summary" : "summary_large_image"}">`

const languageLinks = ({ inLanguage, languages, textLang }: PageFrame, { lang, texts }: PageContext): Html | null =>
  languages.length < 2 && languages[0] === (textLang ?? lang) ?
    null :
    html`<nav aria-label="${texts.languages}"><ul>${
      languages.map((each) =>
        html`<li><a href="${inLanguage(each)}"${langAttributes(each)} hreflang="${each}"${
          each === (textLang ?? lang) && html` aria-current="true"`
        }>${languageName(each)}</a></li>`
      )
    }</ul></nav>`

const siteHeader = ({ site }: PageContext): Html | false =>
  site.name !== null &&
  html`<header class="site"><p>${site.url === null ? site.name : html`<a${href(site.url)}>${site.name}</a>`}</p></header>`

const siteLinks = ({ site, start, texts }: PageContext): Html | false => {
  const links = [
    { url: start, text: texts.agendas },
    { url: site.imprintUrl, text: texts.imprint },
    { url: site.accessibilityUrl, text: texts.accessibilityStatement }
  ].flatMap(({ text, url }) => url === null ? [] : [html`<li><a${href(url)}>${text}</a></li>`])
  return links.length > 0 && html`<ul class="links">${links}</ul>`
}

/** The whole document around a page's content. */
export const frameTemplate = (frame: PageFrame, context: PageContext): Html =>
  html`<!doctype html>
<html${langAttributes(context.lang)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title${frame.textLang !== null && langOf({ lang: frame.textLang }, context)}>${
    frame.title === frame.siteName || frame.siteName === "" ? frame.title : `${frame.title} · ${frame.siteName}`
  }</title>
${meta(frame, context)}
<style>${trusted(frame.style)}</style>
</head>
<body>
${context.embed === null && html`<a class="skip" href="#content">${context.texts.skip}</a>`}
${context.embed === null && siteHeader(context)}
<main id="content">
${frame.content}
</main>
${
    context.embed === null &&
    html`<footer>${siteLinks(context)}${languageLinks(frame, context)}${
      frame.canonical !== null && html`<p class="printed">${frame.canonical}</p>`
    }</footer>`
  }
</body>
</html>
`

/** Content of the 404 page, the same for every reason. */
export const missingTemplate = ({ site, start, texts }: PageContext): Html =>
  html`<header class="head"><h1>${texts.missing}</h1><p class="lead">${texts.missingWhy}</p></header>
${
    start !== null
      ? html`<p><a class="button quiet" href="${start}">${texts.agendas}</a></p>`
      : site.url !== null && html`<p><a class="button quiet"${href(site.url)}>${site.name ?? site.url}</a></p>`
  }`
