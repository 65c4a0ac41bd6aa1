import { Images } from "@agenda-engine/core/services/Images"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { withExistingEngine } from "../engine/withEngine.js"
import { database, help, json } from "../input/CliOptions.js"
import { answerAs } from "../output/Output.js"
import { missingSubcommand } from "./missingSubcommand.js"

const collect = Command.make("collect", { database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const removed = yield* (yield* Images).collect
      yield* answerAs(options.json, { removed }, [`removed ${removed} unused images`])
    })
  )).pipe(
    Command.withDescription(help("Removes images unused for AGENDA_UNUSED_IMAGE_SECONDS, as serve does every hour.", [
      "image collect",
      'image collect --json    prints {"removed":…}'
    ]))
  )

/** `agenda-engine image`: manages stored images. */
export const imageCommand = Command.make("image", {}, () => missingSubcommand("agenda-engine image", ["collect"])).pipe(
  Command.withDescription(help("Manages stored images.", ["image collect"])),
  Command.withSubcommands([collect])
)
