import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** An output stream; `isTTY` when it is a terminal. */
interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean
}

/** The standard streams of a command, read lazily. */
interface StreamsOf {
  readonly stdin: () => NodeJS.ReadableStream
  readonly stdout: () => OutputStream
  readonly stderr: () => OutputStream
}

const ofProcess = (): StreamsOf => ({ stdin: () => process.stdin, stdout: () => process.stdout, stderr: () => process.stderr })

/** The standard streams of a command; by default those of the process. */
export class Streams extends Context.Reference<Streams>()("@agenda-engine/server/cli/output/Streams", { defaultValue: ofProcess }) {}

const write = (to: "stdout" | "stderr", text: string): Effect.Effect<void> =>
  Effect.flatMap(Streams, (streams) =>
    Effect.async((resume) => {
      streams[to]().write(text, () => {
        resume(Effect.void)
      })
    }))

/** Prints a line of the result on stdout. */
export const answer = (line: string): Effect.Effect<void> => write("stdout", `${line}\n`)

/** Prints a line on stderr: progress, warnings, errors. */
export const remark = (line: string): Effect.Effect<void> => write("stderr", `${line}\n`)

/** Prints the result: as one line of JSON, or as lines of text. */
export const answerAs = (json: boolean, value: unknown, lines: ReadonlyArray<string>): Effect.Effect<void> =>
  json ? answer(JSON.stringify(value)) : Effect.forEach(lines, answer, { discard: true })

/** Prints result text on stdout unchanged. */
export const answerText = (text: string): Effect.Effect<void> => write("stdout", text)
