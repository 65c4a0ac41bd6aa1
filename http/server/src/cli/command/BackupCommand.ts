import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dirname, join } from "node:path"
import { fenceConfig } from "../../config/databaseConfig.js"
import { imagesConfig } from "../../config/ImagesConfig.js"
import { backUp, copyMissing, imagesBeside } from "../engine/backup/backUp.js"
import { instantName } from "../engine/backup/files.js"
import { type Manifest, readManifest, verified } from "../engine/backup/Manifest.js"
import type { Uploader } from "../engine/backup/uploadBackup.js"
import { type Database, type DatabaseFacts, databaseOf } from "../engine/Database.js"
import { fenced } from "../engine/databaseFence.js"
import { folderOf } from "../engine/imageFolder.js"
import { database, flag, help, integer, json, text } from "../input/CliOptions.js"
import { Failure, Misuse, showConfigError } from "../output/Failure.js"
import { answerAs, remark } from "../output/Output.js"

/** The folder of the images of a database; null: they are in a bucket. */
const imagesOf = (url: string): Effect.Effect<string | null, Misuse> =>
  imagesConfig.pipe(
    Effect.mapError((error) => new Misuse({ message: showConfigError(error) })),
    Effect.map(({ target }) => target === null ? folderOf(url) : target.startsWith("s3:") ? null : target)
  )

/** Names of the manifests of backups that `--every` makes. */
const manifestName = /^agenda-\d{8}T\d{6}Z\.(?:db|dump)\.json$/

/** Names of backups that `--every` was making. */
const partialName = /^agenda-\d{8}T\d{6}Z\.(?:db|dump)\.\d+\.partial/

/** How long a partial backup is not written before it counts as interrupted. */
const interrupted_ms = 24 * 60 * 60 * 1_000

/**
 * Removes all backups of a database in a folder but the newest ones, each with its manifest, and what interrupted
 * backups left a day ago or before. Returns the names of those that stay.
 */
const prune = (
  folder: string,
  { databaseId, keep }: { readonly databaseId: string | null; readonly keep: number }
): Effect.Effect<ReadonlyArray<string>, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const names = (yield* files.readDirectory(folder)).toSorted()
    const now = yield* Clock.currentTimeMillis
    for (const name of names.filter((name) => partialName.test(name))) {
      const { mtime } = yield* files.stat(join(folder, name))
      const isOld = Option.exists(mtime, (at) => at.getTime() < now - interrupted_ms)
      if (isOld) yield* files.remove(join(folder, name), { force: true })
    }
    // A file without manifest may be of another database.
    const backups = names.filter((name) => manifestName.test(name)).map((name) => name.slice(0, -".json".length))
    const own = yield* Effect.filter(backups, (name) =>
      Effect.match(readManifest(join(folder, name)), {
        onFailure: () => false,
        onSuccess: (manifest) => manifest.databaseId === databaseId
      }))
    // The manifest goes last, so that what an interruption leaves is found by the next run.
    const [removed, kept] = Arr.splitAt(own, Math.max(0, own.length - keep))
    for (const name of removed) {
      yield* files.remove(join(folder, name), { force: true })
      yield* files.remove(join(folder, `${name}.json`), { force: true })
    }
    return kept
  }).pipe(Effect.mapError(({ message }) => new Failure({ message: `old backups cannot be removed: ${message}` })))

const backUpEvery = (
  database: Database,
  folder: string,
  { from, hours, keep, uploader }: {
    readonly from: string | null
    readonly hours: number
    readonly keep: number
    readonly uploader: Uploader | null
  }
): Effect.Effect<never, never, FileSystem.FileSystem> => {
  const once: Effect.Effect<void, Failure | StoreError, FileSystem.FileSystem> = Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    yield* Effect.mapError(files.makeDirectory(folder, { recursive: true }), ({ message }) => new Failure({ message }))
    const name = `agenda-${instantName(yield* Clock.currentTimeMillis)}.${database.backup?.kind === "postgres" ? "dump" : "db"}`
    const { agendas, databaseId, events, images } = yield* backUp(database, join(folder, name), { from, to: "images" })
    yield* remark(`backed up ${agendas} agendas and ${events} events to ${join(folder, name)}`)
    const kept = yield* prune(folder, { databaseId, keep })
    if (uploader === null) return
    // Also those of before that the bucket did not take.
    const uploads = Effect.forEach(kept.map((name) => join(folder, name)), (file) =>
      Effect.if(uploader.has(file), {
        onTrue: () => Effect.void,
        onFalse: () => uploader.put({ file, images: images === null ? null : join(folder, images) })
      }), { discard: true })
    yield* Effect.catchAll(uploads, ({ message }) => remark(`the upload failed, and is tried again with the next backup: ${message}`))
  })
  // A backup that fails is tried again at the next time; health checks and metrics show how old the last one is.
  return once.pipe(
    Effect.catchAll(({ message }) => remark(`the backup failed: ${message}`)),
    Effect.zipRight(Effect.sleep(`${hours} hours`)),
    Effect.forever
  )
}

const uploaderTo = (target: string): Effect.Effect<Uploader, Misuse> =>
  Effect.flatMap(Effect.promise(() => import("../engine/backup/uploadBackup.js")), ({ uploaderOf }) => uploaderOf(target))

