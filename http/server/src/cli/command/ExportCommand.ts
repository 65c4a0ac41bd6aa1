import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { copyLines } from "../engine/backup/databaseCopy.js"
import { databaseOf } from "../engine/Database.js"
import { fenced } from "../engine/databaseFence.js"
import { imageStoreOf, withExistingEngine } from "../engine/withEngine.js"
import { database, flag, help, integer, json } from "../input/CliOptions.js"
import { Failure, Misuse } from "../output/Failure.js"
import { answerAs, answerText, Streams } from "../output/Output.js"
import * as ProgressBar from "../output/ProgressBar.js"

/**
 * Writes texts to a file atomically: to a temporary file beside it, which is renamed at the end. `mode` is that of the
 * file before the umask.
 */
export const writeWhole = <E, R>(
  path: string,
  texts: Stream.Stream<string, E, R>,
  mode = 0o666
): Effect.Effect<void, E | Failure, R | FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const failed = (error: { readonly message: string }) => new Failure({ message: `${path} cannot be written: ${error.message}` })
    const partial = `${path}.${process.pid}.partial`
    const write = Effect.gen(function*() {
      const file = yield* Effect.mapError(files.open(partial, { flag: "wx", mode }), failed)
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

/** Lines per write. */
const batch_lines = 200

const run = (path: string, agendaUid: number | null) =>
  Effect.gen(function*() {
    const transfer = yield* Transfer
    const bar = yield* ProgressBar.onStderr
    const size = (yield* Streams).stderr().isTTY === true ? yield* transfer.size(agendaUid) : null
    let lines = 0
    const texts = transfer.export(agendaUid).pipe(
      Stream.grouped(batch_lines),
      Stream.map((batch) => {
        lines += batch.length
        return Chunk.join(Chunk.map(batch, (line) => `${line}\n`), "")
      }),
      Stream.tap(() => bar.show(size === null ? null : lines / size, `${lines} lines`))
    )
    yield* path === "-" ? Stream.runForEach(texts, answerText) : writeWhole(path, texts)
    yield* bar.finish(`exported ${lines} lines`)
    return lines
  })

/** A file that its owner alone reads. */
const ownerOnly = 0o600

const runAll = (path: string, url: string) =>
  Effect.gen(function*() {
    const found = yield* Effect.flatMap(databaseOf(url), fenced)
    yield* found.found
    const bar = yield* ProgressBar.onStderr
    let lines = 0
    const texts = copyLines(found).pipe(
      Stream.map((line) => `${line}\n`),
      Stream.tap(() => bar.show(null, `${lines += 1} lines`)),
      Stream.provideLayer(yield* imageStoreOf(url))
    )
    yield* path === "-" ? Stream.runForEach(texts, answerText) : writeWhole(path, texts, ownerOnly)
    yield* bar.finish(`exported ${lines} lines`)
    return lines
  })

/** `agenda-engine export`: the inverse of `import`. */
export const exportCommand = Command.make(
  "export",
  {
    file: Args.text({ name: "FILE" }).pipe(
      Args.withDescription("Output file; - for stdout. An existing file is replaced when the export is complete.")
    ),
    agenda: integer("agenda", "Uid of the agenda to export; all agendas by default.").pipe(Options.optional),
    all: flag("all", "Export the whole database with users, keys, webhooks and images, for import --all. The file has secrets."),
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      if (options.all && Option.isSome(options.agenda)) return yield* new Misuse({ message: "--all takes no --agenda" })
      const lines = yield* options.all
        ? runAll(options.file, options.database)
        : withExistingEngine(options.database, run(options.file, Option.getOrNull(options.agenda)))
      if (options.file !== "-") {
        yield* answerAs(options.json, { file: options.file, lines }, [`exported ${lines} lines to ${options.file}`])
      }
    })
).pipe(Command.withDescription(help("Exports agendas, locations and events as newline-delimited JSON for import.", [
  "export backup.ndjson",
  'export --agenda 2 summer.ndjson --json    prints {"file":…,"lines":…}',
  "export - | gzip > backup.ndjson.gz",
  "export --all - | agenda-engine import --all - --database postgres://localhost/agenda"
], [
  "The same content is always exported as the same bytes. Users, members and keys are exported with --all only, whose file " +
  "an engine of the same version imports into an empty database of any kind."
])))
