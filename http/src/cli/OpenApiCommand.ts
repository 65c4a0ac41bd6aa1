import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, json } from "./CliOptions.js"
import { help } from "./help.js"
import { answer } from "./Output.js"

/** `agenda-engine openapi`: prints the contract. The database is understood as by every command, and not looked at. */
export const openApiCommand = Command.make("openapi", { database, json }, (options) =>
  Effect.gen(function*() {
    const { openApi } = yield* Effect.promise(() => import("../api/openApi.js"))
    yield* answer(JSON.stringify(openApi(""), null, options.json ? undefined : 2))
  })).pipe(Command.withDescription(help("Prints the contract of the HTTP interface as an OpenAPI document.", [
    "openapi > openapi.json"
  ])))
