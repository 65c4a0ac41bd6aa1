import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Forbidden, Invalid } from "../../domain/EngineError.js"
import { published } from "../../domain/Event.js"
import { issue } from "../../domain/Issue.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { EventStore } from "../../ports/EventStore.js"
import { explainSort } from "../../present/explainSort.js"
import { presentEvent } from "../../present/presentEvent.js"
import { presentTombstone } from "../../present/presentTombstone.js"
import { encodeCursor } from "../../query/Cursor.js"
import type { EventQuery } from "../../query/EventQuery.js"
import { shows } from "../../query/EventView.js"
import { listView } from "../../query/listView.js"
import { planQuery } from "../../query/planQuery.js"
import type { QueryPlan, SearchAnswer } from "../../query/QueryPlan.js"
import type { Standing } from "../Access.js"
import type { EventList } from "../Events.js"
import { contributorsOf, defaultLangOf, descriptionFormatOf } from "./showEvent.js"

const afterOf = (query: EventQuery, plan: QueryPlan, answer: SearchAnswer): EventList["after"] => {
  const last = answer.hits.at(-1)
  return last === undefined || !answer.more
    ? null
    : encodeCursor(query.sort, plan.segments, { segment: last.segment, position: last.position, asOf: plan.asOf })
}

/** A page of an agenda's events for one who has entered it: planned, answered by the store, presented. */
export const listEvents = Effect.fnUntraced(function*(standing: Standing, query: EventQuery) {
  const events = yield* EventStore
  const limits = yield* CurrentLimits
  const now = yield* Clock.currentTimeMillis
  if (!standing.moderates && (query.filter.state ?? []).some((state) => state !== published)) {
    return yield* new Forbidden({ message: "only moderators and administrators read events that are not published" })
  }
  if (query.size > limits.eventsPage_max) {
    const message = `a page holds at most ${limits.eventsPage_max} events`
    return yield* new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "size", { origin: query.size, message })] })
  }
  const planned = planQuery(query, {
    scope: { _tag: "Agenda", agendaUid: standing.agenda.uid },
    audience: standing.moderates ? "privileged" : "public",
    now
  })
  if (Either.isLeft(planned)) return yield* new Invalid({ subject: "parameters", issues: planned.left })
  const plan = planned.right
  const answer = yield* events.search(plan)
  const locations = new Map(answer.locations.map((location) => [location.uid, location]))
  const view = listView(query)
  const contributors = yield* contributorsOf(
    standing,
    shows(view, "member") ? answer.hits.map((hit) => hit._tag === "Event" ? hit.head.contributorUid : null) : []
  )
  const viewing = {
    ...view,
    ...(yield* defaultLangOf(standing, view)),
    ...(yield* descriptionFormatOf(view)),
    now,
    privileged: standing.privileged,
    removedFlag: query.removed === "with"
  }
  const list: EventList = {
    total: answer.total,
    events: answer.hits.map((hit) =>
      hit._tag === "Tombstone" ? presentTombstone(hit.tombstone) : presentEvent(
        {
          head: hit.head,
          body: hit.body,
          next: hit.next,
          location: hit.head.locationUid === null ? null : locations.get(hit.head.locationUid) ?? null,
          agenda: standing.agenda,
          member: hit.head.contributorUid === null ? null : contributors.get(hit.head.contributorUid) ?? null
        },
        { ...viewing, sort: query.includeSort ? explainSort(query.sort, hit, plan.asOf) : null }
      )
    ),
    after: afterOf(query, plan, answer),
    sort: query.sort
  }
  return list
})
