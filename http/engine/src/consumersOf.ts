import { type ConsumedChange, CurrentConsumers } from "@agenda-engine/core/services/consumer/CurrentConsumers"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Layer from "effect/Layer"
import * as Record from "effect/Record"

/**
 * A function of the host that handles changes of one agenda, in their order. When it rejects, they come again, one at a
 * time; the failing one is parked after eight attempts. `signal` aborts when it takes too long or the engine closes.
 */
export type HostConsumer = (batch: ReadonlyArray<ConsumedChange>, context: { readonly signal: AbortSignal }) => unknown

/** The consumers of a host, by name. */
export const consumersOf = (consumers: { readonly [name: string]: HostConsumer }): Layer.Layer<never> =>
  CurrentConsumers.layer(
    Record.map(consumers, (consume) => (batch) => Effect.tryPromise({ try: async (signal) => consume(batch, { signal }), catch: identity }))
  )
