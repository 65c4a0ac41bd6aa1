import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { StoreError } from "../../domain/error/EngineError.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { CurrentListeners } from "../change/Listeners.js"
import { commits } from "../transaction/commits.js"
import { inTurn } from "../transaction/inTurn.js"
import { logOf, type SubjectChange } from "../transaction/SubjectChange.js"
import { inUnit, type UnitOfWork, withUnit } from "../transaction/UnitOfWork.js"
import { agendaTopic } from "./topics.js"

/**
 * `Transaction.run` that, before the commit, bumps the topics that the transaction changed and writes its changes to
 * the logs of their agendas. After the commit the listeners of this process get them.
 */
export const loggedTransaction = Effect.gen(function*() {
  const listeners = yield* CurrentListeners
  const log = yield* ChangeStore
  const revisions = yield* RevisionStore
  const transaction = yield* Transaction

  const writeLog = (
    unit: UnitOfWork,
    changes: ReadonlyArray<SubjectChange>,
    reached: ReadonlyMap<string, number>
  ): Effect.Effect<void, StoreError> =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      const positionOf = (agendaUid: number): number =>
        Option.getOrThrowWith(
          Option.fromNullable(reached.get(agendaTopic(agendaUid))),
          () => new Error(`a change of agenda ${agendaUid} was noted without its topic`)
        )
      const { records, removedAgendas, subjects } = logOf(changes, positionOf, at)
      const cuts = Effect.forEach(removedAgendas, (uid) => log.cut(uid, positionOf(uid)), { discard: true })
      const append = records.length === 0 ? Effect.void : log.append(records)
      return Effect.map(removedAgendas.length === 0 ? append : Effect.zipRight(append, cuts), () => {
        for (const { agendaUid, ordinal, position } of records) unit.places.set(agendaUid, { position, ordinal })
        if (listeners?.areThere === true) {
          unit.committed.push(
            ...Arr.zipWith(records, subjects, (record, { after, before }) => ({ record, before: before.event, after: after.event }))
          )
        }
      })
    })

  /** Bumps the topics of a transaction and writes its changes to the logs. What follows gets a position of its own. */
  const finish = (unit: UnitOfWork): Effect.Effect<void, StoreError> =>
    Effect.suspend(() => {
      if (unit.topics.size === 0) return Effect.void
      const bumped = [...unit.topics].sort()
      unit.topics.clear()
      // Before the commit: when it is interrupted, or its answer is lost, what follows does not run.
      commits.soFar += 1
      // With the topics: what begins meanwhile is written later, with its own.
      const changes = unit.changes.splice(0)
      return Effect.flatMap(
        revisions.bump(bumped),
        (reached) => changes.length === 0 ? Effect.void : writeLog(unit, changes, new Map(Arr.zip(bumped, reached)))
      ).pipe(
        // The transaction may go on: what is not written yet is written at its end.
        Effect.tapErrorCause(() =>
          Effect.sync(() => {
            for (const topic of bumped) unit.topics.add(topic)
            unit.changes.unshift(...changes)
          })
        )
      )
    })

  /** Runs a nested part. When it fails, what it read and changed is forgotten; what follows it is not by its author. */
  const part = <A, E, R>(unit: UnitOfWork, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
    inTurn(Effect.suspend(() => {
      const { author, changes } = unit
      const before = changes.length
      unit.parts += 1
      return Effect.onExit(transaction.run(effect), (exit) =>
        Effect.sync(() => {
          unit.parts -= 1
          unit.author = author
          if (Exit.isSuccess(exit)) return
          changes.length = Math.min(changes.length, before)
          for (const records of [unit.agendas, unit.clocks, unit.events, unit.locations]) records.clear()
        }))
    }))

  const begin = <A, E, R>(unit: UnitOfWork, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> => {
    const work = Effect.suspend(() => {
      unit.isBegun = true
      unit.finish = finish(unit)
      return Effect.zipLeft(effect, unit.finish)
    })
    if (listeners?.areThere !== true) return transaction.run(work)
    // Only the work can be interrupted: what has committed is told.
    return Effect.uninterruptibleMask((restore) =>
      Effect.tap(transaction.run(restore(work)), () => {
        if (unit.committed.length > 0) listeners.receive?.(unit.committed)
        return Effect.void
      })
    )
  }

  const run: Context.Tag.Service<Transaction>["run"] = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    withUnit((unit): Effect.Effect<A, E | StoreError, R> => {
      if (unit === null) return inUnit(run(effect), false)
      return unit.isBegun ? part(unit, effect) : begin(unit, effect)
    })
  return run
})
