import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { SqlAdapter } from "./SqlAdapter.js"

/** Puts a sample agenda in a transaction. */
export const putAgenda = (uid: number) =>
  Effect.gen(function*() {
    const { run } = yield* Transaction
    const agendas = yield* AgendaStore
    yield* run(agendas.put(sampleAgenda(uid)))
  })

/** The uids of all agendas. */
export const agendaUids = Effect.flatMap(
  AgendaStore,
  (agendas) => Effect.map(agendas.scan(0, 10), (found) => found.map(({ uid }) => uid))
)

/** Tests of layers on a database that the engine did not migrate, and on a client of a host. */
export const testLayers = ({ empty, layerClient, upClient }: SqlAdapter): void => {
  describe("layers", () => {
    it.scopedLive("an unmigrated schema is Unsupported", () =>
      Effect.gen(function*() {
        const { stores } = yield* empty
        const error = yield* Effect.flip(Effect.provide(agendaUids, stores(false)))
        expect(error).toMatchObject({ reason: "Unsupported", operation: "AgendaStore.scan" })
      }))

    it.scopedLive("layerClient joins the transactions of the host's client", () =>
      Effect.gen(function*() {
        const { client } = yield* empty
        yield* Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* upClient
          yield* sql`CREATE TABLE own (uid INTEGER)`
          const both = Effect.zipRight(sql`INSERT INTO own VALUES (1)`, putAgenda(1))
          yield* Effect.flip(sql.withTransaction(Effect.zipRight(both, Effect.fail("undone"))))
          expect(yield* agendaUids).toEqual([])
          yield* sql.withTransaction(both)
          expect(yield* agendaUids).toEqual([1])
          expect(yield* sql`SELECT uid FROM own`).toEqual([{ uid: 1 }])
        }).pipe(Effect.provide(layerClient), Effect.provide(client))
      }))
  })
}
