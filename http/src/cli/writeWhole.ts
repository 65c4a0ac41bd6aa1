import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { Failure } from "./Failure.js"

/** Writes texts to a file that is there only once it is whole: under another name beside it first, renamed at the end. */
export const writeWhole = <E, R>(
  path: string,
  texts: Stream.Stream<string, E, R>
): Effect.Effect<void, E | Failure, R | FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const failed = (error: { readonly message: string }) => new Failure({ message: `${path} cannot be written: ${error.message}` })
    const partial = `${path}.${process.pid}.partial`
    const write = Effect.gen(function*() {
      const file = yield* Effect.mapError(files.open(partial, { flag: "wx" }), failed)
      yield* texts.pipe(
        Stream.encodeText,
        Stream.runForEach((bytes) => Effect.mapError(file.writeAll(bytes), failed))
      )
      yield* Effect.mapError(file.sync, failed)
    })
    yield* Effect.scoped(write).pipe(
      Effect.zipRight(Effect.mapError(files.rename(partial, path), failed)),
      Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Effect.ignore(files.remove(partial)))
    )
  })
