import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { StoreUnderTest } from "../StoreUnderTest.js"

const isStore = (value: unknown): value is StoreUnderTest =>
  typeof value === "object" && value !== null && "name" in value && "lacks" in value && "fresh" in value && Effect.isEffect(value.fresh)

const isLayer = (value: unknown): value is Layer.Layer<never, unknown> => Layer.isLayer(value)

const lack = "the module exports a bare layer, which does not declare where it keeps its data"

/** The store that a module exports as `store` or by default; a bare layer lacks every capability. */
const storeOf = (name: string, exported: unknown): StoreUnderTest | null => {
  if (isStore(exported)) return exported
  return isLayer(exported) ? { name, fresh: Effect.succeed(exported), lacks: { reopen: lack, share: lack, processes: lack } } : null
}

/** Imports the module at a URL and returns its store. Fails with a text when there is none. */
export const loadStore = (module: string): Effect.Effect<StoreUnderTest, string> =>
  Effect.gen(function*() {
    const name = module.slice(module.lastIndexOf("/") + 1)
    const exports: unknown = yield* Effect.tryPromise({ try: () => import(module), catch: String })
    const exported = Predicate.hasProperty(exports, "store")
      ? exports.store
      : Predicate.hasProperty(exports, "default")
      ? exports.default
      : undefined
    return storeOf(name, exported) ?? (yield* Effect.fail(`${name} exports neither a StoreUnderTest nor a Layer`))
  })
