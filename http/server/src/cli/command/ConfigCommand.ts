import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, help, json } from "../input/CliOptions.js"
import { CurrentEnvironment } from "../input/CurrentEnvironment.js"
import { Misuse, showConfigError } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"

/** A value without its secrets: of a URL only the password is hidden. */
const hideSecret = (value: string): string => {
  if (!URL.canParse(value)) return "redacted"
  const url = new URL(value)
  if (!/^(?:postgres(?:ql)?|smtps?|sqlite|folder):$/.test(url.protocol)) return "redacted"
  if (url.password !== "") url.password = "redacted"
  if (url.searchParams.has("password")) url.searchParams.set("password", "redacted")
  return url.password === "" && url.search === "" ? value : url.href
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
        : { name, value: isSecret ? hideSecret(setting.value) : setting.value, origin: setting.origin }
    })
    yield* answerAs(options.json, { settings: shown }, shown.map(({ name, origin, value }) => `${name}=${value} (${origin})`))
    const faults = yield* settingFaults
    if (faults.length > 0) return yield* new Misuse({ message: faults.map(showConfigError).join("; ") })
  })).pipe(Command.withDescription(help("Prints every setting with its value and its origin, without secrets. Fails when one is invalid.", [
    "config",
    'config --json    prints {"settings":[{"name":…,"value":…,"origin":…}]}'
  ], ["The origin is environment, a file with its line, or default."])))
