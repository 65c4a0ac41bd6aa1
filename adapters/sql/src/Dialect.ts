import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Fragment, Statement } from "@effect/sql/Statement"
import type * as Effect from "effect/Effect"
import type { TermQuery } from "./TermQuery.js"

/** What a column of `Dialect.rows` holds. */
export type CellType = "integer" | "real" | "text"

/** Which of an error's codes say what went wrong: the first prefix that fits decides. */
export type Faults = ReadonlyArray<readonly [codePrefix: string, reason: StoreError["reason"]]>

/** Rows of a table that are looked up: what they are called, the last column of the index that finds them, and what holds of them. */
export interface SoughtRows {
  readonly table: string
  readonly name: string
  readonly column: string
  readonly where: Fragment
}

/** The few things that two SQL databases say differently. Everything else is written once, in words that both understand. */
export interface Dialect {
  /** Opens a transaction that will write. It must come to own whatever a writer needs at once, so that it never fails half-way for a lock. */
  readonly begin: string
  /** Opens a transaction that only reads, and reads the same instant throughout. */
  readonly beginSnapshot: string
  /** Whether the driver's raw answer to `COMMIT` says that the change was kept. Postgres answers a failed transaction by rolling it back. */
  readonly isKept: (answer: unknown) => boolean
  /** Runs a statement to its end, once begun, also for a caller who is interrupted meanwhile: nothing else happens to the connection until then. */
  readonly toItsEnd: <A, E>(running: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** `column` is one of these integers. One parameter however many there are, so that the statement's text stays the same. */
  readonly isAnyOf: (sql: Constructor, column: Fragment, values: ReadonlyArray<number>) => Fragment
  /** `column` is one of these texts, likewise. */
  readonly isAnyOfTexts: (sql: Constructor, column: Fragment, values: ReadonlyArray<string>) => Fragment
  /** `column` is among what a `SELECT` finds: fewer rows than are looked at, which are found once, whatever the planner believes about how many there are. */
  readonly isAmongFound: (sql: Constructor, column: Fragment, found: Fragment) => Fragment
  /** Whether the planner weighs, by statistics, looking rows up one by one against finding them all first. */
  readonly weighsLookUps: boolean
  /** `column` contains this text; null is contained nowhere. */
  readonly contains: (sql: Constructor, column: Fragment, text: string | null) => Fragment
  /** A table named `r` with these columns, of the objects in this JSON list: one parameter for any number of rows to insert. */
  readonly rows: (sql: Constructor, columns: { readonly [name: string]: CellType }, json: string) => Fragment
  /** How many rows an `INSERT` has parameters of their own for; more come as one text, which is the same for any number of rows. */
  readonly plainRows_max: number
  /**
   * Rows, such as `Dialect.rows`, and beside each the rows of a table of which something holds that names it: to be put behind `FROM`. They
   * are looked up in an index row by row, whatever the planner believes about how many there are.
   */
  readonly lookUp: (sql: Constructor, rows: Fragment, sought: SoughtRows) => Fragment
  /** What follows a `SELECT` to keep other writers from its rows until the transaction ends. */
  readonly forUpdate: (sql: Constructor) => Fragment
  /** What follows a `SELECT` to keep others from writing its rows until the transaction ends, but not from reading them likewise. */
  readonly forShare: (sql: Constructor) => Fragment
  /** The events whose terms meet a query, as a derived table with the column `uid`. */
  readonly eventsWithTerms: (sql: Constructor, query: TermQuery) => Fragment
  /** The first of them by uid, so many, likewise: none unless this holds. They are found by their terms, whatever the planner believes about how many meet. */
  readonly firstWithTerms: (sql: Constructor, query: TermQuery, limit: number, holds: Fragment) => Fragment
  /** Stores the terms of an event that has none. None of them holds a space. */
  readonly insertTerms: (sql: Constructor, eventUid: number, terms: ReadonlyArray<string>) => Statement<Row>
  /** A `SELECT` with one row if an event has terms, and none if it has not. */
  readonly termsOf: (sql: Constructor, eventUid: number) => Fragment
  /** Removes the terms of an event. */
  readonly removeTerms: (sql: Constructor, eventUid: number) => Statement<Row>
  /** A `SELECT` with one row if the table is there, and none if it is not. */
  readonly tableNamed: (sql: Constructor, name: string) => Statement<Row>
  /** What error codes mean. Any code that is not listed means `Corrupt`. */
  readonly faults: Faults
  /** Prefix of the error code of a `begin` that a database refuses because it takes no writes, where that code means something else elsewhere. */
  readonly readOnlyBegin: string | null
}
