import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { planQuery } from "@agenda-engine/core/query/event/planQuery"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { eventParameters } from "@agenda-engine/http/query/eventParameters"
import { parseQueryString } from "@agenda-engine/http/query/parseQueryString"
import { readEventQuery } from "@agenda-engine/http/query/readEventQuery"
import { readRevisions } from "@agenda-engine/sql/read/readRevisions"
import { makeRecordCaches, searchEvents } from "@agenda-engine/sql/read/searchEvents"
import * as SqliteDatabase from "@agenda-engine/sqlite/SqliteDatabase"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Store, StoreRound } from "./LoopOptions.js"
import { timeRepeated } from "./Stopwatch.js"

const planOf = (agendaUid: number, now: number): QueryPlan | null => {
  const query = readEventQuery(parseQueryString(""), now, eventParameters(defaultLimits), defaultLimits)
  const scope = { _tag: "Agenda", agendaUid } as const
  const planned = planQuery(query, {
    scope,
    audience: "public",
    now,
    fields: [],
    defaultSort: "timingsWithFeatured.asc",
    past_ms_max: null
  })
  return Either.isRight(planned) ? planned.right.plan : null
}

/**
 * Opens a store and reads the default list from it again and again, with known counts. `known`: revisions are read
 * before each search, as the engine does.
 */
export const listFromStore = Effect.fnUntraced(function*({ agendaUid, file, total }: Store) {
  const plan = planOf(agendaUid, yield* Clock.currentTimeMillis)
  if (plan === null) return yield* Effect.dieMessage("the default list cannot be planned")
  const database = yield* SqliteDatabase.openReadOnly(file)
  const operation = "RevisionStore.read"
  const topics = [`agenda:${agendaUid}`]
  const revisions = database.read(operation, readRevisions(database, operation, topics))
  const read = { topics, revisions: yield* revisions }
  const caches = makeRecordCaches()
  const search = searchEvents(database, caches, plan, {
    counts: yield* searchEvents(database, caches, plan, { read }),
    read
  })
  const ask = total === "known" ? Effect.zipRight(revisions, search) : search
  return (times: StoreRound) => timeRepeated(ask, times)
})
