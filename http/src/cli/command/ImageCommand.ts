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
      yield* answerAs(options.json, { removed }, [`removed ${removed} images that nothing used`])
    })
  )).pipe(
    Command.withDescription(help("Removes the images that nothing has used for AGENDA_UNUSED_IMAGE_SECONDS, as serve does every hour.", [
      "image collect",
      'image collect --json    prints {"removed":…}'
    ]))
  )

/** `agenda-engine image`: looks after the images that are kept. */
export const imageCommand = Command.make("image", {}, () => missingSubcommand("agenda-engine image", ["collect"])).pipe(
  Command.withDescription(help("Looks after the images that are kept.", ["image collect"])),
  Command.withSubcommands([collect])
)
