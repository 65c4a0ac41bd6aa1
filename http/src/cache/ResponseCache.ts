import type { HostIdentity } from "@agenda-engine/core/domain/access/HostIdentity"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { cacheEntryBytes } from "@agenda-engine/core/domain/heapBytes"
import { LruCache } from "@agenda-engine/core/domain/LruCache"
import type { TimeWindow } from "@agenda-engine/core/query/event/Transitions"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { Access, type Authorization, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import { Revisions, type Validator, validatorOf } from "@agenda-engine/core/services/Revisions"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import type { RawRequest } from "../context/readFacts.js"
import { CurrentSettings } from "../HttpSettings.js"
import { identityKey, IdentityProvider } from "../identity/IdentityProvider.js"
import { acceptedFormat } from "../query/exportFormat.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import { namesTag } from "../response/entityTag.js"
import { Refusal } from "../response/Refusal.js"

type Response = HttpServerResponse.HttpServerResponse

/** Cache entry: a response that can be sent again. */
export interface CachedResponse {
  /** Everything that the response depends on, except time and stored data. */
  readonly cacheKey: string
  readonly etag: string
  /** Null when only the entity tag is known. */
  readonly body: Uint8Array | null
  /** All headers except `x-request-id`. */
  readonly headers: { readonly [name: string]: string }
  /** Headers of a 304: those without `content-*`. */
  readonly notModifiedHeaders: CachedResponse["headers"]
  readonly validator: Validator
  readonly validity: TimeWindow
}

/** The part of an entry that revalidation needs. */
type CacheEntry = Pick<CachedResponse, "validator" | "cacheKey" | "validity">

/** What the cache knows of a request. */
export interface FoundResponse {
  /** A valid response; null: the route has to answer. */
  readonly cached: CachedResponse | null
  /** Lets identical requests go on, which wait for the response to this one; null: it has none. */
  readonly release: (response: Pick<Response, "status"> | null) => void
}

/** Nothing is cached, and no request waits. */
export const notFound: FoundResponse = { cached: null, release: () => {} }

/** A response ready to send. */
export interface ReadyResponse {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array | null
}

/** Request headers that are part of the cache key; `if-none-match` is compared separately. */
const keyHeaders = ["host", "key", "access-token", "authorization", "accept-encoding", "origin"] as const

/** Requests with a longer cache key are not cached. */
const cacheKey_chars_max = 4_096

/** The size of an entry in bytes. The headers of a 304 are texts of the other headers. */
const bytesOf = ({ cacheKey, notModifiedHeaders: _same, ...cached }: CachedResponse): number => cacheEntryBytes(cacheKey, cached)

/**
 * Maximum number of times a request waits for an identical one. When writes are faster than responses, each request
 * makes its own.
 */
const waits_max = 2

/**
 * Maximum duration of each wait, in milliseconds: that of a statement by default. A store that hangs fails the request
 * that is waited for within it.
 */
const wait_ms_max = 15_000

/** `Retry-After` of requests that waited for one that could not be answered, in seconds. */
const retryAfter_seconds = 5

const unanswered = new Refusal({
  kind: "unavailable",
  message: "the store could not answer an identical request, try again",
  headers: { "retry-after": String(retryAfter_seconds) }
})

/** A target under `/v2`; not a page of an agenda whose slug is `v2`. */
const apiPath = /^[^?]*(?<!\/agendas)\/v2\//

/** Whether the response to a request may be cached: then the sender must be known before the cache is looked up. */
export const isCacheable = ({ method, url = "" }: RawRequest): boolean => method === "GET" && url.includes("/agendas/")

/**
 * Cache key of a request; null when it is not cacheable. Neither headers nor the JSON of an identity contain line
 * breaks, so they can be joined by one.
 */
export const cacheKeyOf = (request: RawRequest, identity: HostIdentity | null): string | null => {
  if (!isCacheable(request)) return null
  const { headers, url = "" } = request
  let key = `${url}\n${identityKey(identity)}`
  for (const name of keyHeaders) key += `\n${String(headers[name] ?? "")}`
  const format = acceptedFormat(String(headers["accept"] ?? ""))
  if (format !== null) key += `\n${format}`
  // Calendars depend on the requested language; responses under `/v2` contain all languages.
  if (!apiPath.test(url)) key += `\n${String(headers["accept-language"] ?? "")}`
  return key.length > cacheKey_chars_max ? null : key
}

const ifNoneMatchOf = ({ headers }: RawRequest): string => String(headers["if-none-match"] ?? "")

const withoutContentHeaders = (headers: CachedResponse["headers"]): CachedResponse["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("content-")))

const cachedResponseOf = (key: string, response: Response, validator: Validator, validity: TimeWindow): CachedResponse | null => {
  const { body, headers: { "x-request-id": _id, ...headers }, status } = response
  const { etag } = headers
  if (etag === undefined || headers["cache-control"] === "no-store") return null
  const cached = {
    cacheKey: key,
    etag,
    validator,
    validity,
    headers,
    notModifiedHeaders: withoutContentHeaders(headers)
  }
  if (status === 304) return { ...cached, body: null }
  // A copy: a compressor's output is often a small view of a large buffer, which would stay in memory.
  return status === 200 && body._tag === "Uint8Array" ? { ...cached, body: new Uint8Array(body.body) } : null
}

/**
 * LRU cache of whole responses about agendas. A hit skips routing, search and compression.
 *
 * An entry is never sent stale. It is revalidated before each use: the store is asked whether any revision that the
 * response depends on has changed, in any process, including the caller's credential and rights. When only events have
 * changed, the log of changes says whether the response shows them. Requests that arrive together share these queries.
 * An entry also expires at the end of its time window.
 *
 * The first response to a key only records the key; the second one is cached. Its size is bounded by
 * `responseCache_bytes_max`.
 *
 * A user of the host (`IdentityProvider`) is part of the key, and is asked for before the cache is looked up. Nothing
 * is cached when the app's `Access` is not the engine's own: it may identify callers by a cookie, a header or anything
 * else.
 */
export class ResponseCache extends Context.Tag("@agenda-engine/http/cache/ResponseCache")<ResponseCache, {
  /**
   * The cached response to a request; null on a miss. The caller must revalidate it. Always null when the host has
   * users of its own, who are not known here.
   */
  readonly find: (request: RawRequest) => CachedResponse | null
  /**
   * Revalidates entries with one query to the store; evicts the stale ones and returns the others. Records the use of
   * the callers' keys. A failure of the store answers the requests: it does not make entries stale.
   */
  readonly revalidate: (entries: Iterable<CacheEntry>) => Effect.Effect<ReadonlySet<CacheEntry>, StoreError>
  /**
   * A valid cached response. After a change, one request makes the response and identical ones wait for it, so that a
   * write does not make all readers recompute; each waiter revalidates the result. Null: the route has to answer. Call
   * `release` with the response when it exists, cached or not, and before it is sent, so that waiters do not depend on
   * a slow client. `key`: that of `cacheKeyOf`. `onOver` takes a function that releases them when the request is over.
   *
   * Fails when the store fails, and when the request that this one waited for was answered 503.
   */
  readonly findValid: (
    key: string,
    request: RawRequest,
    onOver: ApiRequest["onOver"]
  ) => Effect.Effect<FoundResponse, StoreError | Refusal>
  /**
   * Notes in a request what its response depends on. Run it after the authorization and before anything else is read.
   * `event`: the only event that the response shows.
   */
  readonly store: (request: ApiRequest, authorization: Authorization, event?: EventRef) => Effect.Effect<void, StoreError>
  /**
   * Notes the uids of the events that the response to a request shows. Call it after `store`. Null: a change of any
   * event may change the response.
   */
  readonly shows: (request: ApiRequest, uids: ReadonlyArray<number> | null) => void
  /** Caches the response to a request if it succeeded, until its dependencies change; `now` in epoch milliseconds. */
  readonly put: (request: ApiRequest, response: Response, now: number) => void
}>() {
  /** The response cache of this process. */
  static readonly layer: Layer.Layer<ResponseCache, never, Access | Revisions> = Layer.effect(ResponseCache, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const hasHostUsers = (yield* IdentityProvider) !== null
  const revisions = yield* Revisions
  const settings = yield* CurrentSettings
  const responseCache_bytes_max = identifiesByCredentials(access) ? settings.responseCache_bytes_max : 0
  if (responseCache_bytes_max < settings.responseCache_bytes_max) {
    yield* Effect.logInfo("responses are not cached: callers are identified by an Access that is not the engine's own")
  }
  const responses = new LruCache<CachedResponse | null>(responseCache_bytes_max)

  /** Records the key without a response. */
  const recordKey = (key: string): void => responses.set(key, null, cacheEntryBytes(key, null))

  const findAt = (key: string | null, request: RawRequest): CachedResponse | null => {
    const cached = key === null ? null : responses.get(key) ?? null
    if (cached === null) return null
    return cached.body !== null || namesTag(ifNoneMatchOf(request), cached.etag) ? cached : null
  }

  const revalidate = (entries: Iterable<CacheEntry>) =>
    Effect.gen(function*() {
      const all = [...new Set(entries)]
      const now = yield* Clock.currentTimeMillis
      const unchanged = yield* revisions.unchanged(all.map(({ validator }) => validator))
      const [stale, current] = Arr.partition(
        all,
        ({ validity: window }, index) => unchanged[index] === true && now >= window.from && now < window.until
      )
      for (const entry of stale) {
        if (responses.get(entry.cacheKey) === entry) recordKey(entry.cacheKey)
      }
      yield* Effect.forEach(current, ({ validator }) => access.recordKeyUse(validator.caller), { discard: true })
      return new Set(current)
    })

  /** Requests in flight whose responses may be cached, by cache key. */
  const inFlight = new Map<string, Deferred.Deferred<void, Refusal>>()

  /** Makes identical requests wait until the returned function is called. */
  const startFlight = (key: string): FoundResponse["release"] => {
    const done = Deferred.unsafeMake<void, Refusal>(FiberId.none)
    inFlight.set(key, done)
    return (response) => {
      if (inFlight.get(key) === done) inFlight.delete(key)
      Deferred.unsafeDone(done, response?.status === 503 ? unanswered : Effect.void)
    }
  }

  return ResponseCache.of({
    find: (request) => hasHostUsers ? null : findAt(cacheKeyOf(request, null), request),
    revalidate,

    findValid: Effect.fnUntraced(function*(key, request, onOver) {
      for (let waits = 0; responses.has(key); waits++) {
        const cached = findAt(key, request)
        if (cached !== null && (yield* revalidate([cached])).has(cached)) return { ...notFound, cached }
        const done = inFlight.get(key)
        if (done === undefined) {
          const release = startFlight(key)
          onOver(() => release(null))
          return { cached: null, release }
        }
        // The previous response was not cached, for example an error; waiting for the next one is useless.
        if (waits === waits_max || waits > 0 && cached === null) return notFound
        yield* Effect.timeoutOption(Deferred.await(done), wait_ms_max)
      }
      return notFound
    }),

    store: (request, authorization, event) => {
      const { cacheKey, query } = request
      const validator = validatorOf(authorization, event)
      // An explanation is about the current instant.
      if (cacheKey === null || validator === null || query["explain"] !== undefined) return Effect.void
      if (!responses.has(cacheKey)) {
        request.dependencies = { validator, validity: null }
        return Effect.void
      }
      return Effect.map(revisions.validity(authorization), (validity) => {
        request.dependencies = { validator, validity }
      })
    },

    shows: (request, uids) => {
      const { dependencies } = request
      if (uids === null || dependencies === null) return
      request.dependencies = { ...dependencies, validator: { ...dependencies.validator, shown: { uids, isList: true } } }
    },

    put: ({ cacheKey, dependencies }, response, now) => {
      if (cacheKey === null || dependencies === null) return
      const { validator, validity } = dependencies
      if (validity === null) {
        // Errors are not recorded, so that callers without rights cannot fill the cache.
        if (response.status === 200 || response.status === 304) recordKey(cacheKey)
        return
      }
      const cached = now >= validity.from && now < validity.until ? cachedResponseOf(cacheKey, response, validator, validity) : null
      if (cached !== null) responses.set(cacheKey, cached, bytesOf(cached))
    }
  })
})

/** The response from a valid cache entry; `id` is the request id. 304 when the client has the body already. */
export const cachedResponse = (
  request: RawRequest,
  { body, etag, headers, notModifiedHeaders }: CachedResponse,
  id: string
): ReadyResponse =>
  body === null || namesTag(ifNoneMatchOf(request), etag)
    ? { status: 304, headers: { ...notModifiedHeaders, "x-request-id": id }, body: null }
    : { status: 200, headers: { ...headers, "x-request-id": id }, body }
