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
import { databaseKinds, useDatabases } from "../cli/useDatabases.js"
import { onlineBody } from "../world/bodies.js"
import { agendas, make, type World } from "../world/World.js"
import { longestTurn } from "./longestTurn.js"
import { eventLines } from "./manyEvents.js"
import { type LongRequest, longRequests, slots } from "./writesLoop.js"

const { freshDatabase } = useDatabases()

const main = `/v2/agendas/${agendas.main}`

/** A write takes as long among these as among more. */
const events_count = 2_000

/**
 * No turn may be so many times as long as the longest one of a default list, which takes 2 to 5 ms. Before, different members took 150 times as
 * long, and texts of 50 languages 100 times.
 */
const ratio_max = 40

const tries = 3

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

/** The longest turns of a default list, the agenda changed before each, in order of length. */
const listTurns = (world: World) =>
  Effect.map(
    Effect.forEach(Array.from({ length: 3 * tries }), (_, attempt) =>
      Effect.gen(function*() {
        const changing = () => ({ method: "PATCH", body: { title: { fr: `Titre ${attempt}` } } })
        yield* send(world, { path: `${main}/events/ext/place/1`, call: changing }, attempt)
        return yield* longestTurn(send(world, { path: `${main}/events` }, attempt))
      })),
    (turns) => turns.toSorted((left, right) => left - right)
  )

const turnOf = (world: World, of: string, { status, ...request }: LongRequest) =>
  Effect.gen(function*() {
    const turns: Array<number> = []
    const unexpected: Array<string> = []
    for (let attempt = 0; attempt < tries; attempt++) {
      turns.push(
        yield* longestTurn(Effect.map(send(world, request, attempt), (answer) => {
          if (answer.status !== status) unexpected.push(`${of}: ${answer.status} ${answer.text}`)
        }))
      )
    }
    return { of, turn: Math.min(...turns), unexpected }
  })

for (const kind of databaseKinds) {
  it.scopedLive(`no write and no import on ${kind} takes a turn of the event loop much longer than a list`, () =>
    Effect.gen(function*() {
      const world = yield* make(storesOn(yield* Effect.promise(() => freshDatabase(kind))))
      const lines = [...eventLines(events_count)]
      expect(yield* importing(world, lines.slice(0, 500))).toMatchObject({ created: 500, rejected: 0 })
      const imported = yield* longestTurn(importing(world, lines.slice(500)))
      const made = {
        path: `${main}/events/ext/new/slots`,
        call: () => ({ method: "PUT", body: { ...onlineBody, timings: slots, state: 2 } })
      }
      expect((yield* send(world, made, 0)).status).toBe(200)
      const list = (yield* listTurns(world)).at(tries) ?? 0
      const asked = yield* Effect.forEach(Object.entries(longRequests), ([name, request]) => turnOf(world, name, request))
      const turns = [{ of: "the import", turn: imported }, ...asked]
      const measured = turns.map(({ of, turn }) => ({ of, turn, times: Math.round(turn / list * 10) / 10 }))
      expect(asked.flatMap(({ unexpected }) => unexpected)).toEqual([])
      expect(measured.filter(({ times }) => times > ratio_max)).toEqual([])
    }), 600_000)
}
