import type { AgendaOrder, AgendaPlan } from "./AgendaPlan.js"

/** Contents of a decoded agenda-search cursor. */
export interface AgendaCursor {
  /** The position after which the page starts. */
  readonly place: NonNullable<AgendaPlan["after"]>
  /** The instant of the first page, epoch milliseconds; null when the order does not depend on time. */
  readonly asOf: number | null
}

/** First integer of a cursor by order, so that a cursor of another order is detected. */
const codes = { relevance: 1, createdAt: 2, recentlyAddedEvents: 3 } as const satisfies Record<Exclude<AgendaOrder, "uid">, number>

/**
 * Encodes a cursor as the integers that clients pass back as `after`. By uid: `[uid]`. Otherwise: the code of the
 * order, the sort key and the uid. By recently added events, the instant of the first page precedes the uid, because
 * every page counts from it.
 *
 * @example
 * encodeAgendaCursor(plan, { key: 6, uid: 12 }) // [1, 6, 12] by relevance
 */
export const encodeAgendaCursor = (plan: AgendaPlan, { key, uid }: AgendaCursor["place"]): ReadonlyArray<number> => {
  switch (plan.sort) {
    case "uid":
      return [uid]
    case "recentlyAddedEvents":
      return [codes[plan.sort], key, plan.recent.lte, uid]
    case "createdAt":
    case "relevance":
      return [codes[plan.sort], key, uid]
  }
}

const decodeCoded = (sort: Exclude<AgendaOrder, "uid">, after: ReadonlyArray<number>): AgendaCursor | null => {
  const isTimed = sort === "recentlyAddedEvents"
  const [code, key, ...rest] = after
  const [asOf, uid] = isTimed ? rest : [null, rest[0]]
  if (after.length !== (isTimed ? 4 : 3) || code !== codes[sort]) return null
  return key === undefined || asOf === undefined || uid === undefined ? null : { place: { key, uid }, asOf }
}

/** Decodes the output of `encodeAgendaCursor`; null for any other input and for a cursor of another order. */
export const decodeAgendaCursor = (sort: AgendaOrder, after: ReadonlyArray<number>): AgendaCursor | null => {
  if (!after.every(Number.isSafeInteger)) return null
  if (sort !== "uid") return decodeCoded(sort, after)
  const [uid, ...more] = after
  return uid === undefined || more.length > 0 ? null : { place: { key: 0, uid }, asOf: null }
}
