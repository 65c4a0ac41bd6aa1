import type { AgendaOrder, AgendaPlan } from "./AgendaPlan.js"

/** What a cursor of an agenda search says. */
export interface AgendaCursor {
  /** Behind which place to go on. */
  readonly place: NonNullable<AgendaPlan["after"]>
  /** The instant of the first page, epoch milliseconds, where the order follows from one. */
  readonly asOf: number | null
}

/** What the cursors of each order begin with, so that one of another order is told apart. */
const codes = { relevance: 1, createdAt: 2, recentlyAddedEvents: 3 } as const satisfies Record<Exclude<AgendaOrder, "uid">, number>

/**
 * Writes a cursor as the list of integers that clients pass back as `after`: `[uid]` by uid, else the order's code, the number ordered by
 * and the uid; by recently added events also the instant of the first page, which every page counts from.
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

/** Reads what `encodeAgendaCursor` wrote; null for anything else, and for a cursor of another order. */
export const decodeAgendaCursor = (sort: AgendaOrder, after: ReadonlyArray<number>): AgendaCursor | null => {
  if (!after.every(Number.isSafeInteger)) return null
  if (sort !== "uid") return decodeCoded(sort, after)
  const [uid, ...more] = after
  return uid === undefined || more.length > 0 ? null : { place: { key: 0, uid }, asOf: null }
}
