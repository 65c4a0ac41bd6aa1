import { type Dialect, type TermSyntax, writeTermQuery } from "@agenda-engine/sql/database/Dialect"
import { limitTo } from "@agenda-engine/sql/fragment/bindable"
import { identity } from "effect/Function"
import { insertTerms } from "./bufferTermInserts.js"

/** The query syntax of FTS5. In a quoted term, quotes are doubled. */
const termSyntax: TermSyntax = {
  and: " AND ",
  or: " OR ",
  term: (term, prefix) => `"${term.replaceAll('"', '""')}"${prefix ? "*" : ""}`
}

const insertedTerms: Dialect["insertTerms"] = (sql, { uid }, terms) => sql.unsafe(insertTerms, [uid, terms.join(" ")])

const removedTerms: Dialect["removeTerms"] = (sql, { uid }) => sql`DELETE FROM agenda_event_fulltext WHERE rowid = ${uid}`

/** The SQL of SQLite. */
export const sqliteDialect: Dialect = {
  keysByAgenda: false,
  begin: "BEGIN IMMEDIATE",
  beginSnapshot: "BEGIN",
  isCommitted: () => true,
  // Statements run synchronously, so nothing can interrupt them.
  uninterrupted: identity,
  isAnyOf: (sql, column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  isAnyOfTexts: (sql, column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  // The unary plus keeps the subquery from being evaluated per row.
  inSubquery: (sql, column, found) => sql`+${column} IN (${found})`,
  hasCostBasedLookUps: false,
  contains: (sql, column, text) => sql`instr(${column}, ${text}) > 0`,
  rows: (sql, columns, json) =>
    sql`(SELECT ${sql.csv(Object.keys(columns).map((name) => sql.literal(`value ->> '${name}' AS ${name}`)))} FROM json_each(${json})) r`,
  jsonArray: (sql, columns, orderedBy) =>
    sql.literal(`json_group_array(json_object(${columns.map((name) => `'${name}', ${name}`).join()}) ORDER BY ${orderedBy})`),
  joinsStatements: false,
  // Parsing the JSON takes as long as inserting its rows.
  boundRows_max: 16,
  indexJoin: (sql, rows, { name, table, where }) => sql`${rows} CROSS JOIN ${sql.literal(`${table} ${name}`)} ON ${where}`,
  forUpdate: (sql) => sql.literal(""),
  forUpdateSkipLocked: (sql) => sql.literal(""),
  forShare: (sql) => sql.literal(""),
  intersectsTerms: false,
  eventsWithTerms: (sql, query) =>
    sql`(SELECT rowid AS uid FROM agenda_event_fulltext WHERE agenda_event_fulltext MATCH ${writeTermQuery(termSyntax, query)})`,
  // FTS5 starts the scan as soon as it gets a query, whatever the other predicates.
  firstWithTerms: (sql, query, _, limit, holds) =>
    sql`(SELECT rowid AS uid FROM agenda_event_fulltext WHERE agenda_event_fulltext MATCH CASE WHEN ${holds} THEN ${
      writeTermQuery(termSyntax, query)
    } ELSE '""' END ORDER BY rowid ${limitTo(sql, limit)})`,
  termQueries: (sql, queries, name) =>
    sql`(SELECT key AS number, value AS query FROM json_each(${
      JSON.stringify(queries.map((query) => writeTermQuery(termSyntax, query)))
    })) ${sql.literal(name)}`,
  eventsOfQuery: (sql, query, _, holds) => ({
    from: sql.literal("agenda_event_fulltext"),
    uid: sql.literal("agenda_event_fulltext.rowid"),
    where: sql`agenda_event_fulltext MATCH CASE WHEN ${holds} THEN ${query} ELSE '""' END`
  }),
  // Each step looks up the next term; a range of terms would read all events of each.
  termsBeginning: (sql, beginnings, limit) => {
    const next = (least: string) => sql.literal(`(SELECT t.term FROM agenda_event_fulltext_term t WHERE t.term >= ${least} LIMIT 1)`)
    const begins = sql.literal("substr(term, 1, length(beginning)) = beginning")
    return sql`WITH RECURSIVE found AS (SELECT value AS beginning, ${next("value")} AS term, 1 AS number FROM json_each(${
      JSON.stringify(beginnings)
    }) UNION ALL SELECT beginning, ${
      next("found.term || char(1)")
    }, number + 1 FROM found WHERE ${begins} AND number <= ${limit}) SELECT beginning, coalesce(group_concat(term, ' ') FILTER (WHERE ${begins}), beginning) AS terms FROM found GROUP BY beginning HAVING count(*) FILTER (WHERE ${begins}) <= ${limit}`
  },
  insertTerms: insertedTerms,
  termsOf: (sql, { uid }) => sql`SELECT 1 FROM agenda_event_fulltext WHERE rowid = ${uid}`,
  replaceTerms: (sql, event, terms) => [removedTerms(sql, event), insertedTerms(sql, event, terms)],
  removeTerms: removedTerms,
  tableNamed: (sql, name) => sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ${name}`,
  errorReasons: [
    ["SQLITE_BUSY", "Conflict"],
    ["SQLITE_LOCKED", "Conflict"],
    ["SQLITE_CONSTRAINT_UNIQUE", "Conflict"],
    ["SQLITE_CONSTRAINT_PRIMARYKEY", "Conflict"],
    ["SQLITE_CANTOPEN", "Unavailable"],
    ["SQLITE_IOERR", "Unavailable"],
    ["SQLITE_FULL", "Unavailable"],
    ["SQLITE_READONLY_DBMOVED", "Unavailable"],
    ["SQLITE_READONLY", "ReadOnly"],
    ["SQLITE_PERM", "Unavailable"],
    ["SQLITE_NOMEM", "Unavailable"],
    // The native module of the driver is absent, or was built for another Node.
    ["ERR_DLOPEN_FAILED", "Unsupported"],
    ["Could not locate the bindings file", "Unsupported"],
    ["The database connection is not open", "Unavailable"],
    ["Cannot open database", "Unavailable"],
    // An unknown table or column: the schema is another version's.
    ["SQLITE_ERROR", "Unsupported"],
    ["SQLITE_TOOBIG", "Unsupported"]
  ],
  readOnlyBegin: null
}
