import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { make } from "../../world/World.js"
import { longestTurn } from "./longestTurn.js"
import { encodedTexts, textPlaces } from "./textPlaces.js"

/** Milliseconds that a request may hold the event loop. */
const turn_ms_max = 50

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

it.scopedLive(
  `a long text in any place of a request holds the event loop for at most ${turn_ms_max} ms`,
  () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const world = yield* make(SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true }))
      const places = yield* textPlaces(world)
      const asked = places.flatMap(({ place, send }) => encodedTexts.map(({ kind, whole }) => ({ kind, place, sent: send(whole) })))
      const measured = yield* Effect.forEach(asked, ({ kind, place, sent }) => {
        const turn = longestTurn(sent)
        // The shorter of two: a busy machine lengthens some.
        return Effect.map(Effect.all([turn, turn]), (turns) => ({ kind, place, ms: Math.min(...turns.map(({ thread_ms }) => thread_ms)) }))
      })
      expect(measured.filter(({ ms }) => ms > turn_ms_max)).toEqual([])
    })
)
