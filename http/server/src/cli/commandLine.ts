import * as CliConfig from "@effect/cli/CliConfig"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Tracer from "effect/Tracer"
import { stripVTControlCharacters } from "node:util"
import { type ProcessVariables, readEnvironment } from "../config/Environment.js"
import { logConfig } from "../config/LogConfig.js"
import { agendaEngine } from "./agendaEngine.js"
import { optionVariables } from "./input/CliOptions.js"
import { CurrentEnvironment } from "./input/CurrentEnvironment.js"
import { Misuse, showConfigError } from "./output/Failure.js"
import { remark, Streams } from "./output/Output.js"
import { reportFailure } from "./output/reportFailure.js"

/** Adds the id of the trace to lines of a request that is traced. */
const withTraceId = <A>(logger: Logger.Logger<unknown, A>): Logger.Logger<unknown, A> =>
  Logger.make((options) => {
    const span = Context.getOption(FiberRefs.getOrDefault(options.context, FiberRef.currentContext), Tracer.ParentSpan)
    return logger.log(
      span._tag === "None" ? options : { ...options, annotations: HashMap.set(options.annotations, "traceId", span.value.traceId) }
    )
  })

/**
 * The log of a command, on stderr: one line a record, with the id of its trace. Lines are no events of spans, because
 * they have addresses of clients and values of queries.
 */
const loggerLayer = (
  { format, level }: { readonly format: "json" | "logfmt"; readonly level: LogLevel.LogLevel }
): Layer.Layer<never> => {
  const lines = format === "json" ? Logger.jsonLogger : Logger.logfmtLogger
  return Layer.mergeAll(
    Logger.replace(Logger.defaultLogger, Logger.withConsoleError(withTraceId(lines))),
    Logger.remove(Logger.tracerLogger),
    Logger.minimumLogLevel(level)
  )
}

const plain = (part: unknown): unknown => typeof part === "string" ? stripVTControlCharacters(part).replaceAll(/ +$/gm, "").trimEnd() : part

/** Runs an effect whose help texts and errors are coloured only on terminals. */
const withPlainText = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.all([Effect.console, Streams]), ([console, { stderr, stdout }]) =>
    Effect.withConsole(effect, {
      ...console,
      log: (...parts) => console.log(...(stdout().isTTY === true ? parts : parts.map(plain))),
      error: (...parts) => console.error(...(stderr().isTTY === true ? parts : parts.map(plain)))
    }))

const environment = Layer.mergeAll(
  NodeFileSystem.layer,
  NodePath.layer,
  NodeTerminal.layer,
  CliConfig.layer({ showBuiltIns: false })
)

/** Warns of variables that nothing reads, each with the name that was probably meant. */
const warnOfOthers = (others: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.gen(function*() {
    const unknown = others.filter((name) => !optionVariables.has(name))
    if (unknown.length === 0) return
    const { nearestSetting } = yield* Effect.promise(() => import("./input/nearestSetting.js"))
    for (const name of unknown) {
      const nearest = nearestSetting(name)
      yield* remark(`warning: nothing reads the variable ${name}${nearest === null ? "" : `; did you mean ${nearest}?`}`)
    }
  })

/**
 * Runs a command line in the form of `process.argv` with the variables of its process, and reports failures on stderr.
 */
export const commandLine = (args: ReadonlyArray<string>, variables: ProcessVariables) =>
  readEnvironment(variables).pipe(
    Effect.mapError(({ message }) => new Misuse({ message })),
    Effect.tap(({ others }) => warnOfOthers(others)),
    Effect.flatMap((found) => {
      const others = found.others.map((name) => [name, variables[name] ?? ""] as const)
      const values = new Map([...others, ...[...found.settings].map(([name, { value }]) => [name, value] as const)])
      return Effect.mapError(logConfig, (error) => new Misuse({ message: showConfigError(error) })).pipe(
        Effect.flatMap((log) => Effect.provide(agendaEngine(args), loggerLayer(log))),
        Effect.provideService(CurrentEnvironment, found),
        Effect.withConfigProvider(ConfigProvider.fromMap(values, { pathDelim: "_" }))
      )
    }),
    withPlainText,
    Effect.tapErrorCause(reportFailure),
    Effect.provide(environment)
  )
