import * as Context from "effect/Context"

/** The provider codes that are accepted when none are configured (wire.md §8). */
export const defaultProviders: ReadonlyArray<string> = ["billetweb", "eventbrite", "mapado", "weezevent"]

/**
 * The ticketing provider codes that offers and availability may contain. Default: `defaultProviders`. Stored data of a
 * provider that is no longer listed stays. An event that has such data may still update the provider's offers and
 * delete its rows.
 *
 * @example
 * Effect.provideService(program, CurrentProviders, [...defaultProviders, "boxoffice"])
 */
export class CurrentProviders extends Context.Reference<CurrentProviders>()("@agenda-engine/core/domain/CurrentProviders", {
  defaultValue: (): ReadonlyArray<string> => defaultProviders
}) {}
