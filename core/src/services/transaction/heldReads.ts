import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { Transaction } from "../../ports/Transaction.js"
import type { AgendaClock, AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** What a transaction has locked, by uid, as it stands: nobody else changes that before the transaction ends. */
interface HeldRecords {
  readonly clocks: Map<number, AgendaClock>
  /** Those of `clocks` that were read since. */
  readonly agendas: Map<number, AgendaRecord>
  readonly locations: Map<number, LocationRecord>
}

/** What the transaction at hand holds; null outside of one. */
class Held extends Context.Reference<Held>()("@agenda-engine/core/services/transaction/Held", {
  defaultValue: (): HeldRecords | null => null
}) {}

const nothing = (): HeldRecords => ({ clocks: new Map(), agendas: new Map(), locations: new Map() })

const forget = ({ agendas, clocks, locations }: HeldRecords): void => {
  for (const records of [agendas, clocks, locations]) records.clear()
}

/** How much of one kind is held: a dry run of an import is one transaction, however many locations it meets. */
const held_max = 1_000

/** Answers what is held, else reads it, and holds that where there is anything. */
const holding = <K, A, E>(records: Map<K, A> | undefined, key: K, read: Effect.Effect<A | null, E>): Effect.Effect<A | null, E> => {
  const held = records?.get(key)
  return held !== undefined ? Effect.succeed(held) : Effect.map(read, (found) => {
    if (found !== null && records !== undefined) {
      if (records.size >= held_max) records.clear()
      records.set(key, found)
    }
    return found
  })
}

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const locations = yield* LocationStore
  const transaction = yield* Transaction

  /** Runs an effect and lets go of what it changes, whether it comes to its end or not. */
  const changing = <A, E, R>(effect: Effect.Effect<A, E, R>, letGo: (held: HeldRecords) => void): Effect.Effect<A, E, R> =>
    Effect.flatMap(Held, (held) => held === null ? effect : Effect.ensuring(effect, Effect.sync(() => letGo(held))))

  const changingAgenda = <A, E, R>(uid: number, effect: Effect.Effect<A, E, R>) =>
    changing(effect, (held) => {
      held.agendas.delete(uid)
      held.clocks.delete(uid)
    })

  const changingLocation = <A, E, R>(uid: number, effect: Effect.Effect<A, E, R>) => changing(effect, (held) => held.locations.delete(uid))

  const run: Context.Tag.Service<Transaction>["run"] = (effect) =>
    Effect.flatMap(Held, (outer) =>
      outer === null
        ? transaction.run(Effect.suspend(() => Effect.provideService(effect, Held, nothing())))
        : Effect.onError(transaction.run(effect), () => Effect.sync(() => forget(outer))))

  return Context.make(Transaction, { run }).pipe(
    Context.add(AgendaStore, {
      ...agendas,
      find: (ref) =>
        Effect.flatMap(Held, (held) =>
          ref._tag === "Uid" && held?.clocks.has(ref.uid) === true
            ? holding(held.agendas, ref.uid, agendas.find(ref))
            : agendas.find(ref)),
      lock: (uid) => Effect.flatMap(Held, (held) => holding(held?.clocks, uid, agendas.lock(uid))),
      setClock: (uid, clock) =>
        Effect.zipRight(
          agendas.setClock(uid, clock),
          Effect.map(Held, (held) => {
            if (held?.clocks.has(uid) === true) held.clocks.set(uid, clock)
          })
        ),
      put: (record) => changingAgenda(record.uid, agendas.put(record)),
      remove: (uid) => changingAgenda(uid, agendas.remove(uid))
    }),
    Context.add(LocationStore, {
      ...locations,
      lock: (uid, hold) =>
        hold === "exclusive"
          ? locations.lock(uid, hold)
          : Effect.flatMap(Held, (held) => holding(held?.locations, uid, locations.lock(uid, hold))),
      put: (record, index) => changingLocation(record.uid, locations.put(record, index)),
      move: (uid, agendaUid) => changingLocation(uid, locations.move(uid, agendaUid)),
      remove: (uid) => changingLocation(uid, locations.remove(uid))
    })
  )
})

/**
 * Stores that read what a transaction has locked once: many events of an agenda are written in one transaction, and each asks for their
 * agenda, its clock and their location again. A part of the transaction that fails takes back what it changed, so nothing is held after it.
 */
export const heldReads: Layer.Layer<
  AgendaStore | LocationStore | Transaction,
  never,
  AgendaStore | LocationStore | Transaction
> = Layer.effectContext(Effect.suspend(() => make))
