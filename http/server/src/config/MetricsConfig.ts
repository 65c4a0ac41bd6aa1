import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { isNetwork } from "./Networks.js"

/** Who may read `/metrics`. */
export interface MetricsSettings {
  /** The bearer token; null: none is accepted. */
  readonly token: Redacted.Redacted | null
  /** Addresses and networks of clients that need no token. */
  readonly networks: ReadonlyArray<string>
}

// Validated outside `nested`, because its errors would otherwise lack the variable's name.
const networks: Config.Config<ReadonlyArray<string>> = Config.validate(Config.array(Config.nonEmptyString()), {
  message: "addresses and networks as 10.0.0.0/8 are expected, separated by commas",
  validation: (texts) => texts.every(isNetwork)
}).pipe(Config.nested("METRICS_NETWORKS"), Config.withDefault([]))

/** The settings of metrics, from variables without `AGENDA_`. Null: they are off. */
export const metrics: Config.Config<MetricsSettings | null> = Config.all({
  isServed: Config.boolean("METRICS").pipe(Config.withDefault(false)),
  token: Config.map(Config.option(Config.redacted("METRICS_TOKEN")), Option.getOrNull),
  networks
}).pipe(
  Config.mapOrFail(({ isServed, ...readers }) => {
    if (!isServed) return Either.right(null)
    return readers.token === null && readers.networks.length === 0
      ? Either.left(
        ConfigError.InvalidData(["METRICS"], "AGENDA_METRICS_TOKEN or AGENDA_METRICS_NETWORKS has to say who may read them")
      )
      : Either.right(readers)
  })
)
