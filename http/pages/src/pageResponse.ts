import { pageCacheControl, pageLanguageOf } from "@agenda-engine/http/exports/calendarExport"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import type { Html } from "./Html.js"
import type { PageContext } from "./PageContext.js"
import type { PageTemplates } from "./PageTemplates.js"
import type { PageFrame } from "./template/frameTemplate.js"

/** The style of a page, and the content security policy that allows it, for the base URL of images. */
export interface PageLook {
  readonly style: string
  /** The policy, for the base URL of images. */
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

/** The part of the Web Cryptography API that is used; every runtime has it. */
declare const crypto: { readonly subtle: { readonly digest: (algorithm: "SHA-256", data: Uint8Array) => Promise<ArrayBuffer> } }

const originOf = (url: string): string => /^https?:\/\/[^/]+/i.exec(url)?.[0] ?? ""

const sourceOf = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (digest) => `'sha256-${Encoding.encodeBase64(new Uint8Array(digest))}'`
  )

/**
 * Content security policy of pages with this style: no script but `script`, forms only to this origin, images only
 * from `imageBase` and from the server of map tiles.
 */
export const contentPolicy = Effect.fnUntraced(function*(
  { policy, script, style, tilesUrl = null }: Pick<PageTemplates, "policy" | "style"> & {
    readonly script?: string
    readonly tilesUrl?: string | null
  }
) {
  // Beside what a host's policy allows, which would otherwise replace it.
  const scripts = script === undefined ? {} : { "script-src": `${policy["script-src"] ?? ""} ${yield* sourceOf(script)}`.trim() }
  const styles = yield* sourceOf(style)
  return (imageBase: string): string => {
    const directives = {
      "default-src": "'none'",
      "style-src": styles,
      "img-src": ["'self'", originOf(imageBase), originOf(tilesUrl ?? "")].filter((source) => source !== "").join(" "),
      "form-action": "'self'",
      "base-uri": "'none'",
      "frame-ancestors": "'self'",
      ...policy,
      ...scripts
    }
    return Object.entries(directives).map(([name, value]) => `${name} ${value}`).join("; ")
  }
})
