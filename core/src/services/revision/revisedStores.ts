import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { published } from "../../domain/event/Event.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { TombstoneStore } from "../../ports/event/TombstoneStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import { RemovalStore } from "../../ports/RemovalStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { UserStore } from "../../ports/UserStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { UserRecord } from "../../record/MemberRecord.js"
import { CurrentUnit, inUnit, type UnitOfWork } from "../transaction/UnitOfWork.js"
import { keyTopic, locationSetTopic, networkTopic, topicsChangedByAgenda, topicsChangedByEvent, topicsChangedByLocation } from "./topics.js"

/** The ports whose records responses show. */
export type RevisedPorts =
  | AgendaStore
  | CredentialStore
  | EventStore
  | LocationSetStore
  | LocationStore
  | MemberStore
  | NetworkStore
  | RemovalStore
  | TombstoneStore
  | Transaction
  | UserStore

/** Notes the state of an event, so that it need not be read again in the same transaction. */
const noteState = ({ state, uid }: Pick<EventRecord, "state" | "uid">): Effect.Effect<void> =>
  Effect.map(CurrentUnit, (changes) => void changes?.states.set(uid, state))

/**
 * A store with these writes replaced. `_unrevised` lists the members that change nothing a response shows; the compiler
 * demands every other member in `writes`.
 */
