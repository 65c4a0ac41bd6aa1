import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Images } from "@agenda-engine/core/services/Images"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { version } from "../../config/version.js"
import type { Finding } from "../doctor/Check.js"
import type * as checkSurroundings from "../doctor/checkSurroundings.js"
import { attempt } from "../engine/backup/files.js"
import { databaseOf } from "../engine/Database.js"
import { fenced } from "../engine/databaseFence.js"
import { withEngine } from "../engine/withEngine.js"
import { database, flag, help, json, optionVariables } from "../input/CliOptions.js"
import { CurrentEnvironment } from "../input/CurrentEnvironment.js"
import { Failure, Misuse, showConfigError } from "../output/Failure.js"
import { hidePasswords } from "../output/hidePasswords.js"
import { answerAs } from "../output/Output.js"

const marks = { failed: "FAILED ", ok: "ok     ", warning: "warning" } as const

const linesOf = ({ check, message, remedy, result }: Finding): ReadonlyArray<string> => [
  `${marks[result]} ${check.padEnd(9)} ${message}`,
  ...(remedy === null ? [] : [`        ${" ".repeat(9)} -> ${remedy}`])
]

/** Moves files that belong to no image to a folder beside theirs, unless most files there are unknown. */
const moveOrphans = (
  database: string,
  { imageFolderOf, orphansIn }: Pick<typeof checkSurroundings, "imageFolderOf" | "orphansIn">
): Effect.Effect<void, Failure | Misuse | StoreError, Images> =>
  Effect.gen(function*() {
    const folder = yield* Effect.mapError(imageFolderOf(database), (error) => new Misuse({ message: showConfigError(error) }))
    if (folder === null) return
    const { isOwnFolder, names } = yield* orphansIn(folder)
    if (!isOwnFolder || names.length === 0) return
    const aside = `${folder}.orphans`
    yield* attempt(`${aside} cannot be made`, () => mkdirSync(aside, { recursive: true }))
    for (const name of names) yield* attempt(`${name} cannot be moved`, () => renameSync(join(folder, name), join(aside, name)))
  })

/** `agenda-engine doctor`: checks the server's settings, database and surroundings. */
export const doctorCommand = Command.make(
  "doctor",
  { fix: flag("fix", "Migrates the schema, rebuilds outdated indexes and moves files of no image aside first."), database, json },
  ({ fix, json, ...options }) =>
    Effect.gen(function*() {
      const [{ checkDatabase }, surroundings] = yield* Effect.promise(() =>
        Promise.all([import("../doctor/checkDatabase.js"), import("../doctor/checkSurroundings.js")])
      )
      if (fix) {
        const opened = yield* Effect.flatMap(databaseOf(options.database), fenced)
        if ((yield* opened.facts) !== null) {
          yield* opened.up
          yield* withEngine(options.database, moveOrphans(options.database, surroundings), "always")
        }
      }
      const { others } = yield* CurrentEnvironment
      const { checkAddress, checkGeocoder, checkImages, checkMail, checkMetrics, checkNode, checkOrphans, checkSettings } = surroundings
      const databaseFindings = yield* checkDatabase(options.database)
      const isUsable = databaseFindings.every(({ result }) => result !== "failed")
      const found: ReadonlyArray<Finding> = [
        checkNode(process.version),
        yield* checkSettings(others.filter((name) => !optionVariables.has(name))),
        ...databaseFindings,
        yield* checkImages(options.database),
        ...(isUsable ? [yield* checkOrphans(options.database)] : []),
        yield* checkAddress,
        yield* checkMetrics,
        yield* checkMail,
        yield* checkGeocoder
      ]
      const findings = found.map((finding) => ({ ...finding, message: hidePasswords(finding.message) }))
      yield* answerAs(json, { version, node: process.version, findings }, [
        `agenda-engine ${version}, Node ${process.version}, ${process.platform} ${process.arch}`,
        ...findings.flatMap(linesOf)
      ])
      const broken = findings.filter(({ result }) => result === "failed").map(({ check }) => check)
      if (broken.length > 0) return yield* new Failure({ message: `failed checks: ${broken.join(", ")}` })
    })
).pipe(Command.withDescription(help("Checks settings, database, disk, mail and geocoder. Each finding names what mends it.", [
  "doctor",
  "doctor --fix    migrates the schema, rebuilds indexes and moves files of no image aside first",
  'doctor --json    prints {"version":…,"node":…,"findings":[{"check":…,"result":…,"message":…,"remedy":…}]}'
], ["Prints no secret. Exits 1 when a check failed; warnings exit 0."])))
