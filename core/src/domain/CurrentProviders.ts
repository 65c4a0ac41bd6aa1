import * as Context from "effect/Context"

/** The codes of the ticketing providers that are known when nothing else is said (wire.md §8). */
export const defaultProviders: ReadonlyArray<string> = ["billetweb", "eventbrite", "mapado", "weezevent"]

/**
 * The codes of the ticketing providers that offers and availability may name. A reference: without a layer `defaultProviders` hold. What is
 * stored of a provider that is no longer among them stays: of an event that has them, its offers may be written on, its rows be forgotten.
 *
 * @example
 * Effect.provideService(program, CurrentProviders, [...defaultProviders, "boxoffice"])
 */
export class CurrentProviders extends Context.Reference<CurrentProviders>()("@agenda-engine/core/domain/CurrentProviders", {
  defaultValue: (): ReadonlyArray<string> => defaultProviders
}) {}
