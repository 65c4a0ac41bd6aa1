import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { LocationAnswer } from "../contract/LocationAnswer.js"
import type { LocationDraft, LocationPatch } from "../contract/LocationDraft.js"
import { jsonOf, type RawBody } from "../contract/RawBody.js"
import { authorOf } from "../domain/access/Credential.js"
import { isOfAgenda } from "../domain/agenda/Agenda.js"
import {
  Conflict,
  Forbidden,
  type IdempotencyConflict,
  Invalid,
  NotFound,
  type StoreError,
  type Unauthorized,
  VersionMismatch
} from "../domain/error/EngineError.js"
import { issue } from "../domain/error/Issue.js"
import type { ExtId } from "../domain/event/Event.js"
import { CurrentLimits } from "../domain/Limits.js"
import { CurrentImageBase } from "../domain/media/Image.js"
import type { Json } from "../domain/text/Json.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { EventStore } from "../ports/event/EventStore.js"
import type { GeocodingQueue } from "../ports/GeocodingQueue.js"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { presentLocation } from "../present/presentLocation.js"
import { readWords } from "../query/agenda/planAgendaQuery.js"
import { locationCursor } from "../query/location/LocationCursor.js"
import type { LocationQuery } from "../query/location/LocationQuery.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { LocationRecord, LocationRef } from "../record/LocationRecord.js"
import { noImage } from "../validation/value/readImage.js"
import { Access, type Authorization, permitWrite } from "./Access.js"
import { readExtId } from "./event/readExtId.js"
import { typedAnswer } from "./event/typedAnswer.js"
import { assignImages } from "./image/assignImages.js"
import { type ImagePorts, prepareImage, prepareRestoredImage } from "./image/prepareImage.js"
import { leavePosition, positionOf, positionOfCursor } from "./location/formerPositions.js"
import { type LocationWrite, type LocationWritten, writeLocation } from "./location/writeLocation.js"
import { atomically } from "./transaction/atomically.js"
import { changesBy } from "./transaction/UnitOfWork.js"
import type { ChangeOptions, WriteOptions, WrittenLocation } from "./write/LocationWriteOptions.js"

/** A page of locations, as in the response of `/v2/agendas/{a}/locations`. */
export interface LocationList {
  readonly total: number
  readonly locations: ReadonlyArray<LocationAnswer>
  /** Cursor of the next page, for `after`; null exactly on the last page. */
  readonly after: number | null
}

type ReadError = Forbidden | NotFound | StoreError
type ChangeError = ReadError | Unauthorized | VersionMismatch | IdempotencyConflict
type WriteError = ChangeError | Invalid

/**
 * Lists, reads and writes locations. Every member of an agenda creates them. Its moderators and administrators change
 * and remove the locations of the agenda and its set, whichever agenda created them (wire.md §5, Locations). Every
 * write is one transaction. `Invalid`, of a write: all faults of the body, among them an external identifier of another
 * location in the agenda or its set.
 */
