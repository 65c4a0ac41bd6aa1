import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Fragment, Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"

/** A boolean query over the terms of an event. `of` is never empty. */
export type TermQuery =
  /** Has this term; with `prefix`, a term that starts with it. */
  | { readonly _tag: "Term"; readonly term: string; readonly prefix: boolean }
  | { readonly _tag: "All"; readonly of: ReadonlyArray<TermQuery> }
  | { readonly _tag: "Any"; readonly of: ReadonlyArray<TermQuery> }

/** The full-text query syntax of a database. */
export interface TermSyntax {
  readonly and: string
  readonly or: string
  readonly term: (term: string, prefix: boolean) => string
}

/** Formats a query in a database's syntax. */
export const writeTermQuery = (syntax: TermSyntax, query: TermQuery): string => {
  if (query._tag === "Term") return syntax.term(query.term, query.prefix)
  const parts = query.of.map((part) => writeTermQuery(syntax, part))
  return parts.length === 1 ? parts.join("") : `(${parts.join(query._tag === "All" ? syntax.and : syntax.or)})`
}

/** Matches a term. */
export const term = (term: string): TermQuery => ({ _tag: "Term", term, prefix: false })

/** Matches terms that start with a prefix. */
export const beginning = (term: string): TermQuery => ({ _tag: "Term", term, prefix: true })

/** Matches when all of these match. */
export const allOf = (of: ReadonlyArray<TermQuery>): TermQuery => ({ _tag: "All", of })

/** Matches when any of these matches. */
export const anyOf = (of: ReadonlyArray<TermQuery>): TermQuery => ({ _tag: "Any", of })

/** The type of a column of `Dialect.rows`. */
export type CellType = "integer" | "real" | "text"

/** Maps error codes to `StoreError` reasons. The first prefix that matches decides. */
export type ErrorReasons = ReadonlyArray<readonly [codePrefix: string, reason: StoreError["reason"]]>

/** The probed side of an index nested-loop join: table, alias, last column of the index, and predicate. */
export interface LookedUpRows {
  readonly table: string
  readonly name: string
  readonly column: string
  readonly where: Fragment
}

/** An event, with the agenda that its keys may begin with. */
export interface EventKey {
  readonly agendaUid: number
  readonly uid: number
}

