import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The name of a file in a directory of its own, which goes when the scope closes. */
export const temporaryFile: Effect.Effect<string, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "agenda-engine-"))),
    (directory) => Effect.promise(() => rm(directory, { recursive: true }))
  ),
  (directory) => join(directory, "agenda.db")
)
