import * as Effect from "effect/Effect"
import type { RuntimeFiber } from "effect/Fiber"

/** Effect's default tracer, which records nothing. */
const defaultTracer = Effect.runSync(Effect.tracer)

/** Whether a fiber has a tracer other than the default. */
export const isTraced = (fiber: RuntimeFiber<unknown, unknown>): boolean => fiber.currentTracer !== defaultTracer

/**
 * Wraps an effect in a span, only when a tracer is installed. Creating a span takes about thirty fiber steps, more than
 * many of these effects.
 *
 * @example
 * const find = Effect.fnUntraced(function*(uid: number) { ... }, withSpanIfTraced("Agendas.find"))
 */
export const withSpanIfTraced = (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => isTraced(fiber) ? Effect.withSpan(effect, name) : effect)
