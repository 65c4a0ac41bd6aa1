import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { databaseConfig } from "../../src/config/databaseConfig.js"
import { variableOf } from "../../src/config/ServerConfig.js"
import { codeNumbers, isBound } from "./codeBounds.js"
import { invisible, stated, withoutConstant } from "./statedBounds.js"

const text = readFileSync(new URL("../../../../docs/limits.md", import.meta.url), "utf8")

interface Row {
  readonly bound: string
  readonly initial: string
  readonly setting: string
  readonly line: string
}

const rows: ReadonlyArray<Row> = text.split("\n").filter((line) => /^\| (?!Bound )/.test(line)).map((line) => {
  const [, bound = "", initial = "", setting = ""] = line.split("|").map((cell) => cell.trim())
  return { bound, initial, setting: setting.replaceAll("`", ""), line }
})

const database = Effect.runSync(Effect.withConfigProvider(databaseConfig, ConfigProvider.fromMap(new Map())))

/** The variables of a database, which are not called like its settings, with their defaults. */
const databaseBounds: { readonly [variable: string]: number } = {
  AGENDA_DATABASE_BUSY_SECONDS: Duration.toSeconds(database.busyTimeout),
  AGENDA_STATEMENT_SECONDS: Duration.toSeconds(database.statementTimeout),
  AGENDA_DATABASE_CONNECT_SECONDS: Duration.toSeconds(database.connectTimeout),
  AGENDA_DATABASE_CONNECTIONS_MAX: database.maxConnections
}

const settings = new Map([
  ...[...codeNumbers].flatMap(([name, [value = 0]]) => {
    const [file = "", setting = ""] = name.split(".")
    return ["HttpSettings", "ServerConfig", "Limits"].includes(file) ? [[`AGENDA_${variableOf(setting)}`, value] as const] : []
  }),
  ...Object.entries(databaseBounds)
])

const days = (ms: number): string => ms === 86_400_000 ? "1 day" : `${ms / 86_400_000} days`
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, " ")
const millions = (value: number): string => value >= 1_000_000 ? `${value / 1_000_000} million` : grouped(value)
const seconds = (ms: number): string => ms >= 86_400_000 ? days(ms) : ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`

/** A value in the words of the document, by the unit in its name. */
const shown = (name: string, value: number): string => {
  const units = new Set(name.toLowerCase().split(/[._]/))
  if (units.has("ns")) return seconds(value / 1_000_000)
  if (units.has("ms")) return seconds(value)
  if (units.has("seconds")) return seconds(value * 1_000)
  if (units.has("bytes")) return value >= 2 ** 20 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`
  return millions(value)
}

const constantsOf = (row: Row): ReadonlyArray<string> =>
  Object.entries(stated).flatMap(([start, names]) => row.bound.startsWith(start) ? names : [])

/** What a row has to say of the code, in the document's words. */
const expectedIn = (row: Row): ReadonlyArray<string> => {
  const setting = settings.get(row.setting)
  const constants = constantsOf(row).flatMap((name) => (codeNumbers.get(name) ?? []).map((value) => shown(name, value)))
  return [...(setting === undefined ? [] : [shown(row.setting, setting)]), ...constants]
}

const isIn = (line: string, value: string): boolean => new RegExp(`(?<![\\d ]\\d |\\d)${value}(?![\\d.]| \\d)`).test(line)

describe("docs/limits.md", () => {
  it("says what the code says, in every row", () => {
    expect(rows.length).toBeGreaterThan(80)
    const wrong = rows.flatMap((row) => expectedIn(row).filter((value) => !isIn(row.line, value)).map((value) => [row.bound, value]))
    expect(wrong).toEqual([])
  })

  it("has no default that is not the code's", () => {
    const own = rows.flatMap((row) => {
      const rest = expectedIn(row).toSorted((left, right) => right.length - left.length).reduce(
        (left, value) => left.replaceAll(value, ""),
        row.initial
      )
      return /\d/.test(rest) && !withoutConstant.some((start) => row.bound.startsWith(start)) ? [[row.bound, rest]] : []
    })
    expect(own).toEqual([])
  })

  it("has settings that there are, each bound of the server among them", () => {
    const named = rows.flatMap(({ setting }) => setting === "" ? [] : [setting])
    expect(named.filter((setting) => !settings.has(setting))).toEqual([])
    const limits = new Set(Object.keys(defaultLimits).map((name) => `AGENDA_${variableOf(name)}`))
    expect([...settings.keys()].filter((setting) => !limits.has(setting) && !named.includes(setting))).toEqual([])
  })

  it("states every bound of the code, unless no client sees it", () => {
    const known = new Set([...Object.values(stated).flat(), ...Object.values(invisible).flat()])
    const settable = /^(?:HttpSettings|ServerConfig|Limits)\./
    expect([...codeNumbers.keys()].filter((name) => isBound(name) && !settable.test(name) && !known.has(name))).toEqual([])
    expect([...known].filter((name) => !codeNumbers.has(name))).toEqual([])
    expect(Object.keys(stated).filter((start) => !rows.some(({ bound }) => bound.startsWith(start)))).toEqual([])
    expect(withoutConstant.filter((start) => !rows.some(({ bound }) => bound.startsWith(start)))).toEqual([])
  })
})
