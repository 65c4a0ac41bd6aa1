/** Splits a request target into path and query string; a target in absolute form loses its origin. */
export const splitUrl = (url: string): readonly [path: string, queryString: string] => {
  const target = url.startsWith("/") ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, "")
  const end = target.search(/[?#]/)
  if (end === -1) return [target, ""]
  return [target.slice(0, end), target[end] === "?" ? target.slice(end + 1).split("#", 1).join("") : ""]
}

/** The path behind `basePath`; null when it is not behind it. */
export const pathBehind = (path: string, basePath: string): string | null => {
  if (!path.startsWith(basePath)) return null
  const rest = path.slice(basePath.length)
  return rest === "" ? "/" : rest.startsWith("/") ? rest : null
}
