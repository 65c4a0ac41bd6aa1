/** A request of any operation. */
export interface AnyRequest {
  readonly [name: string]: unknown
  readonly query?: { readonly [name: string]: unknown } | undefined
  readonly body?: unknown
  readonly files?: { readonly [field: string]: Blob | undefined } | undefined
  readonly lang?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const wordOf = (value: unknown): string => typeof value === "boolean" ? value ? "1" : "0" : String(value)

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null

/** The parameters of a query: `name[]` for a list, `name[part]` for the parts of a range or a box. */
const pairsOf = (name: string, value: unknown): ReadonlyArray<readonly [string, string]> => {
  if (value === undefined) return []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => pairsOf(isNested(item) ? `${name}[${index}]` : `${name}[]`, item))
  }
  return isNested(value)
    ? Object.entries(value).flatMap(([part, member]) => pairsOf(`${name}[${part}]`, member))
    : [[name, wordOf(value)]]
}

/** A query string with its `?`; empty without parameters. */
export const encodeQuery = (query: { readonly [name: string]: unknown } = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, value]))}`
}

/**
 * One segment of a path. Throws `TypeError` for an absent value, an empty one, `.` and `..`: URL parsers remove dot
 * segments, encoded ones too (RFC 3986 §5.2.4), so that the request would address something else.
 */
const segmentOf = (name: string, value: unknown): string => {
  const text = wordOf(value ?? "")
  if (["", ".", ".."].includes(text)) throw new TypeError(`${name}: "${text}" is no segment of a path`)
  return encodeURIComponent(text)
}

/** A path with its parameters. Throws `TypeError` for a value that no segment can have. */
export const encodePath = (path: string, request: AnyRequest): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, request[name]))

const formOf = (body: unknown, files: { readonly [field: string]: Blob | undefined }): FormData => {
  const form = new FormData()
  form.append("data", JSON.stringify(body))
  for (const [field, file] of Object.entries(files)) if (file !== undefined) form.append(field, file)
  return form
}

const headersOf = ({ body, files, idempotencyKey, ifMatch, lang }: AnyRequest): { readonly [name: string]: string } => ({
  ...(body !== undefined && files === undefined ? { "content-type": "application/json" } : {}),
  ...(lang === undefined ? {} : { lang }),
  ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  ...(ifMatch === undefined ? {} : { "if-match": ifMatch })
})

/** What `fetch` takes for a request: JSON, or a form when there are files. */
export const encodeRequest = (
  method: string,
  request: AnyRequest
): RequestInit & { readonly headers: { readonly [name: string]: string } } => {
  const { body, files, signal } = request
  return {
    method,
    // `fetch` would send credentials on to another origin.
    redirect: "manual",
    headers: headersOf(request),
    ...(body === undefined ? {} : { body: files === undefined ? JSON.stringify(body) : formOf(body, files) }),
    ...(signal === undefined ? {} : { signal })
  }
}
