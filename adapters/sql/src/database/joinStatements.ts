import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "./Cell.js"
import type { Compiled } from "./Change.js"

/** The table that a statement writes to; null for a statement of another form. */
const writtenTable = (text: string): string | null => /^(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)"?/.exec(text)?.[1] ?? null

/** Statements joined to one: their bind values in order, and their texts with the numbers of these. */
const numbered = (statements: ReadonlyArray<Compiled>): readonly [texts: ReadonlyArray<string>, parameters: ReadonlyArray<unknown>] => {
  const all: Array<unknown> = []
  const texts = statements.map(([text, parameters]) => {
    const before = all.length
    all.push(...parameters)
    return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${before + Number(number)}`)
  })
  return [texts, all]
}

const joined = (statements: ReadonlyArray<Compiled>): Compiled => {
  const [texts, parameters] = numbered(statements)
  const others = texts.slice(0, -1).map((text, index) => `w${index} AS (${text})`)
  return [`${others.length === 0 ? "" : `WITH ${others.join(", ")} `}${texts.at(-1) ?? ""}`, parameters]
}

/**
 * Joins writes of Postgres to as few statements as there can be: the parts of one statement write to different tables,
 * because none sees what another one wrote. Writes of one table stay in order. A statement that is no plain `INSERT`,
 * `UPDATE` or `DELETE` runs alone, after those before it.
 */
export const joinWrites = (statements: ReadonlyArray<Compiled>): ReadonlyArray<Compiled> => {
  const groups: Array<Array<Compiled>> = []
  /** The first group that may write to a table. */
  let nextOf = new Map<string, number>()
  let first = 0
  for (const statement of statements) {
    const table = writtenTable(statement[0])
    const group = table === null ? groups.length : nextOf.get(table) ?? first
    groups[group] = [...(groups[group] ?? []), statement]
    if (table !== null) nextOf.set(table, group + 1)
    else {
      nextOf = new Map()
      first = groups.length
    }
  }
  return groups.map(joined)
}

/** `SELECT`s by name, whose rows other statements read as tables. Each may read those before it. */
export type Tables<Statement> = ReadonlyArray<readonly [name: string, rows: Statement]>

/** Joins `SELECT`s of Postgres to one, in which they can read `tables`. `rowsOf` parses its row. */
export const joinReads = (statements: ReadonlyArray<Compiled>, tables: Tables<Compiled> = []) => {
  const [all, parameters] = numbered([...tables.map(([, rows]) => rows), ...statements])
  const named = tables.map(([name], index) => `${name} AS MATERIALIZED (${all[index]})`)
  const columns = all.slice(tables.length).map((text, index) => `(SELECT coalesce(json_agg(r), '[]')::text FROM (${text}) r) AS r${index}`)
  const statement: Compiled = [`${named.length === 0 ? "" : `WITH ${named.join(", ")} `}SELECT ${columns.join(", ")}`, parameters]
  return {
    statement,
    rowsOf: ([row = {}]: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => columns.map((_, index) => Cell.rows(row, `r${index}`))
  }
}
