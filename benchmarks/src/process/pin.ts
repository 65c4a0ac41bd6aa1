import { execFileSync } from "node:child_process"
import { availableParallelism } from "node:os"

/** What a process is there for: servers share one core, and what asks them has another. */
export type Role = "server" | "load"

const canPin = ((): boolean => {
  if (availableParallelism() < 2) return false
  try {
    execFileSync("taskset", ["-c", "0,1", "true"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** Whether processes are kept to their core, for which there have to be two and `taskset`. */
export const isPinned: boolean = canPin

/** The command that runs another on the core of its role. */
export const pin = (role: Role, command: string, args: ReadonlyArray<string>): readonly [command: string, args: ReadonlyArray<string>] =>
  canPin ? ["taskset", ["-c", role === "server" ? "0" : "1", command, ...args]] : [command, args]
