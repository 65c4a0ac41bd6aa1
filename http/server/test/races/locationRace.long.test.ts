import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../test/world/at.js"
import { eventBody, locationBody } from "../../../test/world/bodies.js"
import { agendas, make, type World } from "../world/World.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`

describe("concurrent writes of locations", () => {
  const sharing = Effect.gen(function*() {
    const { uid } = yield* Effect.flatMap(LocationSets, (sets) => sets.create({ title: "Halles" }))
    const all = yield* Agendas
    for (const agenda of [agendas.main, agendas.other]) yield* all.update(agenda, { locationSetUid: uid })
  })

  const racing = Effect.fnUntraced(function*({ credentials, send, within }: World) {
    yield* within(sharing)
    const sides = [[main, credentials.moderatorToken], [`/v2/agendas/${agendas.other}`, credentials.strangerToken]] as const
    /** Writes by the one agenda and the other in turn. */
    const write = (turn: number, path: string, method: string, body?: object) => {
      const [agenda, headers] = sides[turn % 2 === 0 ? 0 : 1]
      return send(agenda + path, { method, headers, ...(body === undefined ? {} : { body }) })
    }
    const all = { concurrency: "unbounded" } as const

    const names = Array.from({ length: 20 }, (_, index) => `Halle ${index}`)
    const upserts = yield* Effect.forEach(names, (name, turn) => write(turn, "/locations/ext/race", "PUT", { ...locationBody, name }), all)
    expect(upserts.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(new Set(upserts.map(({ body }) => at(body, "location", "uid"))).size).toBe(1)
    expect(upserts.filter(({ headers }) => headers.location !== undefined)).toHaveLength(1)
    expect(at((yield* send(`${main}/locations?search=halle`, { headers: credentials.ownerless })).body, "total")).toBe(1)

    const fields = ["phone", "insee", "postalCode", "adminLevel1", "adminLevel3", "adminLevel5", "adminLevel6", "imageCredits"]
    yield* Effect.forEach(fields, (field, turn) => write(turn, "/locations/ext/race", "PATCH", { [field]: field }), all)
    const patched = yield* send(`${main}/locations/ext/race`, { headers: credentials.ownerless })
    expect(at(patched.body, "location")).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])))

    const outcomes = yield* Effect.forEach(Array.from({ length: 8 }, (_, round) => round), (round) =>
      Effect.gen(function*() {
        const made = yield* write(0, "/locations", "POST", locationBody)
        const uid = Number(at(made.body, "location", "uid"))
        const come = write(1, `/events/ext/round/${round}`, "PUT", { ...eventBody, locationUid: uid })
        const go = write(0, `/locations/${uid}`, "DELETE")
        const [came, went] = yield* Effect.all(round % 2 === 0 ? [come, go] : [Effect.delay(come, 5), go], all)
        const there = yield* send(`${main}/locations/${uid}`, { headers: credentials.ownerless })
        return [came.status, went.status, there.status].join(" ")
      }))
    for (const outcome of outcomes) expect(["200 409 200", "400 200 404"]).toContain(outcome)
  })

  it.scopedLive(
    "create one location from many upserts, lose no field, and leave no event without its location, for two agendas on every store",
    () =>
      Effect.gen(function*() {
        const url = yield* postgres.freshSchema
        for (const stores of [MemoryStores.layer, SqliteStores.layer({ filename: ":memory:" }), PostgresStores.layer({ url })]) {
          yield* Effect.scoped(Effect.flatMap(make(stores), racing))
        }
      }),
    120_000
  )
})
