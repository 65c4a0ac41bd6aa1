import type { LocationContent } from "@agenda-engine/core/domain/agenda/Location"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import { blanks, emptied, type FieldCase, type FieldTable, refused, refusedAs, taken, wrongTypes } from "./FieldCase.js"
import { multilingualCases } from "./multilingualCases.js"
import { textCases } from "./textCases.js"

/** A whole body of a location, and no more. */
export const wholeLocation: JsonObject = { name: "Halle", address: "1 rue des Arts, Quimper", countryCode: "FR" }

const { extIds_max, link_chars_max, links_max, locationText_chars_max } = defaultLimits

const text = (field: string): ReadonlyArray<FieldCase> => [
  ...textCases({ chars_max: locationText_chars_max, within: (text) => text, at: field }),
  ...wrongTypes(`type.invalid ${field}`, "string")
]

const needed = (field: string): ReadonlyArray<FieldCase> => [
  ...text(field),
  ...blanks.map(([says, value]) => refused(says, value, [`required ${field}`, value]))
]

const optional = (field: string): ReadonlyArray<FieldCase> => [...text(field), ...emptied(null)]

const url = (field: string): ReadonlyArray<FieldCase> => [
  taken("https", "https://example.org/é?x=1#y"),
  taken("the largest", `https://example.org/${"x".repeat(link_chars_max - 20)}`),
  refusedAs("one character too many", `https://example.org/${"x".repeat(link_chars_max - 19)}`, `string.toolong ${field}`),
  ...["javascript:alert(1)", "example.org", "ftp://example.org"].map((link) => refusedAs(link, link, `url.invalid ${field}`)),
  ...wrongTypes(`type.invalid ${field}`, "string"),
  ...emptied(null)
]

const coordinate = (field: "latitude" | "longitude", degrees: number): ReadonlyArray<FieldCase> => [
  ...[0, degrees, -degrees, 47.996_4, -0.000_000_1].map((value) => taken(`${value}`, value)),
  taken("digits", ` +${degrees}.0 `, degrees),
  ...[degrees + 0.000_001, -degrees - 1, 1e300].map((value) => refusedAs(`${value}`, value, `${field}.invalid ${field}`)),
  refusedAs("words", "north", `number.invalid ${field}`),
  refusedAs("a comma", "47,9", `number.invalid ${field}`),
  ...wrongTypes(`number.invalid ${field}`, "string", "number"),
  ...emptied(null)
]

/** Every field of the body of a location. */
export const locationCases = {
  name: needed("name"),
  address: needed("address"),
  access: multilingualCases("access", { chars_max: 10_000, isNeeded: false }),
  description: multilingualCases("description", { chars_max: 10_000, isNeeded: false }),
  image: emptied(null),
  imageCredits: optional("imageCredits"),
  adminLevel1: optional("adminLevel1"),
  adminLevel2: optional("adminLevel2"),
  adminLevel3: optional("adminLevel3"),
  adminLevel4: optional("adminLevel4"),
  adminLevel5: optional("adminLevel5"),
  adminLevel6: optional("adminLevel6"),
  postalCode: optional("postalCode"),
  insee: optional("insee"),
  countryCode: [
    taken("upper case", "FR"),
    taken("lower case", " de ", "DE"),
    ...["F", "FRA", "F1", "Fr-", "ＦＲ"].map((code) => refusedAs(code, code, "enum.invalid countryCode")),
    ...wrongTypes("type.invalid countryCode", "string"),
    ...blanks.map(([says, value]) => refused(says, value, ["required countryCode", value]))
  ],
  latitude: coordinate("latitude", 90),
  longitude: coordinate("longitude", 180),
  timezone: [
    taken("a zone", "Pacific/Chatham"),
    refusedAs("none", "Europe/Atlantis", "timezone.invalid timezone"),
    ...wrongTypes("type.invalid timezone", "string"),
    ...emptied("Europe/Paris")
  ],
  website: url("website"),
  email: [
    taken("an address", " é@exämple.org ", "é@exämple.org"),
    taken("the largest", `${"x".repeat(242)}@example.org`),
    refusedAs("one character too many", `${"x".repeat(243)}@example.org`, "email.invalid email"),
    ...["x", "@example.org", "a@b", "a b@example.org", "a@example..org"].map((email) => refusedAs(email, email, "email.invalid email")),
    ...wrongTypes("email.invalid email", "string"),
    ...emptied(null)
  ],
  phone: optional("phone"),
  links: [
    taken("several", ["https://example.org/a", "http://example.org/b"]),
    taken("one", "https://example.org", ["https://example.org"]),
    taken("nothing among them", [null, "", "https://example.org"], ["https://example.org"]),
    taken("as many as there may be", Array.from({ length: links_max }, (_, index) => `https://example.org/${index}`)),
    refused("one too many", Array.from({ length: links_max + 1 }, (_, index) => `https://example.org/${index}`), ["tooMany links", null]),
    refused("what is none", ["https://example.org", "x", 5], ["link.invalid links #1", "x"], ["type.invalid links #2", 5]),
    ...wrongTypes("type.invalid links", "string", "list"),
    ...emptied([])
  ],
  state: [
    taken("unverified", 0),
    taken("verified", 1),
    ...[2, -1, "1", true, 0.5, [1]].map((state) => refusedAs(JSON.stringify(state), state, "enum.invalid state")),
    ...emptied(0)
  ],
  extIds: [
    taken("several keys", [{ key: "a", value: "1" }, { key: "b", value: "2" }]),
    taken("as many as there may be", Array.from({ length: extIds_max }, (_, index) => ({ key: `key ${index}`, value: "1" }))),
    refused("one too many", Array.from({ length: extIds_max + 1 }, (_, index) => ({ key: `key ${index}`, value: "1" })), [
      "tooMany extIds",
      null
    ]),
    refused("a key twice", [{ key: "a", value: "1" }, { key: "a", value: "2" }], ["duplicate extIds #1", { key: "a", value: "2" }]),
    ...wrongTypes("type.invalid extIds", "list"),
    ...emptied([])
  ]
} satisfies { readonly [field in keyof typeof LocationContent.fields]: FieldTable[string] } & FieldTable
