import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { Event } from "../../contract/EventAnswer.js"
import type { ChangeRecord } from "../../record/ChangeRecord.js"

/** A change as a consumer of the host is given it: as the operator sees it. */
export interface ConsumedChange extends Pick<ChangeRecord, "agendaUid" | "by" | "kind" | "type" | "uid" | "version"> {
  /** With it the changes of this agenda can be read on after this one (`Changes.stream`). */
  readonly cursor: string
  /** ISO 8601, UTC with milliseconds. */
  readonly at: string
  /** The event as it is when the consumer gets the change, in detailed form. Null: it is gone, or no event changed. */
  readonly after: Event | null
}

/**
 * Handles changes of one agenda, in their order. A failure has them given again, one at a time; the failing one is
 * parked after eight attempts, also when the process dies of each of them. Changes may come twice.
 */
export type Consume = (batch: ReadonlyArray<ConsumedChange>) => Effect.Effect<unknown, unknown>

/** The consumers of a host, by name. */
export interface Consumers {
  readonly [name: string]: Consume
}

/** Characters of the name of a consumer. */
const consumerName_chars_max = 64

/** What a name of a consumer takes. */
export const consumerNameTakes = `1 to ${consumerName_chars_max} letters, digits, hyphens, underscores and periods`

/** Whether a text is a name of a consumer. */
export const isConsumerName = (name: string): boolean => new RegExp(`^[\\w.-]{1,${consumerName_chars_max}}$`).test(name)

/** The consumers that this process runs. Default: none. */
export class CurrentConsumers extends Context.Reference<CurrentConsumers>()(
  "@agenda-engine/core/services/consumer/CurrentConsumers",
  { defaultValue: (): Consumers => ({}) }
) {
  /**
   * Sets the consumers that `backgroundWork` and `dueWork` run. Names are kept in the store: another name is another
   * consumer. Dies when one is malformed.
   *
   * @example
   * CurrentConsumers.layer({ search: (batch) => index(batch) })
   */
  static readonly layer = (consumers: Consumers): Layer.Layer<never> => {
    const malformed = Object.keys(consumers).find(Predicate.not(isConsumerName))
    return malformed === undefined
      ? Layer.succeed(CurrentConsumers, consumers)
      : Layer.effectDiscard(Effect.dieMessage(`the name of a consumer takes ${consumerNameTakes}: ${JSON.stringify(malformed)}`))
  }
}
