import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mapPorts, nameOfPort } from "../store/mapPorts.js"
import { committed, CurrentFaults, type Fault } from "./Fault.js"

const failure = (call: string, fault: Extract<Fault, { readonly _tag: "Fail" }>): StoreError =>
  new StoreError({ reason: fault.reason, operation: call, cause: new Error("injected fault") })

const interruptSelf: Effect.Effect<void> = Effect.withFiberRuntime((fiber) =>
  Effect.zipRight(Fiber.interruptFork(fiber), Effect.yieldNow())
)

/** Runs an effect with a fault. */
const withFault = <A, E, R>(call: string, fault: Fault, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> => {
  switch (fault._tag) {
    case "None":
      return effect
    case "Delay":
      return Effect.zipRight(Effect.yieldNow(), effect)
    case "Interrupt":
      return Effect.zipRight(interruptSelf, effect)
    case "Fail":
      return fault.when === "before" ? failure(call, fault) : Effect.zipRight(effect, failure(call, fault))
  }
}

/** Runs an effect as a call that the current faults may hit. */
const faulty = <A, E, R>(call: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
  Effect.flatMap(
    CurrentFaults,
    (faults) => faults === null ? effect : Effect.flatMap(faults.next(call), (fault) => withFault(call, fault, effect))
  )

/** A port whose effects, and those that its functions return, the current faults may hit. */
const faultyPort = <S extends object>(name: string, port: S): S =>
  new Proxy(port, {
    get: (target, member) => {
      const value: unknown = Reflect.get(target, member)
      const call = `${name}.${String(member)}`
      if (Effect.isEffect(value)) return faulty(call, value)
      if (typeof value !== "function") return value
      return (...args: ReadonlyArray<unknown>) => {
        const result: unknown = Reflect.apply(value, target, args)
        return Effect.isEffect(result) ? faulty(call, result) : result
      }
    }
  })

/** Transactions that may fail at their begin, before their commit, and after the commit of the outermost one. */
const faultyTransaction = ({ isActive, run, snapshot }: Transaction["Type"]): Transaction["Type"] => ({
  isActive,
  snapshot: (effect) => faulty("Transaction.snapshot", snapshot(effect)),
  run: (effect) =>
    Effect.flatMap(isActive, (isNested) => {
      const transaction = run(Effect.tap(effect, () => faulty("Transaction.commit", Effect.void)))
      return Effect.zipRight(
        faulty("Transaction.begin", Effect.void),
        isNested ? transaction : Effect.tap(transaction, () => faulty(committed, Effect.void))
      )
    })
})

/**
 * Stores whose calls fail, wait or are interrupted as `CurrentFaults` says; without faults they are the given stores.
 * A failed call is a `StoreError`. A write that is interrupted, or that fails after its commit, may have been made.
 */
export const faultyStores = (stores: Context.Context<Stores>): Context.Context<Stores> =>
  mapPorts((tag) => faultyPort(nameOfPort(tag), Context.unsafeGet(stores, tag))).pipe(
    Context.add(Transaction, faultyTransaction(Context.get(stores, Transaction)))
  )
