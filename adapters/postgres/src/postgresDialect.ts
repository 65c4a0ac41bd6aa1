import type { Dialect } from "@agenda-engine/sql/Dialect"
import { limitTo } from "@agenda-engine/sql/limitTo"
import { type TermSyntax, writeTermQuery } from "@agenda-engine/sql/TermQuery"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

const columnTypes = { integer: "bigint", real: "double precision", text: "text" } as const

/** The words of `tsquery`. What stands between quotes is a text, in which a quote and a backslash are doubled. */
const termSyntax: TermSyntax = {
  all: " & ",
  any: " | ",
  term: (term, prefix) => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'${prefix ? ":*" : ""}`
}

/** Postgres' words. */
export const postgresDialect: Dialect = {
  begin: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
  beginSnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  isKept: (answer) => !(Predicate.hasProperty(answer, "command") && answer.command === "ROLLBACK"),
  // The driver's client stops a statement by another connection of the pool. Where all callers leave at once there is none, and each of them
  // keeps its own for seconds; behind a pooler what is stopped may be somebody else's.
  toItsEnd: Effect.uninterruptible,
  isAnyOf: (sql, column, values) => sql`${column} = ANY(${values}::bigint[])`,
  isAnyOfTexts: (sql, column, values) => sql`${column} = ANY(${values}::text[])`,
  // Of an array ten values are expected, whatever it is made of: they are always hashed. IS TRUE keeps them from being joined.
  isAmongFound: (sql, column, found) => sql`(${column} IN (SELECT unnest(ARRAY(${found})))) IS TRUE`,
  weighsLookUps: true,
  contains: (sql, column, text) => sql`strpos(${column}, ${text}) > 0`,
  rows: (sql, columns, json) =>
    sql`json_to_recordset(${json}::json) AS r(${
      sql.csv(Object.entries(columns).map(([name, type]) => sql.literal(`${name} ${columnTypes[type]}`)))
    })`,
  plainRows_max: 0,
  // OFFSET keeps the two from being joined the other way round. Where one row is expected every index costs the same: the order decides for one.
  lookUp: (sql, rows, { column, name, table, where }) =>
    sql`${rows} CROSS JOIN LATERAL (SELECT * FROM ${sql.literal(`${table} ${name}`)} WHERE ${where} ORDER BY ${
      sql.literal(`${name}.${column}`)
    } OFFSET 0) ${sql.literal(name)}`,
  forUpdate: (sql) => sql.literal(" FOR UPDATE"),
  forShare: (sql) => sql.literal(" FOR SHARE"),
  eventsWithTerms: (sql, query) =>
    sql`(SELECT event_uid AS uid FROM agenda_event_term WHERE terms @@ ${writeTermQuery(termSyntax, query)}::tsquery)`,
  // The sum keeps events from being gone through in order until enough of them have such terms.
  firstWithTerms: (sql, query, limit, holds) =>
    sql`(SELECT event_uid AS uid FROM agenda_event_term WHERE ${holds} AND terms @@ ${
      writeTermQuery(termSyntax, query)
    }::tsquery ORDER BY event_uid + 0 ${limitTo(sql, limit)})`,
  insertTerms: (sql, eventUid, terms) =>
    sql`INSERT INTO agenda_event_term (event_uid, terms) VALUES (${eventUid}, array_to_tsvector(string_to_array(${terms.join(" ")}, ' ')))`,
  termsOf: (sql, eventUid) => sql`SELECT 1 FROM agenda_event_term WHERE event_uid = ${eventUid}`,
  removeTerms: (sql, eventUid) => sql`DELETE FROM agenda_event_term WHERE event_uid = ${eventUid}`,
  tableNamed: (sql, name) => sql`SELECT relname FROM pg_class WHERE oid = to_regclass(${name})`,
  faults: [
    // What another record holds, a serialisation failure, a deadlock; then a lock that was waited for as long as `lock_timeout` says.
    ["23505", "Conflict"],
    ["40001", "Conflict"],
    ["40P01", "Conflict"],
    ["55P03", "Busy"],
    // Connections refused, lost or not allowed; a server that starts, stops, is full, or gave up on a statement.
    ["08", "Unavailable"],
    ["28", "Unavailable"],
    ["3D000", "Unavailable"],
    ["53", "Unavailable"],
    ["57", "Unavailable"],
    ["58", "Unavailable"],
    // A standby, or a session that was set to read.
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
    // A statement that this database does not know: its schema is another version's. Then what no column can hold.
    ["42", "Unsupported"],
    ["0A000", "Unsupported"],
    ["22021", "Unsupported"],
    ["22P05", "Unsupported"],
    ["54", "Unsupported"]
  ],
  // Only this says that a standby cannot begin to write.
  readOnlyBegin: "0A000"
}
