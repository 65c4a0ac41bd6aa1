import * as CliConfig from "@effect/cli/CliConfig"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { agendaEngine } from "./agendaEngine.js"
import { reportFailure } from "./output/reportFailure.js"
import { withPlainText } from "./output/withPlainText.js"

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
