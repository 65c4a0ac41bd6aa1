import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ReadEvent } from "../../contract/EventResult.js"
import { explainTickets } from "../../derive/availability/explainTickets.js"
import { nextTiming } from "../../derive/dates/dateRange.js"
import { Invalid } from "../../domain/error/EngineError.js"
import { type Issue, issue, quoteText } from "../../domain/error/Issue.js"
import { CurrentImageBase } from "../../domain/media/Image.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { EventHistory } from "../../ports/event/EventHistory.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import { RichText } from "../../ports/RichText.js"
import { UserStore } from "../../ports/UserStore.js"
import { presentEvent, type ShownStateChange } from "../../present/presentEvent.js"
import { presentExplanation } from "../../present/presentExplanation.js"
import { storedAggregate, storedTickets } from "../../present/presentTickets.js"
import { type EventView, shows, wholeEvent } from "../../query/event/EventView.js"
import { unknownPaths } from "../../query/event/FieldPath.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import type { MemberRecord, UserRecord } from "../../record/MemberRecord.js"
import type { StateChange } from "../../record/StateChange.js"
import { makePacer } from "../../schedule/timeSlices.js"
import type { Authorization } from "../Access.js"
import { readableFields } from "../agenda/agendaFields.js"
import { contributionOf } from "../agenda/contributionOf.js"
import { formatDescriptions } from "./formatDescriptions.js"

/**
 * State histories of events by uid, loaded with two queries; empty for callers who may not see them (wire.md §3).
 * `known`: all changes of these events, which saves the first query. `author`: a user who need not be loaded.
 */
export const historiesOf = Effect.fnUntraced(function*(
  ports: Context.Context<EventHistory | UserStore>,
  authorization: Authorization | null,
  eventUids: ReadonlyArray<number>,
  known: ReadonlyArray<StateChange> | null = null,
  author: UserRecord | null = null
) {
  const found = new Map<number, Array<ShownStateChange>>()
  if (authorization === null || !authorization.privileged || eventUids.length === 0) return found
  const changes = known ?? (yield* Context.get(ports, EventHistory).find(eventUids))
  const userUids = [...new Set(changes.flatMap(({ userUid }) => userUid === null || userUid === author?.uid ? [] : [userUid]))]
  const users = userUids.length === 0 ? [] : yield* Context.get(ports, UserStore).findMany(userUids)
  const names = new Map([...users, ...author === null ? [] : [author]].map(({ name, uid }) => [uid, name]))
  for (const change of changes) {
    const shown = { ...change, name: names.get(change.userUid ?? 0) ?? null }
    const history = found.get(change.eventUid)
    if (history === undefined) found.set(change.eventUid, [shown])
    else history.push(shown)
  }
  return found
})

const usualName = "includeFields"

const takes = "a path into the detailed form, such as uid, location.city, timings.begin or title.fr"

/** The name of the parameter that contained a path. */
const nameOf = (path: string, { pathNames = {} }: EventView): string =>
  Object.hasOwn(pathNames, path) ? pathNames[path] ?? usualName : usualName

/** Issues for the paths of a view that name no field. A field that the caller may not read counts as unknown. */
export const unknownPathIssues = (view: EventView): ReadonlyArray<Issue> =>
  unknownPaths(view.fields ?? {}, view.additional ?? []).map((path) => {
    const name = nameOf(path, view)
    return issue("parameter.invalid", name, { message: `${name} takes ${takes}, not ${quoteText(path)}`, origin: path, info: { takes } })
  })

/**
 * Memberships of contributors, by user uid; empty for callers who may not see them (wire.md §3). `known`: a membership
 * in this agenda that need not be loaded.
 */
export const contributorsOf = Effect.fnUntraced(function*(
  ports: Context.Context<MemberStore>,
  authorization: Authorization | null,
  userUids: ReadonlyArray<number | null>,
  known: MemberRecord | null = null
) {
  const found = new Map<number, MemberRecord>()
  if (authorization === null || !authorization.privileged) return found
  if (known !== null) found.set(known.userUid, known)
  const missing = [...new Set(userUids.flatMap((uid) => uid === null || found.has(uid) ? [] : [uid]))]
  const records = missing.length === 0 ? [] : yield* Context.get(ports, MemberStore).findMany(authorization.agenda.uid, missing)
  for (const member of records) found.set(member.userUid, member)
  return found
})

