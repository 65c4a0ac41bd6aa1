import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Locations } from "@agenda-engine/core/services/Locations"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { at } from "../../../test/world/at.js"
import { eventBody, locationBody } from "../../../test/world/bodies.js"
import { agendas, make, type Send, sender } from "../world/World.js"
import { databaseKinds, useDatabases } from "./commands/useDatabases.js"
import { startCli } from "./runCli.js"

const { freshDatabase } = useDatabases()

const storesOn = (database: string): Layer.Layer<Stores, StoreError> =>
  database.startsWith("sqlite:")
    ? SqliteStores.layer({ filename: database.slice("sqlite:".length) })
    : PostgresStores.layer({ url: Redacted.make(database) })

const main = `/v2/agendas/${agendas.main}`
const base = "https://agenda.example"

/** The real command line, serving until the scope closes. */
const otherProcess = (database: string) =>
  Effect.acquireRelease(
    Effect.sync(() => startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: database, AGENDA_PUBLIC_URL: base } })),
    (server) => {
      server.signal("SIGTERM")
      return Effect.promise(() => server.finished)
    }
  ).pipe(
    Effect.flatMap((server) => Effect.promise(() => server.line(/^listening on http:\/\/127\.0\.0\.1:(\d+)$/m))),
    Effect.map(([, port]) => sender(Number(port)))
  )

describe.each(databaseKinds)("two servers on one %s database", (kind) => {
  it.live("answer conditional reads according to each other's writes", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(() => freshDatabase(kind))
      const running = Clock.make()
      const { credentials, secrets, send: one, within } = yield* make(storesOn(database), { now: () => running.unsafeCurrentTimeMillis() })
      const other = yield* otherProcess(database)
      const bought = yield* other("/v2/requestAccessToken", { method: "POST", body: { code: secrets.administrator } })
      const token = { "access-token": String(at(bought.body, "access_token")) }

      const read = (send: Send, path: string, tag?: string) =>
        send(path, { headers: { ...credentials.ownerless, ...(tag === undefined ? {} : { "if-none-match": tag }) } })
      const write = (send: Send, method: string, path: string, body?: unknown) =>
        Effect.tap(send(main + path, { method, body, headers: token }), ({ status, text }) => expect(status, text).toBe(200))

      const made = yield* write(other, "POST", "/locations", locationBody)
      const locationUid = Number(at(made.body, "location", "uid"))
      // The page of one event is that of the first.
      for (const [name, hour] of [["a", 18], ["b", 19]] as const) {
        const timings = [{ begin: `2060-06-01T${hour}:00:00+02:00`, end: "2060-06-01T20:00:00+02:00" }]
        yield* write(one, "PUT", `/events/ext/n/${name}`, { ...eventBody, locationUid, timings })
      }

      const paths = [`${main}/events?detailed=1&size=1`, `${main}/events/ext/n/a`] as const
      const expectSame = (tags: ReadonlyArray<string>) =>
        Effect.gen(function*() {
          for (const [index, path] of paths.entries()) {
            for (const send of [one, other, one, other]) expect((yield* read(send, path, tags[index])).status, path).toBe(304)
          }
        })
      const tagsNow = Effect.forEach(paths, (path) => Effect.map(read(one, path), ({ headers }) => String(headers.etag)))
      const expectChanged = (send: Send, text: string, tags: ReadonlyArray<string>) =>
        Effect.gen(function*() {
          const answers = yield* Effect.forEach(paths, (path, index) => read(send, path, tags[index]))
          for (const answer of answers) {
            expect(answer.status, text).toBe(200)
            expect(answer.text).toContain(text)
          }
          const next = answers.map(({ headers }) => String(headers.etag))
          yield* expectSame(next)
          return next
        })

      let tags: ReadonlyArray<string> = yield* tagsNow
      yield* expectSame(tags)
      for (let round = 1; round <= 5; round++) {
        yield* write(one, "PATCH", "/events/ext/n/a", { title: { fr: `Par l'un ${round}` } })
        tags = yield* expectChanged(other, `Par l'un ${round}`, tags)
        yield* write(other, "PATCH", "/events/ext/n/a", { title: { fr: `Par l'autre ${round}` } })
        tags = yield* expectChanged(one, `Par l'autre ${round}`, tags)
      }
      yield* within(Effect.flatMap(Locations, (all) => all.restore(agendas.main, locationUid, { ...locationBody, name: "Salle 8" })))
      tags = yield* expectChanged(other, "Salle 8", tags)
      yield* write(other, "DELETE", "/events/ext/n/a")
      expect((yield* read(one, paths[0], tags[0])).body).toMatchObject({ total: 1 })
      expect((yield* read(one, paths[1], tags[1])).status).toBe(404)
    }).pipe(Effect.scoped), 120_000)
})
