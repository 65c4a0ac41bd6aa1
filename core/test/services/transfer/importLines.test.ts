import { describe, expect, it } from "@effect/vitest"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { StoreError } from "../../../src/domain/error/EngineError.js"
import type { Json, JsonObject } from "../../../src/domain/text/Json.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { importLines } from "../../../src/services/transfer/importLines.js"
import { bodyOf, testEngine } from "../testEngine.js"

const agenda = (uid: number): JsonObject => ({ kind: "agenda", uid, title: `Agenda ${uid}` })

const event = (value: string, data: Json = bodyOf(`Concert ${value}`), more: JsonObject = {}): JsonObject => ({
  kind: "event",
  agendaUid: 1,
  extId: { key: "source", value },
  data,
  ...more
})

const importAll = (lines: ReadonlyArray<JsonObject>, ownerUid: number | null = null) =>
  importLines(Stream.fromIterable(lines.map((line) => JSON.stringify(line))), { ownerUid, dryRun: false, progress: () => Effect.void })

/** Contents of the stores: every exported line, and the clock and first event of agenda 1. */
const held = Effect.gen(function*() {
  const transfer = yield* Transfer
  const lines = yield* Stream.runCollect(transfer.export(null))
  const clock = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.lock(1))
  const events = yield* EventStore
  const first = yield* events.find(1, { _tag: "ExtId", key: "source", value: "a" })
  return { lines: [...lines], clock, first }
})

const slot = { begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }

/** Longer than a transaction takes lines in, in nanoseconds. */
const transaction_ns = 1_000_000_000n

/** A clock on which each look takes so long: each transaction takes one line in. */
const steppingClock = (step_ns: bigint) =>
  Effect.map(Effect.clock, (clock): Clock.Clock => {
    let now_ns = clock.unsafeCurrentTimeNanos()
    const next = () => now_ns += step_ns
    return { ...clock, unsafeCurrentTimeNanos: next, currentTimeNanos: Effect.sync(next) }
  })

/** Runs an effect on a store that is unavailable once so many transactions have been committed. */
const failingAfter = (committed_max: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => {
    let committed = 0
    const run: typeof transaction.run = (inner) =>
      committed >= committed_max
        ? Effect.fail(new StoreError({ reason: "Unavailable", operation: "Transaction.run", cause: new Error("gone") }))
        : Effect.tap(transaction.run(Effect.provideService(inner, Transaction, transaction)), () => Effect.sync(() => committed++))
    return Effect.provideService(effect, Transaction, Transaction.of({ ...transaction, run }))
  })

describe("importLines", () => {
  it.effect("a line that fails after its first write leaves nothing, and the lines around it are imported", () =>
    Effect.gen(function*() {
      const nobody = 404
      yield* importAll([agenda(1)])
      const lines = [event("a"), { kind: "network", uid: 5, title: "Ouest" }, agenda(2), event("b")]
      const report = yield* importAll(lines, nobody)
      expect(report).toMatchObject({ created: 3, rejected: 1, errors: [{ line: 3, errors: [{ field: "user" }] }] })
      const agendas = yield* AgendaStore
      expect(yield* agendas.find({ _tag: "Uid", uid: 2 })).toBeNull()
      const events = yield* EventStore
      const kept = yield* Effect.forEach(["a", "b"], (value) => events.find(1, { _tag: "ExtId", key: "source", value }))
      expect(kept).not.toContain(null)
    }).pipe(Effect.provide(testEngine)))

  it.effect.each([
    { label: "has an invalid body", line: event("b", bodyOf("", { timings: [slot, slot] })) },
    { label: "has an invalid body for an event that there is", line: event("a", bodyOf("")) },
    { label: "has faults of its own", line: event("b", bodyOf("B"), { createdAt: "never" }) },
    { label: "has an external identifier that cannot be", line: event("") },
    { label: "is at a location that there is not", line: event("b", bodyOf("B", { attendanceMode: 1, locationUid: 404 })) },
    { label: "has an external identifier of another", line: event("b", bodyOf("B", { extIds: [{ key: "source", value: "a" }] })) },
    { label: "has a slug of another", line: event("b", bodyOf("B", { slug: "first" })) },
    { label: "is known by a uid that an event of another agenda has", line: { kind: "event", agendaUid: 1, uid: 77, data: bodyOf("B") } },
    { label: "is of an agenda that there is not", line: event("b", bodyOf("B"), { agendaUid: 404 }) },
    { label: "restores an availability that cannot be", line: event("b", bodyOf("B"), { availability: [{ status: "never" }] }) }
  ])("a refused event line that $label leaves the stores unchanged", ({ line }) =>
    Effect.gen(function*() {
      yield* importAll([agenda(1), agenda(2), event("a", bodyOf("A", { slug: "first" })), { ...event("z"), agendaUid: 2, uid: 77 }])
      const before = yield* held
      expect(before.first).not.toBeNull()
      expect(yield* importAll([line])).toMatchObject({ created: 0, updated: 0, unchanged: 0, rejected: 1 })
      expect(yield* held).toEqual(before)
    }).pipe(Effect.provide(testEngine)))

  it.effect.each([{ committed: 0 }, { committed: 1 }, { committed: 2 }])(
    "names the first line not imported where the store fails after $committed transactions, and told the lines before",
    ({ committed }) =>
      Effect.gen(function*() {
        yield* importAll([agenda(1)])
        const told: Array<number> = []
        const clock = yield* steppingClock(transaction_ns)
        const failed = yield* importLines(
          Stream.fromIterable(["a", "b", "c", "d"].map((value) => JSON.stringify(event(value)))),
          { ownerUid: null, dryRun: false, progress: (lines) => Effect.sync(() => told.push(lines)) }
        ).pipe(Effect.withClock(clock), failingAfter(committed), Effect.flip)
        expect(failed).toMatchObject({ _tag: "StoreError", reason: "Unavailable", line: committed + 1 })
        expect(failed.message).toContain(`line ${committed + 1} and those after it are not imported`)
        expect(told).toEqual(Array.from({ length: committed }, (_, line) => line + 1))
        const events = yield* EventStore
        const there = yield* Effect.forEach(["a", "b", "c", "d"], (value) => events.find(1, { _tag: "ExtId", key: "source", value }))
        expect(there.map((found) => found !== null)).toEqual(there.map((_, line) => line < committed))
      }).pipe(Effect.provide(testEngine))
  )

  it.effect("tells the outcomes of lines with faults among others in the order of the lines", () =>
    Effect.gen(function*() {
      const told: Array<number> = []
      const faulty = { kind: "event", agendaUid: 1, extId: { key: "source", value: "f" }, createdAt: "never", data: bodyOf("F") }
      const report = yield* importLines(
        Stream.fromIterable([agenda(1), faulty, event("a"), faulty].map((line) => JSON.stringify(line))),
        { ownerUid: null, dryRun: false, progress: (lines) => Effect.sync(() => told.push(lines)) }
      )
      expect(report).toMatchObject({ created: 2, rejected: 2, errors: [{ line: 2 }, { line: 4 }] })
      expect(told).toEqual([1, 2, 3, 4])
    }).pipe(Effect.provide(testEngine)))
})
