import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** A store with one fault, and the ids of the cases that must find it. */
export interface BrokenStore {
  readonly fault: string
  readonly caughtBy: ReadonlyArray<string>
  readonly layer: Layer.Layer<Stores>
}

/** The memory stores with one port's members replaced; whatever the replacement remembers it remembers per opening. */
export const breaking = <Id extends Stores, S extends object>(
  tag: Context.Tag<Id, S>,
  change: (store: S) => Partial<S>
): Layer.Layer<Stores> =>
  Layer.flatMap(MemoryStores.layer, (stores) => {
    const store = Context.unsafeGet(stores, tag)
    return Layer.succeedContext(Context.add(stores, tag, { ...store, ...change(store) }))
  })
