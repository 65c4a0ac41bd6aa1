import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { setFlagsFromString } from "node:v8"
import { withEngine } from "../engine/withEngine.js"
import { database, flag, help, integer, json, text } from "../input/CliOptions.js"
import { readServerConfig } from "../input/readServerConfig.js"
import { Failure } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"
import { exitZeroOnInterrupt } from "./exitZeroOnInterrupt.js"

/** By how much of what is alive the heap may grow before what is old is collected again. */
const growing_percent = 40

// V8 takes `_` for `-`. Node refuses this option in `NODE_OPTIONS`.
const option = /^--heap[-_]growing[-_]percent/

/**
 * Lets this process's heap grow slowly. Where there is much memory V8 waits until it is four times what is alive, which
 * a server that makes and forgets large answers all the time soon is; with two fifths more it is collected some three
 * times as often. Whoever starts Node with `--heap-growing-percent` has chosen otherwise: nothing is set then.
 */
export const slowHeap: Effect.Effect<void> = Effect.sync(() => {
  if (!process.execArgv.some((text) => option.test(text))) setFlagsFromString(`--heap-growing-percent=${growing_percent}`)
})

/** An exception that nobody caught, after which this process must not go on for long. */
export interface Uncaught {
  /** Fails when there is one. */
  readonly first: Effect.Effect<never, Failure>
  /** Names the requests under way, for the log. */
  readonly nameRequests: (underWay: () => ReadonlyArray<string>) => void
}

/**
 * Logs exceptions that nobody caught, with the requests under way, until the scope closes, and keeps them from ending
 * the process at once, so that it can drain first. A rejected promise that nobody waited for is only logged: it
 * interrupted nothing.
 */
export const watchUncaught: Effect.Effect<Uncaught, never, Scope.Scope> = Effect.gen(function*() {
  const run = Runtime.runFork(yield* Effect.runtime())
  const first = yield* Deferred.make<never, Failure>()
  let underWay: () => ReadonlyArray<string> = () => []
  const onException = (error: unknown, origin: string): void => {
    const log = Effect.annotateLogs(Effect.logError("an exception was not caught", Cause.die(error)), { requests: underWay().join(", ") })
    const end = Deferred.fail(first, new Failure({ message: "an exception was not caught: the server has to be started again" }))
    run(origin === "unhandledRejection" ? log : Effect.zipRight(log, end))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("uncaughtException", onException)),
    () => Effect.sync(() => process.off("uncaughtException", onException))
  )
  return {
    first: Deferred.await(first),
    nameRequests: (list) => {
      underWay = list
    }
  }
})

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
      const { serve } = yield* Effect.promise(() => import("../../node/Server.js"))
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
    }).pipe(exitZeroOnInterrupt)
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
