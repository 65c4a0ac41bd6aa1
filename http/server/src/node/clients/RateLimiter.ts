import { memoize } from "@agenda-engine/core/domain/LruCache"
import { RecencyMap } from "@agenda-engine/core/domain/RecencyMap"
import { splitUrl } from "@agenda-engine/http/pipeline/RequestTarget"
import { createHash } from "node:crypto"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { RateSettings } from "../../config/ClientsConfig.js"
import { clientNetwork, isLoopback, plainAddress } from "../../config/Networks.js"
import { clientOf } from "./forwarded.js"
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
  return /\/events(?:\.v2)?\.\w+$/.test(path) || /\/events\/?$/.test(path) && /(?:^|&)format=/.test(query) ? "exports" : null
}

/** The credential of a request's headers or query, as it was sent; null without one. */
const credentialOf = ({ headers }: IncomingMessage, query: string): string | null => {
  const sent = headers["key"] ?? headers["access-token"] ?? headers["authorization"] ?? /(?:^|&)key=([^&]+)/.exec(query)?.[1]
  return sent === undefined ? null : String(sent)
}

/** What a request with an expensive answer costs, in requests. */
const cost_expensive = 5

/** What an answer costs that was cached, or is 304. */
const cost_cheap = 0.1

/** Facets, deep pages and phrases. */
const isExpensive = (query: string): boolean =>
  /(?:^|&)(?:aggs|aggregations|facets)\b|(?:^|&)from=\d{4}|(?:^|&)search=[^&]*(?:%22|")/.test(query)

/** Valid credentials that are remembered, by digest. */
const valid_max = 10_000

/** Addresses whose network is remembered. */
const addresses_max = 10_000

/** The network that an address is counted by; null: it is not limited. */
const limitedNetwork = memoize(addresses_max, (sent) => {
  const address = plainAddress(sent)
  return address === "" || isLoopback(address) ? null : clientNetwork(address)
})

/** Counts requests, and refuses those that exceed a limit. */
export class RateLimiter {
  readonly #buckets: { readonly [P in Policy]: TokenBuckets | null }
  readonly #valid = new RecencyMap<string, true>()

  constructor(
    rates: RateSettings,
    now: () => number,
    /** What the answers have shown: sources of requests with an unknown key, and responses from the cache. */
    private readonly seen: { readonly unknownKeys: WeakSet<object>; readonly cached: WeakSet<ServerResponse> }
  ) {
    const buckets = (quota: number) => quota === 0 ? null : new TokenBuckets(quota, now)
    this.#buckets = {
      wrongSecrets: buckets(rates.wrongSecrets),
      invitations: buckets(rates.invitations),
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
    const credential = credentialOf(request, query)
    const address = limitedNetwork(clientOf(request) ?? "")
    if (credential !== null) {
      const exceeded = this.#take("credential", digestOf(credential, this.#buckets.credential), response, query)
      if (exceeded !== null) return exceeded
    }
    if (address === null) return null
    if (credential !== null || isTokenPath(path)) return this.#enterWithSecret(address, credential, request, response)
    const policy = policyOf(path, query)
    const limited = policy === null ? null : this.#takeOne(policy, address)
    return limited ?? this.#take("anonymous", address, response, query)
  }

  /**
   * Counts a request with a secret when the secret proves wrong. While too many did, only secrets known to be valid are
   * tried.
   */
  #enterWithSecret(
    address: string,
    credential: string | null,
    request: IncomingMessage,
    response: ServerResponse
  ): Exceeded | null {
    const buckets = this.#buckets.wrongSecrets
    if (buckets === null) return null
    const digest = digestOf(credential, buckets.has(address) ? buckets : null)
    const isValid = digest !== null && this.#valid.get(digest) === true
    const exceeded = isValid ? null : this.#exceeded("wrongSecrets", address)
    if (exceeded !== null) return exceeded
    response.once("finish", () => {
      if (response.statusCode === 401 || this.seen.unknownKeys.has(request)) buckets.take(address, 1)
      else if (digest !== null && !isValid && response.statusCode < 400) this.#remember(digest)
    })
    return null
  }

  #remember(digest: string): void {
    if (this.#valid.has(digest)) return
    this.#valid.add(digest, true)
    if (this.#valid.size > valid_max) this.#valid.deleteOldest()
  }

  #exceeded(policy: Policy, key: string, tokens = 1): Exceeded | null {
    const buckets = this.#buckets[policy]
    const wait_ms = buckets?.wait_ms(key, tokens) ?? 0
    return buckets === null || wait_ms === 0 ? null : { policy, quota: buckets.quota, retryAfter_seconds: Math.ceil(wait_ms / 1_000) }
  }

  #takeOne(policy: Policy, key: string): Exceeded | null {
    const exceeded = this.#exceeded(policy, key)
    if (exceeded === null) this.#buckets[policy]?.take(key, 1)
    return exceeded
  }

  /** Takes what the request costs once its answer is known. */
  #take(policy: Policy, key: string | null, response: ServerResponse, query: string): Exceeded | null {
    const buckets = this.#buckets[policy]
    if (buckets === null || key === null) return null
    const exceeded = this.#exceeded(policy, key, cost_cheap)
    if (exceeded !== null) return exceeded
    response.once("finish", () => {
      const isCheap = response.statusCode === 304 || this.seen.cached.has(response)
      buckets.take(key, isCheap ? cost_cheap : isExpensive(query) ? cost_expensive : 1)
    })
    return null
  }
}

/** The digest of a credential for buckets; null where it is not needed. */
const digestOf = (credential: string | null, buckets: TokenBuckets | null): string | null =>
  credential === null || buckets === null ? null : createHash("sha256").update(credential).digest("base64")
