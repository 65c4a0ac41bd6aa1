import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"

import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, make } from "../../world/World.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const databases: { readonly [name: string]: Effect.Effect<Layer.Layer<Stores, StoreError>, unknown, Scope.Scope> } = {
  memory: Effect.succeed(MemoryStores.layer),
  SQLite: Effect.map(temporaryFolder, (folder) => SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true })),
  Postgres: Effect.map(postgres.freshSchema, (url) => PostgresStores.layer({ url, migrate: true }))
}

let searches = 0
let isOutOfTime = false
const outOfTime = new StoreError({ reason: "Busy", operation: "EventSearch.search", cause: new Error("out of time") })

/** Stores that count searches, which fail while they are out of time. */
const counted = (stores: Layer.Layer<Stores, StoreError>) =>
  Layer.map(stores, (context) => {
    const { search, ...others } = Context.get(context, EventSearch)
    return Context.add(context, EventSearch, {
      ...others,
      search: (plan, known) =>
        Effect.suspend(() => {
          searches += 1
          return isOutOfTime ? outOfTime : search(plan, known)
        })
    })
  })

it.scopedLive.each(Object.entries(databases))(
  "on %s, a list by rights that have changed is the one by the rights that the caller has now",
  ([, stores]) =>
    Effect.gen(function*() {
      const world = yield* make(counted(yield* stores))
      const { contributorToken, moderatorKey, moderatorToken, strangerKey } = world.credentials
      let lists = 0
      // Each list is another one, so that no response and no page is cached for it.
      const list = (headers: Readonly<Record<string, string>>, query = "") =>
        world.send(`${main}/events?${query}&size=${(lists += 1)}`, { headers })
      const put = (title: string) =>
        world.send(`${main}/events/ext/box/1`, {
          method: "PUT",
          headers: moderatorToken,
          body: { ...onlineBody, title: { fr: title }, state: 1 }
        })
      const createKey = world.within(
        Effect.flatMap(Keys, (keys) => keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null }))
      )
      const revoke = (id: string) => Effect.orDie(world.within(Effect.flatMap(Keys, (keys) => keys.revoke(id))))
      const made = yield* createKey
      const expensive = yield* createKey
      yield* put("Concert")

      const refusals: ReadonlyArray<readonly [Readonly<Record<string, string>>, string, number, Effect.Effect<unknown>]> = [
        [{ key: made.key }, "", 403, revoke(made.id)],
        [
          moderatorKey,
          "state[]=1",
          403,
          Effect.orDie(world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.moderator))))
        ],
        [strangerKey, "", 403, Effect.orDie(world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { private: true }))))],
        [
          contributorToken,
          "",
          403,
          Effect.orDie(world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.contributor))))
        ]
      ]
      // What another caller reads in the same agenda.
      const changed = () => list(moderatorKey, "state[]=1")
      for (const _ of [1, 2, 3]) expect((yield* changed()).text).toContain("Concert")
      yield* put("Ballet")
      for (const _ of [1, 2, 3]) expect((yield* changed()).text).toContain("Ballet")

      for (const _ of [1, 2, 3]) yield* list({ key: expensive.key })
      yield* revoke(expensive.id)
      const searched = searches
      isOutOfTime = true
      for (const _ of [1, 2, 3]) expect((yield* list({ key: expensive.key })).status).toBe(403)
      isOutOfTime = false
      expect(searches).toBe(searched + 1)

      for (const [headers, query, status, change] of refusals) {
        for (const _ of [1, 2, 3]) expect((yield* list(headers, query)).status).toBe(200)
        yield* change
        const refused = yield* list(headers, query)
        expect(refused.status).toBe(status)
        const before = searches
        const again = yield* list(headers, query)
        expect([again.status, again.body]).toEqual([status, refused.body])
        expect(searches).toBe(before)
      }
    })
)
