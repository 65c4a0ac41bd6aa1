import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { indexedFields } from "../derive/indexing/indexEvent.js"
import { type Caller, restrictionOf } from "../domain/access/Credential.js"
import { type Conflict, Forbidden, Invalid, NotFound, type StoreError, type Unauthorized } from "../domain/error/EngineError.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import { type AdditionalField, withdrawOptions } from "../domain/field/AdditionalField.js"
import { slugOf } from "../domain/identity/slug.js"
import { CurrentLimits } from "../domain/Limits.js"
import type { JsonObject } from "../domain/text/Json.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { EventSearch } from "../ports/event/EventSearch.js"
import { EventStore } from "../ports/event/EventStore.js"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import { NetworkStore } from "../ports/NetworkStore.js"
import { RemovalStore } from "../ports/RemovalStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import { RichText } from "../ports/RichText.js"
import { Transaction } from "../ports/Transaction.js"
import { encodeAgendaCursor } from "../query/agenda/AgendaCursor.js"
import type { AgendaQuery } from "../query/agenda/AgendaQuery.js"
import { type AgendaPart, type AgendaView, partsOfItem, partsOfOne } from "../query/agenda/AgendaView.js"
import { planAgendaQuery } from "../query/agenda/planAgendaQuery.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import { titleKeys } from "../search/wordKeys.js"
import { type AgendaDraft, type AgendaReading, readAgenda } from "../validation/agenda/readAgenda.js"
import { Access, type Authorization } from "./Access.js"
import { agendaFields, networkFields, ownFields } from "./agenda/agendaFields.js"
import { contributionOf } from "./agenda/contributionOf.js"
import { showAgendas } from "./agenda/showAgendas.js"
import { freshSlug, freshUid } from "./identity/freshUid.js"
import { markStale, reindexStale } from "./maintenance/staleIndexes.js"
import { Members } from "./Members.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** A draft parsed against the stored agenda, its network and its location set. Valid only when `issues` is empty. */
interface DraftReading extends Omit<AgendaReading, "fields"> {
  readonly networkUid: number | null
  readonly locationSetUid: number | null
  /** JSON text of the definitions to be stored; undefined when they do not change. */
  readonly fields: string | undefined
}

/** Issues for unchanged fields of the agenda that its new network defines too. */
const clashes = (own: ReadonlyArray<AdditionalField>, inherited: ReadonlySet<string>, networkUid: number | null): ReadonlyArray<Issue> =>
  own.filter(({ field }) => inherited.has(field)).map(({ field }) =>
    issue("duplicate", "networkUid", { origin: networkUid, message: `the network has a field ${field}, and so has the agenda` })
  )

/**
 * Parses the draft of an agenda. `stored` is null for a new agenda. Options that are no longer listed are withdrawn.
 */
const readDraft = (
  draft: AgendaDraft,
  stored: AgendaRecord | null
): Effect.Effect<DraftReading, StoreError, LocationSetStore | NetworkStore> =>
  Effect.gen(function*() {
    const networks = yield* NetworkStore
    const networkUid = draft.networkUid === undefined ? stored?.networkUid ?? null : draft.networkUid
    const network = networkUid === null ? null : yield* networks.lock(networkUid, "shared")
    const locationSetUid = draft.locationSetUid === undefined ? stored?.locationSetUid ?? null : draft.locationSetUid
    const isNewSet = locationSetUid !== null && locationSetUid !== stored?.locationSetUid
    const isUnknownSet = isNewSet && (yield* (yield* LocationSetStore).lock(locationSetUid, "shared")) === null
    const isUnknown = networkUid !== null && network === null
    const inherited = new Set(network === null ? [] : networkFields(network).map(({ field }) => field))
    const own = stored === null ? [] : yield* ownFields(stored)
    const defaultLang = stored === null ? null : (yield* contributionOf(stored)).defaultLang ?? null
    const reading = readAgenda(draft, { inherited, defaultLang, limits: yield* CurrentLimits })
    return {
      ...reading,
      networkUid,
      locationSetUid,
      fields: reading.fields === undefined ? undefined : JSON.stringify(withdrawOptions(reading.fields, own)),
      issues: [
        ...reading.issues,
        ...(isUnknown ? [issue("enum.invalid", "networkUid", { origin: networkUid, message: "there is no such network" })] : []),
        ...(isUnknownSet
          ? [issue("enum.invalid", "locationSetUid", { origin: locationSetUid, message: "there is no such location set" })]
          : []),
        ...(reading.fields === undefined && networkUid !== stored?.networkUid ? clashes(own, inherited, networkUid) : [])
      ]
    }
  })

