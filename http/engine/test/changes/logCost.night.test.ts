import { operator } from "@agenda-engine/core/domain/access/Credential"
import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { draftOf, engineOver } from "../../../../core/test/services/testEngine.js"

const rounds = 24
const warmUp_rounds = 4
const round_events = 200

const median = (values: ReadonlyArray<number>): number => values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN

const withoutRows = Layer.effect(ChangeStore, Effect.map(ChangeStore, (store) => ({ ...store, append: () => Effect.void })))

/** An event of five slots, with the text of half a page. */
const typical = {
  longDescription: { fr: "Un concert au bord de la rivière, avec un orchestre et une chorale. ".repeat(20) },
  timings: [1, 2, 3, 4, 5].map((day) => ({ begin: `2030-06-0${day}T18:00:00+02:00`, end: `2030-06-0${day}T20:00:00+02:00` }))
}

const upsertAll = (round: number) =>
  Effect.gen(function*() {
    const service = yield* Events
    for (let index = 0; index < round_events; index++) {
      yield* authorized(operator, { _tag: "Uid", uid: 1 }, "events:write", (by) =>
        service.upsert(by, { key: "night", value: `${round}-${index}` }, draftOf(`Concert ${round} ${index}`, typical)))
    }
  })

it("the log of changes takes at most a twentieth of the processor time of an upsert", async () => {
  const folder = await mkdtemp(join(tmpdir(), "agenda-engine-log-"))
  const stores = (name: string) => Layer.orDie(SqliteStores.layer({ filename: join(folder, name) }))
  const logged = ManagedRuntime.make(engineOver(stores("logged.db")))
  const bare = ManagedRuntime.make(engineOver(Layer.provideMerge(withoutRows, stores("bare.db"))))
  try {
    for (const engine of [logged, bare]) {
      await engine.runPromise(Effect.flatMap(Agendas, (agendas) => agendas.create({ uid: 1, title: "Town" })))
    }
    const cost = async (engine: typeof logged, round: number) => {
      const before = process.cpuUsage()
      await engine.runPromise(upsertAll(round))
      const { system, user } = process.cpuUsage(before)
      return (system + user) / round_events
    }
    const shares: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const isTurned = round % 2 === 1
      const first = await cost(isTurned ? bare : logged, round)
      const second = await cost(isTurned ? logged : bare, round)
      const [with_us, without_us] = isTurned ? [second, first] : [first, second]
      if (round >= warmUp_rounds) shares.push((with_us - without_us) / with_us)
    }
    expect(median(shares), "the share of the log in an upsert").toBeLessThanOrEqual(0.05)
  } finally {
    await Promise.all([logged.dispose(), bare.dispose()])
    await rm(folder, { recursive: true })
  }
})
