import { HostIdentity } from "@agenda-engine/core/domain/access/HostIdentity"
import { Forbidden, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type IncomingRequest, webRequestOf } from "../context/IncomingRequest.js"
import type { HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { answer_seconds_max, type HostUsers, IdentityUnavailable } from "./IdentityProvider.js"
import { isCrossSite } from "./isCrossSite.js"
import type { SenderFailure } from "./Sender.js"

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
