import * as Either from "effect/Either"
import type { EventQuery } from "../../src/query/event/EventQuery.js"
import { type PlanContext, type PlannedQuery, planQuery } from "../../src/query/event/planQuery.js"

/** A list of which nothing is asked. */
export const asked: EventQuery = {
  filter: {},
  removed: "without",
  sort: [],
  start: { _tag: "First" },
  size: 20,
  detailed: false,
  includeSort: false,
  facets: []
}

/** The list of agenda 1, asked for at 1 000 by a reader without rights. */
export const context: PlanContext = {
  scope: { _tag: "Agenda", agendaUid: 1 },
  audience: "public",
  now: 1_000,
  fields: [],
  defaultSort: "timingsWithFeatured.asc",
  past_ms_max: null
}

/** A query planned. */
export const planned = (query: Partial<EventQuery>, given: Partial<PlanContext> = {}): PlannedQuery =>
  Either.getOrThrow(planQuery({ ...asked, ...query }, { ...context, ...given }))
