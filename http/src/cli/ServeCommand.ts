import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { database, flag, integer, json, text } from "./CliOptions.js"
import { endsWell } from "./endsWell.js"
import { help } from "./help.js"
import { answerAs } from "./Output.js"
import { readServerConfig } from "./readServerConfig.js"
import { slowHeap } from "./slowHeap.js"
import { watchUncaught } from "./watchUncaught.js"
import { withEngine } from "./withEngine.js"

/** `agenda-engine serve`: the server, until it is told to stop. */
export const serveCommand = Command.make(
  "serve",
  {
    port: integer("port", "The port to listen on; 0 picks a free one.").pipe(Options.withDefault(3_000)),
    host: text("host", "The address to listen on.").pipe(Options.withDefault("127.0.0.1")),
    noMigrate: flag("no-migrate", "Refuse a database whose schema is older; it is brought up to date first otherwise."),
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      yield* slowHeap
      const config = yield* readServerConfig(options)
      const { serve } = yield* Effect.promise(() => import("../server/Server.js"))
      yield* withEngine(
        config.database,
        Effect.scoped(Effect.flatMap(watchUncaught, ({ first, nameRequests }) =>
          Effect.scoped(Effect.gen(function*() {
            const { host, port, activeRequests, url } = yield* serve(config)
            nameRequests(activeRequests)
            yield* answerAs(options.json, { host, port, url }, [`listening on ${url}`])
            yield* first
          })))),
        options.noMigrate ? "never" : "serving"
      )
    }).pipe(endsWell)
).pipe(
  Command.withDescription(
    help("Serves the agendas over HTTP until it is told to stop (SIGTERM or Ctrl+C), then lets requests under way finish.", [
      "serve",
      "serve --port 8080 --host 0.0.0.0 --database sqlite:/var/lib/agenda/agenda.db",
      "serve --database postgres://agenda@localhost/agenda --no-migrate",
      'serve --port 0 --json    prints {"host":…,"port":…,"url":…}'
    ], ['Prints "listening on http://HOST:PORT" once it answers. Everything else that can be set is set by AGENDA_… variables.'])
  )
)
