import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Event } from "../../contract/EventAnswer.js"
import type { ChangeRecord, ChangeType } from "../../record/ChangeRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { ConsumedChange } from "../consumer/CurrentConsumers.js"

/** A change that this process has committed, as the operator sees it. */
export interface ObservedChange extends ConsumedChange {
  /** The event as it was before the transaction; null when it did not exist, and of other subjects. */
  readonly before: Event | null
  /** The event as the transaction left it; null when it removed the event, and of other subjects. */
  readonly after: Event | null
}

/** Is called with a change. What it returns is not waited for; a failure is logged. */
export type Listener = (change: ObservedChange) => Effect.Effect<unknown, unknown>

/** A change of a transaction, with the stored event before and after it. */
export interface CommittedChange {
  readonly record: ChangeRecord
  readonly before: EventRecord | null
  readonly after: EventRecord | null
}

/**
 * Functions that are called after the commits of one engine in this process, best effort: a process that dies, or has
 * too many changes to tell, leaves some out.
 */
export class Listeners {
  readonly #byType: { readonly [T in ChangeType]: Set<{ readonly listener: Listener }> } = {
    event: new Set(),
    location: new Set(),
    agenda: new Set(),
    member: new Set()
  }
  /** Takes the changes of a transaction; null: the engine does not run. */
  receive: ((changes: ReadonlyArray<CommittedChange>) => void) | null = null

  /** Adds a listener. Returns what removes it. */
  on(type: ChangeType, listener: Listener): () => void {
    const entry = { listener }
    this.#byType[type].add(entry)
    return () => void this.#byType[type].delete(entry)
  }

  /** The listeners of a type, in the order in which they were added. */
  of(type: ChangeType): ReadonlyArray<Listener> {
    return Array.from(this.#byType[type], ({ listener }) => listener)
  }

  /** Whether there is a listener: without one, transactions note nothing for them. */
  get areThere(): boolean {
    return Object.values(this.#byType).some(({ size }) => size > 0)
  }
}

/** The listeners of an engine. Default: null, there are none. */
export class CurrentListeners extends Context.Reference<CurrentListeners>()(
  "@agenda-engine/core/services/change/CurrentListeners",
  { defaultValue: (): Listeners | null => null }
) {
  /**
   * Sets the listeners of the engine over it. They may be added and removed at any time.
   *
   * @example
   * const listeners = new Listeners()
   * const stop = listeners.on("event", ({ after }) => Effect.log(after?.title))
   * Engine.layer.pipe(Layer.provide(CurrentListeners.layer(listeners)))
   */
  static readonly layer = (listeners: Listeners): Layer.Layer<never> => Layer.succeed(CurrentListeners, listeners)
}
