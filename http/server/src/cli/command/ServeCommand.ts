import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { setFlagsFromString } from "node:v8"
import { tracingConfig } from "../../config/TracingConfig.js"
import { withEngine } from "../engine/withEngine.js"
import { database, flag, help, integer, json, text } from "../input/CliOptions.js"
import { readServerConfig } from "../input/readServerConfig.js"
import { Failure, Misuse, showConfigError } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"

/** Exits 0 when the effect is interrupted: for servers, an interrupt is the normal end. */
export const exitZeroOnInterrupt = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(effect, () =>
    Effect.sync(() => {
      process.exitCode = 0
    }))

/** Growth of the heap, in percent of live data, after which V8 collects the old generation again. */
const growing_percent = 40

// V8 takes `_` for `-`. Node refuses this option in `NODE_OPTIONS`.
const option = /^--heap[-_]growing[-_]percent/

/**
 * Limits the growth of this process's heap between collections. With much memory, V8 waits until the heap is four times
 * the live data, which large short-lived responses soon fill. Does nothing when Node was started with
 * `--heap-growing-percent`.
 */
const slowHeap: Effect.Effect<void> = Effect.sync(() => {
  if (!process.execArgv.some((text) => option.test(text))) setFlagsFromString(`--heap-growing-percent=${growing_percent}`)
})

/** Watches for uncaught exceptions, after which the process must end soon. */
export interface Uncaught {
  /** Fails on the first uncaught exception. */
  readonly first: Effect.Effect<never, Failure>
  /** Sets the source of the active requests for the log. */
  readonly nameRequests: (underWay: () => ReadonlyArray<string>) => void
}

/**
 * Logs uncaught exceptions with the active requests, until the scope closes. They do not end the process at once, so
 * that it can drain first. An unhandled promise rejection is only logged, because it interrupted nothing.
 */
const watchUncaught: Effect.Effect<Uncaught, never, Scope.Scope> = Effect.gen(function*() {
  const run = Runtime.runFork(yield* Effect.runtime())
  const first = yield* Deferred.make<never, Failure>()
  let underWay: () => ReadonlyArray<string> = () => []
  const onException = (error: unknown, origin: string): void => {
    const log = Effect.annotateLogs(Effect.logError("uncaught exception", Cause.die(error)), { requests: underWay().join(", ") })
    const end = Deferred.fail(first, new Failure({ message: "uncaught exception: restart the server" }))
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

/** The exporter of traces, according to the settings; its module is loaded only for them. */
const tracing: Effect.Effect<Layer.Layer<never>, Failure | Misuse> = Effect.gen(function*() {
  const settings = yield* Effect.mapError(tracingConfig, (error) => new Misuse({ message: showConfigError(error) }))
  if (settings === null) return Layer.empty
  const { otlpTracing } = yield* Effect.promise(() => import("../../node/otlpTracing.js"))
  return yield* Effect.mapError(
    otlpTracing(settings),
    () => new Failure({ message: "AGENDA_OTLP_URL needs the package @effect/opentelemetry: npm install @effect/opentelemetry@0.64.1" })
  )
})

/** `agenda-engine serve`: runs the server until it is interrupted. */
export const serveCommand = Command.make(
  "serve",
  {
    port: integer("port", "Port to listen on; 0 picks a free port.").pipe(Options.withDefault(3_000)),
    host: text("host", "Address to listen on.").pipe(Options.withDefault("127.0.0.1")),
    noMigrate: flag("no-migrate", "Refuse a database with an outdated schema instead of migrating it."),
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      yield* slowHeap
      const config = yield* readServerConfig(options)
      const { serve } = yield* Effect.promise(() => import("../../node/Server.js"))
      const traced = yield* tracing
      yield* withEngine(
        config.database,
        Effect.scoped(Effect.flatMap(watchUncaught, ({ first, nameRequests }) =>
          Effect.scoped(Effect.gen(function*() {
            const { host, port, activeRequests, url } = yield* serve(config)
            nameRequests(activeRequests)
            yield* answerAs(options.json, { host, port, url }, [`listening on ${url}`])
            yield* first
          })))).pipe(Effect.provide(traced)),
        options.noMigrate ? "never" : "serving"
      )
    }).pipe(exitZeroOnInterrupt)
).pipe(
  Command.withDescription(
    help("Serves the agendas over HTTP until SIGTERM or Ctrl+C, then finishes active requests.", [
      "serve",
      "serve --port 8080 --host 0.0.0.0 --database sqlite:/var/lib/agenda/agenda.db",
      "serve --database postgres://agenda@localhost/agenda --no-migrate",
      'serve --port 0 --json    prints {"host":…,"port":…,"url":…}'
    ], ['Prints "listening on http://HOST:PORT" when it is ready. All other settings are AGENDA_… variables.'])
  )
)
