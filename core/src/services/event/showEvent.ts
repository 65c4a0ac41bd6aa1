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
import { makePacer } from "../../schedule/timeSlices.js"
import type { Authorization } from "../Access.js"
import { readableFields } from "../agendaFields.js"
import { contributionOf } from "../contributionOf.js"
import { historiesOf } from "./historiesOf.js"
import { unknownPathIssues } from "./unknownPathIssues.js"

/** Memberships of contributors, by user uid; empty for callers who may not see them (wire.md §3). */
export const contributorsOf = Effect.fnUntraced(function*(authorization: Authorization | null, userUids: ReadonlyArray<number | null>) {
  const members = yield* MemberStore
  const found = new Map<number, MemberRecord>()
  if (authorization === null || !authorization.privileged) return found
  const known = [...new Set(userUids.flatMap((uid) => uid === null ? [] : [uid]))]
  const records = known.length === 0 ? [] : yield* members.findMany(authorization.agenda.uid, known)
  for (const member of records) found.set(member.userUid, member)
  return found
})

/** The agenda's default language, for views in one language. */
export const defaultLangOf = Effect.fnUntraced(function*(agenda: AgendaRecord, view: EventView) {
  const { defaultLang } = view.monolingual === undefined ? {} : yield* contributionOf(agenda)
  return defaultLang === undefined ? {} : { defaultLang }
})

/**
 * The formatters of markup for a view: HTML rendering, and the format of long descriptions when they are not shown as
 * stored.
 */
export const descriptionFormatOf = ({ longDescriptionFormat = "markdown" }: EventView) =>
  Effect.map(RichText, ({ toHtml, toHtmlWithEmbeds }) =>
    longDescriptionFormat === "markdown"
      ? { toHtml }
      : { toHtml, formatDescription: longDescriptionFormat === "HTML" ? toHtml : toHtmlWithEmbeds })

/**
 * Presents one event as of an instant (epoch milliseconds). Loads only what the view shows; `given` saves loading the
 * location. `Invalid`: the view names unknown fields.
 */
export const showEventAt = Effect.fnUntraced(function*(
  authorization: Authorization,
  record: EventRecord,
  asked: EventView,
  now: number,
  given: LocationRecord | null = null
) {
  const view: EventView = { ...asked, additional: yield* readableFields(authorization) }
  const issues = [...asked.faults ?? [], ...unknownPathIssues(view)]
  if (issues.length > 0) return yield* new Invalid({ subject: "parameters", issues })
  const locations = yield* LocationStore
  const needsLocation = shows(view, "location") || shows(view, "country")
  const location = given !== null && given.uid === record.locationUid
    ? given
    : record.locationUid === null || !needsLocation
    ? null
    : yield* locations.find(record.locationUid)
  const contributors = yield* contributorsOf(authorization, shows(view, "member") ? [record.contributorUid] : [])
  const histories = yield* historiesOf(authorization, shows(view, "stateHistory") ? [record.uid] : [])
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
      ...(yield* descriptionFormatOf(view)),
      now,
      imageBase: yield* CurrentImageBase,
      privileged: authorization.privileged,
      removedFlag: false,
      sort: null
    }
  )
  yield* pace
  return shown
})

/** Presents one event in the detailed form, as in the response to a write. */
export const showEvent = (authorization: Authorization, record: EventRecord, location: LocationRecord | null = null) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => showEventAt(authorization, record, wholeEvent, now, location))
