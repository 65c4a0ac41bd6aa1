import { HostIdentity } from "@agenda-engine/core/domain/access/HostIdentity"
import { Forbidden, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type IncomingRequest, webRequestOf } from "../context/IncomingRequest.js"
import { baseOf, type RawRequest } from "../context/readFacts.js"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { answer_seconds_max, type HostUsers, IdentityUnavailable } from "./IdentityProvider.js"
import type { SenderFailure } from "./Sender.js"

const safe = ["GET", "HEAD", "OPTIONS"]

const headerOf = ({ headers }: RawRequest, name: string): string | null => {
  const value = headers[name]
  return value === undefined ? null : String(value)
}

const hostOf = (url: string): string | null => URL.canParse(url) ? new URL(url).host : null

/**
 * Whether something that browsers and proxies add by themselves may identify the sender: a cookie, another header than
 * `authorization`, or a property of the connection. A bearer token is added by a program only, but it must be what the
 * host reads, and the only header that it finds.
 */
const isAmbient = (request: RawRequest, identityHeaders: ReadonlyArray<string>): boolean => {
  const present = new Set(["cookie", ...identityHeaders].filter((name) => headerOf(request, name) !== null))
  return !present.delete("authorization") || present.size > 0 || !/^bearer /i.test(headerOf(request, "authorization") ?? "")
}

/**
 * Whether a request may be a write that a page of another site makes with the session of its reader. Browsers say where
 * a request is from in `Sec-Fetch-Site` (Fetch Metadata) or `Origin` (RFC 6454); a request without them is from no
 * browser. Origins that `corsOrigins` names, and not only as `*`, are trusted. `identityHeaders`: the headers by which
 * the host identifies its users, in lower case.
 */
const isCrossSite = (request: RawRequest, settings: HttpSettings, identityHeaders: ReadonlyArray<string>): boolean => {
  if (safe.includes(request.method ?? "GET") || !isAmbient(request, identityHeaders)) return false
  const origin = headerOf(request, "origin")
  if (origin !== null && settings.corsOrigins.includes(origin)) return false
  const site = headerOf(request, "sec-fetch-site")
  if (site !== null) return site !== "same-origin" && site !== "none"
  if (origin === null) return false
  const own = [settings.publicUrl, baseOf(request, { ...settings, publicUrl: null })].map((base) => hostOf(base ?? ""))
  const host = hostOf(origin)
  return host === null || !own.includes(host)
}

const unavailable = new Refusal({
  kind: "unavailable",
  message: "the host cannot identify its users now",
  headers: { "retry-after": "5" }
})

const crossSite = new Forbidden({ message: "a page of another site may not write with the session of its reader" })

const sessionEnded = new Unauthorized({ message: "the session has ended" })

const decode = Schema.decodeUnknown(Schema.NullOr(HostIdentity))

const checkSession = ({ expiresAt }: HostIdentity): Effect.Effect<void, Unauthorized> =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => typeof expiresAt === "number" && now >= expiresAt ? Effect.fail(sessionEnded) : Effect.void
  )

/**
 * The user of the host who sent a request; null for none. `Refusal`: the host cannot say, because it failed or took
 * too long. `Unauthorized`: the session has ended. `Forbidden`: a write that a page of another site may have caused. An
 * identity that is malformed is a defect.
 */
export const askIdentity = (
  provider: HostUsers,
  incoming: IncomingRequest,
  settings: HttpSettings
): Effect.Effect<HostIdentity | null, SenderFailure> =>
  Effect.suspend(() => provider.identify(webRequestOf(incoming, settings))).pipe(
    Effect.interruptible,
    Effect.timeoutFail({
      duration: answer_seconds_max * 1_000,
      onTimeout: () => new IdentityUnavailable({ cause: new Error(`no answer within ${answer_seconds_max} seconds`) })
    }),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.interrupt
        : Effect.zipRight(Effect.logError("the host cannot identify its users", cause), unavailable)
    ),
    Effect.flatMap((answer) => Effect.orDie(decode(answer ?? null))),
    Effect.tap((identity) => identity === null ? Effect.void : checkSession(identity)),
    Effect.filterOrFail((identity) => identity === null || !isCrossSite(incoming, settings, provider.headers), () => crossSite)
  )
