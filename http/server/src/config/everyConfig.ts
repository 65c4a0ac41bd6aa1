import { databaseConfig, fenceConfig } from "./databaseConfig.js"
import { geocodingConfig } from "./GeocodingConfig.js"
import { mailConfig } from "./MailConfig.js"
import { providersConfig, serverConfig } from "./ServerConfig.js"
import { webhooksConfig } from "./WebhooksConfig.js"

/** Every configuration that commands read from `AGENDA_…` variables. */
export const everyConfig = [
  serverConfig,
  databaseConfig,
  fenceConfig,
  geocodingConfig,
  mailConfig,
  providersConfig,
  webhooksConfig
] as const
