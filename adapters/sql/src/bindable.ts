/** An integer bind value. Null, which equals nothing, when no integer column can contain it. */
export const bindableNumber = (value: number): number | null => Number.isSafeInteger(value) ? value : null

/** A text bind value. Null, which equals nothing, when it contains NUL: Postgres cannot store NUL, so no store does. */
export const bindableText = (value: string): string | null => value.includes("\0") ? null : value

const isNotNull = <A>(value: A | null): value is A => value !== null

/** The numbers that an integer column can contain. */
export const bindableNumbers = (values: ReadonlyArray<number>): ReadonlyArray<number> => values.map(bindableNumber).filter(isNotNull)

/** The texts that a text column can contain. */
export const bindableTexts = (values: ReadonlyArray<string>): ReadonlyArray<string> => values.map(bindableText).filter(isNotNull)
