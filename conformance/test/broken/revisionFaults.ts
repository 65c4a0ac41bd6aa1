import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { broken, brokenBy, type BrokenStore } from "./BrokenStore.js"

/** The memory stores with both what counts revisions and what runs transactions changed. */
const breakingBoth = (
  change: (store: RevisionStore["Type"], transaction: Transaction["Type"]) => {
    readonly store: RevisionStore["Type"]
    readonly transaction: Transaction["Type"]
  }
): Layer.Layer<Stores> =>
  Layer.flatMap(MemoryStores.layer, (stores) => {
    const changed = change(Context.get(stores, RevisionStore), Context.get(stores, Transaction))
    return Layer.succeedContext(stores.pipe(Context.add(RevisionStore, changed.store), Context.add(Transaction, changed.transaction)))
  })

const circle = new StoreError({ reason: "Conflict", operation: "RevisionStore.bump", cause: new Error("they wait for each other") })

/** The stores that break the counting of changes. */
export const revisionFaults: ReadonlyArray<BrokenStore> = [
  broken("increments a revision only once", ["revision.bump.moves", "revision.read.order", "revision.writers"], RevisionStore, (store) => ({
    bump: (topics) =>
      Effect.flatMap(
        store.read(topics),
        (revisions) => Effect.zipRight(store.bump(topics.filter((_, index) => revisions[index] === 0)), store.read(topics))
      )
  })),
  broken("lowers a revision", ["revision.raise", "revision.raise.writers"], RevisionStore, (store) => {
    const raised = new Map<string, number>()
    return {
      read: (topics) =>
        Effect.map(store.read(topics), (revisions) => topics.map((topic, index) => raised.get(topic) ?? revisions[index] ?? 0)),
      raise: (topic, revision) => Effect.sync(() => raised.set(topic, revision))
    }
  }),
  broken("returns revisions in the order of their topics", ["revision.read.order", "revision.topics.any-text"], RevisionStore, (store) => ({
    read: (topics) => store.read(topics.toSorted())
  })),
  broken("keeps revisions outside the transaction", ["revision.transaction"], RevisionStore, () => {
    const kept = new Map<string, number>()
    return {
      read: (topics) => Effect.sync(() => topics.map((topic) => kept.get(topic) ?? 0)),
      bump: (topics) =>
        Effect.sync(() =>
          topics.map((topic) => {
            const revision = (kept.get(topic) ?? 0) + 1
            kept.set(topic, revision)
            return revision
          })
        )
    }
  }),
  brokenBy(breakingBoth, "shows uncommitted revisions", ["revision.transaction"], (store, transaction) => {
    const shown = new Map<string, number>()
    return {
      store: {
        ...store,
        read: (topics) =>
          Effect.map(store.read(topics), (revisions) => topics.map((topic, index) => shown.get(topic) ?? revisions[index] ?? 0)),
        bump: (topics) =>
          Effect.tap(
            store.bump(topics),
            (revisions) => topics.forEach((topic, index) => shown.set(topic, revisions[index] ?? 0))
          )
      },
      transaction: { ...transaction, run: (effect) => Effect.ensuring(transaction.run(effect), Effect.sync(() => shown.clear())) }
    }
  }),
  broken("sees later commits in a snapshot", ["transaction.snapshot.consistent"], Transaction, () => ({ snapshot: (effect) => effect })),
  broken("commits the writes of a snapshot", ["transaction.snapshot.read-only"], Transaction, ({ run }) => ({ snapshot: run })),
  broken("loses the writes of a snapshot without an error", ["transaction.snapshot.read-only"], Transaction, ({ run }) => ({
    snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(
        Effect.flip(run(Effect.flatMap(Effect.exit(effect), Effect.fail))),
        (outcome): Effect.Effect<A, E | StoreError> => Exit.isExit(outcome) ? outcome : Effect.fail(outcome)
      )
  })),
  broken("is never active", ["transaction.active"], Transaction, () => ({ isActive: Effect.succeed(false) })),
  brokenBy(breakingBoth, "locks topics in any order and fails on deadlock", ["revision.writers"], (store, transaction) => {
    const owners = new Map<string, object>()
    const owner = FiberRef.unsafeMake<object>({})
    let calls = 0
    const lock = (topic: string, mine: object): Effect.Effect<void, StoreError> =>
      Effect.suspend(() => {
        if ((owners.get(topic) ?? mine) !== mine) return Effect.fail(circle)
        owners.set(topic, mine)
        return Effect.sleep(2)
      })
    return {
      store: {
        ...store,
        bump: (topics) =>
          Effect.flatMap(
            FiberRef.get(owner),
            (mine) =>
              Effect.forEach(calls++ % 2 === 0 ? topics : topics.toReversed(), (topic) =>
                Effect.retry(lock(topic, mine), Schedule.intersect(Schedule.recurs(50), Schedule.spaced("1 millis"))), { discard: true })
          ).pipe(Effect.zipRight(store.bump(topics)))
      },
      transaction: {
        ...transaction,
        run: (effect) =>
          Effect.suspend(() => {
            const mine = {}
            const unlock = Effect.sync(() => {
              for (const [topic, theirs] of owners) if (theirs === mine) owners.delete(topic)
            })
            return Effect.ensuring(Effect.locally(effect, owner, mine), unlock)
          })
      }
    }
  })
]
