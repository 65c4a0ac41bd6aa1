import * as CliConfig from "@effect/cli/CliConfig"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { stripVTControlCharacters } from "node:util"
import { agendaEngine } from "./agendaEngine.js"
import { Streams } from "./output/Output.js"
import { reportFailure } from "./output/reportFailure.js"

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
  CliConfig.layer({ showBuiltIns: false }),
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
)

/**
 * Runs a command line in the form of `process.argv`, and reports failures on stderr.
 */
export const commandLine = (args: ReadonlyArray<string>) =>
  agendaEngine(args).pipe(
    withPlainText,
    Effect.tapErrorCause(reportFailure),
    Effect.provide(environment)
  )
