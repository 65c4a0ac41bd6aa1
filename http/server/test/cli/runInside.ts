import type * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Readable, Writable } from "node:stream"
import { format } from "node:util"
import { commandLine } from "../../src/cli/commandLine.js"
import { Streams } from "../../src/cli/output/Output.js"
import { exitCodeOf } from "../../src/cli/output/reportFailure.js"
import type { Finished, RunCli } from "./runCli.js"

/** A stream that keeps what is written to it. */
const kept = () => {
  const texts: Array<string> = []
  const stream = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      texts.push(String(text))
      done()
    }
  })
  return { stream, text: () => texts.join("") }
}

/** Runs a command line to its end in this process: all but the start and the end of a process of its own. */
export const runInside: RunCli = (args, { env = {}, input = "" } = {}) =>
  Effect.gen(function*() {
    const [stdout, stderr] = [kept(), kept()]
    const print = (stream: Writable) => (...parts: ReadonlyArray<unknown>) => {
      stream.write(`${format(...parts)}\n`)
    }
    const unsafe = { ...(yield* Effect.console).unsafe, log: print(stdout.stream), error: print(stderr.stream) }
    const console: Console.Console = {
      ...(yield* Effect.console),
      unsafe,
      log: (...parts) => Effect.sync(() => unsafe.log(...parts)),
      error: (...parts) => Effect.sync(() => unsafe.error(...parts))
    }
    const exit = yield* commandLine(["node", "agenda-engine", ...args], env).pipe(
      Effect.provideService(Streams, {
        stdin: () => Readable.from([Buffer.from(input)]),
        stdout: () => stdout.stream,
        stderr: () => stderr.stream
      }),
      Effect.withConsole(console),
      Effect.exit
    )
    return { code: exitCodeOf(exit, 1), stdout: stdout.text(), stderr: stderr.text() } satisfies Finished
  }).pipe(Effect.runPromise)
