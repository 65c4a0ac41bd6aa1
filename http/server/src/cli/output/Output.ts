import * as Effect from "effect/Effect"
import { Streams } from "./Streams.js"

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
