import type { AgendaClient, Answer, Answered, PagedAnswer } from "./AgendaClient.js"
import { type AnyRequest, encodePath, encodeQuery, encodeRequest } from "./encodeRequest.js"
import { type ChangesRequest, followChanges } from "./followChanges.js"
import { routes } from "./generated/routes.gen.js"
import { pause } from "./pause.js"
import { ProblemError } from "./ProblemError.js"

/** Where the engine is, and who calls it. */
export interface ClientOptions {
  /** The URL of the engine, with the path that it is mounted at, such as `https://host.example/calendar`. */
  readonly url: string
  /** A key: reads. */
  readonly key?: string | undefined
  /** An access token, or a function that has one, which is called again after 401: reads and writes. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined
  /** A secret key: reads and writes with access tokens that the client requests and renews. Never for browsers. */
  readonly secretKey?: string | undefined
  /**
   * How many times a request is sent again that gets 429 or 503 with at most 60 seconds in `Retry-After`. POST and
   * PATCH are sent again only with an `idempotencyKey`. Default: 0.
   */
  readonly retry?: number | undefined
  /** `fetch` by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

interface Row {
  readonly method: string
  readonly path: string
  readonly items?: string
}

/** The header that names the caller. */
type Credential = { readonly "access-token"?: string; readonly key?: string }

const isRedirect = ({ status, type }: Response): boolean => type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status)

const retryDelay_seconds_max = 60

/** The seconds after which a refused request may be sent again; null when it may not, or not soon. */
const retryDelayOf = ({ headers, status }: Response): number | null => {
  const text = headers.get("retry-after") ?? ""
  return (status === 429 || status === 503) && /^\d+$/.test(text) && Number(text) <= retryDelay_seconds_max ? Number(text) : null
}

/** Whether a request may be sent twice though the first one may have been executed. */
const mayRepeat = ({ method, path }: Row, { idempotencyKey }: AnyRequest): boolean =>
  !["POST", "PATCH"].includes(method) || idempotencyKey !== undefined || path === routes.requestAccessToken.path

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
    let response = await this.respondOnce(row, request)
    for (let left = this.options.retry ?? 0; left > 0; left--) {
      const delay_seconds = mayRepeat(row, request) ? retryDelayOf(response) : null
      if (delay_seconds === null) break
      await pause(delay_seconds * 1_000, request.signal)
      response = await this.respondOnce(row, request)
    }
    return response
  }

  /** Sends a request, and once more with a new token when the one that it had is refused. */
  private async respondOnce(row: Row, request: AnyRequest): Promise<Response> {
    const isPublic = row.path === routes.requestAccessToken.path
    const credential = isPublic ? {} : await this.credential()
    const response = await this.fetch(row, request, credential)
    const refused = credential["access-token"]
    if (response.status !== 401 || refused === undefined) return response
    const { token } = this
    if (token !== null && await token === refused && this.token === token) this.token = null
    const renewed = await this.credential()
    return renewed["access-token"] === refused ? response : this.fetch(row, request, renewed)
  }

  private async fetch({ method, path }: Row, request: AnyRequest, credential: Credential): Promise<Response> {
    const { fetch = globalThis.fetch, url } = this.options
    const { headers, ...init } = encodeRequest(method, request)
    const address = `${url.replace(/\/+$/, "")}${encodePath(path, request)}${encodeQuery(request.query)}`
    const response = await fetch(address, { ...init, headers: { ...headers, ...credential } })
    if (!isRedirect(response)) return response
    throw new TypeError(`${path} is redirected to ${response.headers.get("location") ?? "another address"}`)
  }

  private async credential(): Promise<Credential> {
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
  if (isClient<Values>(methods)) {
    const { listChanges, listPublicChanges } = methods
    return Object.assign(methods, {
      changes: (request: ChangesRequest = {}) => {
        const { agendaUid } = request
        return followChanges(agendaUid === undefined ? listPublicChanges : (page) => listChanges({ agendaUid, ...page }), request)
      }
    })
  }
  throw new TypeError("a route has no method")
}

export type { AgendaClient, Answer, Answered, PagedAnswer, RequestOptions } from "./AgendaClient.js"
export type {
  Event,
  EventDraft,
  EventItem,
  EventPage,
  EventPatch,
  KeptEvent,
  ReadEvent,
  RemovedEvent,
  Schemas,
  ViewedEvent,
  WrittenEvent
} from "./events.js"
export type { ChangePage, ChangesRequest, FollowedChange } from "./followChanges.js"
export { type EventCopy, mirrorEvents, type MirrorRequest } from "./mirrorEvents.js"
export { ProblemError, type ProblemItem, type ProblemKind } from "./ProblemError.js"
