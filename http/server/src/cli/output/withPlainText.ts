import * as Effect from "effect/Effect"
import { stripVTControlCharacters } from "node:util"
import { Streams } from "./Streams.js"

const plain = (part: unknown): unknown => typeof part === "string" ? stripVTControlCharacters(part).replaceAll(/ +$/gm, "").trimEnd() : part

/** Runs an effect whose help texts and errors are coloured only on terminals. */
export const withPlainText = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.all([Effect.console, Streams]), ([console, { stderr, stdout }]) =>
    Effect.withConsole(effect, {
      ...console,
      log: (...parts) => console.log(...(stdout().isTTY === true ? parts : parts.map(plain))),
      error: (...parts) => console.error(...(stderr().isTTY === true ? parts : parts.map(plain)))
    }))
