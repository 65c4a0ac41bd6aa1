import { describe, expect, it } from "@effect/vitest"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { readLocation } from "../../../src/validation/location/readLocation.js"
import { faultOf } from "../fault.js"

const read = (body: Json, lang: string | null = null) =>
  readLocation(body, { mode: "create", lang, defaultLang: null, limits: defaultLimits, stored: null })

/** A location with something in every field. */
const stored = {
  slug: "salle",
  name: "Salle",
  address: "1 rue de la Paix, Paris",
  countryCode: "FR",
  access: { fr: "Métro" },
  description: { en: "A hall" },
  image: "https://example.org/a.jpg",
  imageCredits: "Moi",
  website: "https://example.org",
  email: "a@example.org",
  phone: "01",
  adminLevel1: "a",
  adminLevel2: "b",
  adminLevel3: "c",
  adminLevel4: "d",
  adminLevel5: "e",
  adminLevel6: "f",
  postalCode: "75002",
  insee: "75056",
  latitude: 48.85,
  longitude: 2.35,
  timezone: "Europe/Paris",
  links: ["https://example.org/x"],
  state: 1 as const,
  extIds: [{ key: "erp", value: "1" }, { key: "old", value: "2" }]
}

const update = (mode: "replace" | "patch", body: Json) =>
  readLocation(body, { mode, lang: null, defaultLang: "fr", limits: defaultLimits, stored })

const least = { name: "Salle", address: "1 rue de la Paix, Paris", countryCode: "fr" }

describe("readLocation", () => {
  it("accepts a minimal body with empty defaults", () => {
    const { draft, issues, warnings } = read(least)
    expect([...issues, ...warnings]).toEqual([])
    expect(draft).toEqual({
      name: "Salle",
      address: "1 rue de la Paix, Paris",
      access: {},
      description: {},
      image: null,
      imageCredits: null,
      adminLevel1: null,
      adminLevel2: null,
      adminLevel3: null,
      adminLevel4: null,
      adminLevel5: null,
      adminLevel6: null,
      postalCode: null,
      insee: null,
      countryCode: "FR",
      latitude: null,
      longitude: null,
      timezone: null,
      website: null,
      email: null,
      phone: null,
      links: [],
      state: 0,
      extIds: []
    })
  })

  it("accepts a complete body, also under data", () => {
    const body = {
      ...least,
      access: "Métro Opéra",
      description: { en: "A hall" },
      image: null,
      imageCredits: "Moi",
      adminLevel1: "Île-de-France",
      adminLevel2: "Paris",
      adminLevel3: "a",
      adminLevel4: "Paris",
      adminLevel5: "b",
      adminLevel6: "Opéra",
      postalCode: "75002",
      insee: "75056",
      latitude: -90,
      longitude: 180,
      timezone: "Europe/Paris",
      website: "https://example.org",
      email: "a@example.org",
      phone: "01",
      links: ["https://example.org/x"],
      state: 1,
      extIds: [{ key: "k", value: "v" }]
    }
    const { draft, issues, warnings } = read({ data: body }, "fr")
    expect([...issues, ...warnings]).toEqual([])
    expect(draft).toEqual({ ...body, countryCode: "FR", access: { fr: "Métro Opéra" } })
  })

  it.each<[string, Json, ReadonlyArray<string>]>([
    ["an empty body", {}, ["required name", "required address", "required countryCode"]],
    ["blanks", { name: " ", address: "", countryCode: null }, ["required name", "required address", "required countryCode"]],
    ["no object", 5, ["json.invalid "]],
    ["an image from elsewhere", { ...least, image: "y" }, ["type.invalid image"]],
    ["plain text without language", { ...least, description: "A hall" }, ["type.invalid description"]]
  ])("reports the issues of %s", (_label, body, faults) => {
    expect(read(body).issues.map(faultOf)).toEqual(faults)
  })

  it("warns about ignored members", () => {
    const { draft, warnings } = read({ ...least, uid: 5, region: "a", department: "b", city: "c", district: "d", toString: 1 })
    expect(warnings.map(faultOf)).toEqual([
      "ignored uid",
      "ignored region",
      "ignored department",
      "ignored city",
      "ignored district",
      "ignored toString"
    ])
    expect(draft.adminLevel4).toBe(null)
  })
})

describe("readLocation of a full update", () => {
  it("missing members are emptied, except image, state and external identifiers", () => {
    const { image, state, extIds } = stored
    expect(update("replace", least).draft).toEqual({ ...read(least).draft, image, state, extIds })
    expect(update("replace", {}).issues.map(faultOf)).toEqual(["required name", "required address", "required countryCode"])
  })

  it("null and empty members are removed and external identifiers are replaced", () => {
    expect(update("replace", { ...least, image: null, state: null, extIds: [] }).draft).toEqual(read(least).draft)
    const extIds = [{ key: "new", value: "3" }]
    expect(update("replace", { ...least, extIds }).draft.extIds).toEqual(extIds)
  })

  it("accepts a presented location and warns about read-only members", () => {
    const { slug, ...content } = stored
    const { draft, issues, warnings } = update("replace", { ...stored, uid: 5, setUid: null, city: "x" })
    expect([draft, issues, warnings.map(faultOf)]).toEqual([content, [], ["ignored uid", "ignored setUid", "ignored city"]])
    expect(update("replace", { ...stored, slug: `${slug}-2` }).warnings.map(faultOf)).toEqual(["ignored slug"])
  })
})

describe("readLocation of a partial update", () => {
  const { slug: _slug, ...content } = stored

  it("missing members are unchanged", () => {
    expect(update("patch", {})).toEqual({ draft: content, named: [], issues: [], warnings: [] })
    expect(update("patch", { adminLevel4: "Lyon", description: "Une salle" }).draft).toEqual({
      ...content,
      adminLevel4: "Lyon",
      description: { fr: "Une salle" }
    })
  })

  it("null and empty members are removed if optional and refused if required", () => {
    const none = { access: {}, links: [], image: null, latitude: null, timezone: "", phone: null, state: {} }
    expect(update("patch", none).draft).toEqual({
      ...content,
      access: {},
      links: [],
      image: null,
      latitude: null,
      timezone: null,
      phone: null,
      state: 0
    })
    const faults = update("patch", { name: null, address: [], countryCode: {}, latitude: 91 }).issues.map(faultOf)
    expect(faults).toEqual(["required name", "required address", "required countryCode", "latitude.invalid latitude"])
  })

  it("external identifiers are merged by key and null removes one", () => {
    const extIds = [{ key: "new", value: 3 }, { key: "erp", value: null }, { key: "old", value: "4" }]
    const { draft, named } = update("patch", { extIds })
    expect(draft.extIds).toEqual([{ key: "old", value: "4" }, { key: "new", value: "3" }])
    expect(named).toEqual([{ key: "new", value: "3" }, { key: "erp", value: null }, { key: "old", value: "4" }])
    expect(update("patch", { extIds: null }).draft.extIds).toEqual([])
    expect(update("replace", { ...least, extIds }).issues.map(faultOf)).toEqual(["required extIds[1].value #1"])
  })
})
