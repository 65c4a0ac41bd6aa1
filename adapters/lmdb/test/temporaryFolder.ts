import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The path of a new folder, which is deleted when the scope closes. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-lmdb-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)
