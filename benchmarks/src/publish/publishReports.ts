import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { Report } from "../Report.js"
import { allScenarios } from "../scenario/chooseScenarios.js"
import { publishedTable } from "./publishedTable.js"

/** A README without the marks of the table. */
export class MissingMarks extends Data.TaggedError("MissingMarks")<{ readonly message: string }> {}

/** Reports of several commits, or of one with uncommitted changes. */
export class UnfitReports extends Data.TaggedError("UnfitReports")<{ readonly message: string }> {}

/** The marks around the table in the README. */
export const tableMarks = { begin: "<!-- measured targets -->\n", end: "<!-- end -->" } as const

/** Replaces the table between its marks; null without marks. */
export const withTable = (
  readme: string,
  table: string,
  marks: { readonly begin: string; readonly end: string } = tableMarks
): string | null => {
  const begin = readme.indexOf(marks.begin)
  const end = readme.indexOf(marks.end, begin)
  return begin < 0 || end < 0 ? null : `${readme.slice(0, begin + marks.begin.length)}\n${table}\n\n${readme.slice(end)}`
}

const reportIn = Schema.decodeUnknown(Schema.parseJson(Report))

/** The published reports of a folder, oldest first. */
export const readPublished = Effect.fnUntraced(function*(folder: string) {
  const names = (existsSync(folder) ? yield* Effect.promise(() => readdir(folder)) : []).filter((name) => name.endsWith(".json"))
  return yield* Effect.forEach(
    names.toSorted(),
    (name) => Effect.flatMap(Effect.promise(() => readFile(join(folder, name), "utf8")), reportIn)
  )
})

/**
 * Replaces the published reports with these and regenerates the table of the README. Refuses reports of different
 * commits, or of one with uncommitted changes.
 */
export const publishReports = Effect.fnUntraced(function*(files: ReadonlyArray<string>, folder: string, readme: string) {
  const texts = yield* Effect.promise(() => Promise.all(files.map((file) => readFile(file, "utf8"))))
  const commits = [...new Set((yield* Effect.forEach(texts, (text) => reportIn(text))).map(({ commit }) => commit))]
  if (commits.length > 1 || commits.some((commit) => commit.endsWith("+"))) {
    return yield* new UnfitReports({ message: `reports of ${commits.join(", ")}: publish those of one commit without changes on top` })
  }
  yield* Effect.promise(async () => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    for (const [index, text] of texts.entries()) await writeFile(join(folder, basename(files[index] ?? "")), text)
  })
  const table = publishedTable(allScenarios, yield* readPublished(folder))
  const written = withTable(yield* Effect.promise(() => readFile(readme, "utf8")), table)
  if (written === null) return yield* new MissingMarks({ message: `${readme} has no ${tableMarks.begin.trim()}` })
  yield* Effect.promise(() => writeFile(readme, written))
})
