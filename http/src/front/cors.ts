const exposed = "ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"

const accepted = [
  "accept",
  "access-token",
  "authorization",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "key",
  "lang",
  "nonce",
  "x-request-id"
].join(", ")

const preflightAge_seconds = 86_400

/** CORS headers for an origin; none when it is not allowed. */
export const corsHeaders = (origin: string | undefined, origins: ReadonlyArray<string>): { readonly [name: string]: string } => {
  if (origins.includes("*")) return { "access-control-allow-origin": "*", "access-control-expose-headers": exposed }
  return origin !== undefined && origins.includes(origin)
    ? { "access-control-allow-origin": origin, "access-control-expose-headers": exposed }
    : {}
}

/** CORS headers of the response to a preflight. */
export const preflightHeaders = (methods: ReadonlyArray<string>, asked: string | undefined): { readonly [name: string]: string } => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": asked ?? accepted,
  "access-control-max-age": String(preflightAge_seconds)
})

/** `Vary` for the given headers, and for `origin` when CORS depends on it. */
export const varyOn = (origins: ReadonlyArray<string>, headers: ReadonlyArray<string>): string =>
  [...headers, ...(origins.includes("*") ? [] : ["origin"])].join(", ")
