import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as PgClient from "@effect/sql-pg/PgClient"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../../test/world/at.js"
import { agendas, make, worldNow } from "../../world/World.js"
import { longestTurn } from "../load/longestTurn.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`

const words_count = 30_000
const wordsOfEvent = 10

const letters = "abcdefghijklmnoprstuvxyz"

/** A word of ten letters, which no other one is near. */
const wordOf = (index: number): string => {
  let state = index + 1
  return Array.from({ length: 10 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return letters[state % letters.length] ?? ""
  }).join("")
}

const misspell = (word: string): string => `${word.slice(0, 4)}q${word.slice(5)}`

const lines = Array.from({ length: words_count / wordsOfEvent }, (_, event) =>
  JSON.stringify({
    kind: "event",
    agendaUid: agendas.main,
    extId: { key: "words", value: `${event}` },
    data: {
      title: { br: Array.from({ length: wordsOfEvent }, (_, word) => wordOf(event * wordsOfEvent + word)).join(" ") },
      description: { br: "-" },
      attendanceMode: 2,
      onlineAccessLink: "https://example.org/live",
      status: 1,
      state: 2,
      timezone: "Europe/Paris",
      timings: [{ begin: formatUtc(worldNow), end: formatUtc(worldNow + 3_600_000) }]
    }
  }))

const median = (values: ReadonlyArray<number>): number => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0

const rounds = 40

/** Stores, and what brings them into the state that a server reaches by itself some minutes after an import. */
interface Settled {
  readonly stores: Layer.Layer<Stores, StoreError>
  readonly settle: Effect.Effect<unknown>
}

const measured = ({ settle, stores }: Settled) =>
  Effect.gen(function*() {
    const { credentials, send, uids, within } = yield* make(stores)
    yield* within(Effect.orDie(Effect.flatMap(Transfer, (transfer) =>
      Effect.tap(
        transfer.import(Stream.fromIterable(lines), { ownerUid: uids.administrator, dryRun: false, progress: () => Effect.void }),
        ({ errors }) => Effect.sync(() => expect(errors).toEqual([]))
      ))))
    yield* settle
    const timeOf = (search: string) =>
      Effect.gen(function*() {
        const started = performance.now()
        const { body } = yield* send(`${main}/events?search=${search}`, { headers: credentials.ownerless })
        const ms = performance.now() - started
        expect(at(body, "total"), search).toBeGreaterThan(0)
        return ms
      })
    yield* timeOf(misspell(wordOf(7)))
    const pairs = yield* Effect.forEach(Array.from({ length: rounds }, (_, round) => wordOf(round * 701 + 11)), (word) =>
      Effect.all({ right: timeOf(word), misspelt: timeOf(misspell(word)) }))
    const many = Array.from({ length: 64 }, (_, index) =>
      `search[]=${misspell(wordOf(index * 311 + 5))}`).join("&")
    const turn = yield* longestTurn(send(`${main}/events?${many}`, { headers: credentials.ownerless }))
    return {
      right: median(pairs.map(({ right }) => right)),
      misspelt: median(pairs.map(({ misspelt }) => misspelt)),
      turn_ms: turn.thread_ms
    }
  }).pipe(Effect.scoped)

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const cases: { readonly [name: string]: Effect.Effect<Settled, unknown, Scope.Scope> } = {
  SQLite: Effect.map(temporaryFolder, (folder) => ({
    stores: SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true }),
    settle: Effect.void
  })),
  Postgres: Effect.map(postgres.freshDatabase, (url) => ({
    stores: PostgresStores.layer({ url, migrate: true }),
    settle: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient
      yield* sql`VACUUM ANALYZE`
    }).pipe(Effect.provide(PgClient.layer({ url })), Effect.orDie)
  }))
}

for (const [name, opened] of Object.entries(cases)) {
  it.scopedLive(
    `a misspelt word in an agenda of ${words_count} words on ${name} takes at most twice the time of the word, and 64 of them no long turn`,
    () =>
      Effect.gen(function*() {
        const { misspelt, right, turn_ms } = yield* Effect.flatMap(opened, measured)
        expect(misspelt).toBeLessThanOrEqual(2 * right)
        expect(turn_ms).toBeLessThanOrEqual(50)
      })
  )
}