/** Draft of a new agenda. */
export interface NewAgenda extends AgendaDraft {
  /** The user who becomes its administrator; absent when there is none. */
  readonly ownerUid?: number | undefined
}

/** Changes of an agenda; an absent member keeps its value. */
export type AgendaChange = { readonly [K in Exclude<keyof AgendaDraft, "uid">]?: AgendaDraft[K] | undefined }

/** A page of agendas, as in the response of `/v2/agendas`. */
export interface AgendaList {
  readonly total: number
  readonly agendas: ReadonlyArray<JsonObject>
  /** Cursor of the next page, for `after`; null on the last page. */
  readonly after: ReadonlyArray<number> | null
}

/** Searches, reads and writes agendas. */
export class Agendas extends Context.Tag("@agenda-engine/core/services/Agendas")<Agendas, {
  /** Searches public, indexed agendas. */
  readonly search: (caller: Caller, query: AgendaQuery) => Effect.Effect<AgendaList, Invalid | Unauthorized | Forbidden | StoreError>
  /** One agenda, as in the response of `/v2/agendas/{a}`. */
  readonly get: (authorization: Authorization<"agendas:read">, view: AgendaView) => Effect.Effect<JsonObject, StoreError>
  /**
   * One agenda with the caller's own membership, as in the response of `/v2/me/agendas/{a}`: `me: { member }`, null
   * without membership. `Forbidden`: the caller is not a user, or the key does not allow `agendas:read`. `NotFound`:
   * the agenda does not exist, or the caller may not see it.
   */
  readonly getOwn: (
    caller: Caller,
    ref: AgendaRef,
    view: AgendaView
  ) => Effect.Effect<JsonObject, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * The agendas whose events this agenda shares: always none, because events belong to one agenda. `Forbidden`: the
   * caller is no administrator.
   */
  readonly sources: (authorization: Authorization<"agendas:read">) => Effect.Effect<ReadonlyArray<JsonObject>, Forbidden>
  /**
   * Creates an agenda. For operators and embedders. `Invalid`: no title, a taken uid or slug, an unknown network or
   * location set, malformed settings or schema.
   */
  readonly create: (draft: NewAgenda) => Effect.Effect<AgendaRecord, Invalid | NotFound | StoreError>
  /**
   * Changes the given members of an agenda. A field option that is no longer listed is withdrawn. The events are
   * indexed again if a change of the fields affects the index. For operators and embedders. `Invalid`: as for `create`.
   */
  readonly update: (uid: number, change: AgendaChange) => Effect.Effect<AgendaRecord, Invalid | NotFound | StoreError>
  /** Creates the agenda with this uid, or updates the existing one to the draft. For imports. */
  readonly restore: (
    draft: NewAgenda & { readonly uid: number }
  ) => Effect.Effect<
    { readonly outcome: "created" | "updated" | "unchanged"; readonly agenda: AgendaRecord },
    Invalid | NotFound | StoreError
  >
  /** All agendas in order of uid, including private ones. For operators. */
  readonly list: Effect.Effect<ReadonlyArray<AgendaRecord>, StoreError>
}>() {
  /** Layer of Agendas over the stores. */
  static readonly layer: Layer.Layer<
    Agendas,
    never,
    | Access
    | AgendaStore
    | EventSearch
    | EventStore
    | LocationSetStore
    | Members
    | NetworkStore
    | RemovalStore
    | RevisionStore
    | RichText
    | Transaction
  > = Layer.effect(Agendas, Effect.suspend(() => make))
}

/** The stored agenda with the values of a draft applied at `now`, epoch milliseconds. */
const applyDraft = (stored: AgendaRecord, draft: AgendaDraft, reading: DraftReading, now: number): AgendaRecord => ({
  ...stored,
  title: reading.title,
  titleFolded: titleKeys(reading.title),
  slug: draft.slug ?? stored.slug,
  description: reading.description ?? stored.description,
  image: reading.image === undefined ? stored.image : reading.image,
  url: reading.url === undefined ? stored.url : reading.url,
  official: draft.official ?? stored.official,
  officializedAt: (draft.official ?? stored.official) ? stored.officializedAt ?? now : null,
  private: draft.private ?? stored.private,
  indexed: draft.indexed ?? stored.indexed,
  networkUid: reading.networkUid,
  locationSetUid: reading.locationSetUid,
  settings: reading.settings ?? stored.settings,
  fields: reading.fields ?? stored.fields
})

