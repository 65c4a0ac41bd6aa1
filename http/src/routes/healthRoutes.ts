import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { Users } from "@agenda-engine/core/services/Users"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { CurrentSettings } from "../HttpSettings.js"
import { answer } from "../response/answer.js"

const live = HttpServerResponse.unsafeJson({ status: "live" }, { headers: { "cache-control": "no-store" } })
const ready = HttpServerResponse.unsafeJson({ status: "ready" }, { headers: { "cache-control": "no-store" } })

/** A uid that no user has: its look-up tests the connection to the store. */
const nobody = 0

const late = (seconds: number): StoreError =>
  new StoreError({ reason: "Unavailable", operation: "health", cause: new Error(`the store did not answer within ${seconds} seconds`) })

/**
 * `/health/live` answers 200 while the process runs. `/health/ready` also checks the store, with a timeout, else 503.
 */
export const healthRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const users = yield* Users
    const { ready_seconds } = yield* CurrentSettings
    // One look-up at a time: health checks bypass the queue, and each would take a connection of the store.
    const lookedUp = yield* Effect.cachedWithTTL(
      users.get(nobody).pipe(Effect.as(ready), Effect.catchTag("NotFound", () => Effect.succeed(ready)), Effect.uninterruptible),
      "100 millis"
    )
    const askStore = lookedUp.pipe(
      // A running statement cannot be cancelled; the timeout must not wait for it.
      Effect.disconnect,
      Effect.timeoutFail({ duration: `${ready_seconds} seconds`, onTimeout: () => late(ready_seconds) })
    )
    yield* router.get("/health/live", Effect.succeed(live))
    yield* router.get("/health/ready", answer(askStore))
  })
)
