import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type { ServerConfig } from "../../config/ServerConfig.js"
import { Misuse, showConfigError } from "../output/Failure.js"
import { variableOf } from "./CliOptions.js"

/**
 * The configuration of the server from the environment, overridden by the command line. Fails with `Misuse` on invalid
 * values.
 */
export const readServerConfig = (
  options: { readonly port: number; readonly host: string; readonly database: string }
): Effect.Effect<ServerConfig, Misuse> =>
  Effect.gen(function*() {
    const { serverConfig } = yield* Effect.promise(() => import("../../config/ServerConfig.js"))
    const said = new Map([
      [variableOf("port"), String(options.port)],
      [variableOf("host"), options.host],
      [variableOf("database"), options.database]
    ])
    return yield* Effect.configProviderWith((environment) =>
      Effect.withConfigProvider(serverConfig, ConfigProvider.orElse(ConfigProvider.fromMap(said, { pathDelim: "_" }), () => environment))
    ).pipe(Effect.mapError((error) => new Misuse({ message: showConfigError(error) })))
  })
