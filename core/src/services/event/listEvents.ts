import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { EventList } from "../../contract/EventResult.js"
import { Forbidden, Invalid, type StoreError } from "../../domain/error/EngineError.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { published } from "../../domain/event/Event.js"
import { CurrentLimits, type Limits } from "../../domain/Limits.js"
import { CurrentImageBase } from "../../domain/media/Image.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import { type RevisionCheck, RevisionStore, type TopicRevisions } from "../../ports/RevisionStore.js"
import { RichText } from "../../ports/RichText.js"
import { Transaction } from "../../ports/Transaction.js"
import { eventPresenter, presentTombstone } from "../../present/presentEvent.js"
import { explainSort } from "../../present/presentExplanation.js"
import { encodeCursor, instantOfCursor } from "../../query/event/Cursor.js"
import { type EventQuery, listView } from "../../query/event/EventQuery.js"
import { featuredSorts } from "../../query/event/EventSort.js"
import { type EventView, shows } from "../../query/event/EventView.js"
import { agendaFacets } from "../../query/event/FacetQuery.js"
import { planFacets, type PlannedFacet, talliesOf } from "../../query/event/planFacet.js"
import { planFields } from "../../query/event/planFields.js"
import { type PlanContext, type PlannedQuery, planQuery, readsContent, withMinimumScore, withSearch } from "../../query/event/planQuery.js"
import type { QueryPlan, Scope, SearchResult } from "../../query/event/QueryPlan.js"
import type { TransitionScope } from "../../query/event/Transitions.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { mapInSlices } from "../../schedule/timeSlices.js"
import { autoCut } from "../../search/autoCut.js"
import type { CorrectedWord } from "../../search/correction/correctWords.js"
import { rareEvents_max } from "../../search/correction/widenWords.js"
import type { Authorization } from "../Access.js"
import { readableFields } from "../agenda/agendaFields.js"
import { agendaSearch } from "../agenda/agendaSearch.js"
import { revisionsOfList } from "../revision/topics.js"
import { commits } from "../transaction/commits.js"
import { correctSearch } from "./correctSearch.js"
import { explainScores } from "./explainScores.js"
import { formatDescriptions } from "./formatDescriptions.js"
import { ownEventsOf } from "./isVisible.js"
import { cleanExtId } from "./readExtId.js"
import { SearchCache } from "./SearchCache.js"
import { contributorsOf, defaultLangOf, historiesOf, type ShowPorts, unknownPathIssues } from "./showEvent.js"
import { showFacets } from "./showFacets.js"
import { ValidityWindows } from "./ValidityWindows.js"

/** Ports that lists are made with. */
export type ListPorts = ShowPorts | AgendaStore | EventSearch | RevisionStore | SearchCache | Transaction | ValidityWindows

/** A planned list with its score cut and the store's result. */
interface SearchedList {
  readonly planned: PlannedQuery
  readonly plan: QueryPlan
  readonly minimumScore: number | null
  readonly facets: ReadonlyArray<PlannedFacet>
  readonly answer: SearchResult
  /** The corrections of the search. */
  readonly corrected: ReadonlyArray<CorrectedWord>
}

const isCount = (given: number): boolean => Number.isSafeInteger(given) && given >= 0

const notCounted = (field: "size" | "from", given: number): Issue =>
  issue("parameter.invalid", field, { origin: String(given), message: `${field} takes an integer from 0 on, not ${given}` })

const pageIssues = ({ size, start }: EventQuery, { eventsPage_max: max }: Limits): ReadonlyArray<Issue> => [
  ...(isCount(size) || size > max ? [] : [notCounted("size", size)]),
  ...(size > max
    ? [issue("parameter.invalid", "size", { origin: size, message: `a page holds at most ${max} events`, info: { max } })]
    : []),
  ...(start._tag !== "From" || isCount(start.skip) ? [] : [notCounted("from", start.skip)])
]

