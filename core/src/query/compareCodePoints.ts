const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

const difference = (left: string, right: string, at: number): number => (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0)

/**
 * Orders texts by Unicode code point, as stores do that compare UTF-8 bytes (SQLite's `BINARY`, Postgres' `C`). JavaScript's own `<` compares
 * UTF-16 units and puts characters beyond the basic plane before some within it.
 */
export const compareCodePoints = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue
    // Where only the second halves of two characters differ, these begin one unit before.
    const begun = at > 0 && isHighSurrogate(left.charCodeAt(at - 1)) ? difference(left, right, at - 1) : 0
    return begun === 0 ? difference(left, right, at) : begun
  }
  return left.length - right.length
}
