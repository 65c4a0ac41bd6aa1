import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type { Caller } from "../domain/Credential.js"
import { CurrentImageBase } from "../domain/CurrentImageBase.js"
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  Outdated,
  type RetryRefused,
  type StoreError,
  type Unauthorized
} from "../domain/EngineError.js"
import type { ExtId } from "../domain/Event.js"
import { foldText } from "../domain/foldText.js"
import { given } from "../domain/given.js"
import { isOfAgenda } from "../domain/isOfAgenda.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import { CurrentLimits } from "../domain/Limits.js"
import { spanned } from "../domain/spanned.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { EventStore } from "../ports/EventStore.js"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { presentLocation } from "../present/presentLocation.js"
import { cursorUids, locationCursor } from "../query/LocationCursor.js"
import type { LocationPlace } from "../query/LocationPlan.js"
import type { LocationQuery } from "../query/LocationQuery.js"
import { readWords } from "../query/readWords.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { LocationRecord, LocationRef } from "../record/LocationRecord.js"
import { noImage } from "../validation/readImage.js"
import { Access, type Standing } from "./Access.js"
import { atomically } from "./atomically.js"
import { readExtId } from "./event/readExtId.js"
import { type ImagePorts, offerImage, offerRestored } from "./image/offerImage.js"
import { useImage } from "./image/useImage.js"
import { makePassedPlaces } from "./location/passedPlaces.js"
import { type LocationWritten, writeLocation } from "./location/writeLocation.js"
import type { KeepAnswer } from "./Retries.js"

/** A page of locations, as `/v2/agendas/{a}/locations` answers it. */
export interface LocationList {
  readonly total: number
  readonly locations: ReadonlyArray<JsonObject>
  /** Pass as `after` for the next page; null exactly when nothing is left. */
  readonly after: number | null
}

/** A location that was written, and what of the body was left alone. */
export interface WrittenLocation {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly location: JsonObject
  readonly warnings: ReadonlyArray<Issue>
}

/** What a change of a location depends on beside what it says. */
interface ChangeOptions<Answer> {
  /**
   * Whether a location, in the detailed form, is what the caller takes to be there, asked under its lock: else, and where none is, `Outdated`.
   * Null and absent: whatever is.
   */
  readonly expects?: ((shown: JsonObject) => Effect.Effect<boolean>) | null
  readonly keep?: KeepAnswer<Answer>
}

/** How a body is read. */
interface WriteOptions extends ChangeOptions<WrittenLocation> {
  /** The language of plain strings on multilingual fields (header `lang`); null: the agenda's default. */
  readonly lang: string | null
  /** The file that comes with the body, which is to be its picture whatever the body says; absent: none. */
  readonly image?: Uint8Array | null
}

type ReadError = Unauthorized | Forbidden | NotFound | StoreError
type ChangeError = ReadError | Outdated | RetryRefused
type WriteError = ChangeError | Invalid

/**
 * Lists, reads and writes locations. Whoever is a member of an agenda makes them; its moderators and administrators change and remove those
 * of the agenda and of its set, whichever agenda made them (wire.md §5, Locations). Every write is one transaction: all of it is kept or
 * nothing. `Invalid`, of a write: every fault of the body, an external id that another location of the agenda or its set has among them.
 */
