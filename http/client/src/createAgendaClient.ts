import type { AgendaClient, Answer, Answered, PagedAnswer } from "./AgendaClient.js"
import { type AnyRequest, encodePath, encodeQuery, encodeRequest } from "./encodeRequest.js"
import { routes } from "./generated/routes.gen.js"
import { ProblemError } from "./ProblemError.js"

/** Where the engine is, and who calls it. */
export interface ClientOptions {
  /** The URL of the engine, with the path that it is mounted at, such as `https://host.example/calendar`. */
  readonly url: string
  /** A key: reads. */
  readonly key?: string
  /** An access token, or a function that has one: reads and writes. */
  readonly accessToken?: string | (() => string | Promise<string>)
  /** A secret key: reads and writes with access tokens that the client requests and renews. Never for browsers. */
  readonly secretKey?: string
  /** `fetch` by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

interface Row {
  readonly method: string
  readonly path: string
  readonly items?: string
}

const isText = (type: string): boolean => type.startsWith("text/") || /[/+]xml\b/.test(type)

const readBody = async (response: Response): Promise<unknown> => {
  const type = response.headers.get("content-type") ?? ""
  if (/[/+]json\b/.test(type)) return response.json()
  return isText(type) ? response.text() : response.blob()
}

/** The body of a refusal; undefined when it is no JSON, as that of a proxy. */
const readProblem = (response: Response): Promise<unknown> => readBody(response).catch(() => undefined)

const isPage = (body: unknown): body is { readonly [name: string]: unknown } => typeof body === "object" && body !== null

/** The items of all pages, the first of which is `first`. */
async function* itemsOf(first: Promise<unknown>, name: string, next: (after: unknown) => Promise<unknown>): AsyncGenerator {
  let page = await first
  while (isPage(page)) {
    const { [name]: items, after } = page
    if (Array.isArray(items)) yield* items
    if (after === null || after === undefined) return
    page = await next(after)
  }
}

const answerOf = (answered: Promise<Answered<unknown>>): Answer<unknown> => {
  const answer = answered.then(({ body }) => body)
  const withResponse = () => {
    // The caller gets the rejection from `answered`; nobody waits for this promise.
    answer.catch(() => undefined)
    return answered
  }
  return Object.assign(answer, { withResponse })
}

/** Sends requests with the credential of its options. */
class Sender {
  private token: Promise<string> | null = null

  constructor(private readonly options: ClientOptions) {}

  send(row: Row, request: AnyRequest): Answer<unknown> | PagedAnswer<unknown, unknown> {
    const answer = answerOf(this.answer(row, request))
    const { items } = row
    if (items === undefined) return answer
    const { from: _, ...query } = request.query ?? {}
    const next = (after: unknown) => this.send(row, { ...request, query: { ...query, after } })
    return Object.assign(answer, { [Symbol.asyncIterator]: () => itemsOf(answer, items, next) })
  }

  private async answer(row: Row, request: AnyRequest): Promise<Answered<unknown>> {
    const response = await this.respond(row, request)
    if (!response.ok) throw new ProblemError(response, await readProblem(response))
    return { body: await readBody(response), response }
  }

  private async respond(row: Row, request: AnyRequest): Promise<Response> {
    const { token } = this
    const response = await this.fetch(row, request)
    // The token that the client requested has expired.
    if (response.status !== 401 || token === null) return response
    if (this.token === token) this.token = null
    return this.fetch(row, request)
  }

  private async fetch({ method, path }: Row, request: AnyRequest): Promise<Response> {
    const { fetch = globalThis.fetch, url } = this.options
    const { headers, ...init } = encodeRequest(method, request)
    const address = `${url.replace(/\/+$/, "")}${encodePath(path, request)}${encodeQuery(request.query)}`
    const isPublic = path === routes.requestAccessToken.path
    return fetch(address, { ...init, headers: isPublic ? headers : { ...headers, ...await this.credential() } })
  }

  private async credential(): Promise<{ readonly [header: string]: string }> {
    const { accessToken, key, secretKey } = this.options
    if (secretKey !== undefined) return { "access-token": await (this.token ??= this.requestToken(secretKey)) }
    if (accessToken !== undefined) return { "access-token": typeof accessToken === "string" ? accessToken : await accessToken() }
    return key === undefined ? {} : { key }
  }

  private async requestToken(code: string): Promise<string> {
    try {
      const { body } = await this.answer(routes.requestAccessToken, { body: { code } })
      if (isPage(body) && typeof body["access_token"] === "string") return body["access_token"]
      throw new TypeError("the answer has no access token")
    } catch (cause) {
      // The next request tries again.
      this.token = null
      throw cause
    }
  }
}

const isClient = <Values>(methods: object): methods is AgendaClient<Values> => Object.keys(routes).every((name) => name in methods)

/**
 * A client of an engine. `Values` is the type of the additional fields of its agendas, by their codes.
 *
 * @example
 * const client = createAgendaClient({ url: "https://agenda.example", key })
 * for await (const event of client.listEvents({ agendaUid: 1, query: { search: "jazz" } })) show(event.title)
 */
export const createAgendaClient = <Values = unknown>(options: ClientOptions): AgendaClient<Values> => {
  const sender = new Sender(options)
  const methods = Object.fromEntries(
    Object.entries(routes).map(([name, row]) => [name, (request: AnyRequest = {}) => sender.send(row, request)])
  )
  if (isClient<Values>(methods)) return methods
  throw new TypeError("a route has no method")
}

export type { AgendaClient, Answer, Answered, PagedAnswer, RequestOptions } from "./AgendaClient.js"
export type { Event, EventDraft, EventItem, EventPatch, KeptEvent, RemovedEvent, ViewedEvent } from "./events.js"
export { ProblemError, type ProblemItem, type ProblemKind } from "./ProblemError.js"
