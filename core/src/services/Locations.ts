import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { indexLocation } from "../derive/indexLocation.js"
import type { Caller } from "../domain/Credential.js"
import { Forbidden, Invalid, NotFound, type StoreError, type Unauthorized } from "../domain/EngineError.js"
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
import type { LocationQuery } from "../query/LocationQuery.js"
import { readWords } from "../query/readWords.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { LocationDetail } from "../record/LocationDocument.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { readLocation } from "../validation/readLocation.js"
import { Access } from "./Access.js"
import { atomically } from "./atomically.js"
import { contributionOf } from "./contributionOf.js"
import { freshUid } from "./freshUid.js"

/** A page of locations, as `/v2/agendas/{a}/locations` answers it. */
export interface LocationList {
  readonly total: number
  readonly locations: ReadonlyArray<JsonObject>
  readonly after: number | null
}

/** A location that was written, and what of the body was left alone. */
export interface WrittenLocation {
  readonly location: JsonObject
  readonly warnings: ReadonlyArray<Issue>
}

/** Lists, reads and makes locations. */
export class Locations extends Context.Tag("@agenda-engine/core/services/Locations")<Locations, {
  /** Locations of an agenda and of the set it shares. */
  readonly list: (
    caller: Caller,
    agenda: AgendaRef,
    query: LocationQuery
  ) => Effect.Effect<LocationList, Invalid | Unauthorized | Forbidden | NotFound | StoreError>
  /** One location of an agenda or its set. */
  readonly get: (
    caller: Caller,
    agenda: AgendaRef,
    uid: number
  ) => Effect.Effect<JsonObject, Unauthorized | Forbidden | NotFound | StoreError>
  /** Makes a location from a request body. Any member may. `lang`: the language of plain strings on multilingual fields. */
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
    const reading = readLocation(body, { mode, lang, defaultLang: (yield* contributionOf(agenda)).defaultLang ?? null, limits })
    return reading.issues.length > 0 ? yield* new Invalid({ subject: "data", issues: reading.issues }) : reading
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
      if (query.after !== undefined && (yield* locations.find(query.after)) === null) {
        return yield* new Invalid({ subject: "parameters", issues: [issue("cursor.invalid", "after", { origin: query.after })] })
      }
      const words = readWords(query.search, limits)
      if (Either.isLeft(words)) return yield* new Invalid({ subject: "parameters", issues: words.left })
      const answer = yield* locations.search({
        agendaUid: agenda.uid,
        setUid: agenda.locationSetUid,
        words: words.right,
        sort: query.sort,
        afterUid: query.after ?? null,
        skip: query.from,
        limit: query.size
      })
      return {
        total: answer.total,
        locations: answer.locations.map((location) => presentLocation(location, { detailed: query.detailed })),
        after: answer.more ? answer.locations.at(-1)?.uid ?? null : null
      }
    }),

    get: Effect.fn("Locations.get")(function*(caller, ref, uid) {
      const { agenda } = yield* access.enter(caller, ref, "locations:read")
      const location = yield* locations.find(uid)
      return location !== null && isOfAgenda(location, agenda)
        ? presentLocation(location, { detailed: true })
        : yield* new NotFound({ what: "location" })
    }),

    create: Effect.fn("Locations.create")(function*(caller, ref, body, { lang }) {
      const { agenda, moderates, role } = yield* access.enter(caller, ref, "locations:write")
      if (role === null && !moderates) return yield* new Forbidden({ message: "only members write to this agenda" })
      const { draft, warnings } = yield* read(agenda, body, "create", lang)
      const record = yield* atomically(Effect.gen(function*() {
        const uid = yield* freshUid((tried) => Effect.map(locations.find(tried), (found) => found !== null))
        return yield* insert(agenda, uid, draft)
      }))
      return { location: presentLocation(record, { detailed: true }), warnings }
    }, Effect.provideService(Transaction, transaction)),

    restore: Effect.fn("Locations.restore")(function*(agendaUid, uid, body) {
      const agenda = yield* agendas.find({ _tag: "Uid", uid: agendaUid })
      if (agenda === null) return yield* new NotFound({ what: "agenda" })
      const { draft } = yield* read(agenda, body, "replace", null)
      return yield* atomically(Effect.gen(function*() {
        const stored = yield* locations.find(uid)
        if (stored === null) {
          yield* insert(agenda, uid, draft)
          return "created" as const
        }
        if (stored.agendaUid !== agendaUid) {
          return yield* new Invalid({ subject: "data", issues: [issue("duplicate", "uid", { origin: uid })] })
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
