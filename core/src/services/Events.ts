import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Caller } from "../domain/Credential.js"
import {
  Conflict,
  Forbidden,
  type Invalid,
  NotFound,
  type Outdated,
  type RetryRefused,
  type StoreError,
  type Unauthorized
} from "../domain/EngineError.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import { spanned } from "../domain/spanned.js"
import type { AgendaStore } from "../ports/AgendaStore.js"
import { EventStore } from "../ports/EventStore.js"
import type { LocationStore } from "../ports/LocationStore.js"
import type { MemberStore } from "../ports/MemberStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import type { RichText } from "../ports/RichText.js"
import type { Transaction } from "../ports/Transaction.js"
import type { UserStore } from "../ports/UserStore.js"
import type { EventQuery } from "../query/EventQuery.js"
import type { EventView } from "../query/EventView.js"
import type { Scope } from "../query/QueryPlan.js"
import type { AgendaRef } from "../record/AgendaRecord.js"
import type { EventRef } from "../record/EventRecord.js"
import { Access, type Standing } from "./Access.js"
import type { WriteMode } from "./event/applyDraft.js"
import { asExpected, type Expected } from "./event/asExpected.js"
import { convertAhead, type Converted } from "./event/convertAhead.js"
import { hiddenHolder } from "./event/findTaken.js"
import { isVisible } from "./event/isVisible.js"
import { listEvents, listPublicEvents } from "./event/listEvents.js"
import { type Begun, locked, lockedWrite } from "./event/lockedWrite.js"
import { readEvent } from "./event/readEvent.js"
import { readExtId, readRef } from "./event/readExtId.js"
import { removeEvent } from "./event/removeEvent.js"
import { showEvent } from "./event/showEvent.js"
import { writeAvailability } from "./event/writeAvailability.js"
import { type EventWritten, mayChange, writeEvent } from "./event/writeEvent.js"
import { type ImagePorts, offerImage, offerRestored } from "./image/offerImage.js"
import type { KeepAnswer } from "./Retries.js"

/** A page of events, as `/v2/agendas/{a}/events` answers it. */
export interface EventList {
  readonly total: number
  readonly events: ReadonlyArray<JsonObject>
  /** Pass as `after` for the next page; null exactly when nothing is left. */
  readonly after: ReadonlyArray<string> | null
  /** The orders the list is in, each in turn. */
  readonly sort: ReadonlyArray<string>
  /** The facets that were asked for, by their keys; null when none were. */
  readonly facets: JsonObject | null
}

/** An event that was read. */
export interface ReadEvent {
  readonly event: JsonObject
  /** Moves with the event's content (wire.md §4, ETag). */
  readonly version: number
  /** Why its tickets are shown as they are (`presentExplanation`); null where that was not asked for. */
  readonly explain: JsonObject | null
}

/** An event that was written, and what of the body was left alone. */
export interface WrittenEvent {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly event: JsonObject
  /** That of the event as it is now. */
  readonly version: number
  readonly warnings: ReadonlyArray<Issue>
}

/** What an import line did; whoever wants to see the event reads it. */
export interface RestoredEvent extends Pick<WrittenEvent, "outcome" | "warnings"> {
  readonly uid: number
}

/** What a write of availability did. */
export interface WrittenAvailability {
  /** The rows that are now as the body has them, or forgotten, in its order. */
  readonly applied: ReadonlyArray<{ readonly slot: string; readonly provider: string }>
  /** One `stale` for each row that was skipped, since what is stored was asked for later. */
  readonly skipped: ReadonlyArray<Issue>
  readonly warnings: ReadonlyArray<Issue>
}

/** What a change of an event depends on beside what it says. */
export interface ChangeOptions<Answer> {
  /** What the caller takes to be there, looked at under the agenda's lock: else `Outdated`. Null and absent: whatever is. */
  readonly expected?: Expected | null
  readonly keep?: KeepAnswer<Answer>
}

/** How a body is read. */
export interface WriteOptions extends ChangeOptions<WrittenEvent> {
  /** The language of plain strings on multilingual fields (header `lang`); null: the agenda's default. */
  readonly lang: string | null
  /** The file that comes with the body, which is to be its picture whatever the body says; absent: none. */
  readonly image?: Uint8Array | null
}

