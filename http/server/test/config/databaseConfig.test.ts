import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { databaseOf } from "../../src/cli/engine/Database.js"
import { HasFence, refuseForeignStandbys } from "../../src/cli/engine/databaseFence.js"
import { databaseConfig } from "../../src/config/databaseConfig.js"

const withVariables = (variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)), { pathDelim: "_" }))

const standbys = (text: string) => Effect.either(withVariables({ AGENDA_DATABASE_READ: text })(databaseConfig))

describe("AGENDA_DATABASE_READ", () => {
  it.effect("names standbys, separated by commas", () =>
    Effect.gen(function*() {
      const { readFrom } = Either.getOrThrow(yield* standbys("postgres://u:p@db2/agenda, postgresql://db3/agenda"))
      expect(readFrom.map(Redacted.value)).toEqual(["postgres://u:p@db2/agenda", "postgresql://db3/agenda"])
      expect(Either.getOrThrow(yield* Effect.either(withVariables({})(databaseConfig))).readFrom).toEqual([])
    }))

  it.effect.each(["sqlite:a.db", "postgres://db2/agenda,", "postgres://host:99999/agenda", "db2"])(
    "refuses %s",
    (text) =>
      Effect.gen(function*() {
        expect(Either.isLeft(yield* standbys(text))).toBe(true)
      })
  )

  it.effect("is refused by a server on another database, but neither by the demonstration nor by commands", () =>
    Effect.gen(function*() {
      const withStandby = withVariables({ AGENDA_DATABASE_READ: "postgres://db2/agenda" })
      const refused = yield* Effect.flip(withStandby(refuseForeignStandbys("sqlite:a.db")))
      expect(refused.message).toContain("AGENDA_DATABASE_READ names standbys of Postgres")
      yield* withStandby(refuseForeignStandbys("postgres://db1/agenda"))
      yield* Effect.provideService(withStandby(refuseForeignStandbys("sqlite:demo.db")), HasFence, false)
      yield* withStandby(databaseOf("sqlite:a.db"))
    }))
})
