import type { Mark, Opening } from "@agenda-engine/core/services/Freshness"
import type { RawRequest } from "./RawRequest.js"

/** A caller who has entered an agenda to read its events: as long as its mark holds, in its stretch, they would enter it the same. */
export interface Entrance extends Opening {
  /** Its door. */
  readonly question: string
  readonly mark: Mark
}

/** A list of an agenda's events that was asked for, as its address says it. */
export interface AskedList {
  readonly path: string
  readonly queryString: string
  /** All that the entrance depends on: the agenda and the credentials. */
  readonly door: string
}

const listShape = /^(\/v2\/agendas\/\d{1,16}\/events)(?:\?([^#]*))?$/

const carries = (header: string | ReadonlyArray<string> | undefined, shape: RegExp): boolean => shape.test(String(header ?? ""))

/**
 * What list of events a request asks for; null where it is another request, is written in any but the plainest way, or has its key in the
 * query string.
 */
export const askedList = ({ headers, method, url = "" }: RawRequest): AskedList | null => {
  const found = method === "GET" ? listShape.exec(url) : null
  if (found === null) return null
  const { "access-token": token, authorization, key } = headers
  if (!carries(key, /\S/) && !carries(token, /\S/) && !carries(authorization, /^bearer +\S/i)) return null
  const [, path = "", queryString = ""] = found
  return { path, queryString, door: [path, key, token, authorization].join("\n") }
}
