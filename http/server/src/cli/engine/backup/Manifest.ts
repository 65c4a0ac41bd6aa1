import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Failure } from "../../output/Failure.js"
import { sha256Of } from "./files.js"

/** What is beside a backup, in `FILE.json`. */
export class Manifest extends Schema.Class<Manifest>("Manifest")({
  /** Version of agenda-engine that made the backup. */
  engine: Schema.String,
  kind: Schema.Literal("postgres", "sqlite"),
  /** When the backup began, in epoch milliseconds: it has every change that was acknowledged before. */
  at: Schema.Int,
  /** Id of the database; null: an unreleased version made it. */
  databaseId: Schema.NullOr(Schema.String),
  /**
   * Counts of the file on SQLite. On Postgres, the id and the counts are read before the dump, which may have more.
   * `events` is counted up to 1 000 000.
   */
  agendas: Schema.Int,
  events: Schema.Int,
  /** Size and SHA-256 of the file. */
  bytes: Schema.Int,
  sha256: Schema.String,
  /** Folder of the images, relative to that of the file; null: they are not part of the backup. */
  images: Schema.NullOr(Schema.String)
}) {}

const Text = Schema.parseJson(Manifest, { space: 2 })

/** The manifest of a backup. */
export const manifestOf = (file: string): string => `${file}.json`

/** A manifest as the text of its file. */
export const encodeManifest = (manifest: Manifest): Effect.Effect<string> => Effect.orDie(Schema.encode(Text)(manifest))

const unreadable = (path: string) => (error: { readonly message: string }) =>
  new Failure({ message: `${path} cannot be read: ${error.message}` })

/** Reads the manifest of a backup. Fails for a file that is none. */
export const readManifest = (file: string): Effect.Effect<Manifest, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const text = yield* Effect.mapError(files.readFileString(manifestOf(file)), unreadable(manifestOf(file)))
    return yield* Effect.mapError(
      Schema.decode(Text)(text),
      () => new Failure({ message: `${manifestOf(file)} is not the manifest of a backup` })
    )
  })

/** Reads the manifest of a backup, and fails when the file is not the one that the manifest describes. */
export const verified = (file: string): Effect.Effect<Manifest, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const manifest = yield* readManifest(file)
    const { size } = yield* Effect.mapError(files.stat(file), unreadable(file))
    if (Number(size) === manifest.bytes && (yield* sha256Of(file)) === manifest.sha256) return manifest
    return yield* new Failure({
      message: `${file} is damaged, or was opened and changed since it was made: it is not the file that ${manifestOf(file)} describes`
    })
  })
