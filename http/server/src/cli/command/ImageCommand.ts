import { Images } from "@agenda-engine/core/services/Images"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { help } from "../input/CliOptions.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { resourceCommand } from "./resourceCommand.js"

const collect = resourceCommand(
  "collect",
  ["Removes images unused for AGENDA_UNUSED_IMAGE_SECONDS, as serve does every hour.", [
    "image collect",
    'image collect --json    prints {"removed":…}'
  ]],
  {},
  (_, engine) =>
    engine(Effect.gen(function*() {
      const removed = yield* (yield* Images).collect
      return [{ removed }, [`removed ${removed} unused images`]] as const
    }))
)

/** `agenda-engine image`: manages stored images. */
export const imageCommand = Command.make("image", {}, () => missingSubcommand("agenda-engine image", ["collect"])).pipe(
  Command.withDescription(help("Manages stored images.", ["image collect"])),
  Command.withSubcommands([collect])
)