/** What an administrator's import may set beside the body; the uid and slug only when they are free, and only of an event that is made. */
export interface Restoration {
  /** Finds the event where no external identifier does. */
  readonly uid?: number
  /** Finds the event, and is one of its external identifiers from then on. */
  readonly extId?: { readonly key: string; readonly value: string }
  readonly slug?: string
  readonly createdAt?: number
  /** Older than what the agenda's readers have met, it hides the event from those who poll by it (wire.md §5): only for agendas that have none yet. */
  readonly updatedAt?: number
  /** As `updatedAt`, of its availability. */
  readonly availabilityUpdatedAt?: number
  /** Ids of slots that it once had, besides those that are known; none of them is given out again. */
  readonly retiredSlotIds?: ReadonlyArray<string>
  /** What providers say of its tickets: the body of a PATCH of availability. Rows older than those that are known are left out. */
  readonly availability?: JsonObject
  /** Whether the time zone of the body was named, though it be that of the location; absent: if it differs from that. */
  readonly timezoneNamed?: boolean
}

type ReadError = Invalid | Unauthorized | Forbidden | NotFound | StoreError
type WriteError = ReadError | Conflict | Outdated | RetryRefused

/** Lists, reads and writes the events of an agenda. Every write is one transaction: all of it is kept or nothing. */
export class Events extends Context.Tag("@agenda-engine/core/services/Events")<Events, {
  /** A page of an agenda's events. `Forbidden`: of states or of events (`mine`) that the caller may not list. */
  readonly list: (caller: Caller, agenda: AgendaRef, query: EventQuery) => Effect.Effect<EventList, ReadError>
  /** What `list` answers to one who has entered the agenda, while the mark holds; `asOf` that of its opening, which is open. */
  readonly listFor: (standing: Standing, query: EventQuery, asOf: number) => Effect.Effect<EventList, ReadError>
  /**
   * A page of the events of all public and indexed agendas (wire.md §6, Across agendas); with an agenda's key of that agenda. What belongs
   * to one agenda, as `state` and `featured`, is `Invalid` here.
   */
  readonly listPublic: (caller: Caller, query: EventQuery) => Effect.Effect<EventList, ReadError>
  /**
   * One event, in the detailed form unless the view says otherwise. One that the caller may not see is `NotFound`, as one that never was;
   * contributors see their own in every state, but not by a key that may sit in a web page.
   * `explain` is `Forbidden` to all but moderators and administrators with credentials of their own.
   */
  readonly get: (caller: Caller, agenda: AgendaRef, event: EventRef, view?: EventView) => Effect.Effect<ReadEvent, ReadError>
  /** Makes an event from a request body. `Conflict`: an event that the caller may not see has its slug or one of its external identifiers. */
  readonly create: (caller: Caller, agenda: AgendaRef, body: Json, options: WriteOptions) => Effect.Effect<WrittenEvent, WriteError>
  /** Replaces the writable content of an event (wire.md §2, full update). */
  readonly replace: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /** Replaces the fields that the body names and leaves the others (wire.md §2, PATCH). */
  readonly patch: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /**
   * Makes the event with this external identifier, or replaces the one that has it. Racing calls make one event. `Conflict`: an event has it
   * that the caller may not see.
   */
  readonly upsert: (
    caller: Caller,
    agenda: AgendaRef,
    extId: { readonly key: string; readonly value: string },
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /**
   * Converts the markup of bodies that are to be restored, which takes longest of it: who restores many in one transaction does so before it
   * begins, so that no other writer waits for that. Fails as a write by this caller would: `Unauthorized`, `Forbidden`, `NotFound`.
   */
  readonly convert: (
    caller: Caller,
    agenda: AgendaRef,
    bodies: ReadonlyArray<Json>
  ) => Effect.Effect<Converted, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * Makes or replaces the event of an import line, found by its external identifier, else by its uid. A new event takes the line's
   * uid, slug and instants. For operators and administrators: anyone else is `Forbidden`. `converted`: what `convert` answered to this body
   * among others; without, or where it knows nothing of it, it is converted now.
   */
  readonly restore: (
    caller: Caller,
    agenda: AgendaRef,
    line: Restoration,
    body: Json,
    converted?: Converted
  ) => Effect.Effect<RestoredEvent, ReadError | Conflict>
  /**
   * Writes what providers say of the tickets of an event's slots (wire.md §8, PATCH availability): `{ "<slotId>": { "<provider>": row } }`, null
   * forgets a row. For those who may change the event. Neither its version nor its `updatedAt` moves.
   */
  readonly patchAvailability: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    body: Json,
    options?: ChangeOptions<WrittenAvailability>
  ) => Effect.Effect<WrittenAvailability, WriteError>
  /** Removes an event; a tombstone stays. Answers the event as it was. */
  readonly remove: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    options?: ChangeOptions<JsonObject>
  ) => Effect.Effect<JsonObject, WriteError>
}>() {
  /** The events of the stores. */
  static readonly layer: Layer.Layer<Events, never, Access | EventPorts> = Layer.effect(Events, Effect.suspend(() => make))
}

