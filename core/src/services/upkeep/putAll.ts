import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { atomically } from "../atomically.js"
import { sparing } from "./sparing.js"

/** How many records are written in one transaction, which keeps other writers of the agenda out. */
const page_records = 50

/** Which records are put again, and how. */
export interface Putting<A, R> {
  readonly agendaUid: number
  /** Names one of them in warnings. */
  readonly what: string
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<A>, StoreError>
  /** Puts one. Made anew in each transaction, under the agenda's lock: what it takes of the agenda is as it is then. */
  readonly putter: Effect.Effect<(record: A) => Effect.Effect<void, StoreError, R>, StoreError, R>
  readonly count: (records: number) => Effect.Effect<void>
}

interface Found<A> {
  readonly uid: number
  readonly record: Effect.Effect<A, StoreError>
}

type Scan<A> = (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<A>, StoreError>

const found = <A extends { readonly uid: number }>(records: ReadonlyArray<A>): ReadonlyArray<Found<A>> =>
  records.map((record) => ({ uid: record.uid, record: Effect.succeed(record) }))

/** The record after this uid, which may be one that cannot be read: the store then says which. */
const scanOne = <A extends { readonly uid: number }>(scan: Scan<A>, afterUid: number): Effect.Effect<ReadonlyArray<Found<A>>, StoreError> =>
  Effect.catchAll(
    Effect.map(scan(afterUid, 1), found),
    (error) =>
      error.reason === "Corrupt" && error.uid !== undefined && error.uid > afterUid
        ? Effect.succeed([{ uid: error.uid, record: error }])
        : error
  )

/** A page of records; one by one when it has some that cannot be read. */
const scanPage = <A extends { readonly uid: number }>(
  scan: Scan<A>,
  afterUid: number
): Effect.Effect<ReadonlyArray<Found<A>>, StoreError> =>
  Effect.catchIf(Effect.map(scan(afterUid, page_records), found), ({ reason }) => reason === "Corrupt", () =>
    Effect.gen(function*() {
      const page: Array<Found<A>> = []
      while (page.length < page_records) {
        const next = yield* scanOne(scan, page.at(-1)?.uid ?? afterUid)
        if (next.length === 0) return page
        page.push(...next)
      }
      return page
    }))

/**
 * Puts all records of an agenda again, page by page, each under the agenda's lock: nobody else's change is undone. One that cannot be read is
 * left as it is, and a warning names it.
 */
export const putAll = Effect.fnUntraced(function*<A extends { readonly uid: number }, R>(putting: Putting<A, R>) {
  const { agendaUid, count, putter, scan, what } = putting
  const agendas = yield* AgendaStore
  const putPage = (afterUid: number) =>
    atomically(Effect.gen(function*() {
      yield* agendas.lock(agendaUid)
      const put = yield* putter
      const page = yield* scanPage((after: number, limit: number) => scan(agendaUid, after, limit), afterUid)
      yield* Effect.forEach(page, ({ record, uid }) => sparing(what, uid, Effect.flatMap(record, put)), { discard: true })
      return page
    }))
  let afterUid: number | undefined = 0
  while (afterUid !== undefined) {
    const page: ReadonlyArray<Found<A>> = yield* putPage(afterUid)
    yield* count(page.length)
    afterUid = page.length < page_records ? undefined : page.at(-1)?.uid
  }
})
