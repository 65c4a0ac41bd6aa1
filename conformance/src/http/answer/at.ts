/** The value at a path of names and positions, or undefined. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown => {
  let found = value
  for (const name of path) {
    if (typeof found !== "object" || found === null) return undefined
    found = Object.entries(found).find(([key]) => key === String(name))?.[1]
  }
  return found
}
