import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { published } from "../../domain/event/Event.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { ChangeStore } from "../../ports/change/ChangeStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { TombstoneStore } from "../../ports/event/TombstoneStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import { RemovalStore } from "../../ports/RemovalStore.js"
import type { RevisionStore } from "../../ports/RevisionStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { UserStore } from "../../ports/UserStore.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import type { UserRecord } from "../../record/MemberRecord.js"
import { CurrentListeners } from "../change/Listeners.js"
import { changeOfEvent, plainChange, removalOfEvent, type SubjectChange } from "../transaction/SubjectChange.js"
import { onUnit, type UnitOfWork, withUnit } from "../transaction/UnitOfWork.js"
import { loggedTransaction } from "./loggedTransaction.js"
import {
  agendaTopic,
  directoryTopic,
  frameTopic,
  keyTopic,
  locationSetTopic,
  networkTopic,
  topicsChangedByAgenda,
  topicsChangedByEvent,
  topicsChangedByLocation
} from "./topics.js"

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

/** Maximum number of events per transaction that need not be read again; then all are forgotten. */
const rememberedEvents_count = 200

/** Notes an event as it is now, so that it need not be read again in the same transaction. */
const remember = ({ events }: UnitOfWork, uid: number, event: EventRecord | null): void => {
  if (events.size >= rememberedEvents_count) events.clear()
  events.set(uid, event)
}

/** Notes what was read of events in the current transaction. */
const remembering = (found: ReadonlyArray<readonly [uid: number, event: EventRecord | null]>): Effect.Effect<void> =>
  onUnit((unit) => {
    for (const [uid, event] of found) remember(unit, uid, event)
  })

const note = ({ changes, topics }: UnitOfWork, change: SubjectChange): void => {
  changes.push(change)
  // Its position in the log is this topic's revision.
  topics.add(agendaTopic(change.agendaUid))
}

const isSame = <A extends object>(left: A | null, right: A): boolean => left !== null && Equal.equals(Data.struct(left), Data.struct(right))

