const manyMarks = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu

/**
 * A text in stream-safe format (UAX #15): a combining grapheme joiner (U+034F) follows every 30 combining marks in a
 * row. Normalization sorts marks, which takes quadratic time in longer runs. Idempotent.
 */
export const streamSafe = (text: string): string => text.replace(manyMarks, "$&\u034f")
