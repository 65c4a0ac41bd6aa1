import { describeConformance } from "@agenda-engine/conformance/vitest"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { followCopies } from "../../src/followCopies.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import { databasesOn, type TestServer } from "../startPostgres.js"
import { onServer, startReplicated } from "./startReplicated.js"

/** Waits until a standby has replayed all that the primary has written. */
const replayed = (primary: SqlDatabase, standby: SqlDatabase) =>
  Effect.flatMap(
    primary.sql`SELECT pg_current_wal_lsn()::text AS position`,
    ([row]) =>
      standby.sql`SELECT pg_last_wal_replay_lsn() >= ${String(row?.["position"])}::pg_lsn AS reached`.pipe(
        Effect.repeat({ until: ([found]) => found?.["reached"] === true })
      )
  )

describe("conformance of searches in a standby", () => {
  const scope = Effect.runSync(Scope.make())
  let databases: Effect.Effect<TestServer, Error> = Effect.fail(new Error("no test has begun"))
  let standbyOf: (url: Redacted.Redacted) => Redacted.Redacted = (url) => url
  /** Searches that a standby has answered. */
  let answered = 0
  beforeAll(() =>
    Effect.gen(function*() {
      const { primary, standbys: [standby] } = yield* startReplicated(1)
      if (standby === undefined) return
      standbyOf = (url) => Redacted.make(onServer(Redacted.value(url), standby))
      databases = Effect.succeed(yield* databasesOn(primary.url))
    }).pipe(Scope.extend(scope), Effect.runPromise)
  )
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** Stores whose searches outside of transactions are those of a standby that has replayed every write. */
  const opened = (url: Redacted.Redacted) =>
    Effect.gen(function*() {
      const database = yield* PostgresDatabase.open({ url })
      // A standby is followed only if both have the same id. Emptying deletes it.
      const identify = database
        .sql`INSERT INTO agenda_database (id) SELECT 'of all cases' WHERE NOT EXISTS (SELECT 1 FROM agenda_database)`
      yield* identify
      const standby = yield* PostgresDatabase.open({ url: standbyOf(url) })
      const copies = yield* followCopies(database, { url, readFrom: [standbyOf(url)] })
      yield* Effect.repeat(Effect.delay(copies.states, "20 millis"), { until: ([copy]) => copy?.state === "ready" })
      const next = () => {
        const copy = copies.next()
        if (copy !== null) answered += 1
        return copy
      }
      const stores = SqlStores.make(database, { ...copies, next })
      const own = Context.get(stores, EventSearch)
      // A topic of its own for each search: nobody writes it, and no record of another case is cached at its revision.
      let searches = 0
      const unwritten = () => ({ topics: [`search:${searches++}`], revisions: [0] })
      const search: typeof own.search = (plan, known = {}) =>
        Effect.flatMap(Context.get(stores, Transaction).isActive, (isActive) =>
          isActive
            ? own.search(plan, known)
            : Effect.zipRight(
              Effect.orDie(replayed(database, standby)),
              own.search(plan, { ...known, read: known.read ?? unwritten() })
            ))
      return { identify, layer: Layer.succeedContext(Context.add(stores, EventSearch, { ...own, search })) }
    })

  const layers = new Map<string, Effect.Effect.Success<ReturnType<typeof opened>>>()
  const emptied = Effect.gen(function*() {
    const url = yield* (yield* databases).emptyDatabase
    const known = layers.get(Redacted.value(url)) ?? (yield* Scope.extend(opened(url), scope))
    layers.set(Redacted.value(url), known)
    yield* known.identify
    return known.layer
  })

  describeConformance({
    name: "postgres with a standby",
    fresh: emptied,
    emptied,
    lacks: { reopen: "the layer stays open", share: "the layer is one process", processes: "the cases of processes run without a standby" }
  }, { differentialRuns: 30 })

  it("a standby has answered", () => expect(answered).toBeGreaterThan(100))
})
