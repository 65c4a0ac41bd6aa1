import { parameterOf } from "../query/parseQueryString.js"

/** The address of a request for a feed or calendar. */
export interface FeedAddress {
  /** Base of absolute URLs, without a trailing slash. */
  readonly base: string
  /** Path and query string, as they were sent. */
  readonly target: string
}

const nameOf = (pair: string): string => {
  const name = pair.split("=", 1).join("")
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const without = (target: string, isDropped: (name: string) => boolean): readonly [path: string, pairs: ReadonlyArray<string>] => {
  const [path = "", queryString = ""] = target.split("#", 1).join("").split(/\?(.*)/s, 2)
  return [path, queryString.split("&").filter((pair) => pair !== "" && !isDropped(nameOf(pair)))]
}

const joined = (base: string, [path, pairs]: readonly [string, ReadonlyArray<string>]): string =>
  `${base}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`

/** A feed may be published, so its addresses contain no key. */
const isKey = (name: string): boolean => parameterOf(name) === "key"

/**
 * The address of a feed or calendar, without a key.
 *
 * @example
 * feedUrlOf({ base: "https://agenda.example", target: "/agendas/7/events.v2.rss?key=k&city=Brest" })
 * // "https://agenda.example/agendas/7/events.v2.rss?city=Brest"
 */
export const feedUrlOf = ({ base, target }: FeedAddress): string => joined(base, without(target, isKey))

/** The address of the page of a feed after this cursor, without a key. */
export const nextUrlOf = ({ base, target }: FeedAddress, after: ReadonlyArray<string>): string => {
  const [path, pairs] = without(target, (name) => ["key", "after", "from"].includes(parameterOf(name)))
  return joined(base, [path, [...pairs, ...after.map((value) => `after%5B%5D=${encodeURIComponent(value)}`)]])
}

/** The address of a request; `base` is the base of absolute URLs. */
export const addressOf = ({ url }: { readonly url: string }, base: string): FeedAddress => ({
  base,
  target: url.replace(/^[a-z]+:\/\/[^/?#]*/i, "")
})

/**
 * Absolute URL of an agenda's page, without a trailing slash; the pages of its events and slots are below it. `base` is
 * the base of absolute URLs.
 */
export const agendaUrlOf = (base: string) => (slug: string): string => `${base}/agendas/${encodeURIComponent(slug)}`
