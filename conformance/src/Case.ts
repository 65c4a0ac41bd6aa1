import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { YieldWrap } from "effect/Utils"
import type { Capability } from "./Capability.js"

/** The databases that a case may open. */
export interface CaseStore {
  /** Creates an empty database and returns the layer over it. */
  readonly fresh: Effect.Effect<Layer.Layer<Stores, unknown>, unknown, Scope.Scope>
  /** The layer over an empty database, for a case that builds it once. */
  readonly emptied: Effect.Effect<Layer.Layer<Stores, unknown>, unknown, Scope.Scope>
  /** Databases that other processes open, too; null when the store declares none. */
  readonly database: {
    readonly create: Effect.Effect<string, unknown, Scope.Scope>
    readonly open: (address: string) => Layer.Layer<Stores, unknown>
  } | null
}

/** A requirement on a store, with the program that checks it. */
export interface Case {
  /** Stable and unique: `<port>.<subject>.<demand>`. Each has a row in `docs/conformance-cases.md`. */
  readonly id: string
  /** Source of the requirement: a clause of the specification or the contract of a port. */
  readonly clause: string
  /** The requirement as a sentence. */
  readonly title: string
  /** The capability that the case needs; null: none. */
  readonly needs: Capability | null
  /** Time limit in milliseconds; a case that takes longer fails. */
  readonly time_ms_max: number
  /**
   * Checks the requirement on an empty database. Fails with a `ConformanceFailure` when it is not met.
   */
  readonly run: (store: CaseStore) => Effect.Effect<void, unknown, Scope.Scope>
}

/** Default time limit of a case in milliseconds. */
export const caseTime_ms_max = 30_000

/** The generator of a case: it yields effects, any of which may fail. */
export type Steps<R> = Generator<YieldWrap<Effect.Effect<unknown, unknown, R>>, void>

/** A case that opens the store once. */
export const demand = (id: string, clause: string, title: string) => (program: () => Steps<Stores>): Case => ({
  id,
  clause,
  title,
  needs: null,
  time_ms_max: caseTime_ms_max,
  run: ({ emptied }) => Effect.flatMap(emptied, (layer) => Effect.provide(Effect.gen(program), layer))
})

/** A case that opens the store several times. */
export const demandOfDatabase =
  (id: string, clause: string, title: string, needs: Capability) =>
  (program: (layer: Layer.Layer<Stores, unknown>) => Steps<never>): Case => ({
    id,
    clause,
    title,
    needs,
    time_ms_max: caseTime_ms_max,
    run: ({ fresh }) => Effect.flatMap(fresh, Effect.fnUntraced(program))
  })

/** Runs effects on one connection to a database. */
export type Opening = <A, E>(effect: Effect.Effect<A, E, Stores>) => Effect.Effect<A, E>

/** A case that opens the store twice at once. */
export const demandOfTwo =
  (id: string, clause: string, title: string) => (program: (first: Opening, second: Opening) => Steps<never>): Case =>
    demandOfDatabase(id, clause, title, "share")(function*(layer) {
      yield* Effect.scoped(Effect.gen(function*() {
        const one = yield* Layer.build(Layer.fresh(layer))
        const other = yield* Layer.build(Layer.fresh(layer))
        yield* Effect.gen(() => program(Effect.provide(one), Effect.provide(other)))
      }))
    })
