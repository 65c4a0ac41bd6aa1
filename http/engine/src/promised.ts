import type { Engine } from "@agenda-engine/core/Engine"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Runs an effect with the engine. */
export type Run = <A, E>(effect: Effect.Effect<A, E, Engine>) => Promise<A>

type Member<M> = M extends (...parameters: infer P) => Effect.Effect<infer A, infer _E> ? (...parameters: P) => Promise<A>
  : M extends Effect.Effect<infer A, infer _E> ? () => Promise<A>
  : never

/**
 * A service with promises instead of effects; an effect that is no function becomes a function without parameters. A
 * promise rejects with the typed error of the effect. Members of other types are left out.
 */
export type Promised<S> = { readonly [K in keyof S as Member<S[K]> extends never ? never : K]: Member<S[K]> }

const isEffect = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)

/** Calls a method of a service by its name. A member that is an effect takes no parameters. */
export const callMember = <I extends Engine, S extends object>(
  tag: Context.Tag<I, S>,
  name: string,
  parameters: ReadonlyArray<unknown>
): Effect.Effect<unknown, unknown, I> =>
  Effect.flatMap(tag, (service) => {
    const member: unknown = Reflect.get(service, name)
    const effect: unknown = typeof member === "function" ? Reflect.apply(member, service, parameters) : member
    return isEffect(effect) ? effect : Effect.dieMessage(`no such method: ${name}`)
  })

/**
 * The service of a tag with promises. It looks the service up at each call, so it may be made before the engine is.
 * `others`: members in another form.
 */
export function promised<I extends Engine, S extends object>(tag: Context.Tag<I, S>, run: Run, others?: object): Promised<S>
/** The implementation: a proxy, because a service is only known once the engine is built. */
export function promised(tag: Context.Tag<Engine, object>, run: Run, others: object = {}): object {
  return new Proxy(others, {
    get: (_, name) =>
      Object.hasOwn(others, name) ?
        Reflect.get(others, name) :
        // A promise of the service would otherwise take it for a promise.
        typeof name === "symbol" || name === "then" ?
        undefined :
        (...parameters: ReadonlyArray<unknown>) => run(callMember(tag, name, parameters))
  })
}
