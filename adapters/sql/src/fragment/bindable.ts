import type { Constructor, Fragment } from "@effect/sql/Statement"

/** An integer bind value. Null, which equals nothing, when no integer column can contain it. */
export const bindableNumber = (value: number): number | null => Number.isSafeInteger(value) ? value : null

/** A text bind value. Null, which equals nothing, when it contains NUL: Postgres cannot store NUL, so no store does. */
export const bindableText = (value: string): string | null => value.includes("\0") ? null : value

const isNotNull = <A>(value: A | null): value is A => value !== null

/** The numbers that an integer column can contain. */
export const bindableNumbers = (values: ReadonlyArray<number>): ReadonlyArray<number> => values.map(bindableNumber).filter(isNotNull)

/** The texts that a text column can contain. */
export const bindableTexts = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.map(bindableText).filter(isNotNull)

/**
 * `LIMIT`, the last clause of a `SELECT`. SQLite re-prepares a statement whose `LIMIT` is a plain bind value on every
 * run; the cast prevents that. It is 64-bit because Postgres infers the parameter's type from the cast.
 */
export const limitTo = (sql: Constructor, rows: number): Fragment => sql`LIMIT CAST(${rows} AS bigint)`
