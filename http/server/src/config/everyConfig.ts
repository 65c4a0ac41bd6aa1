import type * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import { databaseConfig, fenceConfig } from "./databaseConfig.js"
import { geocodingConfig } from "./GeocodingConfig.js"
import { logConfig } from "./LogConfig.js"
import { mailConfig } from "./MailConfig.js"
import { providersConfig, serverConfig } from "./ServerConfig.js"
import { tracingConfig } from "./TracingConfig.js"
import { webhooksConfig } from "./WebhooksConfig.js"

/** Every configuration that commands read from `AGENDA_…` variables. */
export const everyConfig = [
  serverConfig,
  databaseConfig,
  fenceConfig,
  geocodingConfig,
  logConfig,
  mailConfig,
  providersConfig,
  tracingConfig,
  webhooksConfig
] as const

/** The faults of all settings; none when all are valid. */
export const settingFaults: Effect.Effect<ReadonlyArray<ConfigError>> = Effect.merge(
  Effect.as(Effect.validateAll(everyConfig, (config: Config.Config<unknown>) => config), [])
)
