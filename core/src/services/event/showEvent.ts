import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { nextTiming } from "../../derive/nextTiming.js"
import { CurrentImageBase } from "../../domain/CurrentImageBase.js"
import { Invalid } from "../../domain/EngineError.js"
import type { JsonObject } from "../../domain/Json.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { RichText } from "../../ports/RichText.js"
import { presentEvent } from "../../present/presentEvent.js"
import { storedAggregate } from "../../present/storedTickets.js"
import { type EventView, shows, wholeEvent } from "../../query/EventView.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import type { MemberRecord } from "../../record/MemberRecord.js"
import type { Standing } from "../Access.js"
import { readableFields } from "../agendaFields.js"
import { contributionOf } from "../contributionOf.js"
import { historiesOf } from "./historiesOf.js"
import { strayPathIssues } from "./strayPathIssues.js"

/** The memberships of contributors, by user; none for callers who may not know them (wire.md §3). */
export const contributorsOf = Effect.fnUntraced(function*(standing: Standing | null, userUids: ReadonlyArray<number | null>) {
  const members = yield* MemberStore
  const found = new Map<number, MemberRecord>()
  if (standing === null || !standing.privileged) return found
  const known = [...new Set(userUids.flatMap((uid) => uid === null ? [] : [uid]))]
  const records = known.length === 0 ? [] : yield* members.findMany(standing.agenda.uid, known)
  for (const member of records) found.set(member.userUid, member)
  return found
})

/** The agenda's default language, for views in one language. */
export const defaultLangOf = Effect.fnUntraced(function*(agenda: AgendaRecord, view: EventView) {
  const { defaultLang } = view.monolingual === undefined ? {} : yield* contributionOf(agenda)
  return defaultLang === undefined ? {} : { defaultLang }
})

/** How a view has markup shown: what makes HTML of it, and of long descriptions where they are not to come as they are stored. */
export const descriptionFormatOf = ({ longDescriptionFormat = "markdown" }: EventView) =>
  Effect.map(RichText, ({ toHtml, toHtmlWithEmbeds }) =>
    longDescriptionFormat === "markdown"
      ? { toHtml }
      : { toHtml, formatDescription: longDescriptionFormat === "HTML" ? toHtml : toHtmlWithEmbeds })

/**
 * One event as a single read shows it at an instant (epoch milliseconds). What the view does not show is not read, nor is its location where
 * that is given. `Invalid`: the view picks what there is not.
 */
export const showEventAt = Effect.fnUntraced(function*(
  standing: Standing,
  record: EventRecord,
  asked: EventView,
  now: number,
  given: LocationRecord | null = null
) {
  const view: EventView = { ...asked, additional: yield* readableFields(standing) }
  const issues = [...asked.faults ?? [], ...strayPathIssues(view)]
  if (issues.length > 0) return yield* new Invalid({ subject: "parameters", issues })
  const locations = yield* LocationStore
  const needsLocation = shows(view, "location") || shows(view, "country")
  const location = given !== null && given.uid === record.locationUid
    ? given
    : record.locationUid === null || !needsLocation
    ? null
    : yield* locations.find(record.locationUid)
  const contributors = yield* contributorsOf(standing, shows(view, "member") ? [record.contributorUid] : [])
  const histories = yield* historiesOf(standing, shows(view, "stateHistory") ? [record.uid] : [])
  const shown: JsonObject = presentEvent(
    {
      head: record,
      body: record,
      next: nextTiming(record.slots, now),
      availability: shows(view, "offersAggregate") ? storedAggregate(record, now) : null,
      location,
      agenda: standing.agenda,
      member: record.contributorUid === null ? null : contributors.get(record.contributorUid) ?? null,
      history: histories.get(record.uid) ?? []
    },
    {
      ...view,
      ...(yield* defaultLangOf(standing.agenda, view)),
      ...(yield* descriptionFormatOf(view)),
      now,
      imageBase: yield* CurrentImageBase,
      privileged: standing.privileged,
      removedFlag: false,
      sort: null
    }
  )
  return shown
})

/** One event, whole, as the answer to a write shows it. */
export const showEvent = (standing: Standing, record: EventRecord, location: LocationRecord | null = null) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => showEventAt(standing, record, wholeEvent, now, location))
