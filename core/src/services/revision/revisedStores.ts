import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { EventStore } from "../../ports/EventStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { keyTopic, locationSetTopic, movedByAgenda, movedByEvent, movedByLocation, networkTopic } from "./topics.js"

/** The ports whose records reads show. */
export type RevisedPorts =
  | AgendaStore
  | CredentialStore
  | EventStore
  | LocationSetStore
  | LocationStore
  | MemberStore
  | NetworkStore
  | Transaction

/** The topics that the transaction at hand has changed so far; null outside of one. */
class Changed extends Context.Reference<Changed>()("@agenda-engine/core/services/revision/Changed", {
  defaultValue: (): Set<string> | null => null
}) {}

/** A store with its writes replaced. A member that is not among those that change nothing shown has to be. */
const withWrites = <S extends object, Other extends keyof S>(store: S, _others: ReadonlyArray<Other>, writes: Omit<S, Other>): S => ({
  ...store,
  ...writes
})

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const credentials = yield* CredentialStore
  const events = yield* EventStore
  const locations = yield* LocationStore
  const locationSets = yield* LocationSetStore
  const members = yield* MemberStore
  const networks = yield* NetworkStore
  const revisions = yield* RevisionStore
  const transaction = yield* Transaction

  const bump = (changed: ReadonlySet<string>) =>
    Effect.suspend(() => changed.size === 0 ? Effect.void : revisions.bump([...changed].sort()))

  const run: Context.Tag.Service<Transaction>["run"] = (effect) =>
    Effect.flatMap(Changed, (outer) =>
      outer !== null ? transaction.run(effect) : transaction.run(Effect.suspend(() => {
        const changed = new Set<string>()
        return Effect.zipLeft(Effect.provideService(effect, Changed, changed), bump(changed))
      })))

  const changing = <A>(topics: ReadonlyArray<string>, write: Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
    Effect.flatMap(
      Changed,
      (changed) =>
        changed === null ? run(changing(topics, write)) : Effect.map(write, (written) => {
          for (const topic of topics) changed.add(topic)
          return written
        })
    )

  /** What a change of this location, as it is now, moves; null: there is none. */
  const topicsAt = (uid: number): Effect.Effect<ReadonlyArray<string> | null, StoreError> =>
    Effect.flatMap(locations.find(uid), (location) =>
      location === null ? Effect.succeed(null) : Effect.map(
        location.setUid === null ? events.agendaAt(uid, location.agendaUid) : Effect.succeed(null),
        (other) => movedByLocation(location, other !== null)
      ))

  return Context.make(Transaction, { run }).pipe(
    Context.add(
      AgendaStore,
      withWrites(agendas, ["find", "findMany", "search", "countAdded", "scan", "lock", "setClock", "removed", "forget"], {
        put: (record) => changing(movedByAgenda(record.uid), agendas.put(record)),
        remove: (uid) => changing(movedByAgenda(uid), agendas.remove(uid))
      })
    ),
    Context.add(
      CredentialStore,
      withWrites(credentials, ["findKey", "findKeyById", "findToken", "scanKeys", "putUse", "findUses", "putToken", "pruneTokens"], {
        putKey: (record) => changing([keyTopic(record.id)], credentials.putKey(record))
      })
    ),
    Context.add(
      EventStore,
      // Nothing is removed without the tombstone that says so, and no state changes without the event being put.
      withWrites(events, [
        "search",
        "turns",
        "find",
        "slugTaken",
        "uidTaken",
        "locationUsed",
        "findTombstone",
        "withdrawals",
        "scan",
        "stateChanges",
        "addStateChange",
        "remove",
        "count",
        "agendaAt",
        "scanAt",
        "tracesOf"
      ], {
        put: (record, index) => changing(movedByEvent(record.agendaUid, record.uid), events.put(record, index)),
        putAvailability: (agendaUid, uid, availability) =>
          changing(movedByEvent(agendaUid, uid), events.putAvailability(agendaUid, uid, availability)),
        putTimezone: (event) => changing(movedByEvent(event.agendaUid, event.uid), events.putTimezone(event)),
        clear: (agendaUid, limit) => changing(movedByAgenda(agendaUid), events.clear(agendaUid, limit)),
        clearTombstones: (agendaUid, limit) => changing(movedByAgenda(agendaUid), events.clearTombstones(agendaUid, limit)),
        forgetUser: (agendaUid, userUid) => changing(movedByAgenda(agendaUid), events.forgetUser(agendaUid, userUid)),
        putTombstone: (tombstone, withdrawal) =>
          changing(movedByEvent(tombstone.agendaUid, tombstone.uid), events.putTombstone(tombstone, withdrawal)),
        removeTombstone: (agendaUid, uid, audience) =>
          changing(movedByEvent(agendaUid, uid), events.removeTombstone(agendaUid, uid, audience))
      })
    ),
    Context.add(
      LocationStore,
      withWrites(locations, ["find", "findMany", "findByExtId", "lock", "search", "countOfSet", "scan"], {
        put: (record, index) =>
          Effect.flatMap(
            topicsAt(record.uid),
            (before) => changing([...movedByLocation(record, false), ...before ?? []], locations.put(record, index))
          ),
        move: (uid, agendaUid) =>
          Effect.flatMap(
            topicsAt(uid),
            (before) => before === null ? Effect.void : changing([...movedByAgenda(agendaUid), ...before], locations.move(uid, agendaUid))
          ),
        remove: (uid) => Effect.flatMap(topicsAt(uid), (before) => before === null ? Effect.void : changing(before, locations.remove(uid)))
      })
    ),
    Context.add(
      LocationSetStore,
      withWrites(locationSets, ["find", "lock", "findMany", "scan"], {
        put: (record) => changing([locationSetTopic(record.uid)], locationSets.put(record)),
        remove: (uid) => changing([locationSetTopic(uid)], locationSets.remove(uid))
      })
    ),
    Context.add(
      MemberStore,
      withWrites(members, ["get", "find", "findMany", "list", "count", "listOfUser"], {
        put: (record) => changing(movedByAgenda(record.agendaUid), members.put(record)),
        remove: (uid) =>
          Effect.flatMap(
            members.get(uid),
            (member) => member === null ? Effect.void : changing(movedByAgenda(member.agendaUid), members.remove(uid))
          )
      })
    ),
    Context.add(
      NetworkStore,
      withWrites(networks, ["find", "lock", "findMany", "scan"], {
        put: (record) => changing([networkTopic(record.uid)], networks.put(record)),
        remove: (uid) => changing([networkTopic(uid)], networks.remove(uid))
      })
    )
  )
})

/**
 * The stores as the services have them: whatever a transaction changes of what reads show moves the revisions of its topics, once and in that
 * same transaction. It is done here and not in each service so that no write can forget it.
 */
export const revisedStores: Layer.Layer<RevisedPorts, never, RevisedPorts | RevisionStore> = Layer.effectContext(Effect.suspend(() => make))
