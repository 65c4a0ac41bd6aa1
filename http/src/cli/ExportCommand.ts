import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { database, integer, json } from "./CliOptions.js"
import { help } from "./help.js"
import { answerAs, answerText } from "./Output.js"
import * as ProgressBar from "./ProgressBar.js"
import { Streams } from "./Streams.js"
import { withExistingEngine } from "./withExistingEngine.js"
import { writeWhole } from "./writeWhole.js"

/** Lines that are written at once. */
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

/** `agenda-engine export`: the inverse of `import`. */
export const exportCommand = Command.make(
  "export",
  {
    file: Args.text({ name: "FILE" }).pipe(Args.withDescription("Where to write; - for stdout. An existing file is replaced, at the end.")),
    agenda: integer("agenda", "Uid of the one agenda to export; all of them otherwise.").pipe(Options.optional),
    database,
    json
  },
  (options) =>
    withExistingEngine(
      options.database,
      Effect.gen(function*() {
        const lines = yield* run(options.file, Option.getOrNull(options.agenda))
        if (options.file !== "-") {
          yield* answerAs(options.json, { file: options.file, lines }, [`exported ${lines} lines to ${options.file}`])
        }
      })
    )
).pipe(Command.withDescription(help("Writes agendas, their locations and their events as lines of JSON that import takes.", [
  "export backup.ndjson",
  'export --agenda 2 summer.ndjson --json    prints {"file":…,"lines":…}',
  "export - | gzip > backup.ndjson.gz"
], ["The same content always makes the same bytes. Users, members and keys are not part of it."])))
