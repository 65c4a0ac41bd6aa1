import * as Effect from "effect/Effect"
import type { RuntimeFiber } from "effect/Fiber"

/** The tracer of who has none. */
const nobody = Effect.runSync(Effect.tracer)

/** Whether there is a tracer that sees the spans of a fiber. */
export const isSeen = (fiber: RuntimeFiber<unknown, unknown>): boolean => fiber.currentTracer !== nobody

/**
 * Puts a span around an effect where a tracer is there to see it. Making one for nobody takes thirty steps of a fiber, which is more than many
 * of the effects inside take.
 *
 * @example
 * const find = Effect.fnUntraced(function*(uid: number) { ... }, spanned("Agendas.find"))
 */
export const spanned = (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => isSeen(fiber) ? Effect.withSpan(effect, name) : effect)
