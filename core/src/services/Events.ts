import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { NoValues } from "../contract/AdditionalValues.js"
import type { Event, EventIn } from "../contract/EventAnswer.js"
import type { AvailabilityDraft, EventDraft, EventPatch } from "../contract/EventDraft.js"
import type { EventList, ReadEvent, RestoredEvent, WrittenAvailability, WrittenEvent } from "../contract/EventResult.js"
import { jsonOf, type RawBody } from "../contract/RawBody.js"
import type { Caller } from "../domain/access/Credential.js"
import {
  Conflict,
  Forbidden,
  type IdempotencyConflict,
  type Invalid,
  type NotFound,
  type StoreError,
  type Unauthorized,
  type VersionMismatch
} from "../domain/error/EngineError.js"
import { issue } from "../domain/error/Issue.js"
import type { Json } from "../domain/text/Json.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import { EventStore } from "../ports/event/EventStore.js"
import type { EventStores } from "../ports/Stores.js"
import type { EventQuery } from "../query/event/EventQuery.js"
import type { EventView, wholeEvent } from "../query/event/EventView.js"
import type { EventRef } from "../record/EventRecord.js"
import { Access, type Authorization, permitWrite } from "./Access.js"
import { isVisible, scopeOf } from "./event/isVisible.js"
import { listEvents, type ListPorts, listPublicEvents } from "./event/listEvents.js"
import { locate } from "./event/locate.js"
import { readExtId, readRef } from "./event/readExtId.js"
import { readPages } from "./event/readPages.js"
import { readEvent, showEvent } from "./event/showEvent.js"
import { typedAnswer } from "./event/typedAnswer.js"
import { checkVersion } from "./event/write/checkVersion.js"
import { convertAhead, type Converted } from "./event/write/convertAhead.js"
import { hiddenConflictMessage } from "./event/write/findTaken.js"
import { locked, lockedWrite } from "./event/write/lockedWrite.js"
import { removeEvent } from "./event/write/removeEvent.js"
import type { Restoration } from "./event/write/Restoration.js"
import { writeAvailability } from "./event/write/writeAvailability.js"
import { mayChange, writeEvent } from "./event/write/writeEvent.js"
import { writesOver } from "./event/write/writesOver.js"
import type { ImagePorts } from "./image/prepareImage.js"
import { prepareRestoredImages } from "./image/prepareImages.js"
import type { ChangeOptions, WriteOptions } from "./write/EventWriteOptions.js"

type ReadError = Invalid | Forbidden | NotFound | StoreError
type WriteError = ReadError | Conflict | VersionMismatch | IdempotencyConflict

/** The detailed form in all languages, which single reads and writes have by default. */
type WholeView = typeof wholeEvent

/**
 * Lists, reads and writes the events of an agenda. Every write is one transaction. Bodies and answers are typed;
 * `rawBody` passes JSON through. `Values` is the type of the agenda's additional fields: a type argument that states
 * it, as in `events.create<{ genres: ReadonlyArray<number> }>(…)`. Lists take it from `EventQuery.make`.
 */
