import { urlsIn } from "@agenda-engine/core/domain/text/url"
import { allowedUrl } from "./secureMarkup.js"

/** A part of a text. */
export interface TextPart {
  readonly text: string
  /** The link target; null for text that is no link. */
  readonly url: string | null
}

interface Found {
  readonly at: number
  readonly text: string
  readonly url: string
}

/**
 * An e-mail address. What may follow one cannot start another, so that the text behind a link has no link in it when it
 * is read alone.
 */
const email = /(?<![\w.+-])\w[\w.+-]*@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?![\w@-])/gi

const emailsIn = (text: string): ReadonlyArray<Found> =>
  Array.from(text.matchAll(email), (match) => ({ at: match.index, text: match[0], url: `mailto:${match[0]}` }))

/** A part that every URL or e-mail address has, and that few other texts have. */
const linkSign = /:\/\/|www\.|@/i

const split = (value: string, found: ReadonlyArray<Found>): ReadonlyArray<TextPart> => {
  const parts: Array<TextPart> = []
  let done = 0
  for (const { at, text, url } of found) {
    if (at > done) parts.push({ text: value.slice(done, at), url: null })
    parts.push({ text, url: allowedUrl(url) })
    done = at + text.length
  }
  if (done < value.length) parts.push({ text: value.slice(done), url: null })
  return parts
}

/**
 * Splits a text at its URLs and at the e-mail addresses between them. No part without a link contains one when it is
 * split alone.
 */
export const splitLinks = (value: string): ReadonlyArray<TextPart> =>
  linkSign.test(value)
    ? split(value, urlsIn(value)).flatMap((part) => part.url === null ? split(part.text, emailsIn(part.text)) : [part])
    : [{ text: value, url: null }]
