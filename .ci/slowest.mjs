/** Prints the seconds of the 30 slowest test files in reports of vitest's reporter `json`. */
import { readFileSync } from "node:fs"
import { relative } from "node:path"

const files = process.argv.slice(2)
  .flatMap((path) => JSON.parse(readFileSync(path, "utf8")).testResults)
  .map(({ endTime, name, startTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
  .toSorted((left, right) => right.seconds - left.seconds)

const rows = files.slice(0, 30).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${relative(process.cwd(), name)}`)
process.stdout.write([`slowest of ${files.length} test files, in seconds:`, ...rows, ""].join("\n"))