export class Events extends Context.Tag("@agenda-engine/core/services/Events")<Events, {
  /** A page of an agenda's events. `Forbidden`: a state, or `mine`, that the caller may not list. */
  readonly list: <Query extends EventQuery>(
    authorization: Authorization<"events:read">,
    query: Query
  ) => Effect.Effect<EventList<EventIn<Query>>, ReadError>
  /**
   * The events of an agenda that `list` would return page by page, from the start of the query on. `size` is the number
   * of events read at once. Each page is authorized again: the stream fails when the caller loses the right to read.
   */
  readonly stream: <Query extends EventQuery>(
    authorization: Authorization<"events:read">,
    query: Query
  ) => Stream.Stream<EventIn<Query>, ReadError | Unauthorized>
  /**
   * A page of the events of all public and indexed agendas (wire.md §6, Across agendas), or with an agenda key, of that
   * agenda. Parameters of a single agenda, as `state` and `featured`, are `Invalid`.
   */
  readonly listPublic: <Query extends EventQuery>(
    caller: Caller,
    query: Query
  ) => Effect.Effect<EventList<EventIn<Query>>, ReadError | Unauthorized>
  /**
   * One event, in the detailed form by default. `NotFound`: the event does not exist, or the caller may not see it.
   * Contributors see their own events in every state, but only with a secret key. `Forbidden`: `explain`, for all but
   * moderators and administrators with a secret key.
   */
  readonly get: <Values = NoValues, View extends EventView = WholeView>(
    authorization: Authorization<"events:read">,
    event: EventRef,
    view?: View
  ) => Effect.Effect<ReadEvent<EventIn<View, Values>>, ReadError>
  /**
   * Checks the rights that every write to this event needs, before a body is parsed; null checks those of a write that
   * may create an event. A caller without membership gets the failure of the write itself: `NotFound` for an event that
   * they may not see, else `Forbidden`.
   */
  readonly permitWrite: (authorization: Authorization<"events:write">, event: EventRef | null) => Effect.Effect<void, ReadError>
  /** Creates an event. `Conflict`: an event hidden from the caller has its slug or an external identifier. */
  readonly create: <Values = NoValues>(
    authorization: Authorization<"events:write">,
    body: EventDraft<NoInfer<Values>> | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenEvent<Values>, WriteError>
  /** Replaces the writable content of an event (wire.md §2, full update). */
  readonly replace: <Values = NoValues>(
    authorization: Authorization<"events:write">,
    event: EventRef,
    body: EventDraft<NoInfer<Values>> | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenEvent<Values>, WriteError>
  /** Replaces the fields that the body names and keeps the others (wire.md §2, PATCH). */
  readonly patch: <Values = NoValues>(
    authorization: Authorization<"events:write">,
    event: EventRef,
    body: EventPatch<NoInfer<Values>> | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenEvent<Values>, WriteError>
  /**
   * Creates the event with this external identifier, or replaces the one that has it. Concurrent calls create one
   * event. `Conflict`: an event hidden from the caller has the identifier.
   */
  readonly upsert: <Values = NoValues>(
    authorization: Authorization<"events:write">,
    extId: { readonly key: string; readonly value: string },
    body: EventDraft<NoInfer<Values>> | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenEvent<Values>, WriteError>
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
    body: AvailabilityDraft | RawBody,
    options?: ChangeOptions<WrittenAvailability>
  ) => Effect.Effect<WrittenAvailability, WriteError>
  /** Removes an event, leaves a tombstone, and returns the event as it was before. */
  readonly remove: (
    authorization: Authorization<"events:write">,
    event: EventRef,
    options?: ChangeOptions<Event>
  ) => Effect.Effect<Event, WriteError>
}>() {
  /** Layer of Events over the stores. */
  static readonly layer: Layer.Layer<Events, never, Access | EventPorts> = Layer.effect(Events, Effect.suspend(() => make))
}

type EventPorts = ImagePorts | EventStores | ListPorts

const make = Effect.gen(function*() {
  const access = yield* Access
  const ports = yield* Effect.context<Access | EventPorts>()
  const withPorts = (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => withSpanIfTraced(name)(Effect.provide(effect, ports))

  const { runNamed, runWrite } = writesOver(ports)

  const update = Effect.fnUntraced(
    function*(authorization: Authorization<"events:write">, ref: EventRef, mode: "patch" | "replace", body: Json, options: WriteOptions) {
      const { expected = null, lang = null } = options
      return yield* runNamed(
        authorization,
        { mode, ref: yield* readRef(ref), body, lang },
        options,
        (context) =>
          Effect.gen(function*() {
            const stored = yield* locate(ports, authorization, ref)
            yield* mayChange(authorization, stored)
            yield* checkVersion(authorization, stored, expected)
            return yield* writeEvent({ authorization, ...context, mode, stored, body, lang, extId: null, restoration: null })
          }),
        { permit: Effect.flatMap(locate(ports, authorization, ref), (stored) => mayChange(authorization, stored)) }
      )
    },
    Effect.provide(ports)
  )

  const get = Effect.fnUntraced(function*(authorization: Authorization<"events:read">, ref: EventRef, view: EventView | undefined) {
    if (view?.explain === true && !authorization.privileged) {
      return yield* new Forbidden({ message: "only moderators and administrators are given reasons" })
    }
    return yield* readEvent(ports, authorization, yield* locate(ports, authorization, ref), view)
  }, withSpanIfTraced("Events.get"))

  const upsert = Effect.fnUntraced(
    function*(
      authorization: Authorization<"events:write">,
      named: { readonly key: string; readonly value: string },
      body: Json,
      options: WriteOptions
    ) {
      const { expected = null, lang = null } = options
      // A caller who may not create events gets `Forbidden` before any look-up could reveal something.
      yield* mayChange(authorization, null)
      const extId = yield* readExtId(named)
      const ref = { _tag: "ExtId", ...extId } as const
      return yield* runNamed(
        authorization,
        { mode: "upsert", ref, body, lang },
        options,
        (context) =>
          Effect.gen(function*() {
            const { found: stored } = context
            if (stored !== null && !isVisible(authorization, stored)) {
              return yield* new Conflict({
                message: hiddenConflictMessage,
                issues: [issue("duplicate", "extIds", { origin: { ...extId } })]
              })
            }
            yield* checkVersion(authorization, stored, expected)
            const mode = stored === null ? "create" : "replace"
            return yield* writeEvent({ authorization, ...context, mode, stored, body, lang, extId, restoration: null })
          }),
        { find: Context.get(ports, EventStore).find(authorization.agenda.uid, ref) }
      )
    },
    withPorts("Events.upsert")
  )

  const list = (authorization: Authorization<"events:read">, query: EventQuery) =>
    listEvents(ports, authorization, query).pipe(withSpanIfTraced("Events.list"))

  return Events.of({
    list: (authorization, query) => Effect.map(list(authorization, query), (page) => typedAnswer(page)),
    stream: (authorization, query) => {
      const { agenda: { uid }, caller } = authorization
      const renewed = access.authorize(caller, { _tag: "Uid", uid }, "events:read")
      return Stream.map(
        readPages(query.start, (start) =>
          Effect.flatMap(
            start === query.start ? Effect.succeed(authorization) : renewed,
            (reader) => list(reader, { ...query, start })
          )),
        (event) => typedAnswer(event)
      )
    },

    listPublic: (caller, query) =>
      Effect.gen(function*() {
        yield* access.checkOperation(caller, "events:read")
        return typedAnswer<EventList<EventIn<typeof query>>>(yield* listPublicEvents(ports, scopeOf(caller), query))
      }).pipe(withSpanIfTraced("Events.listPublic")),

    get: (authorization, ref, view) => Effect.map(get(authorization, ref, view), (read) => typedAnswer(read)),

    permitWrite: (authorization, ref) =>
      permitWrite(authorization, ref === null ? Effect.void : locate(ports, authorization, ref)).pipe(
        withSpanIfTraced("Events.permitWrite")
      ),

    create: (authorization, draft, options = {}) => {
      const body = jsonOf(draft)
      const { lang = null } = options
      const made = { mode: "create", stored: null, extId: null, restoration: null } as const
      const written = runWrite(authorization, body, options, (context) => writeEvent({ authorization, ...context, body, lang, ...made }))
      return Effect.map(withPorts("Events.create")(written), (answer) => typedAnswer(answer))
    },

    replace: (authorization, ref, draft, options = {}) =>
      Effect.map(
        withSpanIfTraced("Events.replace")(update(authorization, ref, "replace", jsonOf(draft), options)),
        (answer) => typedAnswer(answer)
      ),

    patch: (authorization, ref, draft, options = {}) =>
      Effect.map(
        withSpanIfTraced("Events.patch")(update(authorization, ref, "patch", jsonOf(draft), options)),
        (answer) => typedAnswer(answer)
      ),

    upsert: (authorization, extId, draft, options = {}) =>
      Effect.map(upsert(authorization, extId, jsonOf(draft), options), (answer) => typedAnswer(answer)),

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
        Effect.void,
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
              agenda: null,
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
          const stored = yield* locate(ports, authorization, ref)
          yield* mayChange(authorization, stored)
          yield* checkVersion(authorization, stored, expected)
          const written = yield* writeAvailability({ authorization, changedAt, stored, body: jsonOf(body) })
          if (keep !== undefined) yield* keep(written)
          return written
        }), true)
    }, withPorts("Events.patchAvailability")),

    remove: Effect.fnUntraced(function*(authorization, ref, { expected = null, keep } = {}) {
      return yield* locked(authorization, (changedAt, member) =>
        Effect.gen(function*() {
          const stored = yield* locate(ports, authorization, ref)
          yield* mayChange(authorization, stored)
          yield* checkVersion(authorization, stored, expected)
          const shown = typedAnswer<Event>(yield* showEvent(ports, authorization, stored, { member }))
          yield* removeEvent(authorization, changedAt, stored)
          if (keep !== undefined) yield* keep(shown)
          return shown
        }), true)
    }, withPorts("Events.remove"))
  })
})
