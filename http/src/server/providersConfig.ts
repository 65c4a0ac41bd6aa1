import { defaultProviders } from "@agenda-engine/core/domain/CurrentProviders"
import * as Config from "effect/Config"

/** Codes of the ticketing providers from `AGENDA_PROVIDERS`, through the current `ConfigProvider`. */
export const providersConfig: Config.Config<ReadonlyArray<string>> = Config.nested(
  Config.array(
    Config.validate(Config.string(), {
      message: "codes of letters, digits, - and _ are expected, separated by commas",
      validation: (code) => /^[\w-]+$/.test(code)
    }),
    "PROVIDERS"
  ).pipe(
    Config.withDefault(defaultProviders),
    Config.withDescription("the codes of the ticketing providers that offers and availability may name, separated by commas")
  ),
  "AGENDA"
)
