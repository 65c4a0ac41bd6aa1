import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as ConfigProviderPathPatch from "effect/ConfigProviderPathPatch"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import { readFileSync } from "node:fs"
import { databaseConfig } from "../../src/config/databaseConfig.js"
import { mailConfig } from "../../src/config/MailConfig.js"
import { providersConfig, serverConfig, variableOf } from "../../src/config/ServerConfig.js"
import { tables } from "./tables.js"

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")

/** A table without the padding that formatting gives it. */
const bare = (table: string): string => table.replaceAll(/ *\| */g, "|").replaceAll(/-{3,}/g, "---")

const tableAt = (name: string): string => {
  const begin = `<!-- ${name} -->\n`
  const start = readme.indexOf(begin) + begin.length
  return readme.slice(start, readme.indexOf("<!-- end -->", start)).trim()
}

describe("README.md", () => {
  for (const [name, table] of Object.entries(tables)) {
    it(`has the table of ${name} as the code has it`, () => expect(bare(tableAt(name))).toBe(bare(table)))
  }

  it.effect("names every variable that the server reads", () =>
    Effect.gen(function*() {
      const asked = new Set<string>()
      const recording = ConfigProvider.fromFlat(ConfigProvider.makeFlat({
        load: (path) => {
          asked.add(path.join("_"))
          return Effect.fail(ConfigError.MissingData([...path], "nothing is set"))
        },
        enumerateChildren: () => Effect.succeed(HashSet.empty()),
        patch: ConfigProviderPathPatch.empty
      }))
      yield* Effect.withConfigProvider(Effect.all([serverConfig, databaseConfig, mailConfig, providersConfig]), recording)
      const limits = Object.keys(defaultLimits).map((name) => `AGENDA_${variableOf(name)}`)
      const documented = [...readme.matchAll(/^\| `(AGENDA_\w+)` *\|/gm)].map(([, name]) => name)
      expect(documented.toSorted()).toEqual([...asked].filter((name) => /^AGENDA_\w+$/.test(name) && !limits.includes(name)).toSorted())
    }))
})
