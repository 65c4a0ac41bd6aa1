import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import type { Json } from "../../src/domain/text/Json.js"
import { readSettings } from "../../src/validation/readSettings.js"
import { faultOf } from "./fault.js"

const faults = (written: Json): ReadonlyArray<string> =>
  Either.match(readSettings(written), { onLeft: (issues) => issues.map(faultOf), onRight: () => [] })

describe("readSettings", () => {
  it("takes every setting", () => {
    const settings = {
      contribution: { defaultState: 1, canPublish: ["moderator"], moderateOnChangeBy: [], defaultLang: "pt-BR" },
      search: { synonyms: [["expo", "exposition"]], weights: { title: 32, area: 0 } }
    }
    expect(readSettings(settings)).toEqual(Either.right(settings))
    expect(readSettings({})).toEqual(Either.right({}))
  })

  it.each<[Json, ReadonlyArray<string>]>([
    [[], ["type.invalid settings"]],
    [{ contribution: [] }, ["type.invalid settings.contribution"]],
    [{ colour: "red", contribution: { canPublish: ["editor", "moderator", 1], defaultState: 3, constructor: 1 } }, [
      "enum.invalid settings.colour",
      "enum.invalid settings.contribution.constructor",
      "enum.invalid settings.contribution.defaultState",
      "enum.invalid settings.contribution.canPublish[0]",
      "enum.invalid settings.contribution.canPublish[2]"
    ]],
    [{ contribution: { moderateOnChangeBy: "moderator", defaultLang: "French" } }, [
      "type.invalid settings.contribution.moderateOnChangeBy",
      "enum.invalid settings.contribution.defaultLang"
    ]],
    [{ search: { synonyms: [["ciné"], "expo", ["a", "b c"], ["x", 1]], limit: 1 } }, [
      "enum.invalid settings.search.limit",
      "range settings.search.synonyms[0]",
      "type.invalid settings.search.synonyms[1]",
      "type.invalid settings.search.synonyms[2][1]",
      "type.invalid settings.search.synonyms[3][1]"
    ]],
    [{ search: { synonyms: Array.from({ length: 101 }, () => ["a", "b"]) } }, ["tooMany settings.search.synonyms"]],
    [{ search: { weights: { title: 3, keywords: -2, place: 66, description: "4", colour: 2 } } }, [
      "enum.invalid settings.search.weights.colour",
      "range settings.search.weights.title",
      "range settings.search.weights.keywords",
      "range settings.search.weights.place",
      "range settings.search.weights.description"
    ]],
    [{ search: { weights: { title: 0, keywords: 0, place: 0, description: 0, longDescription: 0, area: 0 } } }, [
      "range settings.search.weights"
    ]],
    [{ search: { weights: 1 } }, ["type.invalid settings.search.weights"]],
    [{ search: [] }, ["type.invalid settings.search"]]
  ])("reports every fault of %j by its path", (written, expected) => {
    expect(faults(written)).toEqual(expected)
  })
})