/** `agenda-engine backup`: a snapshot of the database with the images, while servers run. */
export const backupCommand = Command.make(
  "backup",
  {
    file: Args.text({ name: "FILE" }).pipe(Args.withDescription("The file to write, which must not exist; with --every a folder.")),
    every: integer("every", "Makes a backup every so many hours, until it is stopped.").pipe(Options.optional),
    keep: integer("keep", "With --every: how many backups are kept.").pipe(Options.withDefault(14)),
    upload: text("upload", "Uploads each backup to a bucket, s3:https://HOST/BUCKET/PREFIX, with AGENDA_S3_….").pipe(Options.optional),
    database,
    json
  },
  ({ every, file, json, keep, upload: target, ...options }) =>
    Effect.gen(function*() {
      if (Option.isSome(every) && every.value < 1 || keep < 1) return yield* new Misuse({ message: "--every and --keep take 1 or more" })
      const found = yield* Effect.flatMap(databaseOf(options.database), fenced)
      yield* found.found
      const from = yield* imagesOf(options.database)
      const uploader = Option.isNone(target) ? null : yield* uploaderTo(target.value)
      if (Option.isSome(every)) return yield* backUpEvery(found, file, { from, keep, uploader, hours: every.value })
      const manifest = yield* backUp(found, file, { from, to: imagesBeside(file) })
      const { images } = manifest
      if (uploader !== null) yield* uploader.put({ file, images: images === null ? null : join(dirname(file), images) })
      yield* answerAs(json, { file, ...manifest }, [
        `backed up ${manifest.agendas} agendas and ${manifest.events} events to ${file}`,
        ...(from === null ? ["the images are in a bucket: they are not part of the backup"] : [])
      ])
    })
).pipe(Command.withDescription(help("Backs up the database and the images, while servers run.", [
  "backup /backups/agenda.db",
  "backup /backups --every 24 --keep 14",
  "backup /backups --every 24 --upload s3:https://s3.example.org/bucket/agenda",
  'backup agenda.db --json    prints {"file":…,"agendas":…,"events":…,"sha256":…}'
], [
  "On SQLite FILE is a database that opens as it is, on Postgres an archive of pg_dump, which has to be installed. " +
  "FILE.json is its manifest, FILE.images has the images."
])))

const instance = (found: Database, { agendas, events }: DatabaseFacts): Effect.Effect<string> =>
  Effect.map(found.place, (place) => `${place} with ${agendas} agendas and ${events} events`)

/** Fails unless a backup and the database that it replaces have the id of `AGENDA_DATABASE_ID`, if that is set. */
const guarded = (file: string, manifest: Manifest, facts: DatabaseFacts | null): Effect.Effect<void, Failure | Misuse> =>
  Effect.gen(function*() {
    const expected = yield* Effect.mapError(fenceConfig, (error) => new Misuse({ message: showConfigError(error) }))
    if (expected === null) return
    const ids = [[file, manifest.databaseId], ...(facts === null ? [] : [["the database to replace", facts.id] as const])] as const
    for (const [what, id] of ids) {
      if (id === expected) continue
      return yield* new Failure({ message: `AGENDA_DATABASE_ID is ${expected}, but ${what} has the id ${id ?? "none"}` })
    }
  })

/** The facts of the database that is replaced. Null: there is none, or with `--yes` it is a damaged SQLite file. */
const replacedFacts = ({ backup, facts }: Database, yes: boolean): Effect.Effect<DatabaseFacts | null, StoreError> =>
  yes && backup?.kind === "sqlite"
    ? Effect.catchIf(facts, ({ reason }) => reason === "Corrupt", () => Effect.succeed(null))
    : facts

/** `agenda-engine restore`: replaces the database by a backup. */
export const restoreCommand = Command.make(
  "restore",
  {
    file: Args.text({ name: "FILE" }).pipe(Args.withDescription("A file that backup has written, with its manifest beside it.")),
    yes: flag("yes", "Replace a SQLite database that is not empty."),
    database,
    json
  },
  ({ file, json, yes, ...options }) =>
    Effect.gen(function*() {
      const found = yield* databaseOf(options.database)
      const { backup } = found
      if (backup === null) return yield* new Misuse({ message: "a database in memory cannot be restored" })
      const manifest = yield* verified(file)
      if (manifest.kind !== backup.kind) {
        return yield* new Failure({ message: `${file} is a backup of ${manifest.kind}, not of ${backup.kind}` })
      }
      const facts = yield* replacedFacts(found, yes)
      yield* guarded(file, manifest, facts)
      yield* backup.factsOf(file)
      if (facts !== null && backup.kind === "postgres") {
        return yield* new Failure({
          message: `the database ${yield* instance(found, facts)} is not empty: create an empty one, and name it in AGENDA_DATABASE`
        })
      }
      if (facts !== null && !yes) {
        return yield* new Misuse({
          message: `this replaces the database ${yield* instance(found, facts)}: stop its servers, and repeat with --yes`
        })
      }
      // Images are added before, so that a folder that cannot be read changes no database.
      const images = yield* imagesOf(options.database)
      if (images !== null && manifest.images !== null) yield* copyMissing(join(dirname(file), manifest.images), images)
      const { aside } = yield* backup.restoreFrom(file, yield* Clock.currentTimeMillis)
      const { agendas, databaseId, events } = manifest
      yield* answerAs(json, { agendas, events, databaseId, aside }, [
        `restored ${agendas} agendas and ${events} events`,
        ...(aside === null ? [] : [`the former database is kept as ${aside}`])
      ])
    })
).pipe(Command.withDescription(help("Replaces the database by a backup, after it has checked the backup.", [
  "restore /backups/agenda.db",
  "restore /backups/agenda.db --yes    replaces a SQLite database that is not empty",
  'restore agenda.db --json    prints {"agendas":…,"events":…,"databaseId":…,"aside":…}'
], [
  "Stop all servers of the database first. A former SQLite file is kept beside the new one; a Postgres database has to be " +
  "empty. Images are added, none is removed."
])))
