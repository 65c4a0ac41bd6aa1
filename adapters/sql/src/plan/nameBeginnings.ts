import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { anyOf, type Dialect, term, type TermQuery } from "../database/Dialect.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { beginningsOf } from "../text/searchedWords.js"
import { groupsOf } from "./compileSearch.js"
import { searchOf, unsplit } from "./splitByState.js"

/** Maximum number of terms that are named instead of their beginning. Looking up each takes 10 µs. */
const named_max = 12

/** The terms with each beginning. */
type Named = ReadonlyMap<string, ReadonlyArray<string>>

const inNames = (named: Named, query: TermQuery): TermQuery => {
  if (query._tag !== "Term") return { ...query, of: query.of.map((part) => inNames(named, part)) }
  const terms = query.prefix ? named.get(query.term) : undefined
  return terms === undefined ? query : anyOf(terms.map(term))
}

/** The dialect that asks for the terms by name. */
const naming = (dialect: Dialect, named: Named): Dialect => ({
  ...dialect,
  eventsWithTerms: (sql, query, agendaUid) => dialect.eventsWithTerms(sql, inNames(named, query), agendaUid),
  firstWithTerms: (sql, query, agendaUid, limit, holds) => dialect.firstWithTerms(sql, inNames(named, query), agendaUid, limit, holds),
  termQueries: (sql, queries, name) => dialect.termQueries(sql, queries.map((query) => inNames(named, query)), name)
})

/**
 * The database whose dialect asks for the terms with the beginnings that a plan searches, instead of for the
 * beginnings, where that is faster. Only for statements of the snapshot in which this runs.
 */
export const nameBeginnings = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
): Effect.Effect<SqlDatabase, SqlError | StoreError> => {
  const { dialect, sql } = database
  const search = searchOf(plan)?.search ?? null
  if (search === null || dialect.termsBeginning === null) return Effect.succeed(database)
  const beginnings = beginningsOf(groupsOf(plan.scope, unsplit(plan)?.state ?? null), search)
  if (beginnings.length === 0) return Effect.succeed(database)
  return Effect.map(
    Effect.flatMap(
      dialect.termsBeginning(sql, beginnings, named_max),
      (rows) => readRows(operation, rows, (row) => [Cell.text(row, "beginning"), Cell.text(row, "terms").split(" ")] as const)
    ),
    (named) => ({ ...database, dialect: naming(dialect, new Map(named)) })
  )
}
