import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { closeSync, createReadStream, fsyncSync, openSync } from "node:fs"
import { dirname } from "node:path"
import { Failure } from "../../output/Failure.js"

const failed = (what: string) => (cause: unknown): Failure =>
  new Failure({ message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}` })

/** Runs changes of files one after the other. What one throws is a failure, which says what could not be done. */
export const attempt = <A>(what: string, run: () => A): Effect.Effect<A, Failure> => Effect.try({ try: run, catch: failed(what) })

/** Makes a file durable, and its name in its folder. */
export const flush = (path: string): Effect.Effect<void, Failure> =>
  attempt(`${path} cannot be written`, () => {
    for (const name of [path, dirname(path)]) {
      const descriptor = openSync(name, "r")
      try {
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
    }
  })

/** The SHA-256 of a file, in hexadecimal digits. */
export const sha256Of = (path: string): Effect.Effect<string, Failure> =>
  Effect.tryPromise({
    try: async () => {
      const hash = createHash("sha256")
      for await (const chunk of createReadStream(path)) hash.update(chunk)
      return hash.digest("hex")
    },
    catch: failed(`${path} cannot be read`)
  })

/**
 * An instant as names of files have it.
 *
 * @example
 * instantName(0) // "19700101T000000Z"
 */
export const instantName = (at: number): string => DateTime.formatIso(DateTime.unsafeMake(at)).replaceAll(/[-:]|\.\d+/g, "")
