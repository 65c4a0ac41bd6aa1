import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { facetTypes } from "@agenda-engine/core/query/event/FacetQuery"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as PgClient from "@effect/sql-pg/PgClient"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { mkdtemp, rm } from "node:fs/promises"
import * as Http from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { at } from "../../../../test/world/at.js"
import { agendas, make, worldNow } from "../../world/World.js"
import { isLong, longestTurn, measureTurns } from "./longestTurn.js"
import { day, eventLines, letters } from "./manyEvents.js"
import { addContributors, agendaLines, locationLines } from "./manyPlaces.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`
const town = "/agendas/town-agenda"

/** Few enough for each landing, and enough that a calendar without slices takes 13 turns of a list. */
const events_count = isNight ? 10_000 : 3_000
const locations_count = events_count
const far = events_count - 1_000
const members_count = 500
const memberships_count = 500

/**
 * A turn lasts at most as long as two time slices and so many turns of a list. Without slices, the page of the largest
 * event took 8 to 15 turns of a list, calendars 45, and searches with facets 200.
 */
const lists_max = 8

const everyFacet = facetTypes.filter((type) => !type.startsWith("additionalField")).map((type, index) =>
  `aggs[${index}][key]=k${index}&aggs[${index}][type]=${type}`
).join("&")
const everyLetter = [...letters].map((letter) => `search[]=${letter}`).join("&")
const days = Array.from(
  { length: 30 },
  (_, index) =>
    `timings[${index}][gte]=${formatUtc(worldNow + index * 3 * day)}&timings[${index}][lte]=${formatUtc(worldNow + (index * 3 + 1) * day)}`
).join("&")

const routes = {
  "300 events": `${main}/events?size=300`,
  "300 whole events as HTML": `${main}/events?size=300&detailed=1&longDescriptionFormat=HTMLWithEmbeds&includeLabels=1&includeSort=1`,
  "the last events": `${main}/events?from=${far}&size=300`,
  "every facet": `${main}/events?size=0&${everyFacet}`,
  "every facet of a search": `${main}/events?search=a&${everyFacet}`,
  "26 prefixes": `${main}/events?${everyLetter}`,
  "26 prefixes with every facet": `${main}/events?${everyLetter}&${everyFacet}`,
  "26 prefixes with a threshold": `${main}/events?${everyLetter}&threshold=auto`,
  "30 ranges": `${main}/events?${days}`,
  "hours of ten years":
    `${main}/events?size=0&aggs[0][type]=timings&aggs[0][interval]=hour&aggs[0][size]=2000&timings[gte]=2020-01-01&timings[lte]=2030-01-01`,
  "400 days": `${main}/events?size=0&aggs[0][type]=eventsByDateRanges&timings[gte]=2025-01-01&timings[lte]=2026-02-01`,
  "a search across agendas": `/v2/events?search=a&size=300&detailed=1`,
  "the agenda": main,
  "300 locations": `${main}/locations?size=300&detailed=1`,
  "a search of locations": `${main}/locations?search=salle+acc&size=300&sort=name.asc`,
  "the last locations": `${main}/locations?from=${far}&size=300`,
  "agendas by a prefix": "/v2/agendas?search=a&size=100",
  "agendas by recently added events": "/v2/agendas?sort=recentlyAddedEvents.desc&size=100",
  "agendas by 26 prefixes": `/v2/agendas?search=${[...letters].join("+")}&size=100`,
  "the largest event": `${main}/events/ext/place/0?longDescriptionFormat=HTML`,
  "the page of the largest event": `${town}/events/event-0`,
  "the page of the agenda": `${town}?search=a`,
  "the calendar of the agenda": `${town}/events.ics`,
  "the calendar of the largest event": `${town}/events/event-0.ics`,
  "an embed": `/embed${town}?search=a`,
  ...Object.fromEntries(exportFormatNames.map((format) => [`the events as ${format}`, `${main}/events.${format}`]))
}

const ownRoutes = {
  "100 members": `${main}/members?size=100`,
  "100 memberships": "/v2/me/agendas?size=100",
  "memberships from 900 on": "/v2/me/agendas?from=900&size=100"
}