type EventPorts = ImagePorts | AgendaStore | EventStore | LocationStore | MemberStore | NetworkStore | RichText | Transaction | UserStore

const locate = Effect.fnUntraced(function*(standing: Standing, named: EventRef) {
  const events = yield* EventStore
  const record = yield* events.find(standing.agenda.uid, yield* readRef(named))
  return record === null || !isVisible(standing, record) ? yield* new NotFound({ what: "event" }) : record
})

/** What a caller reads across agendas: with an agenda's key that agenda, private or not; else public ones, those of the key only where it names some. */
const scopeOf = (caller: Caller): Scope => {
  if (caller._tag === "Operator" || caller.agendaUids === null) return { _tag: "Public", within: null }
  const [agendaUid, ...others] = caller.agendaUids
  return caller.kind === "agenda" && agendaUid !== undefined && others.length === 0
    ? { _tag: "Agenda", agendaUid }
    : { _tag: "Public", within: caller.agendaUids }
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const ports = yield* Effect.context<EventPorts>()
  const served = (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => spanned(name)(Effect.provide(effect, ports))

  const answer = Effect.fnUntraced(function*(standing: Standing, written: EventWritten) {
    const { location, outcome, record, warnings } = written
    return { outcome, warnings, event: yield* showEvent(standing, record, location), version: record.version } satisfies WrittenEvent
  })

  /** Runs a write of a body and answers it: in its transaction where something is to be kept of the answer, else after it. */
  const settle = <E, R, E1 = never, R1 = never>(
    standing: Standing,
    body: Json,
    { image = null, keep }: WriteOptions,
    write: (begun: Begun) => Effect.Effect<EventWritten, E, R>,
    permit?: Effect.Effect<void, E1, R1>
  ) => {
    const converting = convertAhead(standing, [body])
    const offer = offerImage(image, body, permit)
    const answering = (written: EventWritten) => answer(standing, written)
    return keep === undefined
      ? Effect.flatMap(lockedWrite(standing, converting, offer, write), answering)
      : lockedWrite(
        standing,
        converting,
        offer,
        (begun) => Effect.tap(Effect.flatMap(write(begun), answering), (answered) => keep(answered))
      )
  }

  const update = Effect.fnUntraced(
    function*(caller: Caller, agenda: AgendaRef, ref: EventRef, mode: WriteMode, body: Json, options: WriteOptions) {
      const { expected = null, lang } = options
      const standing = yield* access.enter(caller, agenda, "events:write")
      return yield* settle(
        standing,
        body,
        options,
        (begun) =>
          Effect.gen(function*() {
            const stored = yield* locate(standing, ref)
            yield* asExpected(standing, stored, expected)
            return yield* writeEvent({ standing, ...begun, mode, stored, body, lang, extId: null, restoration: null })
          }),
        Effect.flatMap(locate(standing, ref), (stored) => mayChange(standing, stored))
      )
    },
    Effect.provide(ports)
  )

  return Events.of({
    list: Effect.fnUntraced(function*(caller, agenda, query) {
      return yield* listEvents(yield* access.enter(caller, agenda, "events:read"), query, null)
    }, served("Events.list")),

    listFor: (standing, query, asOf) => listEvents(standing, query, asOf).pipe(served("Events.listFor")),

    listPublic: Effect.fnUntraced(function*(caller, query) {
      yield* access.allow(caller, "events:read")
      return yield* listPublicEvents(scopeOf(caller), query)
    }, served("Events.listPublic")),

    get: Effect.fnUntraced(function*(caller, agenda, ref, view) {
      const standing = yield* access.enter(caller, agenda, "events:read")
      if (view?.explain === true && !standing.privileged) {
        return yield* new Forbidden({ message: "only moderators and administrators are given reasons" })
      }
      return yield* readEvent(standing, yield* locate(standing, ref), view)
    }, served("Events.get")),

    create: Effect.fnUntraced(function*(caller, agenda, body, options) {
      const standing = yield* access.enter(caller, agenda, "events:write")
      const made = { mode: "create", stored: null, extId: null, restoration: null } as const
      return yield* settle(standing, body, options, (begun) => writeEvent({ standing, ...begun, body, lang: options.lang, ...made }))
    }, served("Events.create")),

    replace: (caller, agenda, ref, body, options) => spanned("Events.replace")(update(caller, agenda, ref, "replace", body, options)),

    patch: (caller, agenda, ref, body, options) => spanned("Events.patch")(update(caller, agenda, ref, "patch", body, options)),

    upsert: Effect.fnUntraced(function*(caller, agenda, named, body, options) {
      const { expected = null, lang } = options
      const standing = yield* access.enter(caller, agenda, "events:write")
      const extId = yield* readExtId(named)
      return yield* settle(standing, body, options, (begun) =>
        Effect.gen(function*() {
          // Who may make none is told so before there is anything to know.
          yield* mayChange(standing, null)
          const stored = yield* Effect.flatMap(EventStore, (events) => events.find(standing.agenda.uid, { _tag: "ExtId", ...extId }))
          if (stored !== null && !isVisible(standing, stored)) {
            return yield* new Conflict({ message: hiddenHolder, issues: [issue("duplicate", "extIds", { origin: { ...extId } })] })
          }
          yield* asExpected(standing, stored, expected)
          const mode = stored === null ? "create" : "replace"
          return yield* writeEvent({ standing, ...begun, mode, stored, body, lang, extId, restoration: null })
        }))
    }, served("Events.upsert")),

    convert: Effect.fnUntraced(function*(caller, agenda, bodies) {
      return yield* convertAhead(yield* access.enter(caller, agenda, "events:write"), bodies)
    }, served("Events.convert")),

    restore: Effect.fnUntraced(function*(caller, agenda, named, body, converted) {
      const standing = yield* access.enter(caller, agenda, "events:write")
      if (standing.caller._tag === "Key" && standing.role !== "administrator") {
        return yield* new Forbidden({ message: "only administrators import" })
      }
      const line = named.extId === undefined ? named : { ...named, extId: yield* readExtId(named.extId) }
      const converting = converted === undefined ? convertAhead(standing, [body]) : Effect.succeed(converted)
      const { outcome, record, warnings } = yield* lockedWrite(
        standing,
        converting,
        offerRestored(body),
        (begun) =>
          Effect.gen(function*() {
            const events = yield* EventStore
            const { uid: agendaUid } = standing.agenda
            const byExtId = line.extId === undefined ? null : yield* events.find(agendaUid, { _tag: "ExtId", ...line.extId })
            const stored = byExtId === null && line.uid !== undefined && line.extId === undefined
              ? yield* events.find(agendaUid, { _tag: "Uid", uid: line.uid })
              : byExtId
            const mode = stored === null ? "create" : "replace"
            return yield* writeEvent({ standing, ...begun, mode, stored, body, lang: null, extId: line.extId ?? null, restoration: line })
          })
      )
      return { outcome, warnings, uid: record.uid } satisfies RestoredEvent
    }, served("Events.restore")),

    patchAvailability: Effect.fnUntraced(function*(caller, agenda, ref, body, { expected = null, keep } = {}) {
      const standing = yield* access.enter(caller, agenda, "events:write")
      return yield* locked(standing, (changedAt) =>
        Effect.gen(function*() {
          const stored = yield* locate(standing, ref)
          yield* asExpected(standing, stored, expected)
          const written = yield* writeAvailability({ standing, changedAt, stored, body })
          if (keep !== undefined) yield* keep(written)
          return written
        }))
    }, served("Events.patchAvailability")),

    remove: Effect.fnUntraced(function*(caller, agenda, ref, { expected = null, keep } = {}) {
      const standing = yield* access.enter(caller, agenda, "events:write")
      return yield* locked(standing, (changedAt) =>
        Effect.gen(function*() {
          const stored = yield* locate(standing, ref)
          yield* asExpected(standing, stored, expected)
          const shown = yield* showEvent(standing, stored)
          yield* removeEvent(standing, changedAt, stored)
          if (keep !== undefined) yield* keep(shown)
          return shown
        }))
    }, served("Events.remove"))
  })
})
