import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
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

const unreadable = (path: string) => (error: { readonly message: string }) =>
  new Failure({ message: `${path} cannot be read: ${error.message}` })

/** Whether a name is that of a whole image: hidden files and partial ones are none. */
export const isImage = (name: string): boolean => !name.startsWith(".") && !name.endsWith(".partial")

/**
 * Copies the images that a folder lacks. Images never change under a name. Folders, and images that are removed in the
 * meantime, are left out.
 */
export const copyMissing = (from: string, to: string): Effect.Effect<void, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const names = yield* Effect.mapError(files.readDirectory(from), unreadable(from))
    yield* Effect.mapError(files.makeDirectory(to, { recursive: true }), failed(to))
    const there = new Set(yield* Effect.mapError(files.readDirectory(to), failed(to)))
    for (const name of names) {
      if (there.has(name) || !isImage(name)) continue
      const partial = join(to, `${name}.partial`)
      const isFile = Effect.map(files.stat(join(from, name)), ({ type }) => type === "File").pipe(
        Effect.catchIf((error) => error._tag === "SystemError" && error.reason === "NotFound", () => Effect.succeed(false)),
        Effect.mapError(unreadable(join(from, name)))
      )
      if (!(yield* isFile)) continue
      const copied = yield* Effect.either(files.copyFile(join(from, name), partial))
      if (Either.isLeft(copied)) {
        if (!(yield* isFile)) continue
        return yield* new Failure({ message: `${join(from, name)} cannot be copied to ${to}: ${copied.left.message}` })
      }
      yield* flush(partial)
      yield* Effect.mapError(files.rename(partial, join(to, name)), failed(to))
    }
    // Makes the new names durable.
    yield* flush(to)
  })

/**
 * Backs up a database to a new file, with a manifest and the images beside it. The file has its name only once it is
 * complete, durable and checked. Images are copied after the database, so that none that it names is missing. On
 * Postgres, the id and the counts of the manifest are read before the dump.
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
        sha256: yield* sha256Of(partial),
        images: hasImages ? images.to : null
      })
      yield* Effect.mapError(files.writeFileString(manifestOf(file), yield* encodeManifest(manifest)), failed(manifestOf(file)))
      yield* flush(partial)
      yield* Effect.mapError(files.rename(partial, file), failed(file))
      yield* Effect.forEach([manifestOf(file), file], flush, { discard: true })
      // A standby takes no note. The backup is complete all the same.
      yield* Effect.catchAll(backup.note(at), ({ message }) => remark(`warning: health checks will not show this backup: ${message}`))
      return manifest
    }).pipe(Effect.ensuring(Effect.ignore(files.remove(partial, { force: true }))))
  })

/** The folder of the images of a backup that has one of its own. */
export const imagesBeside = (file: string): string => `${basename(file)}.images`
