import * as DateTime from "effect/DateTime"
import { createHash } from "node:crypto"
import { closeSync, createReadStream, fsyncSync, openSync } from "node:fs"
import { dirname } from "node:path"

/** Makes a file durable, and its name in its folder. */
export const flush = (path: string): void => {
  for (const name of [path, dirname(path)]) {
    const descriptor = openSync(name, "r")
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** The SHA-256 of a file, in hexadecimal digits. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash("sha256")
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest("hex")
}

/**
 * An instant as names of files have it.
 *
 * @example
 * instantName(0) // "19700101T000000Z"
 */
export const instantName = (at: number): string => DateTime.formatIso(DateTime.unsafeMake(at)).replaceAll(/[-:]|\.\d+/g, "")
