import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { version } from "../../config/version.js"
import type { Finding } from "../doctor/Check.js"
import { databaseOf } from "../engine/Database.js"
import { fenced } from "../engine/databaseFence.js"
import { withEngine } from "../engine/withEngine.js"
import { database, flag, help, json, optionVariables } from "../input/CliOptions.js"
import { CurrentEnvironment } from "../input/CurrentEnvironment.js"
import { Failure } from "../output/Failure.js"
import { hidePasswords } from "../output/hidePasswords.js"
import { answerAs } from "../output/Output.js"

const marks = { failed: "FAILED ", ok: "ok     ", warning: "warning" } as const

const linesOf = ({ check, message, remedy, result }: Finding): ReadonlyArray<string> => [
  `${marks[result]} ${check.padEnd(9)} ${message}`,
  ...(remedy === null ? [] : [`        ${" ".repeat(9)} -> ${remedy}`])
]

/** `agenda-engine doctor`: checks the server's settings, database and surroundings. */
export const doctorCommand = Command.make(
  "doctor",
  { fix: flag("fix", "Migrates the schema and rebuilds outdated indexes first."), database, json },
  ({ fix, json, ...options }) =>
    Effect.gen(function*() {
      const [{ checkDatabase }, surroundings] = yield* Effect.promise(() =>
        Promise.all([import("../doctor/checkDatabase.js"), import("../doctor/checkSurroundings.js")])
      )
      if (fix) {
        const opened = yield* Effect.flatMap(databaseOf(options.database), fenced)
        if ((yield* opened.facts) !== null) yield* Effect.zipRight(opened.up, withEngine(options.database, Effect.void, "always"))
      }
      const { others } = yield* CurrentEnvironment
      const { checkAddress, checkGeocoder, checkImages, checkMail, checkMetrics, checkNode, checkSettings } = surroundings
      const found: ReadonlyArray<Finding> = [
        checkNode(process.version),
        yield* checkSettings(others.filter((name) => !optionVariables.has(name))),
        ...(yield* checkDatabase(options.database)),
        yield* checkImages(options.database),
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
  "doctor --fix    migrates the schema and rebuilds indexes first",
  'doctor --json    prints {"version":…,"node":…,"findings":[{"check":…,"result":…,"message":…,"remedy":…}]}'
], ["Prints no secret. Exits 1 when a check failed; warnings exit 0."])))
