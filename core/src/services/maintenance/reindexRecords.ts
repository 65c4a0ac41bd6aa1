import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { atomically } from "../transaction/atomically.js"

/** Recovers from `Corrupt` with a warning that names the record. Returns whether the effect succeeded. */
export const skipCorrupt = <A, R>(
  what: string,
  uid: number,
  effect: Effect.Effect<A, StoreError, R>
): Effect.Effect<boolean, StoreError, R> =>
  Effect.catchIf(
    Effect.as(effect, true),
    ({ reason }) => reason === "Corrupt",
    (error) => Effect.as(Effect.logWarning(`${what} ${uid} cannot be read and is not indexed`, error), false)
  )

/** Number of records per transaction, which blocks other writers of the agenda. */
const page_records = 50

/** Which records are indexed again, and how. */
export interface Reindexing<A, R> {
  readonly agendaUid: number
  /** Name of the record type, for warnings. */
  readonly what: string
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<A>, StoreError>
  /**
   * Makes the function that puts a record. It is created in each transaction, under the agenda's lock, so that it
   * uses the current fields.
   */
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

/** The record after this uid. A corrupt one becomes a failing entry with its uid. */
const scanOne = <A extends { readonly uid: number }>(scan: Scan<A>, afterUid: number): Effect.Effect<ReadonlyArray<Found<A>>, StoreError> =>
  Effect.catchAll(
    Effect.map(scan(afterUid, 1), found),
    (error) =>
      error.reason === "Corrupt" && error.uid !== undefined && error.uid > afterUid
        ? Effect.succeed([{ uid: error.uid, record: error }])
        : error
  )

/** A page of records, loaded one by one when some are corrupt. */
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
 * Puts all records of an agenda again, one page per transaction, under the agenda's lock, so that no concurrent change
 * is lost. Corrupt records are skipped with a warning.
 */
export const reindexRecords = Effect.fnUntraced(function*<A extends { readonly uid: number }, R>(putting: Reindexing<A, R>) {
  const { agendaUid, count, putter, scan, what } = putting
  const agendas = yield* AgendaStore
  const putPage = (afterUid: number) =>
    atomically(Effect.gen(function*() {
      yield* agendas.lock(agendaUid)
      const put = yield* putter
      const page = yield* scanPage((after: number, limit: number) => scan(agendaUid, after, limit), afterUid)
      yield* Effect.forEach(page, ({ record, uid }) => skipCorrupt(what, uid, Effect.flatMap(record, put)), { discard: true })
      return page
    }))
  let afterUid: number | undefined = 0
  while (afterUid !== undefined) {
    const page: ReadonlyArray<Found<A>> = yield* putPage(afterUid)
    yield* count(page.length)
    afterUid = page.length < page_records ? undefined : page.at(-1)?.uid
  }
})
