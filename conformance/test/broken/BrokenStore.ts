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

/** A broken store: what it does wrong, the cases that must find it, and what is built of a change. */
export const brokenBy = <Change>(
  build: (change: Change) => Layer.Layer<Stores>,
  fault: string,
  caughtBy: BrokenStore["caughtBy"],
  change: Change
): BrokenStore => ({ fault, caughtBy, layer: build(change) })

/** The same, of one port. */
export const broken = <Id extends Stores, S extends object>(
  fault: string,
  caughtBy: BrokenStore["caughtBy"],
  tag: Context.Tag<Id, S>,
  change: (store: S) => Partial<S>
): BrokenStore => ({ fault, caughtBy, layer: breaking(tag, change) })
