/**
 * Orders texts by Unicode code point, as stores do that compare UTF-8 bytes (SQLite's `BINARY`, Postgres' `C`). JavaScript's own `<` compares
 * UTF-16 units and puts characters beyond the basic plane before some within it.
 */
export const compareCodePoints = (left: string, right: string): number => {
  const rights = right[Symbol.iterator]()
  for (const character of left) {
    const other = rights.next()
    if (other.done === true) return 1
    const difference = (character.codePointAt(0) ?? 0) - (other.value.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return rights.next().done === true ? 0 : -1
}