export class Locations extends Context.Tag("@agenda-engine/core/services/Locations")<Locations, {
  /**
   * Locations of an agenda and of the set it shares. `Invalid`: among others an `after` whose location is gone, or no longer stands where
   * it stood in this order when it was given out.
   */
  readonly list: (caller: Caller, agenda: AgendaRef, query: LocationQuery) => Effect.Effect<LocationList, ReadError | Invalid>
  /** One location of an agenda or its set, in the detailed form. */
  readonly get: (caller: Caller, agenda: AgendaRef, location: LocationRef) => Effect.Effect<JsonObject, ReadError>
  /** Makes a location from a request body. */
  readonly create: (caller: Caller, agenda: AgendaRef, body: Json, options: WriteOptions) => Effect.Effect<WrittenLocation, WriteError>
  /** Replaces the content of a location (wire.md §2, full update). */
  readonly replace: (
    caller: Caller,
    agenda: AgendaRef,
    location: LocationRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /** Replaces the fields that the body names and leaves the others (wire.md §2, PATCH). */
  readonly patch: (
    caller: Caller,
    agenda: AgendaRef,
    location: LocationRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /** Makes the location with this external identifier, or replaces the one that has it. Racing calls make one location. */
  readonly upsert: (
    caller: Caller,
    agenda: AgendaRef,
    extId: ExtId,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenLocation, WriteError>
  /** Removes a location. Answers it as it was. `Conflict`: an event has it, of whatever agenda and in whatever state. */
  readonly remove: (
    caller: Caller,
    agenda: AgendaRef,
    location: LocationRef,
    options?: ChangeOptions<JsonObject>
  ) => Effect.Effect<JsonObject, ChangeError | Conflict>
  /**
   * Makes a location with this uid, or brings the one there is to what the body says. For imports. `setUid` is the location set that it is
   * in, null for none; absent, it stays in its own, and a new one is in the agenda's. `slug` is the slug that it has from then on; absent, it
   * keeps its own, and that of a new one follows from the name.
   */
  readonly restore: (
    agendaUid: number,
    uid: number,
    body: Json,
    placed?: { readonly setUid?: number | null; readonly slug?: string }
  ) => Effect.Effect<"created" | "updated" | "unchanged", Invalid | NotFound | StoreError>
}>() {
  /** The locations of the stores. */
  static readonly layer: Layer.Layer<Locations, never, Access | AgendaStore | EventStore | ImagePorts | LocationSetStore | LocationStore> =
    Layer.effect(
      Locations,
      Effect.suspend(() => make)
    )
}

const placeOf = ({ createdAt, name, uid, updatedAt }: LocationRecord): LocationPlace => ({
  name: foldText(name),
  createdAt,
  updatedAt,
  uid
})

const sortName = ({ direction, key }: LocationQuery["sort"]): string => `${key}.${direction}`

const cursorMessage = "this cursor does not belong to this list, or its location has changed since: begin again at the first page"

/** Whoever is a member makes locations; to change what others may use takes a moderator or administrator. */
const mayWrite = ({ moderates, role }: Standing, stored: LocationRecord | null): Effect.Effect<void, Forbidden> => {
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
  const ports = yield* Effect.context<EventStore | LocationStore | ImagePorts>()
  const passed = makePassedPlaces()

  const find = (agenda: AgendaRecord, ref: LocationRef) =>
    ref._tag === "Uid"
      ? locations.find(ref.uid)
      : readExtId(ref).pipe(
        Effect.flatMap((extId) => locations.findByExtId(agenda.uid, agenda.locationSetUid, extId)),
        Effect.catchTag("Invalid", () => Effect.succeed(null))
      )

  /** The place that an `after` stands for; null when it stands for none, or for none of this order. */
  const placeBehind = (agenda: AgendaRecord, { after, sort }: LocationQuery) =>
    after === undefined ? Effect.succeed(null) : Effect.flatMap(locations.findMany(cursorUids(after)), (found) => {
      const last = found.filter((location) => isOfAgenda(location, agenda)).map(placeOf).find((place) =>
        locationCursor(sort, place) === after
      )
      const place = last ?? passed.find(agenda.uid, sortName(sort), after)
      const issues = [issue("cursor.invalid", "after", { origin: after, message: cursorMessage })]
      return place === null ? new Invalid({ subject: "parameters", issues }) : Effect.succeed(place)
    })

  /**
   * The location of the agenda or its set that is so named, which nobody else writes until the transaction ends. What it is named by may
   * have gone to another one while others had it.
   */
  const hold = (agenda: AgendaRecord, ref: LocationRef): Effect.Effect<LocationRecord | null, StoreError> =>
    Effect.gen(function*() {
      const found = yield* find(agenda, ref)
      if (found === null || !isOfAgenda(found, agenda)) return null
      yield* locations.lock(found.uid, "exclusive")
      const held = yield* find(agenda, ref)
      return held === null || held.uid === found.uid ? held : yield* hold(agenda, ref)
    })

  const held = (agenda: AgendaRecord, ref: LocationRef) =>
    Effect.filterOrFail(hold(agenda, ref), (location) => location !== null, () => new NotFound({ what: "location" }))

  /** Runs a write of an agenda's locations as one transaction, which holds the agenda's lock as those of its events do. */
  const locked = <A, E, R>(agendaUid: number, write: Effect.Effect<A, E, R>) =>
    atomically(Effect.zipRight(
      Effect.filterOrFail(agendas.lock(agendaUid), (clock) => clock !== null, () => new NotFound({ what: "agenda" })),
      write
    ))

  /** Runs a write likewise, with what its caller and the agenda are under the lock: what was done before, fetching a picture, may take long. */
  const lockedFor = <A, E, R>({ agenda: { uid }, caller }: Standing, write: (standing: Standing) => Effect.Effect<A, E, R>) =>
    locked(uid, Effect.flatMap(access.enter(caller, { _tag: "Uid", uid }, "locations:write"), write))

  const show = (record: LocationRecord): Effect.Effect<JsonObject> =>
    Effect.map(CurrentImageBase, (imageBase) => presentLocation(record, { detailed: true, imageBase }))

  const settle = Effect.fnUntraced(function*({ outcome, record, warnings }: LocationWritten, keep: WriteOptions["keep"]) {
    const answer: WrittenLocation = { outcome, warnings, location: yield* show(record) }
    if (keep !== undefined) yield* keep(answer)
    return answer
  })

  const asExpected = Effect.fnUntraced(function*(stored: LocationRecord | null, expects: WriteOptions["expects"] = null) {
    if (expects === null) return
    if (stored === null) return yield* new Outdated({ what: "location", current: null })
    const shown = yield* show(stored)
    if (!(yield* expects(shown))) return yield* new Outdated({ what: "location", current: { version: null, shown } })
  })

  const plainWrite = { extId: null, issues: [], uid: null }

  const update = Effect.fnUntraced(
    function*(caller: Caller, ref: AgendaRef, named: LocationRef, mode: "replace" | "patch", body: Json, options: WriteOptions) {
      const entered = yield* access.enter(caller, ref, "locations:write")
      const { expects, image = null, keep, lang } = options
      const offered = yield* entered.moderates ? offerImage(image, body) : Effect.succeed(noImage)
      return yield* lockedFor(entered, (standing) =>
        Effect.gen(function*() {
          const { agenda } = standing
          const stored = yield* held(agenda, named)
          yield* mayWrite(standing, stored)
          yield* asExpected(stored, expects)
          return yield* settle(yield* writeLocation({ ...plainWrite, agenda, mode, stored, body, lang, image: offered }), keep)
        }))
    },
    Effect.provide(ports)
  )

  return Locations.of({
    list: Effect.fnUntraced(function*(caller, ref, query) {
      const { agenda } = yield* access.enter(caller, ref, "locations:read")
      const limits = yield* CurrentLimits
      const { locationsPage_max } = limits
      if (query.size > locationsPage_max) {
        const message = `a page holds at most ${locationsPage_max} locations`
        return yield* new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "size", { origin: query.size, message })] })
      }
      const words = readWords(query.search, limits)
      if (Either.isLeft(words)) return yield* new Invalid({ subject: "parameters", issues: words.left })
      const after = yield* placeBehind(agenda, query)
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
      const cursor = last === undefined || !answer.more ? null : locationCursor(query.sort, placeOf(last))
      if (last !== undefined && cursor !== null) passed.add(agenda.uid, sortName(query.sort), cursor, placeOf(last))
      return {
        total: answer.total,
        locations: answer.locations.map((location) => presentLocation(location, { detailed: query.detailed, imageBase })),
        after: cursor
      }
    }, spanned("Locations.list")),

    get: Effect.fnUntraced(function*(caller, ref, named) {
      const { agenda } = yield* access.enter(caller, ref, "locations:read")
      const location = yield* find(agenda, named)
      return location !== null && isOfAgenda(location, agenda)
        ? presentLocation(location, { detailed: true, imageBase: yield* CurrentImageBase })
        : yield* new NotFound({ what: "location" })
    }, spanned("Locations.get")),

    create: Effect.fnUntraced(
      function*(caller, ref, body, { image = null, keep, lang }) {
        const entered = yield* access.enter(caller, ref, "locations:write")
        yield* mayWrite(entered, null)
        const made = { ...plainWrite, mode: "create", stored: null, image: yield* offerImage(image, body) } as const
        return yield* lockedFor(entered, (standing) =>
          Effect.gen(function*() {
            yield* mayWrite(standing, null)
            return yield* settle(yield* writeLocation({ ...made, agenda: standing.agenda, body, lang }), keep)
          }))
      },
      Effect.provide(ports),
      spanned("Locations.create")
    ),

    replace: (caller, ref, named, body, options) => spanned("Locations.replace")(update(caller, ref, named, "replace", body, options)),

    patch: (caller, ref, named, body, options) => spanned("Locations.patch")(update(caller, ref, named, "patch", body, options)),

    upsert: Effect.fnUntraced(
      function*(caller, ref, named, body, { expects, image = null, keep, lang }) {
        const entered = yield* access.enter(caller, ref, "locations:write")
        const extId = yield* readExtId(named)
        const offered = yield* entered.role === null && !entered.moderates ? Effect.succeed(noImage) : offerImage(image, body)
        return yield* lockedFor(entered, (standing) =>
          Effect.gen(function*() {
            const { agenda } = standing
            const stored = yield* hold(agenda, { _tag: "ExtId", ...extId })
            yield* mayWrite(standing, stored)
            yield* asExpected(stored, expects)
            const mode = stored === null ? "create" : "replace"
            return yield* settle(yield* writeLocation({ ...plainWrite, agenda, mode, stored, body, lang, extId, image: offered }), keep)
          }))
      },
      Effect.provide(ports),
      spanned("Locations.upsert")
    ),

    remove: Effect.fnUntraced(
      function*(caller, ref, named, { expects, keep } = {}) {
        return yield* lockedFor(yield* access.enter(caller, ref, "locations:write"), (standing) =>
          Effect.gen(function*() {
            const stored = yield* held(standing.agenda, named)
            yield* mayWrite(standing, stored)
            yield* asExpected(stored, expects)
            if (yield* events.locationUsed(stored.uid)) return yield* new Conflict({ message: "location in use" })
            yield* locations.remove(stored.uid)
            yield* useImage(`location:${stored.uid}`, null)
            const shown = yield* show(stored)
            if (keep !== undefined) yield* keep(shown)
            return shown
          }))
      },
      Effect.provide(ports),
      spanned("Locations.remove")
    ),

    restore: Effect.fnUntraced(
      function*(agendaUid, uid, body, { setUid, slug } = {}) {
        const agenda = yield* agendas.find({ _tag: "Uid", uid: agendaUid })
        if (agenda === null) return yield* new NotFound({ what: "agenda" })
        const image = yield* offerRestored(body)
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
            const placed = given({ setUid, slug })
            return yield* writeLocation({ agenda, mode: "replace", stored, body, lang: null, extId: null, uid, issues, image, ...placed })
          })
        )
        return outcome
      },
      Effect.provide(ports),
      spanned("Locations.restore")
    )
  })
})