/** Finds the score cut of `threshold=auto`, unless the plan has one (wire.md §6, Search). */
const findCut = (
  ports: Context.Context<ListPorts>,
  { minimumScore: cut, scoring }: PlannedQuery,
  { thresholdDrop_percent_min: drop_percent_min }: Limits
): Effect.Effect<number | null, StoreError> =>
  scoring === null ? Effect.succeed(cut) : Effect.map(
    Context.get(ports, EventSearch).search(scoring),
    ({ hits }) => autoCut(hits.map(({ position: { values: [score] } }) => typeof score === "number" ? score : 0), drop_percent_min / 100)
  )

/**
 * Normalizes the external identifiers of a query as stored ones, so that a filter and the path of a single read name
 * the same event.
 */
const withCleanExtIds = (query: EventQuery): Effect.Effect<EventQuery> => {
  const { extId } = query.filter
  return extId === undefined
    ? Effect.succeed(query)
    : Effect.map(Effect.forEach(extId, cleanExtId), (extId) => ({ ...query, filter: { ...query.filter, extId } }))
}

/** The instant of the first page, by which later pages resolve `today`; null on the first page. */
const instantOfStart = (start: EventQuery["start"]): number | null => start._tag === "After" ? instantOfCursor(start.cursor) : null

/** Plans and runs a search; `revisions` and `check` as for `SearchCache.search`. */
const search = Effect.fnUntraced(function*(
  ports: Context.Context<ListPorts>,
  wanted: EventQuery,
  context: Omit<PlanContext, "fields">,
  revisions: TopicRevisions | null,
  check: RevisionCheck | null
) {
  const limits = yield* CurrentLimits
  const query = yield* withCleanExtIds(wanted)
  const fields = query.additional ?? []
  const filters = planFields(query, fields, instantOfStart(query.start) ?? context.now)
  const counted = (asOf: number) => planFacets(query.facets, { timings: query.filter.timings ?? [], fields, asOf })
  const facets = counted(context.now)
  const faults = [
    ...query.faults ?? [],
    ...pageIssues(query, limits),
    ...unknownPathIssues(query),
    ...Either.isLeft(filters) ? filters.left : [],
    ...Either.isLeft(facets) ? facets.left : []
  ]
  const planned = planQuery({ ...query, faults }, { ...context, fields: Either.getOrElse(filters, () => []) })
  if (Either.isLeft(planned)) return yield* new Invalid({ subject: "parameters", issues: planned.left })
  const run = Effect.fnUntraced(function*(planned: PlannedQuery) {
    const cut = yield* findCut(ports, planned, limits)
    const listed = cut === null ? planned.plan : withMinimumScore(planned.plan, cut)
    const asked = Either.getOrElse(listed.asOf === context.now ? facets : counted(listed.asOf), () => [])
    const plan: QueryPlan = { ...listed, tallies: talliesOf(asked) }
    const answer = yield* Context.get(ports, SearchCache).search(plan, revisions, check)
    return { planned, plan, minimumScore: cut, facets: asked, answer }
  })
  const first = yield* run(planned.right)
  const found = first.answer.segments.reduce(
    (sum, count, number) => first.plan.segments[number]?.source === "removed" ? sum : sum + count,
    0
  )
  const corrected = found > rareEvents_max || query.exact === true
    ? null
    : yield* correctSearch(Context.get(ports, SearchCache), first.plan, found, revisions)
  if (corrected === null) return { ...first, corrected: [] } satisfies SearchedList
  const { plan, scoring } = planned.right
  const { corrected: words, search } = corrected
  const second = yield* run({
    ...planned.right,
    plan: withSearch(plan, search),
    scoring: scoring === null ? null : withSearch(scoring, search)
  })
  return { ...second, corrected: words } satisfies SearchedList
})

const afterOf = ({ answer, minimumScore: cut, plan, planned: { sorts } }: SearchedList): EventList<JsonObject>["after"] => {
  const last = answer.hits.at(-1)
  return last === undefined || !answer.more ? null : encodeCursor(
    { sorts, segments: plan.segments, hasCut: cut !== null },
    { segment: last.segment, position: last.position, asOf: plan.asOf, minimumScore: cut }
  )
}

