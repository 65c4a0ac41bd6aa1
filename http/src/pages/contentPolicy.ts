import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import type { PageTemplates } from "./PageTemplates.js"

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
