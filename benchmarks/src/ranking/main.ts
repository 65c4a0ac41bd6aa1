import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { withTable } from "../publish/publishReports.js"
import { compareRankings, rankingTable } from "./compareRankings.js"

const readme = fileURLToPath(new URL("../../README.md", import.meta.url))

/** The marks around the table of rankings in the README. */
const rankingMarks = { begin: "<!-- judged rankings -->\n", end: "<!-- end -->" } as const

// Prints the table of rankings and replaces that of the README.
NodeRuntime.runMain(
  Effect.gen(function*() {
    const table = rankingTable(yield* compareRankings)
    yield* Console.log(table)
    const text = yield* Effect.promise(() => readFile(readme, "utf8"))
    const replaced = withTable(text, table, rankingMarks)
    if (replaced === null) return yield* Effect.fail(new Error(`no marks for the table in ${readme}`))
    yield* Effect.promise(() => writeFile(readme, replaced))
  }).pipe(Effect.scoped)
)