/** The SQL that differs between databases. All other SQL is shared. */
export interface Dialect {
  /**
   * Whether keys of tables by agenda begin with the agenda, and `agenda_event_uid` and `agenda_event_slug` look it up
   * (`Table.byAgenda`). Statements then name the agenda beside each event.
   */
  readonly keysByAgenda: boolean
  /** `BEGIN` of a read-write transaction. It takes the write lock at once, so that a lock upgrade cannot fail later. */
  readonly begin: string
  /** `BEGIN` of a read-only transaction with snapshot isolation. */
  readonly beginSnapshot: string
  /**
   * Whether the driver's raw result of `COMMIT` means committed. Postgres answers `ROLLBACK` for a failed transaction.
   */
  readonly isCommitted: (answer: unknown) => boolean
  /** Makes a running statement uninterruptible, so that its connection is not used meanwhile. */
  readonly uninterrupted: <A, E>(running: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** `column IN values`, for integers. One bind value for any number of them, so that the statement text is stable. */
  readonly isAnyOf: (sql: Constructor, column: Fragment, values: ReadonlyArray<number>) => Fragment
  /** `isAnyOf` for texts. */
  readonly isAnyOfTexts: (sql: Constructor, column: Fragment, values: ReadonlyArray<string>) => Fragment
  /**
   * `column IN (found)`. The subquery is evaluated once, whatever row count the planner estimates; use it when it
   * returns fewer rows than are tested.
   */
  readonly inSubquery: (sql: Constructor, column: Fragment, found: Fragment) => Fragment
  /** Whether the planner chooses by statistics between point look-ups and hashing the whole set. */
  readonly hasCostBasedLookUps: boolean
  /** `column` contains this text. Null never matches. */
  readonly contains: (sql: Constructor, column: Fragment, text: string | null) => Fragment
  /** A table `r` with these columns, parsed from a JSON array of objects: one bind value for any number of rows. */
  readonly rows: (sql: Constructor, columns: { readonly [name: string]: CellType }, json: string) => Fragment
  /** An aggregate: these columns of each row as a JSON array of objects, as one text. Null or `[]` without rows. */
  readonly jsonArray: (sql: Constructor, columns: ReadonlyArray<string>, orderedBy: string) => Fragment
  /** Whether statements that do not need each other's effects run as one, because each is a round trip. */
  readonly joinsStatements: boolean
  /**
   * Rows that an `INSERT` binds cell by cell. Larger batches bind one JSON text, so that the statement text is stable.
   */
  readonly boundRows_max: number
  /** A `FROM` item that joins `rows` to a table by an index nested loop, whatever row count the planner estimates. */
  readonly indexJoin: (sql: Constructor, rows: Fragment, lookedUp: LookedUpRows) => Fragment
  /** `SELECT` suffix that locks the rows against other writers until the transaction ends. */
  readonly forUpdate: (sql: Constructor) => Fragment
  /** `forUpdate` that skips rows locked by another transaction. */
  readonly forUpdateSkipLocked: (sql: Constructor) => Fragment
  /** `SELECT` suffix that takes a shared lock: writers wait until the transaction ends, other shared locks do not. */
  readonly forShare: (sql: Constructor) => Fragment
  /**
   * Whether a query that requires several words reads about the postings of the rarest only. Otherwise postings of each
   * word alone are read faster.
   */
  readonly intersectsTerms: boolean
  /**
   * The events whose terms match a query: a derived table with the column `uid`, and `agenda_uid` where keys begin with
   * it. `agendaUid`: the only agenda with such terms; null for any.
   */
  readonly eventsWithTerms: (sql: Constructor, query: TermQuery, agendaUid: number | null) => Fragment
  /**
   * The first `limit` events by uid whose terms match: a derived table like `eventsWithTerms`, empty unless `holds` is
   * true. It always searches by terms, whatever row count the planner estimates.
   */
  readonly firstWithTerms: (
    sql: Constructor,
    query: TermQuery,
    agendaUid: number | null,
    limit: number,
    holds: Fragment
  ) => Fragment
  /** Term queries as a `FROM` item, with the columns `number`, which counts from 0, and `query`. One bind value. */
  readonly termQueries: (sql: Constructor, queries: ReadonlyArray<TermQuery>, name: string) => Fragment
  /**
   * The events whose terms match the column `query` of `termQueries`: a `FROM` item with the column `uid`, and its
   * predicate. Nothing is read unless `holds` is true.
   */
  readonly eventsOfQuery: (
    sql: Constructor,
    query: Fragment,
    agendaUid: number | null,
    holds: Fragment
  ) => { readonly from: Fragment; readonly uid: Fragment; readonly where: Fragment }
  /**
   * Selects the terms that start with each of these prefixes: columns `beginning` and `terms`, which are joined by
   * spaces. A prefix of more than `limit` terms has no row. A prefix without terms has itself as its only term. Null in
   * a dialect whose prefix queries are as fast as queries of the terms.
   */
  readonly termsBeginning: ((sql: Constructor, beginnings: ReadonlyArray<string>, limit: number) => Statement<Row>) | null
  /** Inserts the terms of an event that has none. No term contains a space. */
  readonly insertTerms: (sql: Constructor, event: EventKey, terms: ReadonlyArray<string>) => Statement<Row>
  /** `SELECT` of one row if the event has terms, else none. */
  readonly termsOf: (sql: Constructor, event: EventKey) => Fragment
  /** Replaces the terms of an event, if it has any. */
  readonly replaceTerms: (sql: Constructor, event: EventKey, terms: ReadonlyArray<string>) => ReadonlyArray<Statement<Row>>
  /** Deletes the terms of an event. */
  readonly removeTerms: (sql: Constructor, event: EventKey) => Statement<Row>
  /** `SELECT` of one row if the table exists, else none. */
  readonly tableNamed: (sql: Constructor, name: string) => Statement<Row>
  /** Maps error codes to `StoreError` reasons. An unlisted code means `Corrupt`. */
  readonly errorReasons: ErrorReasons
  /**
   * Prefix of the error code with which a read-only database refuses `begin`. Null when `faults` already maps it;
   * needed where the code has another meaning in other statements.
   */
  readonly readOnlyBegin: string | null
}
