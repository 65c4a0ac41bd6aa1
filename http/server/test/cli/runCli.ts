import { spawn } from "node:child_process"
import { program } from "./program.js"

/** What a command line left behind. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command line that is running. */
export interface Running {
  /** Id of the process. */
  readonly pid: number | undefined
  /** The first line of stdout that matches; fails when the program ends before. */
  readonly line: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly signal: (signal: "SIGTERM" | "SIGINT" | "SIGKILL" | "SIGUSR2") => void
  /** Closes the pipe that stderr is read from, as a reader of the log that ends. */
  readonly leaveStderr: () => void
  readonly finished: Promise<Finished>
}

/** Environment of a child: this process's, without what configures the program. */
const environment = (extra: { readonly [name: string]: string }): { [name: string]: string | undefined } => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AGENDA_"))),
  ...extra
})

/** What a command line finds: what is piped into it, the variables that configure it, and options of Node itself. */
export interface Surroundings {
  readonly input?: string
  readonly node?: ReadonlyArray<string>
  readonly env?: { readonly [name: string]: string }
}

/** A way to run a command line to its end. */
export type RunCli = (args: ReadonlyArray<string>, surroundings?: Surroundings) => Promise<Finished>

/** Starts the real command line as a process of its own. */
export const startCli = (args: ReadonlyArray<string>, { env = {}, input = "", node = [] }: Surroundings = {}): Running => {
  const child = spawn(process.execPath, [...node, ...program, ...args], { env: environment(env) })
  let stdout = ""
  let stderr = ""
  const watchers = new Set<() => void>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
    watchers.forEach((watch) => watch())
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  child.stdin.on("error", () => undefined).end(input)
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })
  return {
    pid: child.pid,
    finished,
    leaveStderr: () => {
      child.stderr.destroy()
    },
    signal: (signal) => {
      child.kill(signal)
    },
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const found = pattern.exec(stdout)
          if (found === null) return
          watchers.delete(watch)
          resolve(found)
        }
        watchers.add(watch)
        watch()
        finished.then(({ code }) => reject(new Error(`ended with ${code} before ${pattern}: ${stdout}${stderr}`)), reject)
      })
  }
}

/** Runs a command line to its end, as a process of its own. */
export const runCli: RunCli = (args, surroundings) => startCli(args, surroundings).finished
