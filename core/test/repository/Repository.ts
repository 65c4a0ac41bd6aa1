import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** A file of the repository: its path from the root and its text. */
export interface RepositoryFile {
  readonly path: string
  readonly text: string
}

/** A rule that a file breaks. */
export interface Finding {
  readonly path: string
  readonly line: number
  /** What is broken, and what to do instead. */
  readonly message: string
}

/** A rule about one file. */
export type FileRule = (file: RepositoryFile) => ReadonlyArray<Finding>

/** The directory that holds the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Paths of the files that are in the repository, or will be once they are added: all but the ignored ones. */
export const listPaths = (): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))

/** One file of the repository. */
export const readRepositoryFile = (path: string): RepositoryFile => ({ path, text: readFileSync(join(root, path), "utf8") })

/** Findings as lines to read in a failed test. */
export const showFindings = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.map(({ path, line, message }) => `${path}:${line} ${message}`)