const withWrites = <S extends object, Other extends keyof S>(store: S, _unrevised: ReadonlyArray<Other>, writes: Omit<S, Other>): S => ({
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
  const removals = yield* RemovalStore
  const revisions = yield* RevisionStore
  const tombstones = yield* TombstoneStore
  const transaction = yield* Transaction
  const users = yield* UserStore

  const bump = ({ topics }: UnitOfWork) => Effect.suspend(() => topics.size === 0 ? Effect.void : revisions.bump([...topics].sort()))

  const run: Context.Tag.Service<Transaction>["run"] = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentUnit, (unit): Effect.Effect<A, E | StoreError, R> => {
      if (unit === null) return inUnit(run(effect), false)
      return unit.isBegun ? transaction.run(effect) : transaction.run(Effect.suspend(() => {
        unit.isBegun = true
        return Effect.zipLeft(effect, bump(unit))
      }))
    })

  const bumping = <A>(topics: ReadonlyArray<string>, write: Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
    Effect.flatMap(
      CurrentUnit,
      (changes) =>
        changes === null ? run(bumping(topics, write)) : Effect.map(write, (written) => {
          for (const topic of topics) changes.topics.add(topic)
          return written
        })
    )

  /** Topics to bump when this location changes, from its stored state. Null when the location does not exist. */
  const topicsOfStored = (uid: number): Effect.Effect<ReadonlyArray<string> | null, StoreError> =>
    Effect.flatMap(locations.find(uid), (location) =>
      location === null ? Effect.succeed(null) : Effect.map(
        location.setUid === null ? events.agendasAt(uid, 2) : Effect.succeed([]),
        (users) => topicsChangedByLocation(location, users.some((user) => user !== location.agendaUid))
      ))

  /** Topics to bump when this event changes without its state. */
  const topicsOfStoredEvent = (agendaUid: number, uid: number): Effect.Effect<ReadonlyArray<string>, StoreError> =>
    Effect.flatMap(CurrentUnit, (changes) => {
      const known = changes?.states.get(uid)
      const state = known === undefined
        ? Effect.map(events.find(agendaUid, { _tag: "Uid", uid }), (stored) => stored?.state)
        : Effect.succeed(known)
      return Effect.map(state, (current) => topicsChangedByEvent(agendaUid, uid, current === published))
    })

  /** Topics of the agendas whose histories show the former name of a user. */
  const topicsNaming = ({ name, uid }: UserRecord): Effect.Effect<ReadonlyArray<string>, StoreError> =>
    Effect.flatMap(users.find(uid), (stored) =>
      stored === null || stored.name === name
        ? Effect.succeed([])
        : Effect.map(removals.contributionsOf(uid), (traces) => traces.flatMap(({ agendaUid }) => topicsChangedByAgenda(agendaUid))))

  return Context.make(Transaction, { ...transaction, run }).pipe(
    Context.add(
      AgendaStore,
      withWrites(agendas, ["find", "findMany", "search", "countAdded", "scan", "lock", "setClock"], {
        put: (record) => bumping(topicsChangedByAgenda(record.uid), agendas.put(record)),
        remove: (uid) => bumping(topicsChangedByAgenda(uid), agendas.remove(uid))
      })
    ),
    Context.add(
      CredentialStore,
      withWrites(credentials, ["find", "findBy", "findToken", "scan", "putUse", "findUses", "putToken"], {
        put: (record) => bumping([keyTopic(record.id)], credentials.put(record))
      })
    ),
    Context.add(
      EventStore,
      // `remove` needs no bump because `TombstoneStore.put` always follows it.
      withWrites(events, ["agendaOfSlug", "uidTaken", "agendasAt", "scan", "remove"], {
        find: (agendaUid, event) =>
          Effect.tap(events.find(agendaUid, event), (stored) => stored === null ? Effect.void : noteState(stored)),
        // Of an event that ceases to be published, `TombstoneStore.put` follows.
        put: (record, index) =>
          Effect.zipRight(
            noteState(record),
            bumping(topicsChangedByEvent(record.agendaUid, record.uid, record.state === published), events.put(record, index))
          ),
        putAvailability: (agendaUid, uid, availability) =>
          Effect.flatMap(
            topicsOfStoredEvent(agendaUid, uid),
            (topics) => bumping(topics, events.putAvailability(agendaUid, uid, availability))
          ),
        putTimezone: (event) =>
          Effect.flatMap(topicsOfStoredEvent(event.agendaUid, event.uid), (topics) => bumping(topics, events.putTimezone(event)))
      })
    ),
    Context.add(
      LocationStore,
      withWrites(locations, [
        "find",
        "findMany",
        "findByExtId",
        "lock",
        "search",
        "addFormerPosition",
        "formerPositions",
        "countOfSet",
        "scan"
      ], {
        put: (record, index) =>
          Effect.flatMap(
            topicsOfStored(record.uid),
            (before) => bumping([...topicsChangedByLocation(record, false), ...before ?? []], locations.put(record, index))
          ),
        move: (uid, agendaUid) =>
          Effect.flatMap(
            topicsOfStored(uid),
            (before) =>
              before === null ? Effect.void : bumping([...topicsChangedByAgenda(agendaUid), ...before], locations.move(uid, agendaUid))
          ),
        remove: (uid) =>
          Effect.flatMap(topicsOfStored(uid), (before) => before === null ? Effect.void : bumping(before, locations.remove(uid)))
      })
    ),
    Context.add(
      LocationSetStore,
      withWrites(locationSets, ["find", "lock", "findMany", "scan"], {
        put: (record) => bumping([locationSetTopic(record.uid)], locationSets.put(record)),
        remove: (uid) => bumping([locationSetTopic(uid)], locationSets.remove(uid))
      })
    ),
    Context.add(
      MemberStore,
      withWrites(members, ["find", "findBy", "findMany", "scan", "count"], {
        put: (record) => bumping(topicsChangedByAgenda(record.agendaUid), members.put(record)),
        remove: (uid) =>
          Effect.flatMap(
            members.find(uid),
            (member) => member === null ? Effect.void : bumping(topicsChangedByAgenda(member.agendaUid), members.remove(uid))
          )
      })
    ),
    Context.add(
      NetworkStore,
      withWrites(networks, ["find", "lock", "findMany", "scan"], {
        put: (record) => bumping([networkTopic(record.uid)], networks.put(record)),
        remove: (uid) => bumping([networkTopic(uid)], networks.remove(uid))
      })
    ),
    Context.add(
      RemovalStore,
      withWrites(removals, ["removed", "count", "forget", "contributionsOf"], {
        clear: (agendaUid, limit) => bumping(topicsChangedByAgenda(agendaUid), removals.clear(agendaUid, limit)),
        forgetUser: (user, agendaUids) => bumping(agendaUids.flatMap(topicsChangedByAgenda), removals.forgetUser(user, agendaUids))
      })
    ),
    Context.add(
      TombstoneStore,
      withWrites(tombstones, ["find", "withdrawals"], {
        put: (tombstone, withdrawal) =>
          bumping(
            topicsChangedByEvent(tombstone.agendaUid, tombstone.uid, tombstone.audience === "public"),
            tombstones.put(tombstone, withdrawal)
          ),
        remove: (agendaUid, uid, audience) =>
          bumping(topicsChangedByEvent(agendaUid, uid, audience === "public"), tombstones.remove(agendaUid, uid, audience))
      })
    ),
    Context.add(
      UserStore,
      withWrites(users, ["find", "lock", "findMany", "findBy", "remove", "scan"], {
        put: (record) =>
          Effect.flatMap(topicsNaming(record), (topics) => topics.length === 0 ? users.put(record) : bumping(topics, users.put(record)))
      })
    )
  )
})

/**
 * Decorates the stores so that each transaction bumps the revisions of the topics it changed, once, before it commits.
 * The decorator does it, not each service, so that no write can forget it.
 */
export const revisedStores: Layer.Layer<RevisedPorts, never, RevisedPorts | RevisionStore> = Layer.effectContext(Effect.suspend(() => make))
