import { describe, expect, it } from "@effect/vitest"
import { readFieldPath, selectFields, unknownPaths } from "../../../src/query/event/FieldPath.js"
import { sampleFields } from "../../validation/sampleFields.js"

describe("readFieldPath", () => {
  it.each([
    "uid",
    "title",
    "title.fr",
    "keywords.pt-BR",
    "location",
    "location.city",
    "location.region",
    "location.department",
    "location.district",
    "location.description.en",
    "location.extIds.key",
    "timings.begin",
    "offers.tiers.label.fr",
    "timings.offers.tiers.label",
    "image.variants.size.width",
    "country.fr",
    "country.code",
    "accessibility.hi",
    "status",
    "removed",
    "member.name",
    "genres",
    "sub-title_2.fr",
    "constructor"
  ])("accepts %s", (text) => expect(readFieldPath(text)).toEqual(text.split(".")))

  it.each([
    "",
    ".",
    "uid.",
    "uid.x",
    ".uid",
    "uid,slug",
    "2genres",
    "genres.label",
    "offers.tiers.label.colour",
    "offers.tiers.offerType.fr",
    "genres.fr.fr",
    "title.French",
    "title.fr.fr",
    "title.",
    "status.label",
    "country.pt",
    "timings.0",
    "timings[begin]",
    "location.country",
    "__proto__",
    "location.constructor",
    "location.__proto__.x"
  ])("rejects %j", (text) => expect(readFieldPath(text)).toBeUndefined())
})

describe("selectFields", () => {
  it.each([
    ["nothing", [], {}],
    ["members of one member", ["uid", "location.city", "location.name"], { uid: "whole", location: { city: "whole", name: "whole" } }],
    ["a member and a part of it", ["location", "location.city"], { location: "whole" }],
    ["a part of a member and the member", ["location.city", "location"], { location: "whole" }],
    ["the same twice", ["title.fr", "title.fr"], { title: { fr: "whole" } }],
    ["an empty path, which picks nothing", [""], {}]
  ])("merges %s", (_label, paths, selected) => {
    expect(selectFields(paths.map((path) => path === "" ? [] : path.split(".")))).toEqual(selected)
  })
})

describe("unknownPaths", () => {
  const { genres, page, subtitle } = sampleFields

  const stray = (...paths: ReadonlyArray<string>) =>
    unknownPaths(selectFields(paths.map((path) => readFieldPath(path) ?? [])), [genres, page, subtitle])

  it.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["members of the event", ["uid", "title.fr", "location.city"], []],
    ["fields", ["genres", "page", "subtitle", "subtitle.de"], []],
    ["codes that are none", ["genre", "uid", "contributorUid", "constructor"], ["genre", "contributorUid", "constructor"]],
    ["languages of what has none", ["genres.fr", "page.en"], ["genres.fr", "page.en"]],
    ["languages of what is no field", ["genre.fr", "genre.en"], ["genre.fr", "genre.en"]]
  ])("reports %s", (_label, paths, expected) => expect(stray(...paths)).toEqual(expected))
})
