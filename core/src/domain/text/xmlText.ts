/** Characters that no XML document may have (XML 1.0 §2.2). */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/**
 * A text as XML can have it, not escaped yet: other characters become spaces.
 *
 * @example
 * xmlText("a\u0000b") // "a b"
 */
export const xmlText = (text: string): string => text.replaceAll(forbidden, " ")
