import { operator } from "@agenda-engine/core/domain/access/Credential"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { agendas, make } from "../world/World.js"

const postgres = usePostgres()

/** Stores of which the third put of an event is written and then told to have lost a race, once. */
const losing = <E>(stores: Layer.Layer<Stores, E>): Layer.Layer<Stores, E> =>
  Layer.effect(
    EventStore,
    Effect.map(EventStore, (events) => {
      let puts = 0
      const lost = new StoreError({ reason: "Conflict", operation: "EventStore.put", cause: new Error("another came first") })
      return {
        ...events,
        put: (record, index) => {
          puts += 1
          return puts === 3 ? Effect.zipRight(events.put(record, index), lost) : events.put(record, index)
        }
      } satisfies typeof events
    })
  ).pipe(Layer.provideMerge(stores))

const values = ["a", "b", "c", "d"]
const lineOf = (value: string, data: object) =>
  JSON.stringify({ kind: "event", agendaUid: agendas.main, extId: { key: "source", value }, data })
const lines = [...values.map((value) => lineOf(value, onlineBody)), lineOf("refused", {})]

describe("a batch of lines one of which loses a race", () => {
  const importing = (stores: Layer.Layer<Stores, StoreError>) =>
    Effect.gen(function*() {
      const { within } = yield* make(losing(stores))
      const options = { ownerUid: null, dryRun: false, progress: () => Effect.void }
      const report = yield* within(Effect.flatMap(Transfer, (transfer) => transfer.import(Stream.fromIterable(lines), options)))
      expect(report).toMatchObject({ created: 4, updated: 0, unchanged: 0, rejected: 1, errors: [{ line: 5 }] })
      const found = yield* within(Effect.forEach(values, (value) =>
        Effect.flatMap(Events, (events) =>
          authorized(operator, { _tag: "Uid", uid: agendas.main }, "events:read", (by) =>
            events.get(by, { _tag: "ExtId", key: "source", value })))))
      expect(found.map(({ version }) =>
        version
      )).toEqual([1, 1, 1, 1])
    })

  it.scopedLive("is retried whole, each line once, on every database", () =>
    Effect.gen(function*() {
      const url = yield* postgres.freshSchema
      yield* Effect.scoped(importing(SqliteStores.layer({ filename: ":memory:" })))
      yield* Effect.scoped(importing(PostgresStores.layer({ url })))
    }), 120_000)
})
