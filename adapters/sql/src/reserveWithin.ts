import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { busyError } from "./storeFaults.js"

/** Gives a connection that is nobody else's until the scope closes. */
export type Reserve = Effect.Effect<Connection, SqlError, Scope.Scope>

/** Makes an effect interruptible where the caller's is. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const joinWithin = (fiber: Fiber.RuntimeFiber<Connection, SqlError>, wait_ms: number): Effect.Effect<Connection, SqlError> =>
  // A connection that is free has been given by now, without a timer.
  Effect.flatMap(Effect.yieldNow(), () => {
    const exit = fiber.unsafePoll()
    if (exit !== null) return exit
    return Number.isFinite(wait_ms)
      ? Fiber.join(fiber).pipe(
        Effect.timeoutFail({ duration: wait_ms, onTimeout: () => busyError(wait_ms) }),
        Effect.withClock(Clock.make())
      )
      : Fiber.join(fiber)
  })

/**
 * Reserves a connection until the returned scope closes. The caller waits at most `wait_ms`, by the real clock, and may be interrupted meanwhile.
 * A fiber of its own waits on in its place and releases the connection at once: pools lose connections that they give to nobody.
 */
export const reserveWithin = (
  reserve: Reserve,
  wait_ms: number,
  restore: Restore
): Effect.Effect<readonly [scope: Scope.CloseableScope, connection: Connection], SqlError> =>
  Effect.flatMap(
    Scope.make(),
    (scope) =>
      Effect.flatMap(Effect.forkDaemon(Effect.uninterruptible(Scope.extend(reserve, scope))), (fiber) =>
        restore(joinWithin(fiber, wait_ms)).pipe(
          Effect.onError((cause) =>
            Effect.forkDaemon(Effect.zipRight(Fiber.await(fiber), Scope.close(scope, Exit.failCause(cause))))
          ),
          Effect.map((connection) => [scope, connection] as const)
        ))
  )
