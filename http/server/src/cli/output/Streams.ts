import * as Context from "effect/Context"

/** An output stream; `isTTY` when it is a terminal. */
export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean
}

/** The standard streams of a command, read lazily. */
export interface StreamsOf {
  readonly stdin: () => NodeJS.ReadableStream
  readonly stdout: () => OutputStream
  readonly stderr: () => OutputStream
}

const ofProcess = (): StreamsOf => ({ stdin: () => process.stdin, stdout: () => process.stdout, stderr: () => process.stderr })

/** The standard streams of a command; by default those of the process. */
export class Streams extends Context.Reference<Streams>()("@agenda-engine/server/cli/output/Streams", { defaultValue: ofProcess }) {}
