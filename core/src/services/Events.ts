import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Caller } from "../domain/access/Credential.js"
import {
  Conflict,
  Forbidden,
  type IdempotencyConflict,
  type Invalid,
  NotFound,
  type StoreError,
  type Unauthorized,
  type VersionMismatch
} from "../domain/error/EngineError.js"
import { issue } from "../domain/error/Issue.js"
import type { Json, JsonObject } from "../domain/text/Json.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import type { AgendaStore } from "../ports/AgendaStore.js"
import { EventStore } from "../ports/EventStore.js"
import type { LocationStore } from "../ports/LocationStore.js"
import type { MemberStore } from "../ports/MemberStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import type { RevisionStore } from "../ports/RevisionStore.js"
import type { RichText } from "../ports/RichText.js"
import type { Transaction } from "../ports/Transaction.js"
import type { UserStore } from "../ports/UserStore.js"
import type { EventQuery } from "../query/event/EventQuery.js"
import type { EventView } from "../query/event/EventView.js"
import type { EventRef } from "../record/EventRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import { Access, type Authorization, permitWrite } from "./Access.js"
import type { WriteMode } from "./event/applyDraft.js"
import { checkVersion, type ExpectedVersion } from "./event/checkVersion.js"
import { convertAhead, type Converted } from "./event/convertAhead.js"
import { hiddenConflictMessage } from "./event/findTaken.js"
import { isVisible, scopeOf } from "./event/isVisible.js"
import { listEvents, listPublicEvents } from "./event/listEvents.js"
import { locked, type LockedWrite, lockedWrite } from "./event/lockedWrite.js"
import { readExtId, readRef } from "./event/readExtId.js"
import { removeEvent } from "./event/removeEvent.js"
import type { Restoration } from "./event/Restoration.js"
import type { SearchCache } from "./event/SearchCache.js"
import { readEvent, showEvent } from "./event/showEvent.js"
import { writeAvailability } from "./event/writeAvailability.js"
import { type EventWritten, mayChange, writeEvent } from "./event/writeEvent.js"
import type { EventList, ReadEvent, RestoredEvent, WrittenAvailability, WrittenEvent } from "./EventResult.js"
import type { RecordAnswer } from "./Idempotency.js"
import type { ImagePorts } from "./image/prepareImage.js"
import { type ImageFiles, prepareImages, prepareRestoredImages } from "./image/prepareImages.js"
import type { ValidityWindows } from "./ValidityWindows.js"

/** Options of every change of an event. */
export interface ChangeOptions<Answer> {
  /** Expected version, checked under the agenda's lock, else `VersionMismatch`. Null and absent accept any version. */
  readonly expected?: ExpectedVersion | null
  /** Stores the answer in the transaction of the change; absent when it is not stored. */
  readonly keep?: RecordAnswer<Answer>
}

/** Options of a write with a body. */
export interface WriteOptions extends ChangeOptions<WrittenEvent> {
  /** Language of plain strings in multilingual fields (header `lang`). Null selects the agenda's default. */
  readonly lang: string | null
  /**
   * Image files sent with the body, by field: `image`, and the codes of additional fields of type image. They take
   * precedence over the members of the body. Files of other names are ignored with a warning. Absent: none.
   */
  readonly files?: ImageFiles
}

type ReadError = Invalid | Forbidden | NotFound | StoreError
type WriteError = ReadError | Conflict | VersionMismatch | IdempotencyConflict

