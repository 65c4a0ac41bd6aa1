import { describe, expect, it } from "@effect/vitest"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as ConfigProviderPathPatch from "effect/ConfigProviderPathPatch"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import { readFileSync } from "node:fs"
import { everyConfig } from "../../src/config/everyConfig.js"
import { limitVariables, settingVariables } from "../../src/config/variables.js"
import { tables } from "./tables.js"

const read = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8")

const reference = read("http.md")
const operating = read("operating.md")

/** A table without the padding that formatting gives it. */
const bare = (table: string): string => table.replaceAll(/ *\| */g, "|").replaceAll(/-{3,}/g, "---")

/** The table between the markers of a name; null without markers. */
const tableAt = (text: string, name: string): string | null => {
  const begin = `<!-- ${name} -->\n`
  const start = text.indexOf(begin)
  if (start === -1) return null
  return text.slice(start + begin.length, text.indexOf("<!-- end -->", start)).trim()
}

describe("docs", () => {
  it.each(Object.entries(tables))("have the table of %s once, equal to the code", (name, table) => {
    const shown = [reference, operating].map((text) => tableAt(text, name)).filter((text) => text !== null)
    expect(shown.map(bare)).toEqual([bare(table)])
  })

  it.effect("list every environment variable of the server", () =>
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
      yield* Effect.withConfigProvider(Effect.all(everyConfig), recording)
      const read = [...asked].filter((name) => /^AGENDA_\w+$/.test(name))
      const listed = Object.keys({ ...settingVariables, ...limitVariables })
      expect(listed.filter((name) => name !== "AGENDA_CONFIG_FILE").toSorted()).toEqual(read.toSorted())
    }))
})