export class Locations extends Context.Tag("@agenda-engine/core/services/Locations")<Locations, {
  /**
   * Locations of an agenda and of its location set. `Invalid`: among others a cursor of another list, or one whose
   * location was removed or changed more than a day ago.
   */
  readonly list: (authorization: Authorization<"locations:read">, query: LocationQuery) => Effect.Effect<LocationList, ReadError | Invalid>
  /** One location of an agenda or its set, in the detailed form. */
  readonly get: (authorization: Authorization<"locations:read">, location: LocationRef) => Effect.Effect<LocationAnswer, ReadError>
  /**
   * Checks the rights that every write to this location needs, before a body is parsed; null checks those of a write
   * that may create a location. A caller without membership gets the failure of the write itself: `NotFound` without a
   * location, else `Forbidden`.
   */
  readonly permitWrite: (authorization: Authorization<"locations:write">, location: LocationRef | null) => Effect.Effect<void, ReadError>
  /** Creates a location from a request body. */
  readonly create: (
    authorization: Authorization<"locations:write">,
    body: LocationDraft | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /** Replaces the content of a location (wire.md §2, full update). */
  readonly replace: (
    authorization: Authorization<"locations:write">,
    location: LocationRef,
    body: LocationDraft | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /** Replaces the fields that the body names and keeps the others (wire.md §2, PATCH). */
  readonly patch: (
    authorization: Authorization<"locations:write">,
    location: LocationRef,
    body: LocationPatch | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /**
   * Creates the location with this external identifier, or replaces the one that has it. Concurrent calls create one
   * location.
   */
  readonly upsert: (
    authorization: Authorization<"locations:write">,
    extId: ExtId,
    body: LocationDraft | RawBody,
    options?: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /** Removes a location and returns it as it was before. `Conflict`: an event of any agenda, in any state, uses it. */
  readonly remove: (
    authorization: Authorization<"locations:write">,
    location: LocationRef,
    options?: ChangeOptions<LocationAnswer>
  ) => Effect.Effect<LocationAnswer, ChangeError | Conflict>
  /**
   * For imports: creates the location with this uid, or updates it to the body. Without `setUid` (null: no set) an
   * existing location stays in its set and a new one joins the agenda's. Without `slug` an existing one keeps its slug
   * and a new one gets it from the name. `position` says what was found where it was exported.
   */
  readonly restore: (
    agendaUid: number,
    uid: number,
    body: Json,
    home?: Pick<LocationWrite, "setUid" | "slug" | "position">
  ) => Effect.Effect<"created" | "updated" | "unchanged", Invalid | NotFound | StoreError>
}>() {
  /** Layer of Locations over the stores. */
  static readonly layer: Layer.Layer<Locations, never, LocationPorts> = Layer.effect(Locations, Effect.suspend(() => make))
}

type LocationPorts = Access | AgendaStore | EventStore | GeocodingQueue | ImagePorts | LocationSetStore | LocationStore

const cursorMessage = "this cursor does not belong to this list, or its location has changed since: begin again at the first page"

/** Every member creates locations; only moderators and administrators change those that others may use. */
const mayWrite = ({ moderates, role }: Authorization, stored: LocationRecord | null): Effect.Effect<void, Forbidden> => {
  if (moderates) return Effect.void
  if (role === null) return new Forbidden({ message: "only members write to this agenda" })
  return stored === null ? Effect.void : new Forbidden({ message: "moderators and administrators change locations" })
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* AgendaStore
  const locations = yield* LocationStore
  const locationSets = yield* LocationSetStore
  const events = yield* EventStore
  const ports = yield* Effect.context<EventStore | GeocodingQueue | LocationStore | ImagePorts>()

  const find = (agenda: AgendaRecord, ref: LocationRef) =>
    ref._tag === "Uid"
      ? locations.find(ref.uid)
      : readExtId(ref).pipe(
        Effect.flatMap((extId) => locations.findByExtId(agenda.uid, agenda.locationSetUid, extId)),
        Effect.catchTag("Invalid", () => Effect.succeed(null))
      )

  const locate = Effect.fnUntraced(function*(agenda: AgendaRecord, ref: LocationRef) {
    const location = yield* find(agenda, ref)
    return location !== null && isOfAgenda(location, agenda) ? location : yield* new NotFound({ what: "location" })
  })

  /** The position that the page of a query starts after; null for the first page. */
  const startOf = (agenda: AgendaRecord, { after, sort }: LocationQuery) =>
    after === undefined ? Effect.succeed(null) : positionOfCursor(agenda, sort, after).pipe(
      Effect.filterOrFail(
        (position) => position !== null,
        () => new Invalid({ subject: "parameters", issues: [issue("cursor.invalid", "after", { origin: after, message: cursorMessage })] })
      ),
      Effect.provideService(LocationStore, locations)
    )

  /**
   * Finds and locks the location with this reference; null when there is none. An external identifier may have moved to
   * another location before the lock was acquired, so the look-up is repeated.
   */
  const lockLocation = (agenda: AgendaRecord, ref: LocationRef): Effect.Effect<LocationRecord | null, StoreError> =>
    Effect.gen(function*() {
      const found = yield* find(agenda, ref)
      if (found === null || !isOfAgenda(found, agenda)) return null
      yield* locations.lock(found.uid, "exclusive")
      const current = yield* find(agenda, ref)
      return current === null || current.uid === found.uid ? current : yield* lockLocation(agenda, ref)
    })

  const lockExisting = (agenda: AgendaRecord, ref: LocationRef) =>
    Effect.filterOrFail(lockLocation(agenda, ref), (location) => location !== null, () => new NotFound({ what: "location" }))

  /** Runs a write of locations as one transaction, under the same agenda lock as writes of events. */
  const locked = <A, E, R>(agendaUid: number, write: Effect.Effect<A, E, R>) =>
    atomically(Effect.zipRight(
      Effect.filterOrFail(agendas.lock(agendaUid), (clock) => clock !== null, () => new NotFound({ what: "agenda" })),
      write
    ))

  /** Like `locked`, and authorizes the caller again under the lock: preparing the write may take long. */
  const lockedFor = <A, E, R>(
    { agenda: { uid }, caller }: Authorization,
    write: (authorization: Authorization) => Effect.Effect<A, E, R>
  ) =>
    locked(
      uid,
      Effect.flatMap(
        access.authorize(caller, { _tag: "Uid", uid }, "locations:write"),
        (authorization) => Effect.zipRight(changesBy(authorOf(caller)), write(authorization))
      )
    )

  const show = (record: LocationRecord): Effect.Effect<LocationAnswer> =>
    Effect.map(CurrentImageBase, (imageBase) => typedAnswer(presentLocation(record, { detailed: true, imageBase })))

  const presentWrite = Effect.fnUntraced(function*({ outcome, record, warnings }: LocationWritten, keep: WriteOptions["keep"]) {
    const answer: WrittenLocation = { outcome, warnings, location: yield* show(record) }
    if (keep !== undefined) yield* keep(answer)
    return answer
  })

  const checkPrecondition = Effect.fnUntraced(function*(stored: LocationRecord | null, expects: WriteOptions["expects"] = null) {
    if (expects === null) return
    if (stored === null) return yield* new VersionMismatch({ what: "location", current: null })
    const shown = yield* show(stored)
    if (!(yield* expects(shown))) return yield* new VersionMismatch({ what: "location", current: { version: null, shown } })
  })

  const requestDefaults = { extId: null, issues: [], uid: null }

  const update = Effect.fnUntraced(
    function*(
      preliminary: Authorization<"locations:write">,
      named: LocationRef,
      mode: "replace" | "patch",
      body: Json,
      options: WriteOptions
    ) {
      const { expects, image = null, keep, lang = null } = options
      const prepared = yield* preliminary.moderates ? prepareImage(preliminary.caller, image, body) : Effect.succeed(noImage)
      return yield* lockedFor(preliminary, (authorization) =>
        Effect.gen(function*() {
          const { agenda } = authorization
          const stored = yield* lockExisting(agenda, named)
          yield* mayWrite(authorization, stored)
          yield* checkPrecondition(stored, expects)
          return yield* presentWrite(yield* writeLocation({ ...requestDefaults, agenda, mode, stored, body, lang, image: prepared }), keep)
        }))
    },
    Effect.provide(ports)
  )

  return Locations.of({
    list: Effect.fnUntraced(function*({ agenda }, query) {
      const limits = yield* CurrentLimits
      const { locationsPage_max } = limits
      if (query.size > locationsPage_max) {
        const message = `a page holds at most ${locationsPage_max} locations`
        return yield* new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "size", { origin: query.size, message })] })
      }
      const words = readWords(query.search, limits)
      if (Either.isLeft(words)) return yield* new Invalid({ subject: "parameters", issues: words.left })
      const after = yield* startOf(agenda, query)
      const answer = yield* locations.search({
        agendaUid: agenda.uid,
        setUid: agenda.locationSetUid,
        words: words.right ?? [],
        states: words.right === null ? [] : query.state ?? null,
        createdAt: query.createdAt ?? null,
        updatedAt: query.updatedAt ?? null,
        sort: query.sort,
        after,
        skip: after === null ? query.from : 0,
        limit: query.size
      })
      const last = answer.locations.at(-1)
      const imageBase = yield* CurrentImageBase
      return {
        total: answer.total,
        locations: answer.locations.map((location) =>
          typedAnswer<LocationAnswer>(presentLocation(location, { detailed: query.detailed, imageBase }))
        ),
        after: last === undefined || !answer.more ? null : locationCursor(query.sort, positionOf(last))
      }
    }, withSpanIfTraced("Locations.list")),

    get: Effect.fnUntraced(function*({ agenda }, named) {
      return yield* show(yield* locate(agenda, named))
    }, withSpanIfTraced("Locations.get")),

    permitWrite: (authorization, named) =>
      permitWrite(authorization, named === null ? Effect.void : locate(authorization.agenda, named)).pipe(
        withSpanIfTraced("Locations.permitWrite")
      ),

    create: Effect.fnUntraced(
      function*(preliminary, draft, { image = null, keep, lang = null } = {}) {
        const body = jsonOf(draft)
        yield* mayWrite(preliminary, null)
        const made = {
          ...requestDefaults,
          mode: "create",
          stored: null,
          image: yield* prepareImage(preliminary.caller, image, body)
        } as const
        return yield* lockedFor(preliminary, (authorization) =>
          Effect.gen(function*() {
            yield* mayWrite(authorization, null)
            return yield* presentWrite(yield* writeLocation({ ...made, agenda: authorization.agenda, body, lang }), keep)
          }))
      },
      Effect.provide(ports),
      withSpanIfTraced("Locations.create")
    ),

    replace: (authorization, named, draft, options = {}) =>
      withSpanIfTraced("Locations.replace")(update(authorization, named, "replace", jsonOf(draft), options)),

    patch: (authorization, named, draft, options = {}) =>
      withSpanIfTraced("Locations.patch")(update(authorization, named, "patch", jsonOf(draft), options)),

    upsert: Effect.fnUntraced(
      function*(preliminary, named, draft, { expects, image = null, keep, lang = null } = {}) {
        const body = jsonOf(draft)
        yield* mayWrite(preliminary, null)
        const extId = yield* readExtId(named)
        const prepared = yield* prepareImage(preliminary.caller, image, body)
        return yield* lockedFor(preliminary, (authorization) =>
          Effect.gen(function*() {
            const { agenda } = authorization
            const stored = yield* lockLocation(agenda, { _tag: "ExtId", ...extId })
            yield* mayWrite(authorization, stored)
            yield* checkPrecondition(stored, expects)
            const mode = stored === null ? "create" : "replace"
            return yield* presentWrite(
              yield* writeLocation({ ...requestDefaults, agenda, mode, stored, body, lang, extId, image: prepared }),
              keep
            )
          }))
      },
      Effect.provide(ports),
      withSpanIfTraced("Locations.upsert")
    ),

    remove: Effect.fnUntraced(
      function*(preliminary, named, { expects, keep } = {}) {
        return yield* lockedFor(preliminary, (authorization) =>
          Effect.gen(function*() {
            const stored = yield* lockExisting(authorization.agenda, named)
            yield* mayWrite(authorization, stored)
            yield* checkPrecondition(stored, expects)
            if ((yield* events.agendasAt(stored.uid, 1)).length > 0) return yield* new Conflict({ message: "location in use" })
            yield* leavePosition(stored)
            yield* locations.remove(stored.uid)
            yield* assignImages(`location:${stored.uid}`, [])
            const shown = yield* show(stored)
            if (keep !== undefined) yield* keep(shown)
            return shown
          }))
      },
      Effect.provide(ports),
      withSpanIfTraced("Locations.remove")
    ),

    restore: Effect.fnUntraced(
      function*(agendaUid, uid, body, { position, setUid, slug } = {}) {
        const agenda = yield* agendas.find({ _tag: "Uid", uid: agendaUid })
        if (agenda === null) return yield* new NotFound({ what: "agenda" })
        const image = yield* prepareRestoredImage(body)
        const { outcome } = yield* locked(
          agendaUid,
          Effect.gen(function*() {
            const found = yield* locations.lock(uid, "exclusive")
            const isElsewhere = found !== null && found.agendaUid !== agendaUid
            const stored = isElsewhere ? null : found
            const isUnknownSet = typeof setUid === "number" && (yield* locationSets.find(setUid)) === null
            const issues = [
              ...(isElsewhere ? [issue("duplicate", "uid", { origin: uid })] : []),
              ...(isUnknownSet ? [issue("enum.invalid", "setUid", { origin: setUid, message: "there is no such location set" })] : [])
            ]
            const written = { mode: "replace", body, image, lang: null, extId: null, uid, setUid, slug, position, issues } as const
            return yield* writeLocation({ agenda, stored, ...written })
          })
        )
        return outcome
      },
      Effect.provide(ports),
      withSpanIfTraced("Locations.restore")
    )
  })
})