interface Asked {
  readonly path: string
  readonly headers: { readonly [name: string]: string }
}

/** Sends, and throws away what comes: reading it would take turns of its own. */
const discard = (port: number, { headers, path }: Asked) =>
  Effect.async<number | undefined>((resume) => {
    Http.get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      response.resume().once("end", () => resume(Effect.succeed(response.statusCode)))
    }).once("error", (error) => resume(Effect.die(error)))
  })

/** Stores, and what an idle database does some time after an import. */
interface Settled {
  readonly stores: Layer.Layer<Stores, StoreError>
  readonly settle: Effect.Effect<void>
}

const turnsOf = ({ settle, stores }: Settled) =>
  Effect.gen(function*() {
    const world = yield* make(stores)
    const { credentials, uids } = world
    const lines = [...agendaLines(memberships_count), ...locationLines(locations_count), ...eventLines(events_count)]
    yield* world.within(Effect.orDie(Effect.flatMap(Transfer, (transfer) =>
      Effect.tap(
        transfer.import(Stream.fromIterable(lines), { ownerUid: uids.administrator, dryRun: false, progress: () => Effect.void }),
        ({ errors }) => Effect.sync(() => expect(errors).toEqual([]))
      ))))
    yield* world.within(Effect.orDie(addContributors(members_count)))
    yield* settle

    let changes = 0
    /** The longest turn of a request, before which the agenda changes so that nothing is known of it. */
    const turnOf = (asked: Asked) =>
      Effect.gen(function*() {
        yield* world.send(`${main}/events/ext/place/1`, {
          method: "PATCH",
          body: { title: { fr: `Titre ${changes++}` } },
          headers: credentials.moderatorToken
        })
        return yield* longestTurn(
          Effect.tap(discard(world.port, asked), (status) => Effect.sync(() => expect([asked.path, status]).toEqual([asked.path, 200])))
        )
      })
    const list = (attempt: number) => turnOf({ path: `${main}/events?size=${19 + attempt}`, headers: credentials.ownerless })
    const exporting = yield* measureTurns(lists_max, list, () =>
      longestTurn(
        world.within(Effect.orDie(Effect.flatMap(Transfer, (transfer) => Stream.runDrain(transfer.export(agendas.main)))))
      ))
    const largest = at((yield* world.send(`${main}/events/ext/place/0`, { headers: credentials.ownerless })).body, "event", "uid")
    const open = { ...routes, "the structured data of the largest event": `${main}/events/${String(largest)}/structured-data` }
    const all = [
      ...Object.entries(open).map(([of, path]) => ({ of, path, headers: path.startsWith("/v2/") ? credentials.ownerless : {} })),
      ...Object.entries(ownRoutes).map(([of, path]) => ({ of, path, headers: credentials.administratorToken }))
    ]
    const asked = yield* Effect.forEach(all, ({ of, ...each }) =>
      Effect.map(measureTurns(lists_max, list, () => turnOf(each)), (measured) => ({ of, ...measured })))
    return [{ of: "the export", ...exporting }, ...asked]
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
  // The test measures turns, not statements: on a busy machine none may reach the bound of a statement. Without
  // statistics, which autovacuum may make late, a search across agendas takes seconds.
  Postgres: Effect.map(postgres.freshDatabase, (url) => ({
    stores: PostgresStores.layer({ url, migrate: true, statementTimeout: "2 minutes" }),
    settle: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient
      yield* sql`VACUUM ANALYZE`
    }).pipe(Effect.provide(PgClient.layer({ url })), Effect.orDie)
  }))
}

for (const [name, opened] of Object.entries(cases).filter(([name]) => isNight || name === "SQLite")) {
  it.scopedLive(
    `no read of ${events_count} events on ${name} blocks the event loop much longer than a list`,
    () =>
      Effect.gen(function*() {
        const measured = yield* Effect.flatMap(opened, turnsOf)
        expect(measured.filter((each) => isLong(each, lists_max))).toEqual([])
      }),
    1_800_000
  )
}
