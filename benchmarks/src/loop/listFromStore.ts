import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { planQuery } from "@agenda-engine/core/query/event/planQuery"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { eventParameters } from "@agenda-engine/http/query/eventParameters"
import { parseQueryString } from "@agenda-engine/http/query/parseQueryString"
import { readEventQuery } from "@agenda-engine/http/query/readEventQuery"
import type { CountCache, Counted } from "@agenda-engine/sql/read/CountCache"
import type { PageCache } from "@agenda-engine/sql/read/PageCache"
import { makeSearchCaches, searchEvents } from "@agenda-engine/sql/read/searchEvents"
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
  return Either.isRight(planned) ? { ...planned.right.plan, topics: [`agenda:${agendaUid}`] } : null
}

/** Counts once, and gives that answer for ever after without looking at anything. */
const makeUncounted = (): CountCache => {
  let first: Counted | null = null
  return () => ({
    counted: first,
    keep: (counted) => {
      first = counted
    }
  })
}

/** Reads each page. */
const unknownPages: PageCache = (_plan, _current, read) => Effect.map(read, ({ answer }) => answer)

/** Opens a store; what it answers with reads the default list again and again, and counts. */
export const listFromStore = Effect.fnUntraced(function*({ agendaUid, file, total }: Store) {
  const plan = planOf(agendaUid, yield* Clock.currentTimeMillis)
  if (plan === null) return yield* Effect.dieMessage("the default list cannot be planned")
  const database = yield* SqliteDatabase.openReadOnly(file)
  const known = { ...makeSearchCaches(), pages: unknownPages, ...(total === "known" ? {} : { counts: makeUncounted() }) }
  const ask = searchEvents(database, known, plan)
  return (times: StoreRound) => timeRepeated(ask, times)
})
