import { mapPorts, nameOfPort } from "@agenda-engine/conformance/store/mapPorts"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { largestCalls } from "../../../../core/test/ports/largestCalls.js"

/** The command line asks for pages of users of any size. */
const unbounded = ["UserStore.scan"]

/** The limit of a call that is greater than the docstring of its member says, in words; null: none is. */
const excessOf = (name: string, args: ReadonlyArray<unknown>): string | null => {
  const [port, member] = name.split(".")
  const said = largestCalls.get(name) ?? largestCalls.get(`RecordStore.${member}`)
  if (said === undefined || said.limit === null || unbounded.includes(`${port}.${member}`)) return null
  const [plan] = args.filter((arg) => Predicate.hasProperty(arg, "limit"))
  const limit = plan?.limit ?? args[said.parameters.indexOf("limit")]
  return Predicate.isNumber(limit) && limit > said.limit ? `${name} with limit ${limit}, not ${said.limit}` : null
}

const bounded = <S extends object>(port: string, store: S, exceeded: Set<string>): S =>
  new Proxy(store, {
    get: (target, member) => {
      const found: unknown = Reflect.get(target, member)
      if (!Predicate.isFunction(found) || Effect.isEffect(found)) return found
      return (...args: ReadonlyArray<unknown>): unknown => {
        const excess = excessOf(`${port}.${String(member)}`, args)
        if (excess !== null) exceeded.add(excess)
        return Reflect.apply(found, target, args)
      }
    }
  })

/** Stores that are asked for no more than the docstrings of their ports say; else the end of their scope dies. */
export const boundedStores = (stores: Layer.Layer<Stores, StoreError>): Layer.Layer<Stores, StoreError> =>
  Layer.unwrapScoped(Effect.gen(function*() {
    const exceeded = new Set<string>()
    yield* Effect.addFinalizer(() => exceeded.size === 0 ? Effect.void : Effect.dieMessage([...exceeded].join("; ")))
    return Layer.map(stores, (all) => mapPorts((tag) => bounded(nameOfPort(tag), Context.get(all, tag), exceeded)))
  }))
