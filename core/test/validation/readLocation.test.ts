import { describe, expect, it } from "@effect/vitest"
import type { Json } from "../../src/domain/Json.js"
import { defaultLimits } from "../../src/domain/Limits.js"
import { readLocation } from "../../src/validation/readLocation.js"
import { faultOf } from "./fault.js"

const read = (body: Json, lang: string | null = null) =>
  readLocation(body, { mode: "create", lang, defaultLang: null, limits: defaultLimits, stored: null })

const least = { name: "Salle", address: "1 rue de la Paix, Paris", countryCode: "fr" }

describe("readLocation", () => {
  it("takes the least there is, the rest empty", () => {
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

  it("takes everything there is, under data too", () => {
    const body = {
      ...least,
      access: "Métro Opéra",
      description: { en: "A hall" },
      image: "https://example.org/a.jpg",
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
    ["coordinates off the earth", { ...least, latitude: 90.1, longitude: -180.1 }, [
      "latitude.invalid latitude",
      "longitude.invalid longitude"
    ]],
    ["coordinates that are no numbers", { ...least, latitude: "north", longitude: {}, state: 2 }, [
      "number.invalid latitude",
      "enum.invalid state"
    ]],
    ["a country that is none", { ...least, countryCode: "FRA" }, ["enum.invalid countryCode"]],
    ["a country that is a number", { ...least, countryCode: 33 }, ["type.invalid countryCode"]],
    ["contacts", { ...least, website: "example", email: "x", links: ["x", "https://example.org", 5], image: "y" }, [
      "url.invalid image",
      "url.invalid website",
      "email.invalid email",
      "link.invalid links #0",
      "type.invalid links #2"
    ]],
    ["a time zone that is none", { ...least, timezone: "Paris" }, ["timezone.invalid timezone"]],
    ["plain text without language", { ...least, description: "A hall" }, ["type.invalid description"]],
    ["long text", { ...least, name: "x".repeat(256), adminLevel4: "x".repeat(256) }, ["string.toolong name", "string.toolong adminLevel4"]]
  ])("finds the faults of %s", (_label, body, faults) => {
    expect(read(body).issues.map(faultOf)).toEqual(faults)
  })

  it("takes coordinates written as text", () => {
    expect(read({ ...least, latitude: "48.85", longitude: "-2.3" }).draft).toMatchObject({ latitude: 48.85, longitude: -2.3 })
  })

  it("warns of what it leaves alone", () => {
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
