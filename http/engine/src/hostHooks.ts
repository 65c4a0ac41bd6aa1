import type { EventDraft, EventPatch } from "@agenda-engine/core/contract/EventDraft"
import { jsonOf } from "@agenda-engine/core/contract/RawBody"
import { Conflict, Forbidden, Invalid, NotFound, StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { isJsonObject, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { Engine } from "@agenda-engine/core/Engine"
import type { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { type BeforeWriteError, BeforeWriteHook, type EventDraftWrite } from "@agenda-engine/core/services/event/write/BeforeWriteHook"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { hostFailure } from "./EngineFault.js"
import { type HostTransaction, withTransaction } from "./hostTransaction.js"

/** The write of an event, before it is stored, with the transaction that stores it. */
export interface HostEventWrite extends EventDraftWrite {
  /**
   * Writes of the host and of the engine that commit with the event. They do not call the hook. A hook uses this one,
   * and not the `tx` of an `engine.transaction` around it, whose calls wait for the end of the write.
   */
  readonly tx: HostTransaction
}

type Draft = EventDraft | EventPatch | JsonObject

/** Functions of the host that are called with what the engine does. */
export interface HostHooks {
  /**
   * Is called in the transaction of each write of an event that has a body: create, replace, patch, upsert and import.
   * Returns the draft to store, which is validated like a body; with undefined it stays as it is. An `Invalid` that it
   * throws is answered 400 with its issues; `Forbidden`, `NotFound` and `Conflict` as usual. Another rejection, or more
   * than `hook_seconds_max`, refuses the write with `StoreError` (503). It runs again when the transaction loses a
   * race.
   */
  readonly beforeWrite?: ((write: HostEventWrite) => Draft | undefined | Promise<Draft | undefined>) | undefined
}

const refusals = [Conflict, Forbidden, Invalid, NotFound, StoreError] as const

const refusalOf = (cause: unknown): BeforeWriteError =>
  refusals.map((refusal) => cause instanceof refusal ? cause : null).find((found) => found !== null) ??
    hostFailure("hooks.beforeWrite")(cause)

const noObject = hostFailure("hooks.beforeWrite")(new TypeError("the hook returned no object"))

/** The hooks of a host, and the layer that lets them use the engine. */
export const hooksOf = ({ beforeWrite }: HostHooks) => {
  let context: Context.Context<Engine | HostStatements> | null = null
  const using = <A, E>(effect: Effect.Effect<A, E, Engine | HostStatements>): Effect.Effect<A, E> =>
    Effect.suspend(() =>
      context === null ? Effect.dieMessage("a hook was called before the engine was built") : Effect.provide(effect, context)
    )
  return {
    hooks: beforeWrite === undefined ? Layer.empty : Layer.succeed(BeforeWriteHook, (write) => {
      // A copy: the hook runs again with the same body when the transaction loses a race.
      const draft = structuredClone(write.draft)
      return using(withTransaction(async (tx) => beforeWrite({ ...write, draft, tx }), refusalOf)).pipe(
        Effect.flatMap((returned) => {
          if (returned === undefined) return Effect.succeed(write.draft)
          const json = Predicate.isObject(returned) ? jsonOf(returned) : null
          return isJsonObject(json) ? Effect.succeed(json) : noObject
        })
      )
    }),
    provided: Layer.effectDiscard(Effect.map(Effect.context<Engine | HostStatements>(), (built) => {
      context = built
    }))
  }
}
