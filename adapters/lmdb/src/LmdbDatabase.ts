import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { KeyValue } from "@agenda-engine/kv/KeyValue"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import * as lmdb from "lmdb"
import { type Entries, type MutableEntries, readingOf, writingOf } from "./longKeys.js"

/** Where an LMDB database is, and how long its writers wait. */
export interface LmdbFolder {
  /** Path of the folder. It is created. */
  readonly folder: string
  /**
   * Timeout of the wait for the write lock, which one transaction of all processes has; then it fails with `Busy`.
   * Default: 10 seconds.
   */
  readonly busyTimeout?: Duration.DurationInput | undefined
}

type Database = lmdb.RootDatabase<string, Buffer>

/** Readers of all processes at a time. */
const readers_max = 1_024

/** A failed call of LMDB, thrown through the synchronous interface of `KeyValue`. */
class LmdbFailure {
  constructor(readonly cause: unknown) {}
}

const failed = (operation: string, cause: unknown): StoreError => new StoreError({ reason: "Unavailable", operation, cause })

const attempt = <A>(call: () => A): A => {
  try {
    return call()
  } catch (cause) {
    throw new LmdbFailure(cause)
  }
}

const catchFailures = (operation: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
  Effect.catchSomeDefect(
    effect,
    (defect) => defect instanceof LmdbFailure ? Option.some(Effect.fail(failed(operation, defect.cause))) : Option.none()
  )

const entriesOf = (database: Database, transaction?: lmdb.Transaction): Entries => {
  const options = transaction === undefined ? {} : { transaction }
  return {
    get: (key) => attempt(() => database.get(key, options)),
    *range(start, end) {
      const entries = attempt(() => database.getRange({ start, end, inclusiveEnd: true, ...options })[Symbol.iterator]())
      try {
        for (let next = attempt(() => entries.next()); next.done !== true; next = attempt(() => entries.next())) {
          yield [next.value.key, next.value.value]
        }
      } finally {
        entries.return?.()
      }
    }
  }
}

const mutableEntriesOf = (database: Database): MutableEntries => ({
  ...entriesOf(database),
  put: (key, value) => attempt(() => database.putSync(key, value)),
  remove: (key) => attempt(() => database.removeSync(key))
})

/** A write transaction: the only one of all processes. */
interface WriteTransaction {
  /** Waits for the write lock; returns when the transaction has ended. */
  readonly run: Effect.Effect<void, StoreError>
  /** Waits until it has the write lock. */
  readonly begun: Effect.Effect<void, StoreError>
  /** Commits it or rolls it back, at once or as soon as it has begun. */
  readonly end: (commits: boolean) => Effect.Effect<unknown>
}

const writing = "Transaction.run"

/** The cause of a failed commit, which LMDB keeps in a promise of its own. */
const causeOf = (error: unknown): Effect.Effect<unknown> => {
  if (!Predicate.hasProperty(error, "commitError")) return Effect.succeed(error)
  const { commitError } = error
  return Effect.merge(Effect.tryPromise({ try: async () => await commitError, catch: (cause) => cause }))
}

const prepare = (database: Database): Effect.Effect<WriteTransaction> =>
  Effect.gen(function*() {
    const begun = yield* Deferred.make<void, StoreError>()
    const closing = yield* Deferred.make<boolean>()
    /** A rejected promise rolls back. */
    const close = Effect.filterOrDie(Deferred.await(closing), (commits) => commits, () => "rolled back")
    const isRolledBack = Effect.flatMap(
      Deferred.poll(closing),
      Option.match({ onNone: () => Effect.succeed(false), onSome: Effect.map((commits) => !commits) })
    )
    const transaction = Effect.tryPromise({
      try: () =>
        database.childTransaction(() => {
          Deferred.unsafeDone(begun, Effect.void)
          return Effect.runPromise(close)
        }),
      catch: (error) => error
    })
    const fail = (error: unknown) =>
      Effect.flatMap(causeOf(error), (cause) => Effect.tapError(failed(writing, cause), (failure) => Deferred.fail(begun, failure)))
    return {
      run: Effect.catchAll(transaction, (error) => Effect.unlessEffect(fail(error), isRolledBack)).pipe(Effect.asVoid),
      begun: Deferred.await(begun),
      end: (commits) => Deferred.succeed(closing, commits)
    }
  })

const busy = (wait_ms: number): StoreError =>
  new StoreError({ reason: "Busy", operation: writing, cause: new Error(`other writers held the database for ${wait_ms} ms`) })

const openFolder = (folder: string): Database =>
  lmdb.open<string, Buffer>({
    path: folder,
    // A folder, whatever its name.
    noSubdir: false,
    encoding: "string",
    keyEncoding: "binary",
    maxReaders: readers_max,
    // A batch that fails to commit, as on a full disk, rejects a promise that nobody has.
    eventTurnBatching: false,
    // A commit is on the disk when it is reported.
    overlappingSync: false
  })

const keyValue = (reader: Database, writer: Database, wait_ms: number): Effect.Effect<KeyValue> =>
  Effect.map(Effect.makeSemaphore(1), (turns): KeyValue => ({
    read: (use) =>
      Effect.acquireUseRelease(
        Effect.sync(() =>
          attempt(() => {
            // Its present one may be older than commits of other processes.
            reader.resetReadTxn()
            return reader.useReadTransaction()
          })
        ),
        (transaction) => use(readingOf(entriesOf(reader, transaction))),
        (transaction) => Effect.sync(() => transaction.done())
      ).pipe(catchFailures("Transaction.snapshot")),
    commit: (use) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const { begun, end, run } = yield* prepare(writer)
          // Transactions that LMDB queues would share one commit.
          const running = yield* Effect.forkDaemon(turns.withPermits(1)(run))
          yield* begun.pipe(
            Effect.timeoutFail({ duration: wait_ms, onTimeout: () => busy(wait_ms) }),
            restore,
            Effect.onError(() => end(false))
          )
          const exit = yield* Effect.exit(restore(use(writingOf(mutableEntriesOf(writer)))))
          yield* end(Exit.isSuccess(exit))
          yield* Effect.flatten(Fiber.await(running))
          return yield* exit
        })
      ).pipe(catchFailures(writing))
  }))

/**
 * Opens a folder. It is opened twice, because reads of a database that has a write transaction are part of it. Fails
 * with `Unavailable` when it cannot be opened.
 */
export const open = ({ busyTimeout = "10 seconds", folder }: LmdbFolder): Effect.Effect<KeyValue, StoreError, Scope.Scope> => {
  const opened = Effect.acquireRelease(
    Effect.try({ try: () => openFolder(folder), catch: (cause) => failed("LmdbDatabase.open", cause) }),
    (database) => Effect.promise(() => database.close())
  )
  return Effect.flatMap(
    Effect.all([opened, opened]),
    ([reader, writer]) => keyValue(reader, writer, Duration.toMillis(busyTimeout))
  )
}
