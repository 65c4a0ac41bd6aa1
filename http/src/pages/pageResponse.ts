import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { pageCacheControl } from "./calendars.js"
import type { Html } from "./Html.js"
import type { PageContext } from "./PageContext.js"
import { pageLanguageOf } from "./pageLanguages.js"
import type { PageTemplates } from "./PageTemplates.js"
import type { PageFrame } from "./template/frameTemplate.js"

/** The style of a page, and the content security policy that allows it, for the base URL of images. */
export interface PageLook {
  readonly style: string
  readonly policy: (imageBase: string) => string
}

/** Languages of a page: that of its texts where the interface has none of it, and that of the interface. */
const contentLanguage = ({ textLang }: Pick<PageFrame, "textLang">, { lang }: PageContext): string =>
  textLang === null || pageLanguageOf(textLang) !== null ? lang : `${textLang}, ${lang}`

/** The response with a page. */
export const pageResponse = (templates: Pick<PageTemplates, "frame">, { policy, style }: PageLook) =>
(
  status: 200 | 404,
  frame: Omit<PageFrame, "content" | "style">,
  content: Html,
  context: PageContext
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(templates.frame({ ...frame, content, style }, context).markup, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "cache-control": status === 200 ? pageCacheControl : "no-cache",
      "content-language": contentLanguage(frame, context),
      "content-security-policy": policy(context.imageBase),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff"
    }
  })
