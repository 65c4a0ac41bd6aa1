import { checkServer } from "@agenda-engine/conformance/http/checkServer"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SpecWorld } from "../spec/SpecWorld.js"
import { agendas } from "../world/World.js"
import { wrongServers, wrongWriters } from "./faults.js"
import { writingWorld } from "./holdServers.js"
import { selectionFaults } from "./selectionFaults.js"
import { serveFaulty } from "./serveFaulty.js"

const failedOf = (results: Effect.Effect.Success<ReturnType<typeof checkServer>>["results"]) =>
  results.flatMap(({ case: { id }, outcome }) => outcome._tag === "Failed" ? [id] : [])

layer(SpecWorld.layer(MemoryStores.layer), { excludeTestServices: true })("a server that", (it) => {
  for (const [rule, { fails, only, ...fault }] of Object.entries({ ...wrongServers, ...selectionFaults })) {
    it.scoped(`${rule} fails ${fails.join(", ")}`, () =>
      Effect.gen(function*() {
        const { world } = yield* SpecWorld
        const url = yield* serveFaulty(world.port, fault)
        const { results } = yield* checkServer({ url, key: world.credentials.ownerless.key, agenda: agendas.main, write: null, only })
        expect(failedOf(results)).toEqual(fails)
      }))
  }
})

describe("a server for writing that", () => {
  for (const [rule, { fails, only, ...fault }] of Object.entries(wrongWriters)) {
    it.scopedLive(`${rule} fails ${fails.join(", ")}`, () =>
      Effect.gen(function*() {
        const { check, world } = yield* writingWorld(MemoryStores.layer)
        const { results } = yield* check({ url: yield* serveFaulty(world.port, fault), only })
        expect(failedOf(results)).toEqual(fails)
      }))
  }
})
