import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { commandLine } from "./commandLine.js"
import { exitCodeOf } from "./output/reportFailure.js"

// The reader of stdout may close it early (`| head`).
process.stdout.on("error", () => process.exit(1))

// A log that nobody reads is lost. Uncaught, the error would be logged, which fails again, without end.
process.stderr.on("error", () => undefined)

NodeRuntime.runMain(commandLine(process.argv, process.env), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown: (exit, end) => end(exitCodeOf(exit, Number(process.exitCode ?? 1)))
})
