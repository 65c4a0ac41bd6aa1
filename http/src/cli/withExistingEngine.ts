import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import { databaseOf } from "./Database.js"
import type { Failure } from "./Failure.js"
import type { Misuse } from "./Misuse.js"
import { withEngine } from "./withEngine.js"

/** `withEngine` for commands that look at or change what is there: a database that is not there is a failure, and is not made. */
export const withExistingEngine = <A, E, R>(
  url: string,
  effect: Effect.Effect<A, E, R | Engine>
): Effect.Effect<A, E | Failure | Misuse | StoreError, Exclude<R, Engine> | FileSystem.FileSystem> =>
  databaseOf(url).pipe(
    Effect.flatMap(({ found }) => found),
    Effect.zipRight(withEngine(url, effect))
  )
