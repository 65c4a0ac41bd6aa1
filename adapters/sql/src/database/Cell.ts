import { memoize } from "@agenda-engine/core/domain/LruCache"
import type { Row } from "@effect/sql/SqlConnection"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A row whose cell has an impossible value. */
export class MalformedRow extends Error {
  override readonly name = "MalformedRow"
}

const malformed = (row: Row, column: string, expected: string): never => {
  throw new MalformedRow(`${column} is ${typeof row[column]}, not ${expected}`)
}

/**
 * An integer column. The Postgres driver returns 64-bit integers as text, and as a `bigint` where the host of its pool
 * has set a parser; better-sqlite3 returns a `bigint` where the host has turned on safe integers.
 */
export const integer = (row: Row, column: string): number => {
  const cell = row[column]
  const number = typeof cell === "bigint" || (typeof cell === "string" && cell !== "") ? Number(cell) : cell
  return typeof number === "number" && Number.isSafeInteger(number) ? number : malformed(row, column, "an integer")
}

/** A nullable integer column. */
export const integerOrNull = (row: Row, column: string): number | null => row[column] === null ? null : integer(row, column)

/** A floating-point column. */
export const real = (row: Row, column: string): number => {
  const cell = row[column]
  return typeof cell === "number" && Number.isFinite(cell) ? cell : malformed(row, column, "a number")
}

/** A nullable floating-point column. */
export const realOrNull = (row: Row, column: string): number | null => row[column] === null ? null : real(row, column)

/** A text column. */
export const text = (row: Row, column: string): string => {
  const cell = row[column]
  return typeof cell === "string" ? cell : malformed(row, column, "a text")
}

/** A nullable text column. */
export const textOrNull = (row: Row, column: string): string | null => row[column] === null ? null : text(row, column)

/** A text column with one of these values. */
export const oneOf = <A extends string>(row: Row, column: string, values: ReadonlyArray<A>): A => {
  const found = values.find((value) => value === row[column])
  return found ?? malformed(row, column, values.join(" or "))
}

/** A boolean column, stored as 0 or 1: better-sqlite3 cannot bind booleans. */
export const flag = (row: Row, column: string): boolean => {
  const number = integer(row, column)
  return number === 1 || (number !== 0 && malformed(row, column, "0 or 1"))
}

/** The cell that `flag` parses. */
export const flagCell = (value: boolean): number => value ? 1 : 0

const decodeTexts = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Schema.String)))
const decodeIntegers = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Schema.Int)))

/**
 * Size of the caches of parsed lists. Every request parses the lists of an API key. Cached lists are frozen, because
 * requests share them.
 */
const lists_max = 200

const cachedTexts = memoize(lists_max, (json) => Object.freeze(decodeTexts(json)))
const cachedIntegers = memoize(lists_max, (json) => Object.freeze(decodeIntegers(json)))

/** A list of texts, stored as JSON. */
export const texts = (row: Row, column: string): ReadonlyArray<string> => row[column] === "[]" ? [] : decodeTexts(row[column])

/** A nullable list of texts, stored as JSON. */
export const textsOrNull = (row: Row, column: string): ReadonlyArray<string> | null =>
  row[column] === null ? null : cachedTexts(text(row, column))

/** A nullable list of integers, stored as JSON. */
export const integersOrNull = (row: Row, column: string): ReadonlyArray<number> | null =>
  row[column] === null ? null : cachedIntegers(text(row, column))

const decodeRows = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown }))))

/** The rows of a `Dialect.jsonArray`. */
export const rows = (row: Row, column: string): ReadonlyArray<Row> =>
  row[column] === null || row[column] === "[]" ? [] : decodeRows(row[column])

/** A row of another statement, as one column of JSON. */
export const row = (outer: Row, column: string): Row => {
  const cell = outer[column]
  return Predicate.isRecord(cell) ? cell : malformed(outer, column, "a row")
}

/** The cell that `textsOrNull` and `integersOrNull` parse. */
export const listCellOrNull = (values: ReadonlyArray<number | string> | null): string | null =>
  values === null ? null : JSON.stringify(values)
