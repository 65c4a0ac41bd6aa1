import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../domain/error/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { ChangeStore } from "../ports/change/ChangeStore.js"
import type { Transaction } from "../ports/Transaction.js"
import { atomically } from "./transaction/atomically.js"

/** Number of changes that one transaction deletes. */
const prune_changes = 500

type ChangesPorts = ChangeStore | Transaction

/** The changes of agendas. */
export class Changes extends Context.Tag("@agenda-engine/core/services/Changes")<Changes, {
  /** Deletes the changes that are older than `changes_days`, in batches. Returns their number. */
  readonly prune: Effect.Effect<number, StoreError>
}>() {
  /** Layer of Changes over the store of changes. */
  static readonly layer: Layer.Layer<Changes, never, ChangesPorts> = Layer.effect(Changes, Effect.suspend(() => make))
}

/**
 * Deletes the changes of an agenda before an instant (epoch milliseconds), each batch as one transaction. Returns their
 * number.
 */
export const pruneLog = (agendaUid: number, before: number): Effect.Effect<number, StoreError, ChangesPorts> =>
  Effect.gen(function*() {
    const log = yield* ChangeStore
    let pruned = 0
    let batch = prune_changes
    while (batch === prune_changes) {
      batch = yield* atomically(log.prune(agendaUid, before, prune_changes))
      pruned += batch
    }
    return pruned
  })

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<ChangesPorts>()
  const log = yield* ChangeStore

  const prune = Effect.gen(function*() {
    const { changes_days } = yield* CurrentLimits
    const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(changes_days))
    let pruned = 0
    let oldest = yield* log.oldest(0)
    while (oldest !== null) {
      if (oldest.at < before) pruned += yield* pruneLog(oldest.agendaUid, before)
      oldest = yield* log.oldest(oldest.agendaUid)
    }
    return pruned
  })

  return Changes.of({ prune: Effect.provide(prune, ports) })
})
