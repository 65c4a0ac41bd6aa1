import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, help, json } from "../input/CliOptions.js"
import { readServerConfig } from "../input/readServerConfig.js"
import { answer } from "../output/Output.js"

/** `agenda-engine openapi`: prints the OpenAPI document. `--database` is accepted but not opened. */
export const openApiCommand = Command.make("openapi", { database, json }, (options) =>
  Effect.gen(function*() {
    const { openApi } = yield* Effect.promise(() => import("@agenda-engine/http/api/Api"))
    const { settings } = yield* readServerConfig({ port: 0, host: "127.0.0.1", database: options.database })
    yield* answer(JSON.stringify(openApi(settings.publicUrl ?? ""), null, options.json ? undefined : 2))
  })).pipe(Command.withDescription(help("Prints the OpenAPI document of the HTTP API.", [
    "openapi > openapi.json"
  ])))
