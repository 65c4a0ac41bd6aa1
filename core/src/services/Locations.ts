import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { indexLocation } from "../derive/indexLocation.js"
import type { Caller } from "../domain/Credential.js"
import { Forbidden, Invalid, NotFound, type StoreError, type Unauthorized } from "../domain/EngineError.js"
import { foldText } from "../domain/foldText.js"
import { isOfAgenda } from "../domain/isOfAgenda.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import { CurrentLimits } from "../domain/Limits.js"
import type { Location, LocationContent } from "../domain/Location.js"
import { slugOf } from "../domain/slugOf.js"
import { AgendaUid, LocationUid } from "../domain/Uid.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { Transaction } from "../ports/Transaction.js"
import { presentLocation } from "../present/presentLocation.js"
import { cursorUids, locationCursor } from "../query/LocationCursor.js"
import type { LocationPlace } from "../query/LocationPlan.js"
import type { LocationQuery } from "../query/LocationQuery.js"
import { readWords } from "../query/readWords.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { LocationDetail } from "../record/LocationDocument.js"
import type { LocationRecord, LocationRef } from "../record/LocationRecord.js"
import { type LocationReading, readLocation } from "../validation/readLocation.js"
import { Access } from "./Access.js"
import { atomically } from "./atomically.js"
import { contributionOf } from "./contributionOf.js"
import { readExtId } from "./event/readExtId.js"
import { freshUid } from "./freshUid.js"

/** A page of locations, as `/v2/agendas/{a}/locations` answers it. */
export interface LocationList {
  readonly total: number
  readonly locations: ReadonlyArray<JsonObject>
  /** Pass as `after` for the next page; null exactly when nothing is left. */
  readonly after: number | null
}

/** A location that was written, and what of the body was left alone. */
export interface WrittenLocation {
  readonly location: JsonObject
  readonly warnings: ReadonlyArray<Issue>
}

/** Lists, reads and makes locations. */
export class Locations extends Context.Tag("@agenda-engine/core/services/Locations")<Locations, {
  /**
   * Locations of an agenda and of the set it shares. `Invalid`: among others an `after` whose location is gone, or no longer stands where
   * it stood in this order when it was given out.
   */
  readonly list: (
    caller: Caller,
    agenda: AgendaRef,
    query: LocationQuery
  ) => Effect.Effect<LocationList, Invalid | Unauthorized | Forbidden | NotFound | StoreError>
  /** One location of an agenda or its set, in the detailed form. */
  readonly get: (
    caller: Caller,
    agenda: AgendaRef,
    location: LocationRef
  ) => Effect.Effect<JsonObject, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * Makes a location from a request body. Any member may. `lang`: the language of plain strings on multilingual fields.
   * `Invalid`: every fault of the body, an external id that another location of the agenda or its set has among them.
   */
  readonly create: (
    caller: Caller,
    agenda: AgendaRef,
    body: Json,
    options: { readonly lang: string | null }
  ) => Effect.Effect<WrittenLocation, Invalid | Unauthorized | Forbidden | NotFound | StoreError>
  /** Makes a location with this uid, or brings the one there is to what the body says. For imports. */
  readonly restore: (
    agendaUid: number,
    uid: number,
    body: Json
  ) => Effect.Effect<"created" | "updated" | "unchanged", Invalid | NotFound | StoreError>
}>() {
  /** The locations of the stores. */
  static readonly layer: Layer.Layer<Locations, never, Access | AgendaStore | LocationStore | Transaction> = Layer.effect(
    Locations,
    Effect.suspend(() => make)
  )
}

const recordOf = (location: Location): LocationRecord => {
  const { access, agendaUid, description, email, extIds, image, imageCredits, insee, links, phone, website, ...rest } = location
  const detail: LocationDetail = { access, description, image, imageCredits, insee, website, email, phone, links, extIds }
  return { ...rest, agendaUid, detail: JSON.stringify(detail) }
}

const placeOf = ({ createdAt, name, uid, updatedAt }: LocationRecord): LocationPlace => ({
  name: foldText(name),
  createdAt,
  updatedAt,
  uid
})

const cursorMessage = "this cursor does not belong to this list, or its location has changed since: begin again at the first page"

