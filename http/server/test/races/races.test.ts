import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { agendas, make } from "../world/World.js"
import { expectOneEvent } from "./expectOneEvent.js"
import { expectOneWinner } from "./expectOneWinner.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agenda-engine-races-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const raced = Effect.gen(function*() {
  const world = yield* make(SqliteStores.layer({ filename: join(yield* folder, "races.db") }))
  return [{ events: `${world.url}/v2/agendas/${agendas.main}/events`, writer: world.credentials.moderatorToken }]
})

describe("clients that race on SQLite", () => {
  it.scopedLive(
    "create one event from 200 upserts of one external identifier",
    () => Effect.flatMap(raced, (servers) => Effect.promise(() => expectOneEvent(servers, 200, 40))),
    180_000
  )

  it.scopedLive(
    "with 50 conditional changes in each round, exactly one succeeds",
    () => Effect.flatMap(raced, (servers) => Effect.promise(() => expectOneWinner(servers, 50, 3))),
    180_000
  )
})