/** The agenda's default language, for views in one language. */
export const defaultLangOf = Effect.fnUntraced(function*(agenda: AgendaRecord, view: EventView) {
  const { defaultLang } = view.monolingual === undefined ? {} : yield* contributionOf(agenda)
  return defaultLang === undefined ? {} : { defaultLang }
})

/** Ports that events are shown with. */
export type ShowPorts = EventHistory | LocationStore | MemberStore | NetworkStore | RichText | UserStore

/** Records of the transaction that wrote an event, which need not be loaded to present it. */
export interface WrittenRecords {
  readonly location?: LocationRecord | null
  /** A member of the event's agenda. */
  readonly member?: MemberRecord | null
  /** All state changes of the event, if the caller sees them; null: they are loaded when the view shows them. */
  readonly history?: ReadonlyArray<StateChange> | null
  readonly author?: UserRecord | null
}

/**
 * Presents one event as of an instant (epoch milliseconds). Loads only what the view shows and `known` lacks.
 * `Invalid`: the view names unknown fields.
 */
const showEventAt = Effect.fnUntraced(function*(
  ports: Context.Context<ShowPorts>,
  authorization: Authorization,
  record: EventRecord,
  asked: EventView,
  now: number,
  { author = null, history = null, location: given = null, member = null }: WrittenRecords = {}
) {
  const view: EventView = { ...asked, additional: yield* readableFields(ports, authorization) }
  const issues = [...asked.faults ?? [], ...unknownPathIssues(view)]
  if (issues.length > 0) return yield* new Invalid({ subject: "parameters", issues })
  const needsLocation = shows(view, "location") || shows(view, "country")
  const location = given !== null && given.uid === record.locationUid
    ? given
    : record.locationUid === null || !needsLocation
    ? null
    : yield* Context.get(ports, LocationStore).find(record.locationUid)
  const contributors = yield* contributorsOf(ports, authorization, shows(view, "member") ? [record.contributorUid] : [], member)
  const histories = yield* historiesOf(ports, authorization, shows(view, "stateHistory") ? [record.uid] : [], history, author)
  const pace = yield* makePacer
  const availability = shows(view, "offersAggregate") ? storedAggregate(record, now) : null
  yield* pace
  const shown: JsonObject = presentEvent(
    {
      head: record,
      body: record,
      next: nextTiming(record.slots, now),
      availability,
      location,
      agenda: authorization.agenda,
      member: record.contributorUid === null ? null : contributors.get(record.contributorUid) ?? null,
      history: histories.get(record.uid) ?? []
    },
    {
      ...view,
      ...(yield* defaultLangOf(authorization.agenda, view)),
      toHtml: Context.get(ports, RichText).toHtml,
      now,
      imageBase: yield* CurrentImageBase,
      privileged: authorization.privileged,
      removedFlag: false,
      sort: null
    }
  )
  yield* pace
  const [formatted = shown] = yield* formatDescriptions(ports, [shown], view)
  return formatted
})

/** Presents one event in the detailed form, as in the response to a write. */
export const showEvent = (
  ports: Context.Context<ShowPorts>,
  authorization: Authorization,
  record: EventRecord,
  known: WrittenRecords = {}
) => Effect.flatMap(Clock.currentTimeMillis, (now) => showEventAt(ports, authorization, record, wholeEvent, now, known))

/** Presents one event, with the explanation as of the same instant if the view asks for it. */
export const readEvent = Effect.fnUntraced(function*(
  ports: Context.Context<ShowPorts>,
  authorization: Authorization,
  record: EventRecord,
  view: EventView = wholeEvent
) {
  const now = yield* Clock.currentTimeMillis
  const event = yield* showEventAt(ports, authorization, record, view, now)
  const read: ReadEvent<JsonObject> = {
    event,
    version: record.version,
    explain: view.explain === true ? yield* explain(record, now) : null
  }
  return read
})

/** Explains the tickets of an event, yielding in between: an event may have hundreds of slots. */
const explain = Effect.fnUntraced(function*(record: EventRecord, now: number) {
  const pace = yield* makePacer
  const tickets = storedTickets(record)
  yield* pace
  const explanation = explainTickets(tickets, now)
  yield* pace
  return presentExplanation(explanation, record.timezone)
})
