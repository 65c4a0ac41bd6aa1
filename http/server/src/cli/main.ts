import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { commandLine } from "./commandLine.js"
import { exitCodeOf } from "./output/reportFailure.js"

// The reader of stdout may close it early (`| head`).
process.stdout.on("error", () => process.exit(1))

NodeRuntime.runMain(commandLine(process.argv), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, end) => end(exitCodeOf(exit, Number(process.exitCode ?? 1)))
})
