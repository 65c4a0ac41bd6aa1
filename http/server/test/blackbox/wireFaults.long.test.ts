import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { agendaFaults } from "./agendaFaults.js"
import { changeFaults } from "./changeFaults.js"
import { writingWorld } from "./holdServers.js"
import { serveFaulty } from "./serveFaulty.js"
import { ticketFaults } from "./ticketFaults.js"
import { wireFaults } from "./wireFaults.js"

describe("a server that breaks a clause", () => {
  for (const faults of [ticketFaults, wireFaults, changeFaults, agendaFaults]) {
    it.scopedLive(`fails the cases of the clause: ${Object.keys(faults).length} faults`, () =>
      Effect.gen(function*() {
        const { check, world } = yield* writingWorld(MemoryStores.layer)
        const rows = Object.entries(faults)
        const found = yield* Effect.forEach(rows, ([rule, { only, ...fault }]) =>
          Effect.scoped(Effect.gen(function*() {
            const { results } = yield* check({ url: yield* serveFaulty(world.port, fault), only })
            return [rule, results.flatMap(({ case: { id }, outcome }) => outcome._tag === "Failed" ? [id] : []).toSorted()] as const
          })))
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(rows.map(([rule, { fails }]) => [rule, fails.toSorted()])))
      }), 180_000)
  }
})
