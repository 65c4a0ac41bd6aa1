import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { ImportReport } from "@agenda-engine/core/services/ImportReport"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { presentIssues } from "@agenda-engine/http/response/presentProblem"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as NodeStream from "@effect/platform-node/NodeStream"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { fenceConfig } from "../../config/databaseConfig.js"
import { fillDatabase } from "../engine/backup/databaseCopy.js"
import { type Database, databaseOf } from "../engine/Database.js"
import { imageStoreOf, withEngine } from "../engine/withEngine.js"
import { database, flag, help, integer, json } from "../input/CliOptions.js"
import { Failure, Misuse, showConfigError, showIssue } from "../output/Failure.js"
import { answer, answerAs, remark, Streams } from "../output/Output.js"
import * as ProgressBar from "../output/ProgressBar.js"

const readStdin: Stream.Stream<Uint8Array, Failure> = Stream.unwrap(
  Effect.map(
    Streams,
    ({ stdin }) => NodeStream.fromReadable(stdin, (error) => new Failure({ message: `stdin cannot be read: ${String(error)}` }))
  )
)

/** The bytes of a file or, for `-`, of stdin, and the size in bytes; null when unknown. */
const open = (path: string): Effect.Effect<
  { readonly bytes: Stream.Stream<Uint8Array, Failure>; readonly size: number | null },
  Failure,
  FileSystem.FileSystem
> =>
  Effect.gen(function*() {
    if (path === "-") return { bytes: readStdin, size: null }
    const files = yield* FileSystem.FileSystem
    const failed = (error: { readonly message: string }) => new Failure({ message: `${path} cannot be read: ${error.message}` })
    const found = yield* Effect.mapError(files.stat(path), failed)
    if (found.type === "Directory") return yield* new Failure({ message: `${path} cannot be read: it is a directory` })
    return { bytes: Stream.mapError(files.stream(path), failed), size: found.type === "File" ? Number(found.size) : null }
  })

/** Fewer written lines or rows change no plan. */
const analyzed_min = 1_000

/** Measures the tables after many writes, so that the first searches are planned well. Says so, and when it fails. */
const analyzeAfter = ({ analyze }: Database, written: number): Effect.Effect<void> =>
  analyze === null || written < analyzed_min ? Effect.void : Effect.matchEffect(analyze, {
    onFailure: ({ message }) => remark(`warning: the tables were not analyzed, and searches may be slow for a while: ${message}`),
    onSuccess: () => remark("analyzed the tables")
  })

const summary = (report: ImportReport, isDry: boolean): string =>
  `${
    isDry ? "would be " : ""
  }created ${report.created}, updated ${report.updated}, unchanged ${report.unchanged}, rejected ${report.rejected}`

const run = (path: string, ownerUid: number | null, dryRun: boolean) =>
  Effect.gen(function*() {
    const { bytes, size } = yield* open(path)
    const bar = yield* ProgressBar.onStderr
    let read_bytes = 0
    const lines = bytes.pipe(
      Stream.tap((chunk) =>
        Effect.sync(() => {
          read_bytes += chunk.length
        })
      ),
      Stream.decodeText(),
      Stream.splitLines
    )
    const report = yield* (yield* Transfer).import(lines, {
      ownerUid,
      dryRun,
      progress: (done) => bar.show(size === null || size === 0 ? null : read_bytes / size, `${done} lines`)
    })
    yield* bar.finish(`read ${report.created + report.updated + report.unchanged + report.rejected} lines`)
    return report
  })

const runAll = (path: string, url: string, json: boolean) =>
  Effect.gen(function*() {
    const expectedId = yield* Effect.mapError(fenceConfig, (error) => new Misuse({ message: showConfigError(error) }))
    const target = yield* databaseOf(url)
    const { bytes } = yield* open(path)
    const bar = yield* ProgressBar.onStderr
    let done = 0
    const lines = bytes.pipe(Stream.decodeText(), Stream.splitLines, Stream.tap(() => bar.show(null, `${done += 1} lines`)))
    const copied = yield* Effect.provide(fillDatabase(target, lines, expectedId), yield* imageStoreOf(url))
    yield* bar.finish(`read ${done} lines`)
    yield* analyzeAfter(target, copied.rows)
    yield* answerAs(json, copied, [`imported ${copied.rows} rows and ${copied.images} image files`])
  })

/** `agenda-engine import`: imports agendas, locations and events. */
export const importCommand = Command.make(
  "import",
  {
    file: Args.text({ name: "FILE" }).pipe(Args.withDescription("File of newline-delimited JSON, or - for stdin.")),
    owner: integer("owner", "Uid of the importing user, who becomes administrator of imported agendas.").pipe(Options.optional),
    dryRun: flag("dry-run", "Print what would change, without changing anything."),
    all: flag("all", "Import what export --all has written into an empty database: everything or nothing."),
    database,
    json
  },
  (options) => {
    if (options.all) {
      return options.dryRun || Option.isSome(options.owner)
        ? new Misuse({ message: "--all takes neither --dry-run nor --owner" })
        : runAll(options.file, options.database, options.json)
    }
    return withEngine(
      options.database,
      Effect.gen(function*() {
        const report = yield* run(options.file, Option.getOrNull(options.owner), options.dryRun)
        if (!options.dryRun) yield* analyzeAfter(yield* databaseOf(options.database), report.created + report.updated)
        const limits = yield* CurrentLimits
        const errors = report.errors.map(({ errors, line }) => ({ line, errors: presentIssues(errors, limits) }))
        if (options.json) yield* answer(JSON.stringify({ ...report, errors }))
        else {
          yield* Effect.forEach(
            report.errors,
            ({ errors, line }) => Effect.forEach(errors, (fault) => remark(`line ${line}: ${showIssue(fault)}`)),
            { discard: true }
          )
          yield* answer(summary(report, options.dryRun))
        }
      })
    )
  }
).pipe(Command.withDescription(help("Imports agendas, locations and events from newline-delimited JSON.", [
  "import events.ndjson",
  "import events.ndjson --dry-run",
  'import events.ndjson --owner 1 --json    prints {"created":…,"updated":…,"unchanged":…,"rejected":…,"errors":[…]}',
  "export - | agenda-engine import - --database postgres://localhost/agenda",
  "export --all - | agenda-engine import --all - --database postgres://localhost/agenda"
], [
  "Agendas and locations keep their uids and events are matched by extId, so importing a file twice changes nothing.",
  "A rejected line is reported with its number and all its errors; the other lines are imported, and the exit code is 0."
])))
