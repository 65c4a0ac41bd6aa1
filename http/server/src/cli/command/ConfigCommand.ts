import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, help, json } from "../input/CliOptions.js"
import { CurrentEnvironment } from "../input/CurrentEnvironment.js"
import { Misuse, showConfigError } from "../output/Failure.js"
import { hidePasswords } from "../output/hidePasswords.js"
import { answerAs } from "../output/Output.js"

/** The value of a secret setting: only what is a URL is shown, without its password. */
const hideSecret = (value: string): string => {
  if (!URL.canParse(value) || !/^(?:postgres(?:ql)?|smtps?|sqlite|folder):/i.test(value)) return "redacted"
  return hidePasswords(value)
}

/** `agenda-engine config`: prints the settings. `--database` is accepted, and no database is opened. */
export const configCommand = Command.make("config", { database, json }, (options) =>
  Effect.gen(function*() {
    const { settingFaults } = yield* Effect.promise(() => import("../../config/everyConfig.js"))
    const { limitVariables, settingVariables } = yield* Effect.promise(() => import("../../config/variables.js"))
    const { settings } = yield* CurrentEnvironment
    const shown = [
      ...Object.entries(settingVariables).map(([name, { absent, isSecret = false }]) => ({ name, absent, isSecret })),
      ...Object.entries(limitVariables).map(([name, absent]) => ({ name, absent, isSecret: false }))
    ].map(({ absent, isSecret, name }) => {
      const setting = settings.get(name)
      return setting === undefined
        ? { name, value: absent.replaceAll("`", ""), origin: "default" }
        : { name, value: isSecret ? hideSecret(setting.value) : hidePasswords(setting.value), origin: setting.origin }
    })
    yield* answerAs(options.json, { settings: shown }, shown.map(({ name, origin, value }) => `${name}=${value} (${origin})`))
    const faults = yield* settingFaults
    if (faults.length > 0) return yield* new Misuse({ message: hidePasswords(faults.map(showConfigError).join("; ")) })
  })).pipe(Command.withDescription(help("Prints every setting with its value and its origin, without secrets. Fails when one is invalid.", [
    "config",
    'config --json    prints {"settings":[{"name":…,"value":…,"origin":…}]}'
  ], ["The origin is environment, a file with its line, or default."])))
