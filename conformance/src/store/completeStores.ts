import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { mapPorts, nameOfPort } from "./mapPorts.js"

/** Whether a member of a port is there. `Layer.mock` puts functions that are effects where a member is missing. */
const isWritten = (member: unknown): boolean => member !== undefined && !(typeof member === "function" && Effect.isEffect(member))

/** Stands for a member that is missing: when it is called, it is reported and dies. */
const standIn = (name: string, shape: unknown, onCall: (member: string) => void): unknown => {
  const call = Effect.suspend(() => {
    onCall(name)
    return Effect.die(new Error(`${name} is not written yet`))
  })
  return Effect.isEffect(shape) ? call : () => call
}

/** A port in which members that are missing, in comparison with `shape`, are reported when they are called. */
const completePort = <S extends object>(name: string, port: S | null, shape: S, onCall: (member: string) => void): S => {
  const missing = new Map(
    Object.entries(shape)
      .filter(([member]) => port === null || !isWritten(Reflect.get(port, member)))
      .map(([member, value]) => [member, standIn(`${name}.${member}`, value, onCall)])
  )
  if (port !== null && missing.size === 0) return port
  return new Proxy(port ?? shape, {
    get: (target, member) => typeof member === "string" && missing.has(member) ? missing.get(member) : Reflect.get(target, member)
  })
}

/**
 * A layer of all ports from one that may lack ports, or members of ports. `onCall` gets the name of each missing member
 * that is called, such as `EventStore.put`; the call dies. A layer that lacks nothing stays as it is.
 */
export const completeStores = (
  partial: Layer.Layer<never, unknown>,
  onCall: (member: string) => void
): Layer.Layer<Stores, unknown> =>
  Layer.flatMap(MemoryStores.layer, (shapes) =>
    Layer.map(partial, (stores) =>
      mapPorts((tag) =>
        completePort(
          nameOfPort(tag),
          Option.getOrNull(Context.getOption(stores, tag)),
          Context.unsafeGet(shapes, tag),
          onCall
        )
      )))
