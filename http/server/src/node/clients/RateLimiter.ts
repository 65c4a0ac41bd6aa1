import { memoize } from "@agenda-engine/core/domain/LruCache"
import { RecencyMap } from "@agenda-engine/core/domain/RecencyMap"
import { splitUrl } from "@agenda-engine/http/pipeline/RequestTarget"
import { parseQueryString } from "@agenda-engine/http/query/parseQueryString"
import { readKey } from "@agenda-engine/http/request/readCaller"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { ClientSettings, RateSettings } from "../../config/ClientsConfig.js"
import { clientNetwork, isLoopback, plainAddress } from "../../config/Networks.js"
import { clientOf } from "./forwarded.js"
import { SharedBuckets } from "./SharedBuckets.js"
import { TokenBuckets } from "./TokenBuckets.js"

/** Names of limits, as headers show them. */
type Policy = keyof RateSettings

/** A limit that a request exceeds. */
export interface Exceeded {
  readonly policy: Policy
  /** Requests a minute. */
  readonly quota: number
  /** Seconds until the next request is answered. */
  readonly retryAfter_seconds: number
}

/** `Retry-After`, `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */
export const rateHeaders = ({ policy, quota, retryAfter_seconds }: Exceeded): { readonly [name: string]: string } => ({
  "retry-after": String(retryAfter_seconds),
  "ratelimit": `"${policy}";r=0;t=${retryAfter_seconds}`,
  "ratelimit-policy": `"${policy}";q=${quota};w=60`
})

const isTokenPath = (path: string): boolean => /^\/v2\/requestAccessToken\/?$/.test(path)

/** The limit of a path, beside that of all requests. */
const policyOf = (path: string, query: string): "exports" | "invitations" | "suggestions" | null => {
  if (/\/suggest\/?$/.test(path)) return "suggestions"
  if (/^\/invitation\/?$/.test(path)) return "invitations"
  return /\/events(?:\.v2)?\.\w+\/?$/.test(path) || /\/events\/?$/.test(path) && /(?:^|&)format=/.test(query) ? "exports" : null
}

