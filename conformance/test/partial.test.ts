import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { allCases } from "../src/allCases.js"
import { demand } from "../src/Case.js"
import { type Report, runConformance } from "../src/runConformance.js"
import { events } from "../src/storeCalls.js"

const lacks = {
  reopen: "memory ends with the layer",
  share: "each build of the layer is a separate database",
  processes: "memory ends with its process"
}

const agendasOnly = Layer.map(MemoryStores.layer, (stores) => Context.pick(Transaction, AgendaStore)(stores))

/** A port without `search`, as an author who writes one member after the other has it. */
const withoutSearch = Layer.flatMap(MemoryStores.layer, (stores) => {
  const { search: _, ...written } = Context.get(stores, AgendaStore)
  return Layer.merge(Layer.succeed(Transaction, Context.get(stores, Transaction)), Layer.mock(AgendaStore, written))
})

const run = (layer: Layer.Layer<never, unknown>, prefix: RegExp) =>
  Effect.runPromise(
    runConformance({ name: "partial", fresh: Effect.succeed(layer), lacks }, allCases.filter(({ id }) => prefix.test(id)))
  )

const count = ({ results }: Report, tag: string) => results.filter(({ outcome }) => outcome._tag === tag).length

const notWritten = ({ results }: Report) => results.flatMap(({ outcome }) => outcome._tag === "NotWritten" ? outcome.members : [])

/** The ports in the order in which the guide says to write them. */
const order = [
  "transaction",
  "agenda",
  "network",
  "location-set",
  "image",
  "user",
  "member",
  "invitation",
  "key",
  "token",
  "idempotency",
  "revision",
  "location",
  "geocoding"
]

describe("a layer of some ports", () => {
  it("passes the cases of the ports that it has; the others are not written yet, and none fails", async () => {
    const report = await run(agendasOnly, /^(transaction|agenda|user)\./)
    expect(count(report, "Failed")).toBe(0)
    expect(count(report, "Passed")).toBeGreaterThan(45)
    expect(notWritten(report)).toEqual(expect.arrayContaining(["UserStore.put", "LocationStore.put"]))
    expect(report).toMatchObject({ verdict: "incomplete", conforms: false })
  })

  it("needs only AgendaStore for each case of transactions but those of all ports", async () => {
    const report = await run(agendasOnly, /^transaction\.(?!ports\.)/)
    expect(report).toMatchObject({ verdict: "conforms", declared: 20 })
  })

  it("names the members that `Layer.mock` leaves out", async () => {
    const report = await run(withoutSearch, /^agenda\.(put|find|search\.uids)/)
    expect(new Set(notWritten(report))).toEqual(new Set(["AgendaStore.search"]))
    expect(report.results.filter(({ outcome }) => outcome._tag === "NotWritten").map((result) => result.case.id)).toEqual([
      "agenda.search.uids"
    ])
    expect(count(report, "Passed")).toBeGreaterThan(4)
  })

  it("never passes a case that recovers from a missing member", async () => {
    const recovering = demand("x.y", "", "")(function*() {
      yield* Effect.exit(events((store) => store.remove(1)))
    })
    const report = await Effect.runPromise(runConformance({ name: "partial", fresh: Effect.succeed(agendasOnly), lacks }, [recovering]))
    expect(report.results[0]?.outcome).toEqual({ _tag: "NotWritten", members: ["EventStore.remove"] })
  })

  it("conforms in no case when nothing ran", async () => {
    expect(await run(agendasOnly, /^network\./)).toMatchObject({ verdict: "incomplete", conforms: false })
  })

  it("is tested port by port in the order of the guide", () => {
    const ports = [...new Set(allCases.map(({ id }) => id.split(".", 1)[0] ?? ""))]
    expect(ports.filter((port) => order.includes(port))).toEqual(order)
  })
})
