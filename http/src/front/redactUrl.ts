import { parseQueryString } from "../query/parseQueryString.js"

/** Names of parameters that credentials are sent in, here and elsewhere: `key`, `api_key`, `apikey`, `secretKey`, `x-access-token`, `password`. */
const secretName =
  /^(?:code|pwd|pass(?:word|wd)|auth(?:orization)?|(?:[\w-]*[-_])?(?:access|api|auth|client|private|public|secret)?(?:key|secret|token))$/i

/** The token of an invitation; and a run of letters of both cases and digits that is long enough for a key or token of ours, or most of one. */
const secretShape = /\w{1,64}\.[0-9a-f]{64}|[0-9A-Za-z]{24,}/g

const withoutSecrets = (text: string): string =>
  text.replace(secretShape, (run) => run.includes(".") || /[a-z]/.test(run) && /[A-Z]/.test(run) ? "redacted" : run)

/** The address without the password of one in absolute form. */
const withoutUser = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1redacted@")

/** What the parser takes a part for; and its name up to the first bracket, dot or sign behind it, for those it leaves in one piece. */
const rootsOf = (part: string): ReadonlyArray<string> => {
  const roots = Object.keys(parseQueryString(part))
  return [...roots, ...roots.flatMap((root) => root.replace(/^[[\].\s]+/, "").split(/[[\].=]/, 1))]
}

const carriesSecret = (part: string): boolean => rootsOf(part).some((root) => secretName.test(root.trim()))

/**
 * A request target as logs may show it: the values of credentials left out (wire.md §3), in whatever spelling the parser takes for one, and
 * whatever else looks like a credential of ours, wherever it stands.
 *
 * @example
 * redactUrl("/v2/agendas?key=abc&size=2") // "/v2/agendas?key=redacted&size=2"
 */
export const redactUrl = (url: string): string => {
  const [path = "", ...queries] = url.split("?")
  const shown = withoutSecrets(withoutUser(path))
  if (queries.length === 0) return shown
  const parts = queries.join("?").split("&").map((part) => {
    const [name = ""] = part.split("=", 1)
    return carriesSecret(part) ? `${withoutSecrets(name)}=redacted` : withoutSecrets(part)
  })
  return `${shown}?${parts.join("&")}`
}
