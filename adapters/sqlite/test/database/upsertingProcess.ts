import { sampleAgenda, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../../src/SqliteStores.js"

const [, , filename = "", first = "0"] = process.argv

const rounds = 100

/** Repeatedly upserts one external id, in competition with other processes, and creates another event each time. */
const upserting = Effect.gen(function*() {
  const { run } = yield* Transaction
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  const extId = { key: "source", value: "same" }
  yield* run(agendas.put(sampleAgenda(1)))
  for (let round = 0; round < rounds; round++) {
    yield* run(Effect.gen(function*() {
      yield* agendas.lock(1)
      const found = yield* events.find(1, { _tag: "ExtId", ...extId })
      const own = Number(first) + round + 1
      const shared = sampleEvent(found?.uid ?? own, { extIds: [extId], version: (found?.version ?? 0) + 1 })
      yield* events.put(shared.record, shared.index)
      const beside = sampleEvent(own + 100_000)
      yield* events.put(beside.record, beside.index)
    }))
  }
})

await Effect.runPromise(Effect.provide(upserting, SqliteStores.layer({ filename })))