/** Agendas of the hits, by uid. */
const agendasOf = Effect.fnUntraced(
  function*(ports: Context.Context<ListPorts>, authorization: Authorization | null, { hits }: SearchResult) {
    if (authorization !== null) return new Map<number, AgendaRecord>([[authorization.agenda.uid, authorization.agenda]])
    const uids = new Set(hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.agendaUid] : []))
    const found = yield* Context.get(ports, AgendaStore).findMany([...uids])
    return new Map(found.map((agenda) => [agenda.uid, agenda]))
  }
)

/** Languages in which labels are shown as one string; null for multilingual labels. */
const labelLanguages = (
  { monolingual }: EventView,
  { defaultLang }: { readonly defaultLang?: string }
): ReadonlyArray<string> | null => monolingual === undefined ? null : [monolingual, ...(defaultLang === undefined ? [] : [defaultLang])]

/** Presents a page: of the authorized agenda, or across agendas (null). */
const present = Effect.fnUntraced(
  function*(ports: Context.Context<ListPorts>, authorization: Authorization | null, query: EventQuery, listed: SearchedList) {
    const { answer, plan, planned: { sorts } } = listed
    const locations = new Map(answer.locations.map((location) => [location.uid, location]))
    const agendas = yield* agendasOf(ports, authorization, answer)
    const view = listView(query)
    const contributors = yield* contributorsOf(
      ports,
      authorization,
      shows(view, "member") ? answer.hits.map((hit) => hit._tag === "Event" ? hit.head.contributorUid : null) : []
    )
    const histories = yield* historiesOf(
      ports,
      authorization,
      shows(view, "stateHistory") ? answer.hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.uid] : []) : []
    )
    const viewing = {
      ...view,
      toHtml: Context.get(ports, RichText).toHtml,
      now: plan.shownAt,
      imageBase: yield* CurrentImageBase,
      privileged: authorization?.privileged ?? false,
      removedFlag: query.removed === "with"
    }
    const presenters = new Map<number, { readonly agenda: AgendaRecord; readonly presented: ReturnType<typeof eventPresenter> }>()
    for (const agenda of agendas.values()) {
      presenters.set(agenda.uid, { agenda, presented: eventPresenter({ ...viewing, ...(yield* defaultLangOf(agenda, view)) }) })
    }
    const explanations = query.explain === true
      ? yield* Effect.provide(explainScores(listed, agendas, locations), ports)
      : new Map<number, JsonObject>()
    const events = yield* mapInSlices(answer.hits, (hit): ReadonlyArray<JsonObject> => {
      if (hit._tag === "Tombstone") return [presentTombstone(hit.tombstone)]
      const { head } = hit
      const presenter = presenters.get(head.agendaUid)
      // The agenda was deleted after the store had answered, with all its events.
      if (presenter === undefined) return []
      const { agenda, presented } = presenter
      const location = head.locationUid === null ? null : locations.get(head.locationUid) ?? null
      const member = head.contributorUid === null ? null : contributors.get(head.contributorUid) ?? null
      const sort = query.includeSort ? explainSort({ sorts, segments: plan.segments, asOf: plan.asOf }, hit, location) : null
      const shown = presented(
        {
          head,
          body: hit.body,
          next: hit.next,
          availability: hit.availability,
          location,
          agenda,
          member,
          history: histories.get(head.uid) ?? []
        },
        sort
      )
      const explanation = explanations.get(head.uid)
      return [explanation === undefined ? shown : { ...shown, explain: explanation }]
    })
    const list: EventList<JsonObject> = {
      total: answer.total,
      events: yield* formatDescriptions(ports, events.flat(), view),
      after: afterOf(listed),
      sort: sorts,
      corrected: listed.corrected,
      facets: yield* showFacets(
        ports,
        listed.facets,
        answer.tallies,
        labelLanguages(view, authorization === null ? {} : yield* defaultLangOf(authorization.agenda, view))
      )
    }
    return list
  }
)

