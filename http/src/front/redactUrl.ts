import { parseQueryString } from "../query/parseQueryString.js"

const secretName = /^(?:key|code|access[-_]token|token)$/i

/** What the parser takes a part for; and its name up to the first bracket, dot or sign behind it, for those it leaves in one piece. */
const rootsOf = (part: string): ReadonlyArray<string> => {
  const roots = Object.keys(parseQueryString(part))
  return [...roots, ...roots.flatMap((root) => root.replace(/^[[\].\s]+/, "").split(/[[\].=]/, 1))]
}

const carriesSecret = (part: string): boolean => rootsOf(part).some((root) => secretName.test(root.trim()))

/**
 * A request target as logs may show it: the values of credentials left out (wire.md §3), in whatever spelling the parser takes for one.
 *
 * @example
 * redactUrl("/v2/agendas?key=abc&size=2") // "/v2/agendas?key=redacted&size=2"
 */
export const redactUrl = (url: string): string => {
  const start = url.indexOf("?")
  if (start === -1) return url
  const parts = url.slice(start + 1).split("&").map((part) => {
    const [name = ""] = part.split("=", 1)
    return carriesSecret(part) ? `${name}=redacted` : part
  })
  return `${url.slice(0, start)}?${parts.join("&")}`
}
