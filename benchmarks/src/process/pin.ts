import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
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

/** Whether processes are pinned to a core each, which needs two cores and `taskset`. */
export const isPinned: boolean = canPin

const coreOf = (role: Role): string => role === "server" ? "0" : "1"

/** The command that runs another on the core of its role. */
export const pin = (role: Role, command: string, args: ReadonlyArray<string>): readonly [command: string, args: ReadonlyArray<string>] =>
  canPin ? ["taskset", ["-c", coreOf(role), command, ...args]] : [command, args]

/** Keeps a process that runs, and those that it has started, to the core of a role. */
export const pinRunning = (role: Role, pid: number): void => {
  if (!canPin) return
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter((child) => child !== "")
  for (const each of [`${pid}`, ...children]) execFileSync("taskset", ["-a", "-c", "-p", coreOf(role), each], { stdio: "ignore" })
}
