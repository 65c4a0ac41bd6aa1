import { describe, expect, it } from "@effect/vitest"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import type { Role } from "../../../src/domain/access/Member.js"
import type { AdditionalField } from "../../../src/domain/field/AdditionalField.js"
import type { FieldValues } from "../../../src/domain/field/FieldValue.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import { type EventReadingContext, readEvent } from "../../../src/validation/event/readEvent.js"
import { faultOf } from "../fault.js"
import { noFields } from "../noFields.js"
import { noTickets } from "../noTickets.js"
import { sampleField, sampleFields } from "../sampleFields.js"
import { storedEvent } from "../storedEvent.js"

const { genres, page, places, story, subtitle } = sampleFields

const token: Caller = { _tag: "Key", kind: "secret", keyId: "k", userUid: 3, agendaUids: null, operations: null, writes: true }

interface Reading {
  readonly mode?: EventReadingContext["mode"]
  readonly definitions: ReadonlyArray<AdditionalField>
  readonly stored?: FieldValues
  /** Null: the operator. */
  readonly role?: Role | null
  readonly restored?: boolean
}

const least = {
  title: { fr: "Concert" },
  description: { fr: "Un concert" },
  timings: [{ begin: "2022-10-15T17:00:00+02:00", end: "2022-10-15T19:00:00+02:00" }],
  locationUid: 5
}

/** What becomes of the additional fields, the faults and the fields that are left alone. */
const read = (body: JsonObject, { definitions, mode = "create", restored = false, role = "contributor", stored = {} }: Reading) => {
  const { draft, issues, warnings } = readEvent(mode === "patch" ? body : { ...least, ...body }, {
    mode,
    lang: null,
    defaultLang: "fr",
    limits: defaultLimits,
    stored: mode === "create" ? null : { ...storedEvent, fields: stored },
    ...noTickets,
    fields: { ...noFields, definitions, writer: { caller: role === null ? operator : token, role }, restored }
  })
  return { fields: draft.fields, issues: issues.map(faultOf), warnings: warnings.map(faultOf) }
}

const needed = (field: AdditionalField): AdditionalField => ({ ...field, optional: false })

const editors: ReadonlyArray<Role> = ["moderator", "administrator"]
const curated = sampleField("curated", "integer", { write: editors })
const secret = sampleField("secret", "integer", { read: editors, write: editors })
const whispered = sampleField("whispered", "integer", { read: editors, write: ["contributor", ...editors] })
const hidden = sampleField("hidden", "integer", { read: editors })

describe("a create", () => {
  it("sent values are parsed and missing ones are not stored", () => {
    expect(read({ places: 12 }, { definitions: [genres, places] })).toEqual({
      fields: { places: 12 },
      issues: [],
      warnings: []
    })
  })

  it("reports all issues of all fields after those of the event", () => {
    const { issues } = read({ title: 5, genres: [9, "x"], places: 1.5, subtitle: { fr: 5 } }, { definitions: [genres, places, subtitle] })
    expect(issues).toEqual([
      "type.invalid title",
      "option.unknown genres #0",
      "type.invalid genres #1",
      "integer.invalid places",
      "type.invalid subtitle fr"
    ])
  })

  it("a missing required field is reported for each language of the body", () => {
    const definitions = [needed(genres), needed(places), needed(subtitle)]
    expect(read({ genres: [], conditions: { en: "Free" } }, { definitions }).issues).toEqual([
      "required genres",
      "required places",
      "required subtitle fr",
      "required subtitle en"
    ])
    expect(read({ genres: 1, places: 0, subtitle: { de: "x" } }, { definitions }).issues).toEqual([])
  })

  it("the languages of additional fields count as languages of the body", () => {
    expect(read({ title: null, description: null, subtitle: { it: "x" } }, { definitions: [subtitle] }).issues).toEqual([
      "required title it",
      "required description it"
    ])
  })

  it("nothing is required of writers without access and of restored events", () => {
    expect(read({}, { definitions: [needed(curated), needed(secret)] }).issues).toEqual([])
    expect(read({}, { definitions: [needed(places)], restored: true })).toMatchObject({ fields: undefined, issues: [] })
  })

  it("ignores unknown members and inherited object properties", () => {
    const definitions = [sampleField("constructor", "text", { optional: false })]
    expect(read({ genres: [1] }, { definitions })).toEqual({
      fields: undefined,
      issues: ["required constructor"],
      warnings: ["ignored genres"]
    })
    expect(read({ constructor: "me" }, { definitions }).fields).toEqual({ constructor: "me" })
  })
})

describe("a full update", () => {
  const stored: FieldValues = { genres: [1, 2], places: 12, curated: 5, secret: 6, whispered: 7 }
  const definitions = [genres, places, curated, secret, whispered]

  it("missing fields are emptied, except those that the writer cannot write or read", () => {
    expect(read({ places: 3 }, { mode: "replace", definitions, stored })).toEqual({
      fields: { genres: null, places: 3 },
      issues: [],
      warnings: []
    })
    expect(read({ places: 3 }, { mode: "replace", definitions, stored, role: "moderator" }).fields).toEqual({
      genres: null,
      places: 3,
      curated: null,
      secret: null,
      whispered: null
    })
  })

  it("requires the same fields as a create", () => {
    expect(read({ genres: [] }, { mode: "replace", definitions: definitions.map(needed), stored }).issues).toEqual([
      "required genres",
      "required places"
    ])
  })

  it("requires fields without a stored value, readable or not", () => {
    expect(read({}, { mode: "replace", definitions: [needed(whispered)] }).issues).toEqual(["required whispered"])
  })
})

