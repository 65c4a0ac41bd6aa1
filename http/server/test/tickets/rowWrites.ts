import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { dailySlots, slotId } from "../world/dailySlots.js"
import type { TestWorld } from "../world/TestWorld.js"
import { each, events, faultsOf, make, send, write } from "./ticketed.js"

const rowsOf = (slots: number, providers: ReadonlyArray<string>, row: object) =>
  Object.fromEntries(
    Array.from({ length: slots }, (_, index) => [slotId(index), Object.fromEntries(providers.map((provider) => [provider, row]))])
  )

const patch = (path: string, rows: object) => send("PATCH", `${path}/availability`, rows)

/** Everything that is stored of an event's tickets, and its tag. */
const everything = (path: string) => Effect.map(send("GET", path), ({ headers, text }) => [text, headers.etag])

const syncedAt = "2025-06-15T15:00:00Z"
const later = "2025-06-15T15:01:00Z"

/** What holds of writes of availability, wherever it is kept (wire.md §8, PATCH availability). */
export const rowWrites: { readonly [says: string]: Effect.Effect<void, unknown, TestWorld> } = {
  "takes 800 slots of 4 providers, and changes nothing where one slot is bad": Effect.gen(function*() {
    const path = yield* make({ timings: dailySlots(800) })
    const providers = ["billetweb", "eventbrite", "mapado", "weezevent"]
    const whole = {
      syncedAt,
      onSaleFrom: "2025-06-01T10:00:00+02:00",
      onSaleThrough: "2031-06-01T10:00:00+02:00",
      remaining: 120,
      lowStockThreshold: 20,
      sourceRef: "A-REFERENCE-OF-THE-TICKETING-SIDE",
      status: "available"
    }
    const rows = rowsOf(800, providers, whole)
    expect(JSON.stringify(rows).length).toBeGreaterThan(500_000)
    const first = yield* patch(path, rows)
    expect([first.status, at(first.body, "written"), at(first.body, "errors")]).toEqual([200, 3_200, []])
    const before = yield* everything(path)
    const newer = rowsOf(800, ["mapado"], { ...whole, syncedAt: later, remaining: 0 })
    for (
      const [bad, fault] of [
        [{ ...newer, s0400: { mapado: { ...whole, remaining: -1 } } }, "range s0400.mapado.remaining"],
        [{ ...newer, s0800: { mapado: whole } }, "timing.unknown s0800"]
      ] as const
    ) {
      const refused = yield* patch(path, bad)
      expect([refused.status, faultsOf(refused)]).toEqual([400, [fault]])
      expect(refused.body).toMatchObject({ success: false, message: "data is invalid", applied: [], written: 0 })
    }
    expect(yield* everything(path)).toEqual(before)
    const second = yield* patch(path, newer)
    expect([second.status, at(second.body, "written")]).toEqual([200, 800])
    const { body } = yield* send("GET", path)
    const shown = each(
      at(body, "event", "timings"),
      (slot) => each(at(slot, "availability"), (row) => [at(row, "provider"), at(row, "status")])
    )
    const statuses = providers.map((provider) => [provider, provider === "mapado" ? "soldOut" : "available"])
    expect(shown).toEqual(Array.from({ length: 800 }, () => statuses))
  }),

  "skips what is older than what is stored, says so, and writes the rest": Effect.gen(function*() {
    const path = yield* make({ timings: dailySlots(2) })
    yield* write("PATCH", `${path}/availability`, rowsOf(2, ["mapado"], { syncedAt, remaining: 4 }))
    const older = "2025-06-15T16:59:59.999+02:00"
    const answer = yield* patch(path, {
      s0000: { mapado: { syncedAt: older, remaining: 1 }, weezevent: { syncedAt } },
      s0001: { mapado: { syncedAt: later, remaining: 5 } }
    })
    expect([answer.status, answer.body]).toEqual([200, {
      success: true,
      applied: [{ slot: "s0000", provider: "weezevent" }, { slot: "s0001", provider: "mapado" }],
      written: 2,
      errors: [{
        code: "stale",
        field: "s0000.mapado.syncedAt",
        message: "a newer value is stored already",
        origin: older,
        step: "validation",
        info: { stored: syncedAt }
      }]
    }])
    const { body } = yield* send("GET", path)
    expect(each(at(body, "event", "timings"), (slot) => at(slot, "availability"))).toMatchObject([
      [{ provider: "mapado", remaining: 4, syncedAt }, { provider: "weezevent", syncedAt }],
      [{ provider: "mapado", remaining: 5, syncedAt: later }]
    ])
    const before = yield* everything(path)
    const skipped = yield* patch(path, { s0001: { mapado: { syncedAt: older, remaining: 0 } } })
    expect([skipped.status, at(skipped.body, "written"), faultsOf(skipped)]).toEqual([200, 0, ["stale s0001.mapado.syncedAt"]])
    expect(yield* everything(path)).toEqual(before)
  }),

  "are found by the price that is shown: unknown, as long as there is a row and no offer": Effect.gen(function*() {
    const path = yield* make({ timings: dailySlots(2) })
    const uid = path.split("/").at(-1)
    const found = Effect.map(
      send("GET", `${events}?uid[]=${uid}&pricing=unknown&aggregations=pricings`),
      ({ body }) => [at(body, "total"), at(body, "events", 0, "offersAggregate", "pricing"), at(body, "aggregations", "pricings")]
    )
    expect(yield* found).toEqual([0, undefined, []])
    yield* write("PATCH", `${path}/availability`, { s0001: { mapado: { syncedAt, remaining: 3 } } })
    expect(yield* found).toEqual([1, "unknown", [{ key: "unknown", eventCount: 1 }]])
    yield* write("PATCH", `${path}/availability`, { s0000: { mapado: { syncedAt } }, s0001: { mapado: null } })
    expect(yield* found).toEqual([1, "unknown", [{ key: "unknown", eventCount: 1 }]])
    yield* write("PATCH", `${path}/availability`, { s0000: { mapado: null } })
    expect(yield* found).toEqual([0, undefined, []])
  })
}
