import * as FileSystem from "@effect/platform/FileSystem"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { limitVariables, settingVariables } from "./variables.js"

/** Variables of a process. */
export interface ProcessVariables {
  readonly [name: string]: string | undefined
}

/** A setting that is set. */
export interface Setting {
  readonly value: string
  /** `environment`, or the file that it was read from, with the line. */
  readonly origin: string
}

/** The settings of a process: its variables, the files that they name, and the file of settings. */
export interface Environment {
  readonly settings: ReadonlyMap<string, Setting>
  /** The variables that begin with `AGENDA_` and are no settings. They may belong to options of commands. */
  readonly others: ReadonlyArray<string>
}

/** A file that a variable names cannot be read, or not as settings. */
export class EnvironmentError extends Data.TaggedError("EnvironmentError")<{
  /** Message for people. */
  readonly message: string
}> {}

/** The variable that names the file of settings. */
const fileVariable = "AGENDA_CONFIG_FILE"

/** Whether a variable is a setting of the server. */
const isSetting = (name: string): boolean => Object.hasOwn(settingVariables, name) || Object.hasOwn(limitVariables, name)

/** The variable that names the file with a secret. */
const fileOf = (secret: string): string => `${secret}_FILE`

const secrets = Object.entries(settingVariables).flatMap(([name, { isSecret = false }]) => isSecret ? [name] : [])

const secretOfFile = new Map(secrets.map((name) => [fileOf(name), name]))

const failure = (message: string): EnvironmentError => new EnvironmentError({ message })

const readText = (variable: string, path: string): Effect.Effect<string, EnvironmentError, FileSystem.FileSystem> =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap((files) => files.readFileString(path)),
    Effect.mapError(({ message }) => failure(`${variable}: the file ${path} cannot be read: ${message}`))
  )

/** The settings of a file: empty lines and lines that begin with `#` are skipped; a value is taken as it is. */
const parseSettings = (path: string, text: string): Effect.Effect<ReadonlyMap<string, Setting>, EnvironmentError> =>
  Effect.gen(function*() {
    const settings = new Map<string, Setting>()
    const faults: Array<string> = []
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (/^\s*(?:#|$)/.test(line)) continue
      const origin = `${path}:${index + 1}`
      const [, name = "", value = ""] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      if (name === "") faults.push(`${origin}: NAME=VALUE is expected`)
      else if (!isSetting(name) && !secretOfFile.has(name)) faults.push(`${origin}: ${name} is not a setting`)
      else if (name === fileVariable) faults.push(`${origin}: ${name} is a variable of the environment only`)
      else if (settings.has(name)) faults.push(`${origin}: ${name} is set twice`)
      else settings.set(name, { value, origin })
    }
    return faults.length === 0 ? settings : yield* failure(faults.join("; "))
  })

/** Replaces each variable that names the file with a secret by the secret. */
const withSecrets = (
  settings: ReadonlyMap<string, Setting>
): Effect.Effect<ReadonlyMap<string, Setting>, EnvironmentError, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const all = new Map(settings)
    for (const [variable, secret] of secretOfFile) {
      const file = all.get(variable)
      if (file === undefined) continue
      if (all.has(secret)) return yield* failure(`${secret} and ${variable} cannot be combined`)
      const text = yield* readText(variable, file.value)
      all.delete(variable)
      all.set(secret, { value: text.replace(/\r?\n$/, ""), origin: file.value })
    }
    return all
  })

/**
 * Reads the settings of a process. An empty variable counts as absent. A variable takes precedence over the file that
 * `AGENDA_CONFIG_FILE` names. A secret can be in a file of its own, whose path is the value of its variable with
 * `_FILE`; the newline at its end is dropped.
 */
export const readEnvironment = (
  variables: ProcessVariables
): Effect.Effect<Environment, EnvironmentError, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const own = Object.entries(variables).flatMap(([name, value]) =>
      name.startsWith("AGENDA_") && value !== undefined && value !== "" ? [[name, { value, origin: "environment" }] as const] : []
    )
    const named = variables[fileVariable] ?? ""
    const filed = named === "" ? new Map<string, Setting>() : yield* parseSettings(named, yield* readText(fileVariable, named))
    // A variable with a secret also replaces the file that the file of settings names, and the other way round.
    const said = new Set(own.flatMap(([name]) => [name, fileOf(name), secretOfFile.get(name) ?? name]))
    const settings = yield* withSecrets(new Map([...[...filed].filter(([name]) => !said.has(name)), ...own]))
    return { settings, others: own.flatMap(([name]) => isSetting(name) || secretOfFile.has(name) ? [] : [name]) }
  })