describe("a partial update", () => {
  const stored: FieldValues = { genres: [1, 2], places: 12 }

  it("changes only the sent fields", () => {
    expect(read({ places: 3 }, { mode: "patch", definitions: [needed(genres), places], stored })).toEqual({
      fields: { places: 3 },
      issues: [],
      warnings: []
    })
    expect(read({ conditions: null }, { mode: "patch", definitions: [needed(genres)] })).toMatchObject({ fields: undefined, issues: [] })
  })

  it.each([[null], [[]], [{}]])("%j empties optional fields only", (nothing) => {
    expect(read({ genres: nothing }, { mode: "patch", definitions: [genres], stored })).toMatchObject({
      fields: { genres: null },
      issues: []
    })
    expect(read({ genres: nothing }, { mode: "patch", definitions: [needed(genres)], stored }).issues).toEqual(["required genres"])
  })
})

describe("a field that the writer may not write", () => {
  const stored: FieldValues = { curated: 5, secret: 6, page: "Un **texte**", story: { fr: "a" }, genres: [2, 1] }
  const locked = [curated, secret, { ...page, write: editors }, { ...story, write: editors }, { ...genres, write: editors }]

  it.each<[string, JsonObject]>([
    ["a number", { curated: 5 }],
    ["options", { genres: [2, 1] }],
    ["labelled options", { genres: [{ id: 2, label: "Rock" }, { id: 1, label: "Jazz" }] }],
    ["HTML as it reads", { page: "<p>Un **texte**</p>", story: { fr: "<p>a</p>" } }],
    ["HTML as it is stored", { page: "Un **texte**" }]
  ])("may be sent with its stored value: %s", (_label, body) => {
    for (const mode of ["patch", "replace"] as const) {
      expect(read(body, { mode, definitions: locked, stored })).toEqual({ fields: undefined, issues: [], warnings: [] })
    }
  })

  it("may be sent as empty when it is empty", () => {
    expect(read({ curated: null, genres: [] }, { mode: "patch", definitions: locked })).toEqual({
      fields: undefined,
      issues: [],
      warnings: []
    })
  })

  it.each<[string, JsonObject, string]>([
    ["another value", { curated: 6 }, "unauthorized curated"],
    ["nothing", { curated: null }, "unauthorized curated"],
    ["a value it could not have", { curated: "x" }, "unauthorized curated"],
    ["less than there is", { genres: [2] }, "unauthorized genres"]
  ])("is refused with %s", (_label, body, expected) => {
    expect(read(body, { mode: "patch", definitions: locked, stored }).issues).toEqual([expected])
    expect(read(body, { mode: "patch", definitions: locked, stored, role: "moderator" }).issues).not.toEqual([expected])
  })

  it("is ignored like an unknown field when it is not readable either", () => {
    for (const field of [secret, hidden, needed(secret), needed(hidden)]) {
      for (const value of [6, 7, "x", null]) {
        for (const mode of ["create", "replace", "patch"] as const) {
          const body = { [field.field]: value }
          const written = read(body, { mode, definitions: [field], stored })
          expect(written).toEqual(read(body, { mode, definitions: [], stored }))
          expect(written).toEqual({ fields: undefined, issues: [], warnings: [`ignored ${field.field}`] })
        }
      }
    }
  })

  it("accepts no stored value that it does not accept from others", () => {
    const chosen = { ...genres, read: editors, write: whispered.write ?? [] }
    const body = { genres: [9] }
    expect(read(body, { mode: "patch", definitions: [chosen], stored: { genres: [9] } }).issues).toEqual(["option.unknown genres #0"])
    expect(read(body, { mode: "patch", definitions: [chosen], stored: { genres: [9] }, role: "moderator" }).issues).toEqual([])
  })

  it("is written by callers with access and by the engine itself", () => {
    for (const role of ["moderator", "administrator", null] as const) {
      expect(read({ curated: 9, secret: 8 }, { mode: "patch", definitions: locked, stored, role })).toEqual({
        fields: { curated: 9, secret: 8 },
        issues: [],
        warnings: []
      })
    }
  })

  it("cannot be set on a new event", () => {
    expect(read({ curated: 9 }, { definitions: locked }).issues).toEqual(["unauthorized curated"])
  })
})

describe("rendered HTML", () => {
  it("is replaced by the stored markdown for each language", () => {
    const body = { story: { fr: "<p>b</p>", en: "<p>b</p>" } }
    expect(read(body, { mode: "patch", definitions: [page, story], stored: { page: "a", story: { fr: "b" } } }).fields).toEqual({
      story: { fr: "b", en: "<p>b</p>" }
    })
  })

  it("changes nothing when it is that of the whole stored value", () => {
    const body = { page: "<p>a</p>", story: { fr: "<p>b</p>" } }
    expect(read(body, { mode: "patch", definitions: [page, story], stored: { page: "a", story: { fr: "b" } } }).fields).toBeUndefined()
  })
})
