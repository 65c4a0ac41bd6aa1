import * as Effect from "effect/Effect"
import { Streams } from "./Streams.js"

const write = (to: "stdout" | "stderr", text: string): Effect.Effect<void> =>
  Effect.flatMap(Streams, (streams) =>
    Effect.async((resume) => {
      streams[to]().write(text, () => {
        resume(Effect.void)
      })
    }))

/** Prints a line that is the command's answer. */
export const answer = (line: string): Effect.Effect<void> => write("stdout", `${line}\n`)

/** Prints a line for whoever watches: progress, remarks, faults. Never part of the answer. */
export const remark = (line: string): Effect.Effect<void> => write("stderr", `${line}\n`)

/** Prints the answer: the value as one line of JSON, or the lines for people. */
export const answerAs = (json: boolean, value: unknown, lines: ReadonlyArray<string>): Effect.Effect<void> =>
  json ? answer(JSON.stringify(value)) : Effect.forEach(lines, answer, { discard: true })

/** Prints a text that is the command's answer, as it is. */
export const answerText = (text: string): Effect.Effect<void> => write("stdout", text)
