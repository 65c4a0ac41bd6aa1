import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { busyError } from "./mapSqlError.js"

/** Reserves a connection, exclusive until the scope closes. */
export type Reserve = Effect.Effect<Connection, SqlError, Scope.Scope>

/** Restores the caller's interruptibility. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const joinWithin = (fiber: Fiber.RuntimeFiber<Connection, SqlError>, wait_ms: number): Effect.Effect<Connection, SqlError> =>
  // A free connection is available after one yield, without a timer.
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
 * Reserves a connection until the returned scope closes. The caller waits at most `wait_ms` of real time and can be
 * interrupted; a timeout fails with `busyError`. The acquisition itself runs in a daemon fiber, which then releases the
 * unused connection: pools leak connections whose acquisition is interrupted.
 */
const reserveWithin = (
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

/** Acquires a connection, uses it once and releases it. */
export type ReadOnce = <A, E>(use: (connection: Connection) => Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError>

/**
 * Uses an exclusive connection once, in an uninterruptible region. The caller waits for it at most `wait_ms` of real
 * time, as interruptibly as `restore` says, and then fails with `busyError`.
 */
export type Exclusive = <A, E, R>(
  wait_ms: number,
  restore: Restore,
  use: (connection: Connection) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | SqlError, R>

/** Reserves a connection for each use. */
export const exclusiveOf = (reserve: Reserve): Exclusive => (wait_ms, restore, use) =>
  Effect.flatMap(
    reserveWithin(reserve, wait_ms, restore),
    ([scope, connection]) => Effect.onExit(use(connection), (exit) => Scope.close(scope, exit))
  )

/** Reserves a connection for each use. The wait for a connection is interruptible. */
export const reserveOnce = (reserve: Reserve): ReadOnce => {
  const exclusive = exclusiveOf(reserve)
  return (use) =>
    Effect.uninterruptibleMask((restore) => exclusive(Number.POSITIVE_INFINITY, restore, (connection) => restore(use(connection))))
}
