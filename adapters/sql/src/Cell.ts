import { remembering } from "@agenda-engine/core/domain/remembering"
import type { Row } from "@effect/sql/SqlConnection"
import * as Schema from "effect/Schema"

/** A row that says what it cannot have been given. */
export class MalformedRow extends Error {
  override readonly name = "MalformedRow"
}

const malformed = (row: Row, column: string, expected: string): never => {
  throw new MalformedRow(`${column} is ${typeof row[column]}, not ${expected}`)
}

/** An integer column. Postgres hands 64-bit integers over as text. */
export const integer = (row: Row, column: string): number => {
  const cell = row[column]
  const number = typeof cell === "string" && cell !== "" ? Number(cell) : cell
  return typeof number === "number" && Number.isSafeInteger(number) ? number : malformed(row, column, "an integer")
}

/** An integer column that may be empty. */
export const integerOrNull = (row: Row, column: string): number | null => row[column] === null ? null : integer(row, column)

/** A column of floating-point numbers. */
export const real = (row: Row, column: string): number => {
  const cell = row[column]
  return typeof cell === "number" && Number.isFinite(cell) ? cell : malformed(row, column, "a number")
}

/** A column of floating-point numbers that may be empty. */
export const realOrNull = (row: Row, column: string): number | null => row[column] === null ? null : real(row, column)

/** A text column. */
export const text = (row: Row, column: string): string => {
  const cell = row[column]
  return typeof cell === "string" ? cell : malformed(row, column, "a text")
}

/** A text column that may be empty. */
export const textOrNull = (row: Row, column: string): string | null => row[column] === null ? null : text(row, column)

/** A text column that holds one of these texts. */
export const oneOf = <A extends string>(row: Row, column: string, values: ReadonlyArray<A>): A => {
  const found = values.find((value) => value === row[column])
  return found ?? malformed(row, column, values.join(" or "))
}

/** A boolean, kept as 0 or 1: better-sqlite3 binds no booleans. */
export const flag = (row: Row, column: string): boolean => {
  const number = integer(row, column)
  return number === 1 || (number !== 0 && malformed(row, column, "0 or 1"))
}

/** What `flag` reads. */
export const flagCell = (value: boolean): number => value ? 1 : 0

const decodeTexts = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Schema.String)))
const decodeIntegers = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Schema.Int)))

/** Lists of keys, which every request has one of, that are remembered: frozen, since all who ask have the same one. */
const lists_max = 200

const rememberedTexts = remembering(lists_max, (json) => Object.freeze(decodeTexts(json)))
const rememberedIntegers = remembering(lists_max, (json) => Object.freeze(decodeIntegers(json)))

/** A list of texts, kept as JSON. */
export const texts = (row: Row, column: string): ReadonlyArray<string> => row[column] === "[]" ? [] : decodeTexts(row[column])

/** A list of texts that may be empty in the sense of null, kept as JSON. */
export const textsOrNull = (row: Row, column: string): ReadonlyArray<string> | null =>
  row[column] === null ? null : rememberedTexts(text(row, column))

/** A list of integers that may be null, kept as JSON. */
export const integersOrNull = (row: Row, column: string): ReadonlyArray<number> | null =>
  row[column] === null ? null : rememberedIntegers(text(row, column))

/** What `textsOrNull` and `integersOrNull` read. */
export const listCellOrNull = (values: ReadonlyArray<number | string> | null): string | null =>
  values === null ? null : JSON.stringify(values)
