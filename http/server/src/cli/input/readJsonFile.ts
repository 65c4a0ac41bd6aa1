import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Failure } from "../output/Failure.js"

/** The JSON object in a file. */
export const readJsonFile = (path: string): Effect.Effect<JsonObject, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const content = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(path)).pipe(
      Effect.mapError((error) => new Failure({ message: `${path} cannot be read: ${error.message}` }))
    )
    const value = yield* Effect.try({
      try: (): Json => JSON.parse(content),
      catch: () => new Failure({ message: `${path} is not JSON` })
    })
    return isJsonObject(value) ? value : yield* new Failure({ message: `${path} does not contain a JSON object` })
  })

/** The JSON object in a file; undefined without a path. */
export const readNamedJsonFile = (
  path: Option.Option<string>
): Effect.Effect<JsonObject | undefined, Failure, FileSystem.FileSystem> =>
  Option.match(path, { onNone: () => Effect.succeed(undefined), onSome: readJsonFile })
