import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Makes an effect from a service, like `Effect.flatMap` of its tag, in one fiber step instead of four. For code that
 * each request runs.
 *
 * @example
 * withService(AgendaStore, (agendas) => agendas.lock(uid))
 */
export const withService = <I, S, A, E, R>(
  tag: Context.Tag<I, S>,
  use: (service: S) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | I> => Effect.withFiberRuntime(({ currentContext }) => use(Context.unsafeGet(currentContext, tag)))

/** `withService` for the value of a reference, which has a default. */
export const withReference = <I, S, A, E, R>(
  reference: Context.Reference<I, S>,
  use: (value: S) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => Effect.withFiberRuntime(({ currentContext }) => use(Context.get(currentContext, reference)))
