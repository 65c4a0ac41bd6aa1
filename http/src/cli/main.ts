import * as CliConfig from "@effect/cli/CliConfig"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { agendaEngine } from "./agendaEngine.js"
import { exitCodeOf } from "./exitCodeOf.js"
import { reportFailure } from "./reportFailure.js"
import { withPlainText } from "./withPlainText.js"

const environment = Layer.mergeAll(
  NodeFileSystem.layer,
  NodePath.layer,
  NodeTerminal.layer,
  CliConfig.layer({ showBuiltIns: false }),
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
)

// Whoever reads the answer may stop early (`| head`).
process.stdout.on("error", () => process.exit(1))

agendaEngine(process.argv).pipe(
  withPlainText,
  Effect.tapErrorCause(reportFailure),
  Effect.provide(environment),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, end) => end(exitCodeOf(exit, Number(process.exitCode ?? 1)))
  })
)
