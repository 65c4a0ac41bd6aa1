import { type Dialect, type EventKey, type TermQuery, type TermSyntax, writeTermQuery } from "@agenda-engine/sql/database/Dialect"
import { limitTo } from "@agenda-engine/sql/fragment/bindable"
import type { Constructor, Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

const columnTypes = { integer: "bigint", real: "double precision", text: "text" } as const

/** The syntax of `tsquery`. In a quoted term, quotes and backslashes are doubled. */
const termSyntax: TermSyntax = {
  and: " & ",
  or: " | ",
  term: (term, prefix) => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'${prefix ? ":*" : ""}`
}

const insertTerms: Dialect["insertTerms"] = (sql, { agendaUid, uid }, terms) =>
  sql`INSERT INTO agenda_event_fulltext (agenda_uid, event_uid, terms) VALUES (${agendaUid}, ${uid}, array_to_tsvector(string_to_array(${
    terms.join(" ")
  }, ' ')))`

/** Predicate: terms are of an agenda, so that one partition is read. */
const ofAgenda = (sql: Constructor, agendaUid: number | null): Fragment =>
  agendaUid === null ? sql.literal("") : sql`agenda_event_fulltext.agenda_uid = ${agendaUid} AND `

/**
 * Predicate: terms match. They are stored beside their table, so the planner does not count what it costs to read them
 * for each row of a small table. The last part makes such rows cost more; it is true, and never evaluated.
 */
const match = (sql: Constructor, query: Fragment): Fragment =>
  sql`terms @@ ${query} AND (event_uid >= 0 OR to_tsvector('simple', event_uid::text) IS NOT NULL)`

const queryOf = (sql: Constructor, query: TermQuery): Fragment => sql`(SELECT ${writeTermQuery(termSyntax, query)}::tsquery)`

const isTermsOf = (sql: Constructor, { agendaUid, uid }: EventKey): Fragment => sql`agenda_uid = ${agendaUid} AND event_uid = ${uid}`

/** The SQL of Postgres. */
export const postgresDialect: Dialect = {
  keysByAgenda: true,
  begin: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
  beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  isCommitted: (answer) => !(Predicate.hasProperty(answer, "command") && answer.command === "ROLLBACK"),
  // The driver cancels a statement over another connection of the pool. When all callers are interrupted at once, none
  // is free, and each blocks its own connection for seconds. Behind a pooler the cancelled statement may be another
  // client's.
  uninterrupted: Effect.uninterruptible,
  isAnyOf: (sql, column, values) => sql`${column} = ANY(${values}::bigint[])`,
  isAnyOfTexts: (sql, column, values) => sql`${column} = ANY(${values}::text[])`,
  // The planner expects ten rows of an array, so it always hashes them. IS TRUE keeps it from a semi-join.
  inSubquery: (sql, column, found) => sql`(${column} IN (SELECT unnest(ARRAY(${found})))) IS TRUE`,
  hasCostBasedLookUps: true,
  contains: (sql, column, text) => sql`strpos(${column}, ${text}) > 0`,
  rows: (sql, columns, json) =>
    sql`json_to_recordset(${json}::json) AS r(${
      sql.csv(Object.entries(columns).map(([name, type]) => sql.literal(`${name} ${columnTypes[type]}`)))
    })`,
  jsonArray: (sql, columns, orderedBy) =>
    sql.literal(`json_agg(json_build_object(${columns.map((name) => `'${name}', ${name}`).join()}) ORDER BY ${orderedBy})::text`),
  joinsStatements: true,
  boundRows_max: 0,
  // OFFSET fixes the join order. ORDER BY decides between indexes that cost the same for one expected row.
  indexJoin: (sql, rows, { column, name, table, where }) =>
    sql`${rows} CROSS JOIN LATERAL (SELECT * FROM ${sql.literal(`${table} ${name}`)} WHERE ${where} ORDER BY ${
      sql.literal(`${name}.${column}`)
    } OFFSET 0) ${sql.literal(name)}`,
  forUpdate: (sql) => sql.literal(" FOR UPDATE"),
  forUpdateSkipLocked: (sql) => sql.literal(" FOR UPDATE SKIP LOCKED"),
  forShare: (sql) => sql.literal(" FOR SHARE"),
  intersectsTerms: true,
  eventsWithTerms: (sql, query, agendaUid) =>
    sql`(SELECT event_uid AS uid, agenda_uid FROM agenda_event_fulltext WHERE ${ofAgenda(sql, agendaUid)}${
      match(sql, queryOf(sql, query))
    })`,
  // The addition keeps the planner from scanning events in uid order until enough match.
  firstWithTerms: (sql, query, agendaUid, limit, holds) =>
    sql`(SELECT event_uid AS uid FROM agenda_event_fulltext WHERE ${ofAgenda(sql, agendaUid)}${holds} AND ${
      match(sql, queryOf(sql, query))
    } ORDER BY event_uid + 0 ${limitTo(sql, limit)})`,
  // The planner knows the length of an array. Of JSON it expects 100 rows, so that JIT compilation begins.
  termQueries: (sql, queries, name) =>
    sql`(SELECT CAST(number - 1 AS integer) AS number, query::tsquery AS query FROM unnest(${
      queries.map((query) => writeTermQuery(termSyntax, query))
    }::text[]) WITH ORDINALITY AS one (query, number)) ${sql.literal(name)}`,
  // OFFSET keeps the planner from comparing all terms of the agenda with each query, which costs more than it expects.
  eventsOfQuery: (sql, query, agendaUid, holds) => ({
    from: sql`LATERAL (SELECT event_uid FROM agenda_event_fulltext WHERE ${ofAgenda(sql, agendaUid)}${holds} AND ${
      match(sql, query)
    } OFFSET 0) found`,
    uid: sql.literal("found.event_uid"),
    where: sql.literal("1 = 1")
  }),
  insertTerms,
  termsBeginning: null,
  termsOf: (sql, event) => sql`SELECT 1 FROM agenda_event_fulltext WHERE ${isTermsOf(sql, event)}`,
  replaceTerms: (sql, event, terms) => [
    sql`${insertTerms(sql, event, terms)} ON CONFLICT (event_uid, agenda_uid) DO UPDATE SET terms = excluded.terms`
  ],
  removeTerms: (sql, event) => sql`DELETE FROM agenda_event_fulltext WHERE ${isTermsOf(sql, event)}`,
  tableNamed: (sql, name) => sql`SELECT relname FROM pg_class WHERE oid = to_regclass(${name})`,
  errorReasons: [
    // Unique violation, serialization failure, deadlock; then a `lock_timeout`.
    ["23505", "Conflict"],
    ["40001", "Conflict"],
    ["40P01", "Conflict"],
    ["55P03", "Busy"],
    // Connection refused, lost or not authorized; a server that starts, stops, is overloaded, or cancelled a statement.
    ["08", "Unavailable"],
    ["28", "Unavailable"],
    ["3D000", "Unavailable"],
    ["53", "Unavailable"],
    ["57", "Unavailable"],
    ["58", "Unavailable"],
    // A standby, or a read-only session.
    ["25006", "ReadOnly"],
    ["ECONN", "Unavailable"],
    ["ENOTFOUND", "Unavailable"],
    ["EAI_AGAIN", "Unavailable"],
    ["ENOENT", "Unavailable"],
    ["EACCES", "Unavailable"],
    ["EPIPE", "Unavailable"],
    ["ETIMEDOUT", "Unavailable"],
    ["EHOSTUNREACH", "Unavailable"],
    ["ENETUNREACH", "Unavailable"],
    ["Connection terminated", "Unavailable"],
    ["Client has encountered a connection error", "Unavailable"],
    ["Client was closed", "Unavailable"],
    ["timeout", "Unavailable"],
    ["Cannot use a pool after calling end", "Unavailable"],
    // 42: an unknown table or column, so the schema is another version's. The rest: values that no column can contain.
    ["42", "Unsupported"],
    ["0A000", "Unsupported"],
    ["22021", "Unsupported"],
    ["22P05", "Unsupported"],
    ["54", "Unsupported"]
  ],
  // A standby refuses to begin a write transaction with this code only.
  readOnlyBegin: "0A000"
}
