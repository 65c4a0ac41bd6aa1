import type { ChangeType } from "@agenda-engine/core/record/ChangeRecord"
import { type Listeners, type ObservedChange } from "@agenda-engine/core/services/change/Listeners"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Record from "effect/Record"
import { InvalidOption } from "./EngineFault.js"

/** A function of the host that is called with a change. What it returns is not waited for; a rejection is logged. */
export type HostListener = (change: ObservedChange) => unknown

/** Adds a listener of changes of a type; returns a function that removes it. */
export type AddListener = (type: ChangeType, listener: HostListener) => () => void

const types: { readonly [T in ChangeType]: T } = { event: "event", location: "location", agenda: "agenda", member: "member" }

/** `engine.on`. Throws `InvalidOption` for an unknown type, and for what is no function. */
export const addListener = (listeners: Listeners): AddListener => (type, listener) => {
  if (!Record.has(types, type)) throw new InvalidOption({ option: "on", expected: `takes ${Object.keys(types).join(", ")}` })
  if (typeof listener !== "function") throw new InvalidOption({ option: `on ${type}`, expected: "takes a function" })
  return listeners.on(type, (change) => Effect.tryPromise({ try: async () => listener(change), catch: identity }))
}
