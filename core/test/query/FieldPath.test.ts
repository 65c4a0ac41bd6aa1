import { describe, expect, it } from "@effect/vitest"
import { readFieldPath, selectFields } from "../../src/query/FieldPath.js"

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
    "image.variants.size.width",
    "country.fr",
    "country.code",
    "accessibility.hi",
    "status",
    "removed",
    "member.name"
  ])("knows %s", (text) => expect(readFieldPath(text)).toEqual(text.split(".")))

  it.each([
    "",
    ".",
    "uid.",
    "uid.x",
    ".uid",
    "uid,slug",
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
  ])("does not know %j", (text) => expect(readFieldPath(text)).toBeUndefined())
})

describe("selectFields", () => {
  it.each([
    ["nothing", [], {}],
    ["members of one member", ["uid", "location.city", "location.name"], { uid: "whole", location: { city: "whole", name: "whole" } }],
    ["a member and a part of it", ["location", "location.city"], { location: "whole" }],
    ["a part of a member and the member", ["location.city", "location"], { location: "whole" }],
    ["the same twice", ["title.fr", "title.fr"], { title: { fr: "whole" } }],
    ["an empty path, which picks nothing", [""], {}]
  ])("of %s", (_label, paths, selected) => {
    expect(selectFields(paths.map((path) => path === "" ? [] : path.split(".")))).toEqual(selected)
  })
})