const isSame = (stored: LocationRecord, next: LocationRecord): boolean => {
  const at = stored.updatedAt
  const keys = Object.keys(next).sort()
  return JSON.stringify({ ...stored, updatedAt: at }, keys) === JSON.stringify({ ...next, updatedAt: at }, keys)
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* AgendaStore
  const locations = yield* LocationStore
  const transaction = yield* Transaction

  const read = Effect.fnUntraced(function*(agenda: AgendaRecord, body: Json, mode: "create" | "replace", lang: string | null) {
    const limits = yield* CurrentLimits
    return readLocation(body, { mode, lang, defaultLang: (yield* contributionOf(agenda)).defaultLang ?? null, limits })
  })

  /** Fails with every fault of a body: those found in it, and external ids that another location of its agenda or set has. */
  const refuse = Effect.fnUntraced(function*(
    { agendaUid, setUid, uid }: { readonly agendaUid: number; readonly setUid: number | null; readonly uid: number | null },
    { draft, issues }: Omit<LocationReading, "warnings">
  ) {
    const taken: Array<Issue> = []
    for (const [index, extId] of draft.extIds.entries()) {
      const holder = yield* locations.findByExtId(agendaUid, setUid, extId)
      if (holder !== null && holder.uid !== uid) taken.push(issue("duplicate", "extIds", { index, origin: { ...extId } }))
    }
    if (issues.length + taken.length > 0) return yield* new Invalid({ subject: "data", issues: [...issues, ...taken] })
  })

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
      const issues = [issue("cursor.invalid", "after", { origin: after, message: cursorMessage })]
      return last === undefined ? new Invalid({ subject: "parameters", issues }) : Effect.succeed(last)
    })

  const insert = Effect.fnUntraced(function*(agenda: AgendaRecord, uid: number, content: LocationContent) {
    const now = yield* Clock.currentTimeMillis
    const location: Location = {
      uid: LocationUid.make(uid),
      agendaUid: AgendaUid.make(agenda.uid),
      setUid: agenda.locationSetUid,
      slug: slugOf(content.name, "location"),
      createdAt: now,
      updatedAt: now,
      ...content
    }
    const record = recordOf(location)
    yield* locations.put(record, indexLocation(location))
    return record
  })

  return Locations.of({
    list: Effect.fn("Locations.list")(function*(caller, ref, query) {
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
        words: words.right,
        states: query.state ?? null,
        createdAt: query.createdAt ?? null,
        updatedAt: query.updatedAt ?? null,
        sort: query.sort,
        after,
        skip: after === null ? query.from : 0,
        limit: query.size
      })
      const last = answer.locations.at(-1)
      return {
        total: answer.total,
        locations: answer.locations.map((location) => presentLocation(location, { detailed: query.detailed })),
        after: last === undefined || !answer.more ? null : locationCursor(query.sort, placeOf(last))
      }
    }),

    get: Effect.fn("Locations.get")(function*(caller, ref, named) {
      const { agenda } = yield* access.enter(caller, ref, "locations:read")
      const location = yield* find(agenda, named)
      return location !== null && isOfAgenda(location, agenda)
        ? presentLocation(location, { detailed: true })
        : yield* new NotFound({ what: "location" })
    }),

    create: Effect.fn("Locations.create")(function*(caller, ref, body, { lang }) {
      const { agenda, moderates, role } = yield* access.enter(caller, ref, "locations:write")
      if (role === null && !moderates) return yield* new Forbidden({ message: "only members write to this agenda" })
      const reading = yield* read(agenda, body, "create", lang)
      const record = yield* atomically(Effect.gen(function*() {
        yield* refuse({ agendaUid: agenda.uid, setUid: agenda.locationSetUid, uid: null }, reading)
        const uid = yield* freshUid((tried) => Effect.map(locations.find(tried), (found) => found !== null))
        return yield* insert(agenda, uid, reading.draft)
      }))
      return { location: presentLocation(record, { detailed: true }), warnings: reading.warnings }
    }, Effect.provideService(Transaction, transaction)),

    restore: Effect.fn("Locations.restore")(function*(agendaUid, uid, body) {
      const agenda = yield* agendas.find({ _tag: "Uid", uid: agendaUid })
      if (agenda === null) return yield* new NotFound({ what: "agenda" })
      const { draft, issues } = yield* read(agenda, body, "replace", null)
      return yield* atomically(Effect.gen(function*() {
        yield* agendas.lock(agendaUid)
        const stored = yield* locations.find(uid)
        const elsewhere = stored !== null && stored.agendaUid !== agendaUid ? [issue("duplicate", "uid", { origin: uid })] : []
        const setUid = stored === null ? agenda.locationSetUid : stored.setUid
        yield* refuse({ agendaUid, setUid, uid }, { draft, issues: [...elsewhere, ...issues] })
        if (stored === null) {
          yield* insert(agenda, uid, draft)
          return "created" as const
        }
        const location: Location = {
          uid: LocationUid.make(uid),
          agendaUid: AgendaUid.make(agendaUid),
          setUid: stored.setUid,
          slug: stored.slug,
          createdAt: stored.createdAt,
          updatedAt: yield* Clock.currentTimeMillis,
          ...draft
        }
        const next = recordOf(location)
        if (isSame(stored, next)) return "unchanged" as const
        yield* locations.put(next, indexLocation(location))
        return "updated" as const
      }))
    }, Effect.provideService(Transaction, transaction))
  })
})
