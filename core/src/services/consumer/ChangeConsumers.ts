import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { NotFound, type StoreError } from "../../domain/error/EngineError.js"
import type { ReadingPlace } from "../../ports/change/ChangeStore.js"
import { ConsumerStore } from "../../ports/change/ConsumerStore.js"
import { presentConsumer, type PresentedConsumer, type PresentedParked, presentParked } from "../../present/presentConsumer.js"
import { logStart } from "../../record/ChangeRecord.js"
import type { ConsumerRecord, ParkedChange } from "../../record/ConsumerRecord.js"
import { failedPolls, pollInterval } from "../../schedule/polling.js"
import { changeIdOf, placeOfId } from "../change/changeId.js"
import { atomically } from "../transaction/atomically.js"
import { scanAll } from "../transaction/scanAll.js"
import { consumeAll, type ConsumerPorts, isBehind } from "./consume.js"
import { type Consume, CurrentConsumers } from "./CurrentConsumers.js"

type ManageError = NotFound | StoreError

/**
 * The consumers of hosts (`CurrentConsumers`): functions by name that are given the changes of all agendas. A change
 * comes at least once, in order within its agenda; of all processes, one at a time gives a consumer changes. A change
 * that a consumer does not handle in eight attempts is parked, and later ones go on. A new consumer begins with the
 * oldest change that is kept. For operators: nothing here checks a caller.
 */
export class ChangeConsumers extends Context.Tag("@agenda-engine/core/services/consumer/ChangeConsumers")<ChangeConsumers, {
  /** All consumers that ever had a change, ordered by name. */
  readonly list: Effect.Effect<ReadonlyArray<PresentedConsumer>, StoreError>
  /** The first 1000 changes that a consumer could not handle, by agenda and order. `NotFound`: no such consumer. */
  readonly parked: (name: string) => Effect.Effect<ReadonlyArray<PresentedParked>, ManageError>
  /**
   * Has a parked change given again, once, by the next run of the consumer; with null all of them. Returns their
   * number. It stays parked when it fails again. `NotFound`: no such consumer or parked change.
   */
  readonly retry: (name: string, id: string | null) => Effect.Effect<number, ManageError>
  /** Deletes a parked change; with null all of them. Returns their number. `NotFound`: as for `retry`. */
  readonly drop: (name: string, id: string | null) => Effect.Effect<number, ManageError>
  /**
   * Forgets a consumer with its places and parked changes. A process that runs it begins again with the oldest change.
   * `NotFound`: no such consumer.
   */
  readonly remove: (name: string) => Effect.Effect<void, ManageError>
  /** The number of parked changes of all consumers. */
  readonly parkedCount: Effect.Effect<number, StoreError>
  /** Gives the consumers of this process everything that is due. Returns how many changes they handled. */
  readonly consumeDue: Effect.Effect<number, StoreError>
  /**
   * Gives the consumers of this process changes as they are committed, forever: a background worker. Failures are
   * logged and retried.
   */
  readonly work: Effect.Effect<never>
}>() {
  /** Layer of ChangeConsumers over the stores. */
  static readonly layer: Layer.Layer<ChangeConsumers, never, ConsumerPorts> = Layer.effect(ChangeConsumers, Effect.suspend(() => make))
}

/** Parked changes that are listed, and changed in one transaction. */
const parked_max = 1_000

/** Pause after a poll: long enough that polls over very many agendas take a twentieth of the time. */
const pauseAfter = (took: Duration.Duration): Duration.Duration =>
  Duration.clamp(Duration.times(took, 20), { minimum: pollInterval, maximum: "10 seconds" })

