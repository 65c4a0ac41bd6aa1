import { type Html, html, trusted } from "../Html.js"
import type { PageContext } from "../PageContext.js"
import { type PageLanguage, pageLanguages, pageTexts } from "../pageLanguages.js"

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
  /** Path of the page in another language. */
  readonly inLanguage: (lang: PageLanguage) => string
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
<meta property="og:locale" content="${lang}">
${frame.siteName !== "" && html`<meta property="og:site_name" content="${frame.siteName}">`}
${
    frame.image !== null && html`<meta property="og:image" content="${frame.image.url}">
<meta property="og:image:width" content="${frame.image.width}">
<meta property="og:image:height" content="${frame.image.height}">`
  }
<meta name="twitter:card" content="${frame.image === null ? "summary" : "summary_large_image"}">`

const languageLinks = ({ inLanguage }: PageFrame, { lang, texts }: PageContext): Html =>
  html`<footer><nav aria-label="${texts.languages}"><ul>${
    pageLanguages.map((each) =>
      html`<li><a href="${inLanguage(each)}" lang="${each}" hreflang="${each}"${each === lang && html` aria-current="true"`}>${
        pageTexts[each].language
      }</a></li>`
    )
  }</ul></nav></footer>`

/** The whole document around a page's content. */
export const frameTemplate = (frame: PageFrame, context: PageContext): Html =>
  html`<!doctype html>
<html lang="${context.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === frame.siteName || frame.siteName === "" ? frame.title : `${frame.title} · ${frame.siteName}`}</title>
${meta(frame, context)}
<style>${trusted(frame.style)}</style>
</head>
<body>
${context.embed === null && html`<a class="skip" href="#content">${context.texts.skip}</a>`}
<main id="content">
${frame.content}
</main>
${context.embed === null && languageLinks(frame, context)}
</body>
</html>
`

/** Content of the 404 page, the same for every reason. */
export const missingTemplate = ({ texts }: PageContext): Html =>
  html`<header class="head"><h1>${texts.missing}</h1><p class="lead">${texts.missingWhy}</p></header>`