/** Authorizations that have listed before: since then the data may have changed. */
const listedBefore = new WeakSet<Authorization>()

/**
 * The validator of everything that a search finds: the revisions of the authorization, or the current ones when it has
 * listed before or this process has committed since. Null in a transaction, whose reads must not be cached.
 */
const validatorOfSearch = (
  ports: Context.Context<ListPorts>,
  authorization: Authorization
): Effect.Effect<TopicRevisions | null, StoreError> =>
  Effect.flatMap(Context.get(ports, Transaction).isActive, (isActive) => {
    const read = isActive ? null : revisionsOfList(authorization)
    const isNew = authorization.check !== null || authorization.commitsBefore === commits.soFar
    if (read === null || (isNew && !listedBefore.has(authorization))) {
      listedBefore.add(authorization)
      return Effect.succeed(read)
    }
    return Effect.map(Context.get(ports, RevisionStore).read(read.topics), (revisions) => ({ topics: read.topics, revisions }))
  })

/**
 * The instant that a page presents its events as of; a first page is computed as of it too. It is the start of the
 * current validity window (`from`), so that all requests in the window get the same bytes. After a cursor it is not
 * earlier than the instant of the first page, if that lies in the same window.
 */
const instantOf = ({ start }: EventQuery, from: number): Effect.Effect<number> =>
  start._tag !== "After"
    ? Effect.succeed(from)
    : Effect.map(Clock.currentTimeMillis, (now) => Math.min(now, Math.max(from, instantOfCursor(start.cursor) ?? from)))

/**
 * Start of the current validity window. With `past_ms_max`, the window of a first page ends also when an event falls
 * out of the covered past.
 */
const validSince = Effect.fnUntraced(
  function*(
    ports: Context.Context<ListPorts>,
    { start }: EventQuery,
    transitions: TransitionScope,
    past_ms_max: number | null,
    read: TopicRevisions | null
  ) {
    const windows = Context.get(ports, ValidityWindows)
    const now = yield* Clock.currentTimeMillis
    const { from } = yield* windows.around(now, transitions, read)
    return past_ms_max === null || start._tag === "After"
      ? from
      : Math.max(from, (yield* windows.around(now - past_ms_max, transitions, null)).from + past_ms_max)
  }
)

/** Searches an agenda for an authorized caller. */
const searchAgenda = Effect.fnUntraced(function*(ports: Context.Context<ListPorts>, authorization: Authorization, query: EventQuery) {
  const userUid = query.filter.mine === true ? ownEventsOf(authorization) : null
  if (query.filter.mine === true && userUid === null) {
    return yield* new Forbidden({ message: "only members list their own events, with an access token or a secret key" })
  }
  if (!authorization.moderates && userUid === null && (query.filter.state ?? []).some((state) => state !== published)) {
    return yield* new Forbidden({ message: "only moderators and administrators read events that are not published" })
  }
  const readable: TransitionScope = {
    scope: { _tag: "Agenda", agendaUid: authorization.agenda.uid },
    audience: authorization.moderates ? "privileged" : "public"
  }
  const read = yield* validatorOfSearch(ports, authorization)
  // Transitions of a contributor's own unpublished events do not bound the public window.
  const since = userUid !== null && !authorization.moderates
    ? yield* Clock.currentTimeMillis
    : yield* validSince(ports, query, readable, null, read)
  const context: Omit<PlanContext, "fields"> = {
    ...readable,
    now: yield* instantOf(query, since),
    ...(query.filter.search === undefined ? {} : yield* Effect.provide(agendaSearch(authorization.agenda), ports)),
    defaultSort: "timingsWithFeatured.asc",
    past_ms_max: null,
    ...(userUid === null ? {} : { userUid })
  }
  const viewed: EventQuery = { ...query, additional: yield* readableFields(ports, authorization) }
  return { viewed, listed: yield* search(ports, viewed, context, read, authorization.check) }
})

