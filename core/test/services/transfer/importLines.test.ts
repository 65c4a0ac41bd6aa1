import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Json, JsonObject } from "../../../src/domain/text/Json.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { EventStore } from "../../../src/ports/EventStore.js"
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
})
