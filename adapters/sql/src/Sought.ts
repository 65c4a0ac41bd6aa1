/** A number to compare an integer column with; null, which equals nothing, for one that no column can hold. */
export const soughtNumber = (value: number): number | null => Number.isSafeInteger(value) ? value : null

/** A text to compare a column with; null, which equals nothing, for one with a NUL character: Postgres stores none, and so nobody does. */
export const soughtText = (value: string): string | null => value.includes("\0") ? null : value

const isNotNull = <A>(value: A | null): value is A => value !== null

/** The numbers of these that a column can hold. */
export const soughtNumbers = (values: ReadonlyArray<number>): ReadonlyArray<number> => values.map(soughtNumber).filter(isNotNull)

/** The texts of these that a column can hold. */
export const soughtTexts = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.map(soughtText).filter(isNotNull)
