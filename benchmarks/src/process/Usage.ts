import { readFileSync } from "node:fs"

/**
 * What a process has used: time on a processor since it began, and memory now. Null where the system has no `/proc`.
 */
export interface Usage {
  readonly cpu_ms: number | null
  /** Resident, files that are mapped included. */
  readonly resident_bytes: number | null
  /** Resident, without files. */
  readonly anonymous_bytes: number | null
}

/** Linux counts a process's time in ticks of this length, on all of its architectures. */
const tick_ms = 10

const read = (pid: number, name: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch {
    return null
  }
}

const kibibytes = (status: string | null, name: string): number | null => {
  const found = status === null ? null : new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]
  return found === null || found === undefined ? null : Number(found) * 1_024
}

/** What `/proc/PID/stat` says was used, in user and system mode together, in milliseconds. */
const cpuOf = (stat: string): number => {
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13).map(Number)
  return (user + system) * tick_ms
}

/** What a process has used until now. */
export const usageOf = (pid: number): Usage => {
  const stat = read(pid, "stat")
  const status = read(pid, "status")
  return {
    cpu_ms: stat === null ? null : cpuOf(stat),
    resident_bytes: kibibytes(status, "VmRSS"),
    anonymous_bytes: kibibytes(status, "RssAnon")
  }
}

const together = (left: number | null, right: number | null): number | null => left === null || right === null ? null : left + right

/** What processes have used until now, all together. */
export const usageOfAll = (pids: ReadonlyArray<number>): Usage =>
  pids.map(usageOf).reduce((left, right) => ({
    cpu_ms: together(left.cpu_ms, right.cpu_ms),
    resident_bytes: together(left.resident_bytes, right.resident_bytes),
    anonymous_bytes: together(left.anonymous_bytes, right.anonymous_bytes)
  }))
