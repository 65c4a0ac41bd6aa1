import { defaultProviders } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { providersConfig } from "../../src/config/ServerConfig.js"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.either(
    Effect.withConfigProvider(providersConfig, ConfigProvider.fromMap(new Map(Object.entries(variables)), { pathDelim: "_" }))
  )

describe("providersConfig", () => {
  it.effect("parses codes; default are four", () =>
    Effect.gen(function*() {
      expect(yield* read({})).toEqual(Either.right(defaultProviders))
      expect(yield* read({ AGENDA_PROVIDERS: "box-office, mapado" })).toEqual(Either.right(["box-office", "mapado"]))
    }))

  it.effect("refuses invalid codes", () =>
    Effect.gen(function*() {
      for (const value of ["a.b", "a b", "mapado,,"]) expect(Either.isLeft(yield* read({ AGENDA_PROVIDERS: value })), value).toBe(true)
    }))
})
