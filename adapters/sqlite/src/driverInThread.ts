import { createRequire } from "node:module"
import { join } from "node:path"
import { cwd } from "node:process"

const find = (from: string): string | null => {
  try {
    return createRequire(from).resolve("better-sqlite3")
  } catch {
    return null
  }
}

/**
 * The file of the installed driver, for a thread that loads it by its path. It is looked for from this module, and from
 * the working directory where a bundler has moved this module.
 */
export const driverPath = (): string => find(import.meta.url) ?? find(join(cwd(), "package.json")) ?? "better-sqlite3"

/** An error of the driver as it was in the thread: its class does not come over. */
export class ThreadError extends Error {
  constructor(readonly code: string, message: string) {
    super(message)
  }
}