/** Lists, reads and writes the events of an agenda. Every write is one transaction. */
export class Events extends Context.Tag("@agenda-engine/core/services/Events")<Events, {
  /** A page of an agenda's events. `Forbidden`: a state, or `mine`, that the caller may not list. */
  readonly list: (authorization: Authorization<"events:read">, query: EventQuery) => Effect.Effect<EventList, ReadError>
  /**
   * A page of the events of all public and indexed agendas (wire.md §6, Across agendas), or with an agenda key, of that
   * agenda. Parameters of a single agenda, as `state` and `featured`, are `Invalid`.
   */
  readonly listPublic: (caller: Caller, query: EventQuery) => Effect.Effect<EventList, ReadError | Unauthorized>
  /**
   * One event, in the detailed form by default. `NotFound`: the event does not exist, or the caller may not see it.
   * Contributors see their own events in every state, but only with a secret key. `Forbidden`: `explain`, for all but
   * moderators and administrators with a secret key.
   */
  readonly get: (authorization: Authorization<"events:read">, event: EventRef, view?: EventView) => Effect.Effect<ReadEvent, ReadError>
  /**
   * Checks the rights that every write to this event needs, before a body is parsed; null checks those of a write that
   * may create an event. A caller without membership gets the failure of the write itself: `NotFound` for an event that
   * they may not see, else `Forbidden`.
   */
  readonly permitWrite: (authorization: Authorization<"events:write">, event: EventRef | null) => Effect.Effect<void, ReadError>
  /** Creates an event. `Conflict`: an event hidden from the caller has its slug or an external identifier. */
  readonly create: (
    authorization: Authorization<"events:write">,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /** Replaces the writable content of an event (wire.md §2, full update). */
  readonly replace: (
    authorization: Authorization<"events:write">,
    event: EventRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /** Replaces the fields that the body names and keeps the others (wire.md §2, PATCH). */
  readonly patch: (
    authorization: Authorization<"events:write">,
    event: EventRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /**
   * Creates the event with this external identifier, or replaces the one that has it. Concurrent calls create one
   * event. `Conflict`: an event hidden from the caller has the identifier.
   */
  readonly upsert: (
    authorization: Authorization<"events:write">,
    extId: { readonly key: string; readonly value: string },
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /**
   * Converts the markup of bodies ahead of `restore`: it is the slowest step, and inside a transaction other writers
   * would wait for it.
   */
  readonly convert: (
    authorization: Authorization<"events:write">,
    bodies: ReadonlyArray<Json>
  ) => Effect.Effect<Converted, StoreError>
  /**
   * Creates or replaces the event of an import line, found by its external identifier, else by its uid. A new event
   * gets the line's uid, slug and instants. `Forbidden`: the caller is neither operator nor administrator. `converted`
   * is a result of `convert` that includes this body; markup that it does not include is converted in the transaction.
   */
  readonly restore: (
    authorization: Authorization<"events:write">,
    line: Restoration,
    body: Json,
    converted?: Converted
  ) => Effect.Effect<RestoredEvent, ReadError | Conflict>
  /**
   * Writes availability rows of an event's slots (wire.md §8, PATCH availability):
   * `{ "<slotId>": { "<provider>": row } }`; null removes a row. For callers who may change the event. The event's
   * version and `updatedAt` stay the same.
   */
  readonly patchAvailability: (
    authorization: Authorization<"events:write">,
    event: EventRef,
    body: Json,
    options?: ChangeOptions<WrittenAvailability>
  ) => Effect.Effect<WrittenAvailability, WriteError>
  /** Removes an event, leaves a tombstone, and returns the event as it was before. */
  readonly remove: (
    authorization: Authorization<"events:write">,
    event: EventRef,
    options?: ChangeOptions<JsonObject>
  ) => Effect.Effect<JsonObject, WriteError>
}>() {
  /** Layer of Events over the stores. */
  static readonly layer: Layer.Layer<Events, never, Access | EventPorts> = Layer.effect(Events, Effect.suspend(() => make))
}

type EventPorts =
  | ImagePorts
  | AgendaStore
  | EventStore
  | LocationStore
  | MemberStore
  | NetworkStore
  | RevisionStore
  | RichText
  | SearchCache
  | Transaction
  | UserStore
  | ValidityWindows

const locate = Effect.fnUntraced(function*(authorization: Authorization, named: EventRef) {
  const events = yield* EventStore
  const record = yield* events.find(authorization.agenda.uid, yield* readRef(named))
  return record === null || !isVisible(authorization, record) ? yield* new NotFound({ what: "event" }) : record
})

/** A write with the caller's membership at that time. */
interface PresentedWrite {
  readonly written: EventWritten
  readonly member: MemberRecord | null
}

const noFiles: ImageFiles = new Map()

const make = Effect.gen(function*() {
  const access = yield* Access
  const ports = yield* Effect.context<Access | EventPorts>()
  const withPorts = (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => withSpanIfTraced(name)(Effect.provide(effect, ports))

  const present = Effect.fnUntraced(function*(authorization: Authorization, { member, written }: PresentedWrite) {
    const { history, location, outcome, record, warnings } = written
    const event = yield* showEvent(authorization, record, { history, location, member })
    return { outcome, warnings, event, version: record.version } satisfies WrittenEvent
  })

  /**
   * Runs a write of a body and presents its result: inside the transaction when the answer is to be stored, else after
   * the commit.
   */
  const runWrite = <E, R, E1 = never, R1 = never>(
    authorization: Authorization,
    body: Json,
    { files = noFiles, keep }: WriteOptions,
    write: (context: LockedWrite) => Effect.Effect<EventWritten, E, R>,
    permit: Effect.Effect<void, E1, R1> = Effect.void
  ) => {
    const converting = convertAhead(authorization, [body])
    const preparing = prepareImages(authorization, files, body, permit)
    const writing = (context: LockedWrite) => Effect.map(write(context), (written) => ({ written, member: context.member }))
    const presenting = (written: PresentedWrite) => present(authorization, written)
    return keep === undefined
      ? Effect.flatMap(lockedWrite(authorization, converting, preparing, writing), presenting)
      : lockedWrite(
        authorization,
        converting,
        preparing,
        (context) => Effect.tap(Effect.flatMap(writing(context), presenting), (answered) => keep(answered))
      )
  }

  const update = Effect.fnUntraced(
    function*(authorization: Authorization<"events:write">, ref: EventRef, mode: WriteMode, body: Json, options: WriteOptions) {
      const { expected = null, lang } = options
      return yield* runWrite(
        authorization,
        body,
        options,
        (context) =>
          Effect.gen(function*() {
            const stored = yield* locate(authorization, ref)
            yield* mayChange(authorization, stored)
            yield* checkVersion(authorization, stored, expected)
            return yield* writeEvent({ authorization, ...context, mode, stored, body, lang, extId: null, restoration: null })
          }),
        Effect.flatMap(locate(authorization, ref), (stored) => mayChange(authorization, stored))
      )
    },
    Effect.provide(ports)
  )

  return Events.of({
    list: (authorization, query) => listEvents(authorization, query).pipe(withPorts("Events.list")),

    listPublic: Effect.fnUntraced(function*(caller, query) {
      yield* access.checkOperation(caller, "events:read")
      return yield* listPublicEvents(scopeOf(caller), query)
    }, withPorts("Events.listPublic")),

    get: Effect.fnUntraced(function*(authorization, ref, view) {
      if (view?.explain === true && !authorization.privileged) {
        return yield* new Forbidden({ message: "only moderators and administrators are given reasons" })
      }
      return yield* readEvent(authorization, yield* locate(authorization, ref), view)
    }, withPorts("Events.get")),

    permitWrite: (authorization, ref) =>
      permitWrite(authorization, ref === null ? Effect.void : locate(authorization, ref)).pipe(withPorts("Events.permitWrite")),

    create: Effect.fnUntraced(function*(authorization, body, options) {
      const made = { mode: "create", stored: null, extId: null, restoration: null } as const
      return yield* runWrite(
        authorization,
        body,
        options,
        (context) => writeEvent({ authorization, ...context, body, lang: options.lang, ...made })
      )
    }, withPorts("Events.create")),

    replace: (authorization, ref, body, options) =>
      withSpanIfTraced("Events.replace")(update(authorization, ref, "replace", body, options)),

    patch: (authorization, ref, body, options) => withSpanIfTraced("Events.patch")(update(authorization, ref, "patch", body, options)),

    upsert: Effect.fnUntraced(function*(authorization, named, body, options) {
      const { expected = null, lang } = options
      // A caller who may not create events gets `Forbidden` before any look-up could reveal something.
      yield* mayChange(authorization, null)
      const extId = yield* readExtId(named)
      return yield* runWrite(authorization, body, options, (context) =>
        Effect.gen(function*() {
          const stored = yield* Effect.flatMap(EventStore, (events) => events.find(authorization.agenda.uid, { _tag: "ExtId", ...extId }))
          if (stored !== null && !isVisible(authorization, stored)) {
            return yield* new Conflict({ message: hiddenConflictMessage, issues: [issue("duplicate", "extIds", { origin: { ...extId } })] })
          }
          yield* checkVersion(authorization, stored, expected)
          const mode = stored === null ? "create" : "replace"
          return yield* writeEvent({ authorization, ...context, mode, stored, body, lang, extId, restoration: null })
        }))
    }, withPorts("Events.upsert")),

    convert: (authorization, bodies) => convertAhead(authorization, bodies).pipe(withPorts("Events.convert")),

    restore: Effect.fnUntraced(function*(authorization, named, body, converted) {
      if (authorization.caller._tag !== "Operator" && authorization.role !== "administrator") {
        return yield* new Forbidden({ message: "only administrators import" })
      }
      const line = named.extId === undefined ? named : { ...named, extId: yield* readExtId(named.extId) }
      const converting = converted === undefined ? convertAhead(authorization, [body]) : Effect.succeed(converted)
      const { outcome, record, warnings } = yield* lockedWrite(
        authorization,
        converting,
        prepareRestoredImages(authorization, body),
        (context) =>
          Effect.gen(function*() {
            const events = yield* EventStore
            const { uid: agendaUid } = authorization.agenda
            const byExtId = line.extId === undefined ? null : yield* events.find(agendaUid, { _tag: "ExtId", ...line.extId })
            const stored = byExtId === null && line.uid !== undefined && line.extId === undefined
              ? yield* events.find(agendaUid, { _tag: "Uid", uid: line.uid })
              : byExtId
            const mode = stored === null ? "create" : "replace"
            return yield* writeEvent({
              authorization,
              ...context,
              mode,
              stored,
              body,
              lang: null,
              extId: line.extId ?? null,
              restoration: line
            })
          })
      )
      return { outcome, warnings, uid: record.uid } satisfies RestoredEvent
    }, withPorts("Events.restore")),

    patchAvailability: Effect.fnUntraced(function*(authorization, ref, body, { expected = null, keep } = {}) {
      return yield* locked(authorization, (changedAt) =>
        Effect.gen(function*() {
          const stored = yield* locate(authorization, ref)
          yield* mayChange(authorization, stored)
          yield* checkVersion(authorization, stored, expected)
          const written = yield* writeAvailability({ authorization, changedAt, stored, body })
          if (keep !== undefined) yield* keep(written)
          return written
        }))
    }, withPorts("Events.patchAvailability")),

    remove: Effect.fnUntraced(function*(authorization, ref, { expected = null, keep } = {}) {
      return yield* locked(authorization, (changedAt, member) =>
        Effect.gen(function*() {
          const stored = yield* locate(authorization, ref)
          yield* mayChange(authorization, stored)
          yield* checkVersion(authorization, stored, expected)
          const shown = yield* showEvent(authorization, stored, { member })
          yield* removeEvent(authorization, changedAt, stored)
          if (keep !== undefined) yield* keep(shown)
          return shown
        }))
    }, withPorts("Events.remove"))
  })
})
