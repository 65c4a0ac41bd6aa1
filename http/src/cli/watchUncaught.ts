import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { Failure } from "./Failure.js"

/** An exception that nobody caught, after which this process must not go on for long. */
export interface Uncaught {
  /** Fails when there is one. */
  readonly first: Effect.Effect<never, Failure>
  /** Names the requests under way, for the log. */
  readonly nameRequests: (underWay: () => ReadonlyArray<string>) => void
}

/**
 * Logs exceptions that nobody caught, with the requests under way, until the scope closes, and keeps them from ending the process at once, so that
 * it can drain first. A rejected promise that nobody waited for is only logged: it interrupted nothing.
 */
export const watchUncaught: Effect.Effect<Uncaught, never, Scope.Scope> = Effect.gen(function*() {
  const run = Runtime.runFork(yield* Effect.runtime())
  const first = yield* Deferred.make<never, Failure>()
  let underWay: () => ReadonlyArray<string> = () => []
  const onException = (error: unknown, origin: string): void => {
    const log = Effect.annotateLogs(Effect.logError("an exception was not caught", Cause.die(error)), { requests: underWay().join(", ") })
    const end = Deferred.fail(first, new Failure({ message: "an exception was not caught: the server has to be started again" }))
    run(origin === "unhandledRejection" ? log : Effect.zipRight(log, end))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("uncaughtException", onException)),
    () => Effect.sync(() => process.off("uncaughtException", onException))
  )
  return {
    first: Deferred.await(first),
    nameRequests: (list) => {
      underWay = list
    }
  }
})