/** Plans, searches and presents a page of an agenda's events for an authorized caller. */
export const listEvents = Effect.fnUntraced(function*(ports: Context.Context<ListPorts>, authorization: Authorization, query: EventQuery) {
  const { listed, viewed } = yield* searchAgenda(ports, authorization, query)
  return yield* present(ports, authorization, viewed, listed)
})

/** A list: its cached result, or null; the query as the caller may read it; and `RenderedList.shown`. */
interface ListInUse {
  readonly result: SearchResult | null
  readonly viewed: EventQuery
  readonly presenting: ReturnType<typeof present>
  readonly shown: ReadonlyArray<number> | null
}

/** Lists events as `listEvents` does, but lets `use` present them. */
export const listWith = Effect.fnUntraced(function*<A>(
  ports: Context.Context<ListPorts>,
  authorization: Authorization,
  query: EventQuery,
  use: (list: ListInUse) => Effect.Effect<A, StoreError>
) {
  const { listed, listed: { answer, plan }, viewed } = yield* searchAgenda(ports, authorization, query)
  const result = Context.get(ports, SearchCache).isKept(answer) ? answer : null
  const shown = readsContent(plan) ? null : answer.hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.uid] : [])
  return yield* use({ result, viewed, presenting: present(ports, authorization, viewed, listed), shown })
})

/**
 * The page as the store returned it, with the cursor of the next one. `isFiltered`: a filter was applied; unknown
 * parameters do not count.
 */
export const findEvents = Effect.fnUntraced(function*(ports: Context.Context<ListPorts>, authorization: Authorization, query: EventQuery) {
  const { listed } = yield* searchAgenda(ports, authorization, query)
  const isFiltered = listed.plan.live?.some(({ _tag }) => _tag !== "State") ?? true
  return { answer: listed.answer, after: afterOf(listed), isFiltered }
})

const day_ms = 86_400_000

const forAgendas = (field: string, origin: string): Issue =>
  issue("parameter.invalid", field, { origin, message: `${field} takes no ${origin} across agendas: it belongs to the list of one agenda` })

/** Issues for parameters that a list across agendas does not accept (wire.md §6, Across agendas). */
const agendaOnlyIssues = ({ facets, filter, sort }: EventQuery): ReadonlyArray<Issue> => [
  ...(filter.mine === true ? [forAgendas("mine", "1")] : []),
  ...(filter.state ?? []).map((state) => forAgendas("state", String(state))),
  ...(filter.featured ?? []).map((featured) => forAgendas("featured", featured ? "1" : "0")),
  ...sort.filter((one) => featuredSorts.includes(one)).map((one) => forAgendas("sort", one)),
  ...facets.filter(({ type }) => agendaFacets.includes(type)).map(({ asked, type }) => forAgendas(asked?.as ?? "aggregations", type))
]

/** A page of events across agendas (wire.md §6): of all public and indexed ones, or of an agenda key's agenda. */
export const listPublicEvents = Effect.fnUntraced(function*(ports: Context.Context<ListPorts>, scope: Scope, query: EventQuery) {
  const { publicPast_days_max: past_days_max } = yield* CurrentLimits
  const past_ms_max = past_days_max === null ? null : past_days_max * day_ms
  const asked: EventQuery = {
    ...query,
    facets: query.facets.filter(({ type }) => !agendaFacets.includes(type)),
    faults: [...query.faults ?? [], ...agendaOnlyIssues(query)]
  }
  const readable: TransitionScope = { scope, audience: "public" }
  const context: Omit<PlanContext, "fields"> = {
    ...readable,
    now: yield* instantOf(query, yield* validSince(ports, query, readable, past_ms_max, null)),
    defaultSort: "timings.asc",
    past_ms_max
  }
  return yield* present(ports, null, asked, yield* search(ports, asked, context, null, null))
})
