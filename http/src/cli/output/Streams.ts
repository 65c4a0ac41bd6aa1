import * as Context from "effect/Context"

/** A stream that people may be looking at: `isTTY` where they are. */
export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean
}

/** What a command reads from and writes to, each taken when it is needed. */
export interface StreamsOf {
  readonly stdin: () => NodeJS.ReadableStream
  readonly stdout: () => OutputStream
  readonly stderr: () => OutputStream
}

const ofProcess = (): StreamsOf => ({ stdin: () => process.stdin, stdout: () => process.stdout, stderr: () => process.stderr })

/** What a command reads from and writes to: the process's own streams, where no others are provided. */
export class Streams extends Context.Reference<Streams>()("@agenda-engine/http/cli/output/Streams", { defaultValue: ofProcess }) {}
