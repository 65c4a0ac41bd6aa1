const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

const difference = (left: string, right: string, at: number): number => (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0)

/**
 * Compares texts by Unicode code point, as stores do that compare UTF-8 bytes (`BINARY` in SQLite, `C` in Postgres).
 * JavaScript's `<` compares UTF-16 units and sorts supplementary characters before some BMP characters.
 */
export const compareCodePoints = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue
    // When only the low surrogates differ, the code points start one unit earlier.
    const begun = at > 0 && isHighSurrogate(left.charCodeAt(at - 1)) ? difference(left, right, at - 1) : 0
    return begun === 0 ? difference(left, right, at) : begun
  }
  return left.length - right.length
}