/** The parameter `key`, in every spelling that is read as it. */
const keyParameter = /(?:^|&)(?:k|%6b)(?:e|%65)(?:y|%79)(?:\[|%5b|\.|=)/i

/** The credentials of a request as one text, as they were sent; null without one. Those of a body are not known yet. */
const credentialsOf = ({ headers }: IncomingMessage, query: string): string | null => {
  const { "access-token": token, authorization, key } = headers
  const inQuery = keyParameter.test(query) ? query : ""
  if (key === undefined && token === undefined && authorization === undefined && inQuery === "") return null
  return [key, token, authorization, inQuery].join("\n")
}

/** Whether the body of a request may have a credential: the headers have no access token. */
const mayHaveSecretBody = ({ headers, method }: IncomingMessage): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS" && headers["access-token"] === undefined &&
  headers.authorization === undefined

/** The headers that have one value. */
const textsOf = (headers: IncomingMessage["headers"]): { readonly [name: string]: string } =>
  Record.filterMap(headers, (value) => typeof value === "string" ? Option.some(value) : Option.none())

/** What a request with an expensive answer costs, in requests. */
const cost_expensive = 5

/** What an answer costs that was cached, or is 304. */
const cost_cheap = 0.1

/** Facets, deep pages and phrases. */
const isExpensive = (query: string): boolean =>
  /(?:^|&)(?:aggs|aggregations|facets)\b|(?:^|&)from=\d{4}|(?:^|&)search=[^&]*(?:%22|")/.test(query)

/** Valid credentials that are remembered. */
const valid_max = 10_000

/** How many requests with credentials that are not known yet an address may have under way, in minutes' quotas. */
const unproven_quotas = 5

/** Addresses whose network is remembered. */
const addresses_max = 10_000

/** The network that an address is counted by; null: it is not limited. */
const limitedNetwork = memoize(addresses_max, (sent) => {
  const address = plainAddress(sent)
  return address === "" || isLoopback(address) ? null : clientNetwork(address)
})

/** What the answers to requests have shown. */
interface Seen {
  /** The requests whose secret was wrong. */
  readonly wrongSecrets: WeakSet<object>
  /** The responses that came from the cache. */
  readonly cached: WeakSet<ServerResponse>
}

/** Counts requests, and refuses those that exceed a limit. */
export class RateLimiter {
  readonly #buckets: { readonly [P in Policy]: TokenBuckets | SharedBuckets | null }
  /** The buckets that are exchanged with other processes. */
  readonly shared: ReadonlyArray<SharedBuckets>
  /** Credentials that were valid, as they were sent. */
  readonly #valid = new RecencyMap<string, true>()
  /** Requests under way whose credentials are not known yet, by network. */
  readonly #unproven = new Map<string, number>()

  /** The buckets of single keys. */
  readonly #ofKeys = new Map<string, TokenBuckets>()
  readonly #quotaOf: ReadonlyMap<string, number>

  constructor(
    { keyRates, rates }: Pick<ClientSettings, "keyRates" | "rates">,
    private readonly now: () => number,
    private readonly seen: Seen
  ) {
    this.#quotaOf = keyRates
    const buckets = (quota: number) => quota === 0 ? null : new TokenBuckets(quota, now)
    const shared = (policy: Policy) => {
      const own = buckets(rates[policy])
      return own === null ? null : new SharedBuckets(policy, own, now)
    }
    const [wrongSecrets, invitations] = [shared("wrongSecrets"), shared("invitations")]
    this.shared = [wrongSecrets, invitations].filter((one) => one !== null)
    this.#buckets = {
      wrongSecrets,
      invitations,
      suggestions: buckets(rates.suggestions),
      exports: buckets(rates.exports),
      anonymous: buckets(rates.anonymous),
      credential: buckets(rates.credential)
    }
  }

  /** Hands requests to `listener`, and those that exceed a limit to `refuse`. */
  listener(
    listener: RequestListener,
    refuse: (request: IncomingMessage, response: ServerResponse, exceeded: Exceeded) => void
  ): RequestListener {
    return (request, response) => {
      const exceeded = this.#enter(request, response)
      if (exceeded === null) listener(request, response)
      else refuse(request, response, exceeded)
    }
  }

  /** Counts a request; the limit that it exceeds, or null. */
  #enter(request: IncomingMessage, response: ServerResponse): Exceeded | null {
    const [path, query] = splitUrl(request.url ?? "")
    const credentials = credentialsOf(request, query)
    const byCredential = credentials === null ? null : this.#takeOfCredential(credentials, request, response, query)
    if (byCredential !== null) return byCredential
    const network = limitedNetwork(clientOf(request) ?? "")
    if (network === null) return null
    const isValid = credentials !== null && this.#valid.get(credentials) === true
    if (isTokenPath(path) || credentials !== null && !isValid || mayHaveSecretBody(request)) {
      const exceeded = this.#enterUnproven(network, path, credentials, request, response)
      if (exceeded !== null) return exceeded
    }
    const policy = policyOf(path, query)
    // Public pages do not read credentials.
    if (isValid && path.startsWith("/v2/")) return null
    const limited = policy === null ? null : this.#take(policy, network, response, "")
    return limited ?? this.#take("anonymous", network, response, query)
  }

  /** Takes from the bucket of a key that has one of its own, else from that of the credentials as they were sent. */
  #takeOfCredential(credentials: string, { headers }: IncomingMessage, response: ServerResponse, query: string): Exceeded | null {
    const key = this.#quotaOf.size === 0 ? null : readKey({ headers: textsOf(headers), query: parseQueryString(query) })
    const quota = key === null ? undefined : this.#quotaOf.get(key)
    if (key === null || quota === undefined) return this.#take("credential", credentials, response, query)
    if (quota === 0) return null
    const own = this.#ofKeys.get(key) ?? new TokenBuckets(quota, this.now)
    this.#ofKeys.set(key, own)
    return this.#takeFrom(own, "credential", key, response, query)
  }

  /**
   * Lets a request try a secret that is not known to be valid, and counts it when it is wrong. Its network may have a
   * bounded number of such requests under way, since a secret is known to be wrong only when it was answered.
   */
  #enterUnproven(
    network: string,
    path: string,
    credentials: string | null,
    request: IncomingMessage,
    response: ServerResponse
  ): Exceeded | null {
    const buckets = this.#buckets.wrongSecrets
    if (buckets === null) return null
    const exceeded = this.#exceeded("wrongSecrets", network, 1)
    if (exceeded !== null) return exceeded
    const underWay = this.#unproven.get(network) ?? 0
    if (underWay >= unproven_quotas * buckets.quota) return { policy: "wrongSecrets", quota: buckets.quota, retryAfter_seconds: 1 }
    this.#unproven.set(network, underWay + 1)
    response.once("close", () => {
      const left = (this.#unproven.get(network) ?? 1) - 1
      if (left === 0) this.#unproven.delete(network)
      else this.#unproven.set(network, left)
      if (this.seen.wrongSecrets.has(request)) buckets.take(network, 1)
      else if (credentials !== null && isProof(path, request, response)) this.#remember(credentials)
    })
    return null
  }

  #remember(credentials: string): void {
    if (this.#valid.has(credentials)) return
    this.#valid.add(credentials, true)
    if (this.#valid.size > valid_max) this.#valid.deleteOldest()
  }

  #exceeded(policy: Policy, key: string, tokens: number, buckets = this.#buckets[policy]): Exceeded | null {
    const wait_ms = buckets?.wait_ms(key, tokens) ?? 0
    return buckets === null || wait_ms === 0 ? null : { policy, quota: buckets.quota, retryAfter_seconds: Math.ceil(wait_ms / 1_000) }
  }

  /** Takes what the request costs, and gives the most of it back when its answer was cheap. */
  #take(policy: Policy, key: string, response: ServerResponse, query: string): Exceeded | null {
    const buckets = this.#buckets[policy]
    return buckets === null ? null : this.#takeFrom(buckets, policy, key, response, query)
  }

  #takeFrom(buckets: TokenBuckets | SharedBuckets, policy: Policy, key: string, response: ServerResponse, query: string): Exceeded | null {
    const exceeded = this.#exceeded(policy, key, policy === "anonymous" || policy === "credential" ? cost_cheap : 1, buckets)
    if (exceeded !== null) return exceeded
    const cost = isExpensive(query) ? cost_expensive : 1
    buckets.take(key, cost)
    if ("give" in buckets && (policy === "anonymous" || policy === "credential")) {
      response.once("close", () => {
        if (response.statusCode === 304 || this.seen.cached.has(response)) buckets.give(key, cost - cost_cheap)
      })
    }
    return null
  }
}

/** Whether an answer shows that the credentials of its request are valid: a route of `/v2` that reads them. */
const isProof = (path: string, { method }: IncomingMessage, { statusCode, writableFinished }: ServerResponse): boolean =>
  writableFinished && statusCode < 400 && method !== "OPTIONS" && path.startsWith("/v2/") && !isTokenPath(path)
