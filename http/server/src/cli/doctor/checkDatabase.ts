import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { existsSync, statfsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { type Database, type DatabaseFacts, databaseOf } from "../engine/Database.js"
import { fenced } from "../engine/databaseFence.js"
import { withExistingEngine } from "../engine/withEngine.js"
import { failed, type Finding, ok, tried, warning } from "./Check.js"

const day_ms = 86_400_000

/** After so long without a backup, an operator is warned. */
const backup_days_max = 2

/** Below so much free space, an operator is warned. */
const free_bytes_min = 1_024 ** 3

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1_024 ** 2)} MiB`

const fileOf = (url: string): string | null => /^sqlite:(?!:memory:$)(.+)$/.exec(url)?.[1] ?? null

const sizeOf = (path: string): number => existsSync(path) ? statSync(path).size : 0

const checkSchema = (database: Database): Effect.Effect<Finding> =>
  tried(
    "schema",
    "run the version that migrated it last",
    Effect.map(database.status, ({ applied, pending }) =>
      pending.length === 0
        ? ok("schema", `${applied.length} steps`)
        : failed("schema", `${pending.length} steps are pending`, "agenda-engine migrate up"))
  )

const checkIndexes = (url: string): Effect.Effect<Finding, never, FileSystem.FileSystem> =>
  tried(
    "indexes",
    "agenda-engine migrate up",
    withExistingEngine(
      url,
      Effect.map(Effect.flatMap(Maintenance, ({ isDue }) => isDue), (isDue) =>
        isDue
          ? failed("indexes", "searches and filters miss some records", "agenda-engine migrate up")
          : ok("indexes", "complete"))
    )
  )

const checkContent = ({ backup }: Database, file: string): Effect.Effect<Finding> =>
  tried(
    "content",
    "agenda-engine restore FILE --yes, with the newest backup",
    Effect.as(backup === null ? Effect.void : Effect.asVoid(backup.factsOf(file)), ok("content", "quick_check finds no fault"))
  )

const checkBackup = ({ backedUpAt }: DatabaseFacts): Effect.Effect<Finding> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const remedy = "agenda-engine backup FOLDER --every 24"
    if (backedUpAt === null) return warning("backup", "there is none", remedy)
    const at = DateTime.formatIso(DateTime.unsafeMake(backedUpAt))
    return now - backedUpAt > backup_days_max * day_ms ? warning("backup", `the newest is of ${at}`, remedy) : ok("backup", at)
  })

/** How far the newest change may be in the future, since clocks of several servers differ. */
const skew_ms_max = 60_000

const checkClock = ({ changedAt }: DatabaseFacts): Effect.Effect<Finding> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const [shown, changed] = [now, changedAt ?? 0].map((at) => DateTime.formatIso(DateTime.unsafeMake(at)))
    return changedAt !== null && changedAt > now + skew_ms_max
      ? warning("clock", `${shown}, before the newest change, of ${changed}`, "set the clock of this machine by NTP")
      : ok("clock", String(shown))
  })

const checkPrograms = ({ backup }: Database): Effect.Effect<ReadonlyArray<Finding>> =>
  backup?.kind !== "postgres" ? Effect.succeed([]) : Effect.match(backup.ready, {
    onFailure: ({ message }) => [
      warning("pg_dump", `there can be no backup: ${message}`, "install the client programs of the server's version, or newer ones")
    ],
    onSuccess: () => [ok("pg_dump", "not older than the server")]
  })

const checkStatements = ({ backup, slowest }: Database): Effect.Effect<ReadonlyArray<Finding>> =>
  backup?.kind !== "postgres" ? Effect.succeed([]) : Effect.map(slowest, (lines) => [
    lines === null ? ok("slowest", "unknown: the extension pg_stat_statements shows them") : ok("slowest", lines.join("; "))
  ])

const checkSpace = (file: string): Effect.Effect<Finding> =>
  tried(
    "disk",
    "mount the volume",
    Effect.sync(() => {
      const { bavail, bsize } = statfsSync(dirname(resolve(file)))
      const said = `${mebibytes(bavail * bsize)} free; database ${mebibytes(sizeOf(file))}, write-ahead log ${
        mebibytes(sizeOf(`${file}-wal`))
      }`
      return bavail * bsize < free_bytes_min ? warning("disk", said, "enlarge the volume") : ok("disk", said)
    })
  )

/** Checks the database: which it is, its schema, indexes, content, backup and disk. */
export const checkDatabase = (url: string): Effect.Effect<ReadonlyArray<Finding>, never, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const database = yield* databaseOf(url)
    const place = yield* database.place
    const facts = yield* Effect.flatMap(fenced(database), (found) => found.facts)
    if (facts === null) return [failed("database", `there is none at ${place}`, "set AGENDA_DATABASE, or run agenda-engine serve once")]
    const { agendas, events, id } = facts
    const schema = yield* checkSchema(database)
    const file = fileOf(url)
    return [
      ok("database", `${place}: id ${id ?? "unknown"}, ${agendas} agendas, ${events} events`),
      schema,
      ...(schema.result === "ok" ? [yield* checkIndexes(url)] : []),
      ...(file === null ? [] : [yield* checkContent(database, file), yield* checkSpace(file)]),
      yield* checkBackup(facts),
      yield* checkClock(facts),
      ...(yield* checkPrograms(database)),
      ...(yield* checkStatements(database))
    ]
  }).pipe(
    Effect.catchAll(({ message }) => Effect.succeed([failed("database", message, "set AGENDA_DATABASE to the right database")]))
  )
