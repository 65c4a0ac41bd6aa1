import type { Exemption } from "./bannedConstructs.js"

/** The files in which a banned construct stands, and why it has to. */
export const exemptions: ReadonlyArray<Exemption> = [
  {
    path: "core/src/domain/time/parseInstant.ts",
    construct: "Date",
    reason: "what was checked when it was written is read again; no clock is"
  },
  { path: "adapters/postgres/test/serveRun.ts", construct: "process.env", reason: "the workers of vitest inherit the URL of their server" },
  {
    path: "http/server/test/cli/runCli.ts",
    construct: "process.env",
    reason: "the command line under test inherits this process's environment"
  }
]