const empty: Omit<AgendaRecord, "uid" | "slug" | "createdAt" | "updatedAt"> = {
  title: "",
  titleFolded: "",
  description: "",
  image: null,
  url: null,
  official: false,
  private: false,
  indexed: true,
  networkUid: null,
  locationSetUid: null,
  settings: "{}",
  fields: "[]",
  officializedAt: null
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  const searches = yield* EventSearch
  const removals = yield* RemovalStore
  const locationSets = yield* LocationSetStore
  const members = yield* Members
  const networks = yield* NetworkStore
  const revisions = yield* RevisionStore
  const richText = yield* RichText
  const transaction = yield* Transaction

  const isTaken = (ref: AgendaRef) => Effect.map(agendas.find(ref), (agenda) => agenda !== null)
  const slugTaken = (slug: string) => isTaken({ _tag: "Slug", slug })
  const uidTaken = (uid: number) =>
    Effect.flatMap(
      isTaken({ _tag: "Uid", uid }),
      (taken) => taken ? Effect.succeed(true) : Effect.map(removals.removed, (uids) => uids.includes(uid))
    )

  const takenIssues = Effect.fnUntraced(function*(draft: AgendaDraft, isNew: boolean, storedSlug: string | null) {
    const uid = isNew && draft.uid !== undefined && (yield* uidTaken(draft.uid)) ? [issue("duplicate", "uid", { origin: draft.uid })] : []
    const isOther = draft.slug !== undefined && draft.slug !== storedSlug && (yield* slugTaken(draft.slug))
    return [...uid, ...(isOther ? [issue("duplicate", "slug", { origin: draft.slug ?? "" })] : [])]
  })

  const parse = Effect.fnUntraced(
    function*(draft: AgendaDraft, stored: AgendaRecord | null) {
      const reading = yield* readDraft(draft, stored)
      const issues = [...reading.issues, ...(yield* takenIssues(draft, stored === null, stored?.slug ?? null))]
      return issues.length === 0 ? reading : yield* new Invalid({ subject: "data", issues })
    },
    Effect.provideService(LocationSetStore, locationSets),
    Effect.provideService(NetworkStore, networks)
  )

  const insert = Effect.fnUntraced(function*(draft: NewAgenda) {
    const reading = yield* parse(draft, null)
    const now = yield* Clock.currentTimeMillis
    const uid = draft.uid ?? (yield* freshUid(uidTaken))
    const slug = draft.slug ?? (yield* freshSlug(slugOf(reading.title, "agenda"), slugTaken))
    const agenda = applyDraft({ ...empty, uid, slug, createdAt: now, updatedAt: now }, draft, reading, now)
    yield* agendas.put(agenda)
    if (draft.ownerUid !== undefined) yield* members.add(uid, draft.ownerUid, "administrator")
    return agenda
  })

  const indexed = (agenda: AgendaRecord) => Effect.provideService(Effect.map(agendaFields(agenda), indexedFields), NetworkStore, networks)

  const change = Effect.fnUntraced(function*(stored: AgendaRecord, draft: AgendaDraft) {
    const reading = yield* parse(draft, stored)
    const now = yield* Clock.currentTimeMillis
    const next = applyDraft(stored, draft, reading, now)
    if (JSON.stringify(next) === JSON.stringify(stored)) return { outcome: "unchanged" as const, agenda: stored }
    const agenda = { ...next, updatedAt: now }
    yield* agendas.put(agenda)
    if ((yield* indexed(agenda)) !== (yield* indexed(stored))) {
      yield* Effect.provideService(markStale([agenda.uid]), RevisionStore, revisions)
    }
    return { outcome: "updated" as const, agenda }
  })

  /** Runs a change of agendas as one transaction, then indexes the events that it marked as stale. */
  const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.zipLeft(atomically(effect), reindexStale()).pipe(
      Effect.provideService(AgendaStore, agendas),
      Effect.provideService(EventStore, events),
      Effect.provideService(NetworkStore, networks),
      Effect.provideService(RevisionStore, revisions),
      Effect.provideService(RichText, richText),
      Effect.provideService(Transaction, transaction)
    )

  const withoutConflict = <A, E, R>(effect: Effect.Effect<A, E | Conflict, R>) =>
    Effect.catchIf(effect, (error): error is Conflict => Predicate.isTagged(error, "Conflict"), (conflict) => Effect.die(conflict))

  const show = (caller: Caller, shown: ReadonlyArray<AgendaRecord>, parts: ReadonlyArray<AgendaPart>) =>
    showAgendas(caller, shown, parts).pipe(
      Effect.provideService(Access, access),
      Effect.provideService(AgendaStore, agendas),
      Effect.provideService(EventSearch, searches),
      Effect.provideService(LocationSetStore, locationSets),
      Effect.provideService(NetworkStore, networks)
    )

  return Agendas.of({
    search: Effect.fnUntraced(function*(caller, query) {
      yield* access.checkOperation(caller, "agendas:read")
      const limits = yield* CurrentLimits
      const { agendasPage_max } = limits
      if (query.size > agendasPage_max) {
        const message = `a page holds at most ${agendasPage_max} agendas`
        return yield* new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "size", { origin: query.size, message })] })
      }
      const within = restrictionOf(caller)
      const planned = planAgendaQuery(query, { within, now: yield* Clock.currentTimeMillis, limits })
      if (Either.isLeft(planned)) return yield* new Invalid({ subject: "parameters", issues: planned.left })
      const plan = planned.right
      const answer = yield* agendas.search(plan)
      const last = answer.agendas.at(-1)
      const after = last === undefined || !answer.more ? null : encodeAgendaCursor(plan, { key: last.key, uid: last.agenda.uid })
      const shown = yield* show(caller, answer.agendas.map(({ agenda }) => agenda), partsOfItem(query.fields))
      return { total: answer.total, agendas: shown, after }
    }, withSpanIfTraced("Agendas.search")),

    get: Effect.fnUntraced(function*({ agenda, caller }, view) {
      const [shown = {}] = yield* show(caller, [agenda], partsOfOne(view))
      return shown
    }, withSpanIfTraced("Agendas.get")),

    getOwn: Effect.fnUntraced(function*(caller, ref, view) {
      yield* access.checkOperation(caller, "agendas:read")
      if (caller.userUid === null) return yield* new Forbidden({ message: "this key is no user's" })
      const authorization = yield* Effect.catchTag(
        access.authorize(caller, ref, "agendas:read"),
        "Forbidden",
        () => new NotFound({ what: "agenda" })
      )
      const [shown = {}] = yield* show(authorization.caller, [authorization.agenda], partsOfOne(view))
      return { ...shown, me: { member: yield* members.own(authorization) } }
    }, withSpanIfTraced("Agendas.getOwn")),

    sources: ({ caller, role }) =>
      caller._tag === "Operator" || role === "administrator"
        ? Effect.succeed([])
        : new Forbidden({ message: "only administrators list the sources of an agenda" }),

    create: Effect.fnUntraced(
      function*(draft) {
        return yield* withoutConflict(atomically(insert(draft)))
      },
      Effect.provideService(Transaction, transaction),
      withSpanIfTraced("Agendas.create")
    ),

    update: Effect.fnUntraced(function*(uid, draft) {
      return yield* inTransaction(Effect.gen(function*() {
        yield* agendas.lock(uid)
        const stored = yield* agendas.find({ _tag: "Uid", uid })
        if (stored === null) return yield* new NotFound({ what: "agenda" })
        return (yield* change(stored, { ...draft, title: draft.title === undefined ? stored.title : draft.title })).agenda
      }))
    }, withSpanIfTraced("Agendas.update")),

    restore: Effect.fnUntraced(function*(draft) {
      return yield* withoutConflict(inTransaction(Effect.gen(function*() {
        yield* agendas.lock(draft.uid)
        const stored = yield* agendas.find({ _tag: "Uid", uid: draft.uid })
        if (stored === null) return { outcome: "created" as const, agenda: yield* insert(draft) }
        const changed = yield* change(stored, draft)
        if (draft.ownerUid !== undefined) yield* members.add(draft.uid, draft.ownerUid, "administrator")
        return changed
      })))
    }, withSpanIfTraced("Agendas.restore")),

    list: scanAll((after: number, limit) => agendas.scan(after, limit), (agenda) => agenda.uid, 0)
  })
})