/** Changes of these agendas themselves. `isPublic`: everybody who reads them sees the change. */
const noteAgendas = (unit: UnitOfWork, agendaUids: ReadonlyArray<number>, isPublic = true): void => {
  for (const uid of agendaUids) {
    note(unit, plainChange({ agendaUid: uid, type: "agenda", uid, by: unit.author, existed: true, exists: true, isPublic }))
  }
}

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
  const listeners = yield* CurrentListeners
  const tombstones = yield* TombstoneStore
  const transaction = yield* Transaction
  const users = yield* UserStore

  const run = yield* loggedTransaction

  /** Runs a write in the current transaction, else in one of its own. */
  const writing = <A>(write: (unit: UnitOfWork) => Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> =>
    withUnit((unit) => unit === null ? run(writing(write)) : write(unit))

  /** Runs a write, then notes what it changed, with the topics to bump. */
  const changing = <A>(
    topics: ReadonlyArray<string>,
    write: Effect.Effect<A, StoreError>,
    changed: (unit: UnitOfWork) => void = () => {}
  ): Effect.Effect<A, StoreError> =>
    writing((unit) =>
      Effect.map(write, (written) => {
        for (const topic of topics) unit.topics.add(topic)
        changed(unit)
        return written
      })
    )

  /** The agendas that show a location: its own, those of its set, and those with an event there. */
  const agendasShowing = ({ agendaUid, setUid, uid }: LocationRecord): Effect.Effect<ReadonlySet<number>, StoreError> =>
    Effect.zipWith(
      setUid === null ? Effect.succeed([]) : agendas.uidsIn({ locationSetUid: setUid }),
      events.agendasAt(uid, Number.MAX_SAFE_INTEGER),
      (sharing, using) => new Set([agendaUid, ...sharing, ...using])
    )

  /** Changes a location from what is stored; null removes it. */
  const changeLocation = (
    uid: number,
    next: (stored: LocationRecord | null) => LocationRecord | null,
    write: Effect.Effect<void, StoreError>
  ): Effect.Effect<void, StoreError> =>
    Effect.gen(function*() {
      const before = yield* locations.find(uid)
      const after = next(before)
      const shown = before === null ? new Set<number>() : yield* agendasShowing(before)
      const shows = after === null ? new Set<number>() : yield* agendasShowing(after)
      const topics = [before, after].flatMap((location) =>
        location === null ? [] : topicsChangedByLocation(location, [...shown].some((agendaUid) => agendaUid !== location.agendaUid))
      )
      const isUnchanged = after === null ? before === null : isSame(before, after)
      yield* changing(topics, write, (unit) => {
        for (const agendaUid of isUnchanged ? [] : new Set([...shown, ...shows])) {
          const [existed, exists] = [shown.has(agendaUid), shows.has(agendaUid)]
          note(unit, plainChange({ agendaUid, type: "location", uid, by: unit.author, existed, exists, isPublic: true }))
        }
      })
    })

  /** Notes a change of an event, with the event for the listeners of this process. */
  const noteEvent = (unit: UnitOfWork, change: SubjectChange, before: EventRecord | null, after: EventRecord | null): void =>
    note(
      unit,
      listeners?.areThere === true
        ? { ...change, before: { ...change.before, event: before }, after: { ...change.after, event: after } }
        : change
    )

  const changeMember = (agendaUid: number, uid: number, exists: boolean, write: Effect.Effect<void, StoreError>, existed: boolean) =>
    changing(
      topicsChangedByAgenda(agendaUid),
      write,
      (unit) => note(unit, plainChange({ agendaUid, type: "member", uid, by: unit.author, existed, exists, isPublic: false }))
    )

  /** The event as this transaction has it, before a write. */
  const current = (unit: UnitOfWork, agendaUid: number, uid: number): Effect.Effect<EventRecord | null, StoreError> => {
    const known = unit.events.get(uid)
    return known === undefined ? events.find(agendaUid, { _tag: "Uid", uid }) : Effect.succeed(known)
  }

  /**
   * Writes an event and notes its change. `next` returns the event after the write; null: the store has no such event,
   * and the write does nothing. `keepsIntervals`: the write keeps its availability intervals.
   */
  const changeEvent = (
    { agendaUid, uid }: Pick<EventRecord, "agendaUid" | "uid">,
    next: (stored: EventRecord | null) => EventRecord | null,
    write: Effect.Effect<void, StoreError>,
    keepsIntervals = false
  ): Effect.Effect<void, StoreError> =>
    writing((unit) =>
      Effect.flatMap(current(unit, agendaUid, uid), (before) => {
        const after = next(before)
        return changing(topicsChangedByEvent(agendaUid, after?.state === published), write, () => {
          if (after === null) return
          remember(unit, uid, after)
          const change = changeOfEvent(before, after, unit.author, keepsIntervals)
          // The event was only indexed again. The log has no row for that, so the frame invalidates cached lists.
          if (change === null) unit.topics.add(frameTopic(agendaUid))
          else noteEvent(unit, change, before, after)
        })
      })
    )

  /** Topics of the agendas whose histories show the former name of a user. */
  const topicsNaming = ({ name, uid }: UserRecord): Effect.Effect<ReadonlyArray<string>, StoreError> =>
    Effect.flatMap(users.find(uid), (stored) =>
      stored === null || stored.name === name
        ? Effect.succeed([])
        : Effect.map(removals.contributionsOf(uid), (traces) => traces.flatMap(({ agendaUid }) => topicsChangedByAgenda(agendaUid))))

  return Context.make(Transaction, { ...transaction, run }).pipe(
    Context.add(
      AgendaStore,
      withWrites(agendas, ["find", "findMany", "search", "countAdded", "scan", "uidsIn", "lock", "setClock"], {
        put: (record) =>
          Effect.flatMap(
            agendas.find({ _tag: "Uid", uid: record.uid }),
            (before) =>
              changing(topicsChangedByAgenda(record.uid), agendas.put(record), (unit) => {
                if (before?.indexed !== record.indexed || before.private !== record.private) unit.topics.add(directoryTopic)
                // The folded title is of the index.
                if (!isSame(before, { ...record, titleFolded: before?.titleFolded ?? "" })) noteAgendas(unit, [record.uid])
              })
          ),
        remove: (uid) =>
          changing([...topicsChangedByAgenda(uid), directoryTopic], agendas.remove(uid), (unit) =>
            note(
              unit,
              plainChange({ agendaUid: uid, type: "agenda", uid, by: unit.author, existed: true, exists: false, isPublic: true })
            ))
      })
    ),
    Context.add(
      CredentialStore,
      withWrites(credentials, ["find", "findBy", "findToken", "scan", "putUse", "findUses", "putToken"], {
        put: (record) => changing([keyTopic(record.id)], credentials.put(record))
      })
    ),
    Context.add(
      EventStore,
      withWrites(events, ["agendaOfSlug", "agendasAt"], {
        find: (agendaUid, event) =>
          Effect.tap(events.find(agendaUid, event), (stored) => stored === null ? Effect.void : remembering([[stored.uid, stored]])),
        taken: (uid, slug) => Effect.tap(events.taken(uid, slug), (taken) => taken.uid ? Effect.void : remembering([[uid, null]])),
        scan: (group, afterUid, limit) =>
          Effect.tap(events.scan(group, afterUid, limit), (page) => remembering(page.map((event) => [event.uid, event]))),
        // Of an event that ceases to be published, `TombstoneStore.put` follows.
        put: (record, index, isNew) => changeEvent(record, () => record, events.put(record, index, isNew)),
        putAvailability: (agendaUid, uid, availability) =>
          changeEvent(
            { agendaUid, uid },
            (stored) =>
              stored === null ? null : ({
                ...stored,
                availability: availability.rows,
                availabilityUpdatedAt: availability.updatedAt
              }),
            events.putAvailability(agendaUid, uid, availability),
            availability.intervals === undefined
          ),
        putTimezone: (event) =>
          changeEvent(
            event,
            (stored) => stored?.locationUid === event.locationUid ? { ...stored, timezone: event.timezone, summary: event.summary } : null,
            events.putTimezone(event)
          ),
        // `TombstoneStore.put`, which bumps the topics, always follows.
        remove: (uid) =>
          changing([], events.remove(uid), (unit) => {
            const stored = unit.events.get(uid)
            if (stored !== undefined && stored !== null) noteEvent(unit, removalOfEvent(stored, unit.author), stored, null)
            remember(unit, uid, null)
          })
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
        put: (record, index) => changeLocation(record.uid, () => record, locations.put(record, index)),
        move: (uid, agendaUid) =>
          changeLocation(uid, (stored) => stored === null ? null : ({ ...stored, agendaUid }), locations.move(uid, agendaUid)),
        remove: (uid) => changeLocation(uid, () => null, locations.remove(uid))
      })
    ),
    Context.add(
      LocationSetStore,
      withWrites(locationSets, ["find", "lock", "findMany", "scan"], {
        put: (record) =>
          Effect.flatMap(
            agendas.uidsIn({ locationSetUid: record.uid }),
            (sharing) => changing([locationSetTopic(record.uid)], locationSets.put(record), (unit) => noteAgendas(unit, sharing))
          ),
        remove: (uid) => changing([locationSetTopic(uid)], locationSets.remove(uid))
      })
    ),
    Context.add(
      MemberStore,
      withWrites(members, ["find", "findBy", "findMany", "scan", "count"], {
        put: (record) =>
          Effect.flatMap(members.find(record.uid), (before) =>
            isSame(before, record)
              ? changing(topicsChangedByAgenda(record.agendaUid), members.put(record))
              : changeMember(record.agendaUid, record.uid, true, members.put(record), before !== null)),
        remove: (uid) =>
          Effect.flatMap(
            members.find(uid),
            (member) => member === null ? Effect.void : changeMember(member.agendaUid, uid, false, members.remove(uid), true)
          )
      })
    ),
    Context.add(
      NetworkStore,
      withWrites(networks, ["find", "lock", "findMany", "scan"], {
        put: (record) =>
          Effect.flatMap(
            agendas.uidsIn({ networkUid: record.uid }),
            (showing) => changing([networkTopic(record.uid)], networks.put(record), (unit) => noteAgendas(unit, showing))
          ),
        remove: (uid) => changing([networkTopic(uid)], networks.remove(uid))
      })
    ),
    Context.add(
      RemovalStore,
      withWrites(removals, ["removed", "count", "forget", "contributionsOf"], {
        clear: (agendaUid, limit) => changing(topicsChangedByAgenda(agendaUid), removals.clear(agendaUid, limit)),
        forgetUser: (user, agendaUids) =>
          changing(agendaUids.flatMap(topicsChangedByAgenda), removals.forgetUser(user, agendaUids), (unit) =>
            // Who contributed an event is not public.
            noteAgendas(unit, agendaUids, false))
      })
    ),
    Context.add(
      TombstoneStore,
      withWrites(tombstones, ["find", "withdrawals"], {
        put: (tombstone, withdrawal) =>
          changing(
            topicsChangedByEvent(tombstone.agendaUid, tombstone.audience === "public"),
            tombstones.put(tombstone, withdrawal)
          ),
        remove: (agendaUid, uid, audience) =>
          changing(topicsChangedByEvent(agendaUid, audience === "public"), tombstones.remove(agendaUid, uid, audience))
      })
    ),
    Context.add(
      UserStore,
      withWrites(users, ["find", "lock", "findMany", "findBy", "remove", "scan"], {
        put: (record) =>
          Effect.flatMap(topicsNaming(record), (topics) => topics.length === 0 ? users.put(record) : changing(topics, users.put(record)))
      })
    )
  )
})

/**
 * Decorates the stores so that each transaction bumps the revisions of the topics it changed, once, before it commits,
 * and then writes the changes to the logs of their agendas. The decorator does it, not each service, so that no write
 * can forget it.
 */
export const revisedStores: Layer.Layer<RevisedPorts, never, RevisedPorts | ChangeStore | RevisionStore> = Layer.effectContext(
  Effect.suspend(() => make)
)
