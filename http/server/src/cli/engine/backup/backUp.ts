import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { basename, dirname, join } from "node:path"
import { version } from "../../../config/version.js"
import { Failure } from "../../output/Failure.js"
import { remark } from "../../output/Output.js"
import type { Database } from "../Database.js"
import { flush, sha256Of } from "./files.js"
import { encodeManifest, Manifest, manifestOf } from "./Manifest.js"

/** Where the images are, and where a backup keeps them. */
export interface ImageFolders {
  /** The folder of the images; null: they are in a bucket. */
  readonly from: string | null
  /** The folder of the copies, relative to that of the backup. */
  readonly to: string
}

const failed = (path: string) => (error: { readonly message: string }) =>
  new Failure({ message: `${path} cannot be written: ${error.message}` })

/** Copies the files that a folder lacks. Images never change under a name. */
export const copyMissing = (from: string, to: string): Effect.Effect<void, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    yield* files.makeDirectory(to, { recursive: true })
    const there = new Set(yield* files.readDirectory(to))
    for (const name of yield* files.readDirectory(from)) {
      if (there.has(name)) continue
      yield* files.copy(join(from, name), join(to, `${name}.partial`), { overwrite: true })
      yield* files.rename(join(to, `${name}.partial`), join(to, name))
    }
  }).pipe(Effect.mapError(failed(to)))

/**
 * Backs up a database to a new file, with a manifest and the images beside it. The file has its name only once it is
 * complete, durable and checked. Images are copied after the database, so that none that it names is missing.
 */
export const backUp = (
  database: Database,
  file: string,
  images: ImageFolders
): Effect.Effect<Manifest, Failure | StoreError, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { backup } = database
    if (backup === null) return yield* new Failure({ message: "a database in memory cannot be backed up" })
    const facts = yield* database.facts
    if (facts === null) return yield* new Failure({ message: `there is no database at ${yield* database.place}` })
    if (yield* Effect.mapError(files.exists(file), failed(file))) return yield* new Failure({ message: `${file} exists already` })
    const at = yield* Clock.currentTimeMillis
    const partial = `${file}.${process.pid}.partial`
    return yield* Effect.gen(function*() {
      yield* backup.copyTo(partial)
      const { agendas, events, id } = (yield* backup.factsOf(partial)) ?? facts
      const { from } = images
      const hasImages = from !== null && (yield* Effect.mapError(files.exists(from), failed(from)))
      if (hasImages) yield* copyMissing(from, join(dirname(file), images.to))
      const { size } = yield* Effect.mapError(files.stat(partial), failed(partial))
      const manifest = new Manifest({
        at,
        agendas,
        events,
        engine: version,
        kind: backup.kind,
        databaseId: id,
        bytes: Number(size),
        sha256: yield* Effect.promise(() => sha256Of(partial)),
        images: hasImages ? images.to : null
      })
      yield* Effect.mapError(files.writeFileString(manifestOf(file), yield* encodeManifest(manifest)), failed(manifestOf(file)))
      yield* Effect.sync(() => flush(partial))
      yield* Effect.mapError(files.rename(partial, file), failed(file))
      yield* Effect.sync(() => [manifestOf(file), file].forEach(flush))
      // A standby and an older schema take no note. The backup is complete all the same.
      yield* Effect.catchAll(backup.note(at), ({ message }) => remark(`warning: health checks will not show this backup: ${message}`))
      return manifest
    }).pipe(Effect.ensuring(Effect.ignore(files.remove(partial, { force: true }))))
  })

/** The folder of the images of a backup that has one of its own. */
export const imagesBeside = (file: string): string => `${basename(file)}.images`
