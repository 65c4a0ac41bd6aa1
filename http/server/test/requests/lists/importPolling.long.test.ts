import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { databaseKinds, useDatabases } from "../../cli/commands/useDatabases.js"
import { agendas, make, type World, worldNow } from "../../world/World.js"

const { freshDatabase } = useDatabases()

const storesOn = (database: string): Layer.Layer<Stores, StoreError> =>
  database.startsWith("sqlite:")
    ? SqliteStores.layer({ filename: database.slice("sqlite:".length) })
    : PostgresStores.layer({ url: Redacted.make(database) })

/** Stores that run an effect before each put of an event. */
const beforePut = <E>(stores: Layer.Layer<Stores, E>, before: () => Effect.Effect<void>): Layer.Layer<Stores, E> =>
  Layer.effect(
    EventStore,
    Effect.map(EventStore, (events) => ({
      ...events,
      put: (record, index) => Effect.zipRight(Effect.suspend(before), events.put(record, index))
    } satisfies typeof events))
  ).pipe(Layer.provideMerge(stores))

const second = 1_000

/** The server documents a greater margin. */
const margin_ms = second

/** How long each line takes, by the clock of the world. */
const line_ms = 60

const lines_count = 400
const pollEvery_lines = 13

const line = (value: number) =>
  JSON.stringify({ kind: "event", agendaUid: agendas.main, extId: { key: "source", value: `${value}` }, data: onlineBody })

const importing = ({ within }: World, lines: ReadonlyArray<string>) =>
  within(
    Effect.orDie(Effect.flatMap(Transfer, (transfer) =>
      transfer.import(Stream.fromIterable(lines), {
        ownerUid: null,
        dryRun: false,
        progress: () => Effect.void
      })))
  )

/** A client that keeps the second of its last run and asks for what changed since, but for a margin. */
const makeMirror = ({ credentials, send }: World, now: () => number) => {
  const uids = new Set<unknown>()
  let lastRun_ms = 0
  const poll = Effect.gen(function*() {
    const since = formatUtc(Math.max(0, lastRun_ms - margin_ms))
    lastRun_ms = Math.floor(now() / second) * second
    const path = `/v2/agendas/${agendas.main}/events?updatedAt[gte]=${since}&removed=null&sort=updatedAt.asc&size=300`
    let after: ReadonlyArray<unknown> | null = []
    while (after !== null) {
      const cursor: string = after.map((part) => `&after[]=${encodeURIComponent(String(part))}`).join("")
      const { body, status, text } = yield* send(path + cursor, { headers: credentials.ownerless })
      expect(status, text).toBe(200)
      const events = at(body, "events")
      if (Array.isArray(events)) { for (const event of events) uids.add(at(event, "uid")) }
      const next = at(body, "after")
      after = Array.isArray(next) ? next : null
    }
  })
  return { poll, uids }
}

describe.each(databaseKinds)("a client that polls with the time of its last run during an import on %s", (kind) => {
  it.scopedLive("misses nothing with a margin of one second, however long the import takes", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(() => freshDatabase(kind))
      const clock = { now: worldNow, lines: 0 }
      const beside: { poll: Effect.Effect<void> } = { poll: Effect.void }
      const stores = beforePut(storesOn(database), () => {
        clock.now += line_ms
        clock.lines += 1
        return clock.lines % pollEvery_lines === 0 ? beside.poll : Effect.void
      })
      const world = yield* make(stores, { now: () => clock.now })
      // From its first change on, what is imported into an agenda bears the instant at which it is written.
      yield* importing(world, [line(0)])
      const mirror = makeMirror(world, () => clock.now)
      beside.poll = mirror.poll
      const numbers = Array.from({ length: lines_count }, (_, index) => index + 1)
      expect(yield* importing(world, numbers.map(line))).toMatchObject({ created: lines_count, rejected: 0 })
      clock.now += line_ms
      yield* mirror.poll
      expect(mirror.uids.size).toBe(lines_count + 1)
    }), 120_000)
})
