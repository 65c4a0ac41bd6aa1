import * as SqlLocationStore from "@agenda-engine/sql/SqlLocationStore"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { locationIndex } from "../src/migrations/locationIndex.js"
import { locations } from "../src/migrations/locations.js"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import { usePostgres } from "./usePostgres.js"

const { freshDatabase } = usePostgres()

it.scopedLive("the step of the location index keeps the locations that there are", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* freshDatabase })
    yield* database.runClient(locations)
    yield* database
      .sql`INSERT INTO agenda_location (uid, agenda_uid, slug, name, address, country_code, state, created_at, updated_at, name_folded, search, detail)
      VALUES (7, 1, 'hall', 'Hall', '1 Street', 'FR', 1, 5, 6, 'hall', 'hall 1 street', '{}')`
    yield* database.runClient(locationIndex)
    const store = SqlLocationStore.make(database)
    expect(yield* store.find(7)).toMatchObject({ uid: 7, name: "Hall", updatedAt: 6 })
    expect(yield* store.findByExtId(1, null, { key: "erp", value: "17" })).toBe(null)
  }))
