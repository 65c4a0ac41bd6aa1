import * as Config from "effect/Config"
import * as LogLevel from "effect/LogLevel"

/** How log lines are written: as pairs of names and values, or as objects of JSON. */
const formats = ["logfmt", "json"] as const

/** The log of every command, from `AGENDA_LOG_FORMAT` and `AGENDA_LOG_LEVEL`: its format, and the least level. */
export const logConfig = Config.nested(
  Config.all({
    format: Config.literal(...formats)("LOG_FORMAT").pipe(Config.withDefault("logfmt" as const)),
    level: Config.logLevel("LOG_LEVEL").pipe(Config.withDefault(LogLevel.Info))
  }),
  "AGENDA"
)