const start: ReadingPlace = { agendaUid: 0, ...logStart }

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<ConsumerPorts>()
  const store = yield* ConsumerStore

  const consume = (name: string, function_: Consume) => Effect.provide(consumeAll(name, function_), ports)

  const isDue = (name: string) => Effect.provide(isBehind(name), ports)

  const present = (record: ConsumerRecord) =>
    Effect.gen(function*() {
      const places = yield* store.places(record.name)
      const parked = yield* store.countParked(record.name)
      return presentConsumer(record, places, parked, yield* Clock.currentTimeMillis)
    })

  /** Runs an effect under the lock of a consumer. */
  const locked = <A, E>(name: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E | ManageError> =>
    Effect.provide(
      atomically(Effect.gen(function*() {
        if ((yield* store.lock(name, "exclusive")) === null) return yield* new NotFound({ what: "consumer" })
        return yield* effect
      })),
      ports
    )

  const findParked = (name: string, id: string) =>
    Effect.gen(function*() {
      const place = placeOfId(id)
      const [found] = place === null ? [] : yield* store.parked(name, { ...place, ordinal: place.ordinal - 1 }, 1)
      return found !== undefined && changeIdOf(found.change) === id ? [found] : yield* new NotFound({ what: "parked change" })
    })

  /** Changes one parked change, or all, in batches. */
  const change = (name: string, id: string | null, write: (parked: ParkedChange) => Effect.Effect<void, StoreError>) => {
    const some = (after: ReadingPlace) =>
      locked(
        name,
        Effect.tap(
          id === null ? store.parked(name, after, parked_max) : findParked(name, id),
          (found) => Effect.forEach(found, write, { discard: true })
        )
      )
    return Effect.gen(function*() {
      let batch = yield* some(start)
      let changed = batch.length
      for (let last = batch.at(-1); last !== undefined && batch.length === parked_max; last = batch.at(-1)) {
        batch = yield* some(last.change)
        changed += batch.length
      }
      return changed
    })
  }

  const forever = (name: string, function_: Consume): Effect.Effect<never> =>
    Effect.timed(isDue(name)).pipe(
      Effect.tap(([, due]) => due ? consume(name, function_) : Effect.void),
      Effect.sandbox,
      Effect.tapError((cause) => Effect.logWarning(`the consumer ${name} is left to the next run`, cause)),
      Effect.retry(failedPolls),
      Effect.orDie,
      Effect.flatMap(([took]) => Effect.sleep(pauseAfter(took))),
      Effect.forever
    )

  return ChangeConsumers.of({
    list: Effect.flatMap(
      scanAll((after: string, limit) => store.scan(after, limit), ({ name }) => name, ""),
      (all) => Effect.forEach(all, present)
    ).pipe(Effect.withSpan("ChangeConsumers.list")),
    parked: Effect.fn("ChangeConsumers.parked")(function*(name) {
      const found = yield* locked(name, store.parked(name, start, parked_max))
      return found.map((parked) => presentParked(changeIdOf(parked.change), parked))
    }),
    retry: Effect.fn("ChangeConsumers.retry")(function*(name, id) {
      const dueAt = yield* Clock.currentTimeMillis
      return yield* change(name, id, (parked) => store.putParked({ ...parked, dueAt }))
    }),
    drop: Effect.fn("ChangeConsumers.drop")((name, id) => change(name, id, ({ change, consumer }) => store.removeParked(consumer, change))),
    remove: Effect.fn("ChangeConsumers.remove")((name) => locked(name, store.remove(name))),
    parkedCount: store.countParked(null),
    consumeDue: Effect.gen(function*() {
      const given = Object.entries(yield* CurrentConsumers).map(([name, function_]) =>
        Effect.exit(Effect.flatMap(isDue(name), (due) => due ? consume(name, function_) : Effect.succeed(0)))
      )
      // A failure of one leaves the others undisturbed.
      const counts = yield* Effect.all(yield* Effect.all(given, { concurrency: "unbounded" }))
      return counts.reduce((sum, count) => sum + count, 0)
    }),
    work: Effect.flatMap(CurrentConsumers, (consumers) =>
      Effect.zipRight(
        Effect.forEach(Object.entries(consumers), ([name, function_]) => forever(name, function_), {
          concurrency: "unbounded",
          discard: true
        }),
        // `Effect.never` has a timer, which would keep the process alive.
        Effect.async<never>(() => undefined)
      ))
  })
})
