import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { onUnit, type UnitOfWork, withUnit } from "./UnitOfWork.js"

/**
 * Maximum number of entries per map; a full map is cleared. A dry run of an import is one transaction and may lock any
 * number of locations.
 */
const records_max = 1_000

/** Returns the cache entry on a hit. On a miss it loads the record and caches it, unless it is null. */
const readThrough = <K, A, E>(records: Map<K, A> | undefined, key: K, read: Effect.Effect<A | null, E>): Effect.Effect<A | null, E> => {
  const cached = records?.get(key)
  return cached !== undefined ? Effect.succeed(cached) : Effect.map(read, (found) => {
    if (found !== null && records !== undefined) {
      if (records.size >= records_max) records.clear()
      records.set(key, found)
    }
    return found
  })
}

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const locations = yield* LocationStore

  /** Runs a write and evicts the entries it changes, whether it succeeds or fails. */
  const evicting = <A, E, R>(effect: Effect.Effect<A, E, R>, evict: (unit: UnitOfWork) => void): Effect.Effect<A, E, R> =>
    withUnit((unit) => unit === null ? effect : Effect.ensuring(effect, Effect.sync(() => evict(unit))))

  const evictingAgenda = <A, E, R>(uid: number, effect: Effect.Effect<A, E, R>) =>
    evicting(effect, (unit) => {
      unit.agendas.delete(uid)
      unit.clocks.delete(uid)
    })

  const evictingLocation = <A, E, R>(uid: number, effect: Effect.Effect<A, E, R>) => evicting(effect, (unit) => unit.locations.delete(uid))

  return Context.make(LocationStore, {
    ...locations,
    lock: (uid, mode) =>
      mode === "exclusive"
        ? locations.lock(uid, mode)
        : withUnit((unit) => readThrough(unit?.locations, uid, locations.lock(uid, mode))),
    put: (record, index) => evictingLocation(record.uid, locations.put(record, index)),
    move: (uid, agendaUid) => evictingLocation(uid, locations.move(uid, agendaUid)),
    remove: (uid) => evictingLocation(uid, locations.remove(uid))
  }).pipe(
    Context.add(AgendaStore, {
      ...agendas,
      find: (ref) =>
        withUnit((unit) =>
          ref._tag === "Uid" && unit?.clocks.has(ref.uid) === true
            ? readThrough(unit.agendas, ref.uid, agendas.find(ref))
            : agendas.find(ref)
        ),
      lock: (uid) => withUnit((unit) => readThrough(unit?.clocks, uid, agendas.lock(uid))),
      setClock: (uid, clock) =>
        Effect.zipRight(
          agendas.setClock(uid, clock),
          onUnit(({ clocks }) => {
            if (clocks.has(uid)) clocks.set(uid, clock)
          })
        ),
      put: (record) => evictingAgenda(record.uid, agendas.put(record)),
      remove: (uid) => evictingAgenda(uid, agendas.remove(uid))
    })
  )
})

/**
 * Decorates the stores with a cache per transaction: writing many events of an agenda in one transaction loads and
 * locks the agenda, its clock and the location once. Only locked records are cached, so no other transaction changes
 * them before this one ends. `loggedTransaction` clears the cache after a failed nested part.
 */
export const transactionCache: Layer.Layer<AgendaStore | LocationStore, never, AgendaStore | LocationStore> = Layer.effectContext(
  Effect.suspend(() => make)
)
