import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { make } from "../../world/World.js"
import { longestTurn } from "./longestTurn.js"
import { encodedTexts, textParameters } from "./textParameters.js"

/** Milliseconds that a request may hold the event loop. */
const turn_ms_max = 50

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

it.scopedLive(
  `a long text in any parameter holds the event loop for at most ${turn_ms_max} ms`,
  () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const { credentials, send } = yield* make(SqliteStores.layer({ filename: join(folder, "agenda.db"), migrate: true }))
      const asked = textParameters.flatMap((parameter) => encodedTexts.map(({ kind, whole }) => ({ ...parameter, kind, whole })))
      const measured = yield* Effect.forEach(asked, ({ kind, name, path, whole }) => {
        const turn = longestTurn(
          send(`${path}?${encodeURIComponent(name)}=${whole}`, { headers: path.startsWith("/v2") ? credentials.ownerless : {} })
        )
        // The shorter of two: a busy machine lengthens some.
        return Effect.map(Effect.all([turn, turn]), (turns) => ({
          kind,
          name,
          path,
          ms: Math.min(...turns.map(({ thread_ms }) => thread_ms))
        }))
      })
      expect(measured.filter(({ ms }) => ms > turn_ms_max)).toEqual([])
    })
)
