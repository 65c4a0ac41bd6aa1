import type { Answer, Call } from "../answer/Answer.js"

/** A request as it was sent, and its answer; null: there was none. */
export interface Exchange {
  readonly url: string
  readonly call: Call
  readonly answer: Answer | null
}

/** Credentials with the names of the variables that stand for them, such as `KEY`. */
export type Variables = ReadonlyArray<readonly [credential: string, name: string]>

const body_chars_max = 2_000

const cut = (text: string): string => text.length > body_chars_max ? `${text.slice(0, body_chars_max)}… (${text.length} characters)` : text

/** A credential as it is, as it stands in URLs, and as it stands in JSON, also in JSON that is a text of JSON. */
const spellings = (credential: string): ReadonlyArray<string> => {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  return [...new Set([inJson(inJson(credential)), inJson(credential), credential, encodeURIComponent(credential)])]
}

/** A text in which variables stand for credentials, in whatever spelling; `write` writes the text between them. */
const withVariables = (text: string, variables: Variables, write: (text: string) => string, name: (variable: string) => string): string => {
  const [first] = variables
    .flatMap(([credential, variable]) => credential === "" ? [] : spellings(credential).map((spelling) => ({ spelling, variable })))
    .map((found) => ({ ...found, index: text.indexOf(found.spelling) }))
    .filter(({ index }) => index >= 0)
    .toSorted((one, other) => one.index - other.index || other.spelling.length - one.spelling.length)
  if (first === undefined) return text === "" ? "" : write(text)
  const [before, after] = [text.slice(0, first.index), text.slice(first.index + first.spelling.length)]
  return `${before === "" ? "" : write(before)}${name(first.variable)}${withVariables(after, variables, write, name)}`
}

/** A text in which `$KEY` and the like stand for credentials. */
export const withoutCredentials = (text: string, variables: Variables): string =>
  withVariables(text, variables, (between) => between, (variable) => `$${variable}`)

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A request as a command for a shell, in which variables stand for credentials. */
const curlOf = ({ call: { body, headers = {}, method = "GET" }, url }: Exchange, variables: Variables): string => {
  const word = (text: string) => withVariables(text, variables, shellQuoted, (variable) => `"$${variable}"`)
  const isText = typeof body === "string"
  const sent = { ...(body === undefined || isText ? {} : { "content-type": "application/json" }), ...headers }
  return [
    "curl -sS",
    method === "HEAD" ? "-I" : method === "GET" ? "-i" : `-i -X ${method}`,
    word(url),
    ...Object.entries(sent).map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    ...body === undefined ? [] : [`--data-raw ${word(isText ? body : JSON.stringify(body))}`]
  ].join(" ")
}

/** A request as a command for a shell, and its answer: status, `x-request-id`, headers and the begin of the body. */
export const printExchange = (exchange: Exchange, variables: Variables): string => {
  const { answer } = exchange
  if (answer === null) return `${curlOf(exchange, variables)}\nno response`
  const { "x-request-id": id, ...headers } = answer.headers
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  const told = [`HTTP ${answer.status}${id === undefined ? "" : `, x-request-id ${String(id)}`}`, ...lines, cut(answer.text)].join("\n")
  return `${curlOf(exchange, variables)}\n${withoutCredentials(told, variables)}`
}
