import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { databaseKinds, useDatabases } from "../../cli/commands/useDatabases.js"
import { agendas, make, type World } from "../../world/World.js"
import { isLong, longestTurn, measureTurns } from "./longestTurn.js"
import { eventLines } from "./manyEvents.js"
import { type LongRequest, longRequests, slots } from "./writesLoop.js"

const { freshDatabase } = useDatabases()

const main = `/v2/agendas/${agendas.main}`

/** A write takes as long among these as among more. */
const events_count = 2_000

/**
 * A turn lasts at most as long as two time slices and so many turns of a list. Without slices, 100 000 members took 150
 * turns of a list, and texts in 50 languages 100.
 */
const lists_max = 16

const storesOn = (database: string): Layer.Layer<Stores, StoreError> =>
  database.startsWith("sqlite:")
    ? SqliteStores.layer({ filename: database.slice("sqlite:".length) })
    : PostgresStores.layer({ url: Redacted.make(database) })

const send = ({ credentials, send }: World, { call, path }: Omit<LongRequest, "status">, attempt: number) => {
  const sent = call === undefined ? { headers: credentials.ownerless } : call(attempt)
  return send(path, call === undefined ? sent : { ...sent, headers: { ...sent.headers, ...credentials.moderatorToken } })
}

const importing = ({ within }: World, lines: ReadonlyArray<string>) =>
  within(
    Effect.orDie(Effect.flatMap(Transfer, (transfer) =>
      transfer.import(Stream.fromIterable(lines), {
        ownerUid: null,
        dryRun: false,
        progress: () => Effect.void
      })))
  )

/** The longest turn of a default list, before which the agenda changes. */
const listTurn = (world: World) => (attempt: number) =>
  Effect.gen(function*() {
    const changing = () => ({ method: "PATCH", body: { title: { fr: `Titre ${attempt}` } } })
    yield* send(world, { path: `${main}/events/ext/place/1`, call: changing }, attempt)
    return yield* longestTurn(send(world, { path: `${main}/events` }, attempt))
  })

const measure = (world: World, of: string, { status, ...request }: LongRequest) =>
  Effect.gen(function*() {
    const unexpected: Array<string> = []
    const measured = yield* measureTurns(lists_max, listTurn(world), (attempt) =>
      longestTurn(Effect.map(send(world, request, attempt), (answer) => {
        if (answer.status !== status) {
          unexpected.push(`${of}: ${answer.status} ${answer.text}`)
        }
      })))
    return { of, ...measured, unexpected }
  })

for (const kind of databaseKinds.filter((kind) => isNight || kind === "SQLite")) {
  it.scopedLive(`no write and no import on ${kind} blocks the event loop much longer than a list`, () =>
    Effect.gen(function*() {
      const world = yield* make(storesOn(yield* Effect.promise(() => freshDatabase(kind))))
      const lines = [...eventLines(events_count)]
      expect(yield* importing(world, lines.slice(0, 500))).toMatchObject({ created: 500, rejected: 0 })
      const imported = yield* measureTurns(lists_max, listTurn(world), (attempt) =>
        longestTurn(importing(world, lines.slice(500 + attempt * 300, 800 + attempt * 300))))
      const made = {
        path: `${main}/events/ext/new/slots`,
        call: () => ({ method: "PUT", body: { ...onlineBody, timings: slots, state: 2 } })
      }
      expect((yield* send(world, made, 0)).status).toBe(200)
      const asked = yield* Effect.forEach(Object.entries(longRequests), ([name, request]) =>
        measure(world, name, request))
      expect(asked.flatMap(({ unexpected }) =>
        unexpected
      )).toEqual([])
      expect([{ of: "the import", ...imported }, ...asked].filter((each) => isLong(each, lists_max))).toEqual([])
    }), 1_800_000)
}
