import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type AdditionalField, isOptioned, isTextual } from "../../src/domain/field/AdditionalField.js"
import { type FieldValue, type FieldValues, mergeFieldValues } from "../../src/domain/field/FieldValue.js"
import { defaultLimits } from "../../src/domain/Limits.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import { presentEvent } from "../../src/present/presentEvent.js"
import type { EventViewing } from "../../src/present/presentField.js"
import { readFieldPath, selectFields } from "../../src/query/event/FieldPath.js"
import { recordOf } from "../../src/services/event/EventRecords.js"
import { applyDraft } from "../../src/services/event/write/applyDraft.js"
import { readEvent } from "../../src/validation/event/readEvent.js"
import { noFields } from "../validation/noFields.js"
import { noTickets } from "../validation/noTickets.js"
import { sampleFields } from "../validation/sampleFields.js"
import { storedEvent, untouched } from "../validation/storedEvent.js"
import { agendaRecord, locationRecord } from "./records.js"

const additional = Object.values(sampleFields)

const whole: EventViewing = {
  now: 0,
  detailed: true,
  privileged: false,
  removedFlag: false,
  sort: null,
  toHtml: noFields.toHtml,
  additional
}

const present = (fields: FieldValues, viewing: EventViewing, withBody = true): JsonObject => {
  const record = recordOf({ ...storedEvent, fields }, untouched)
  return presentEvent(
    {
      head: record,
      body: withBody ? record : null,
      next: null,
      availability: null,
      location: locationRecord,
      agenda: agendaRecord,
      member: null,
      history: []
    },
    viewing
  )
}

/** What is shown beyond the event itself. */
const shown = (fields: FieldValues, more: Partial<EventViewing> = {}, withBody = true): JsonObject => {
  const without = present(fields, { ...whole, ...more, additional: [] }, withBody)
  return Object.fromEntries(Object.entries(present(fields, { ...whole, ...more }, withBody)).filter(([name]) => !(name in without)))
}

const paths = (...texts: ReadonlyArray<string>) => ({ fields: selectFields(texts.map((text) => readFieldPath(text) ?? [])) })

/** Values that are shown as they are stored. */
const contacts = {
  site: "https://example.org",
  mail: "desk@example.org",
  call: "+33 2 98 00 00 00",
  deadline: "2031-05-10",
  brochure: { url: "https://example.org/plan.pdf", name: "plan.pdf", size: 12, type: null }
}

const full: FieldValues = mergeFieldValues({
  genres: [3, 1],
  tags: [2],
  audience: [2],
  hall: [1],
  free: false,
  places: 0,
  score: 4.5,
  reference: "R-42",
  subtitle: { en: "Under the stars", fr: "Sous les étoiles" },
  remark: "Porte B\nà gauche",
  access: { fr: "Par la cour" },
  teaser: "**Vite**",
  review: { fr: "*Bien*" },
  page: "Une page",
  story: { fr: "Une histoire" },
  ...contacts
})

describe("additional fields", () => {
  it("values are presented by type, in the order of the definitions", () => {
    const read = shown(full)
    expect(read).toEqual({
      genres: [3, 1],
      tags: [2],
      audience: 2,
      hall: 1,
      free: false,
      places: 0,
      score: 4.5,
      reference: "R-42",
      subtitle: { en: "Under the stars", fr: "Sous les étoiles" },
      remark: "Porte B\nà gauche",
      access: { fr: "Par la cour" },
      teaser: "**Vite**",
      review: { fr: "*Bien*" },
      page: "<p>Une page</p>",
      story: { fr: "<p>Une histoire</p>" },
      ...contacts
    })
    expect(Object.keys(read)).toEqual(additional.map(({ field }) => field))
  })

  it("fields without a value are presented as empty", () => {
    expect(shown({})).toEqual({
      genres: [],
      tags: [],
      audience: null,
      hall: null,
      free: null,
      places: null,
      score: null,
      reference: null,
      subtitle: {},
      remark: null,
      access: {},
      teaser: null,
      review: {},
      page: null,
      story: {},
      site: null,
      mail: null,
      call: null,
      deadline: null,
      brochure: null
    })
  })

  it("the default list item includes fields with options without loading the body", () => {
    const item = { genres: [3, 1], tags: [2], audience: 2, hall: 1 }
    expect(shown(full, { detailed: false })).toEqual(item)
    expect(shown(full, { detailed: false }, false)).toEqual(item)
    expect(shown({}, { detailed: false }, false)).toEqual({ genres: [], tags: [], audience: null, hall: null })
  })

  it("fields that are unreadable or undefined are omitted", () => {
    const read = present(full, { ...whole, additional: [sampleFields.free] })
    expect(Object.keys(read).filter((name) => name in full)).toEqual(["free"])
    expect(JSON.stringify(present(full, { ...whole, additional: [] }))).not.toMatch(/étoiles|R-42/)
  })

  it("fields of an event without stored fields are empty", () => {
    const record = recordOf(storedEvent, untouched)
    const older = (text: string) => text.replace(/,"fields":\{\}/, "")
    const event = presentEvent(
      {
        head: { ...record, summary: older(record.summary) },
        body: { ...record, detail: older(record.detail) },
        next: null,
        availability: null,
        location: null,
        agenda: agendaRecord,
        member: null,
        history: []
      },
      whole
    )
    expect(older(record.summary)).not.toContain("fields")
    expect(event).toMatchObject({ genres: [], subtitle: {}, page: null })
  })

  it("fields are selected by code and language", () => {
    expect(present(full, { ...whole, detailed: false, ...paths("places", "subtitle.fr", "genres", "access.en", "story.fr") })).toEqual({
      genres: [3, 1],
      places: 0,
      subtitle: { fr: "Sous les étoiles" },
      access: {},
      story: { fr: "<p>Une histoire</p>" }
    })
  })

  it("options have labels", () => {
    expect(shown(full, { includeLabels: true })).toMatchObject({
      genres: [{ id: 3, label: { fr: "Swing", en: "Swing (en)" } }, { id: 1, label: { fr: "Jazz", en: "Jazz (en)" } }],
      audience: { id: 2, label: { fr: "Rock", en: "Rock (en)" } },
      places: 0,
      subtitle: { fr: "Sous les étoiles" }
    })
    expect(shown({}, { includeLabels: true })).toMatchObject({ genres: [], audience: null })
  })

  it("texts and labels are collapsed to one language", () => {
    expect(shown(full, { includeLabels: true, monolingual: "en", defaultLang: "fr" })).toMatchObject({
      genres: [{ id: 3, label: "Swing (en)" }, { id: 1, label: "Jazz (en)" }],
      audience: { id: 2, label: "Rock (en)" },
      subtitle: "Under the stars",
      access: "Par la cour",
      story: "<p>Une histoire</p>"
    })
    expect(shown({}, { monolingual: "en" })).toMatchObject({ genres: [], audience: null, subtitle: "", reference: null })
  })

  it("values are presented by the current type of their field", () => {
    const { genres, reference, subtitle } = sampleFields
    const changed: ReadonlyArray<AdditionalField> = [
      { ...genres, fieldType: "radio" },
      { ...reference, languages: ["de"] },
      { ...sampleFields.places, fieldType: "text" },
      { field: subtitle.field, fieldType: "text", label: subtitle.label, optional: true, schemaType: "agenda" }
    ]
    expect(shown(full, { additional: changed })).toEqual({
      genres: 3,
      reference: { de: "R-42" },
      places: null,
      subtitle: "Under the stars"
    })
  })
})

const text = FastCheck.string({ minLength: 1, unit: FastCheck.constantFrom("a", "é", " ", "🎉", "<") })
  .filter((written) => written.trim() === written)
const texts = FastCheck.dictionary(FastCheck.constantFrom("fr", "en"), text, { minKeys: 1 })

const valueOf = (field: AdditionalField): FastCheck.Arbitrary<FieldValue> => {
  if (isOptioned(field)) {
    const ids = FastCheck.subarray([1, 2, 3], { minLength: 1 })
    return field.fieldType === "radio" || field.fieldType === "select" ? ids.map((chosen) => chosen.slice(0, 1)) : ids
  }
  if (isTextual(field)) return field.languages === undefined ? text : texts
  return field.fieldType === "boolean" ? FastCheck.boolean() : FastCheck.integer()
}

const values: FastCheck.Arbitrary<FieldValues> = FastCheck.tuple(
  ...additional.map((field) => FastCheck.option(valueOf(field)).map((value) => [field.field, value] as const))
).map((entries) => mergeFieldValues({}, Object.fromEntries(entries)))

describe("a whole event with additional fields", () => {
  it("sending back a presented event changes no values, with or without labels and write access", () => {
    FastCheck.assert(FastCheck.property(values, FastCheck.boolean(), FastCheck.boolean(), (fields, includeLabels, locked) => {
      const body = JSON.parse(JSON.stringify(present(fields, { ...whole, includeLabels })))
      const definitions = locked ? additional.map((field): AdditionalField => ({ ...field, write: ["administrator"] })) : additional
      const { draft, issues } = readEvent(body, {
        mode: "replace",
        lang: null,
        defaultLang: null,
        limits: defaultLimits,
        stored: { ...storedEvent, fields },
        ...noTickets,
        fields: {
          ...noFields,
          definitions,
          writer: {
            caller: { _tag: "Key", kind: "secret", keyId: "k", userUid: 3, agendaUids: null, operations: null, writes: true },
            role: "contributor"
          }
        }
      })
      expect(issues).toEqual([])
      const { timings: _timings, ...content } = storedEvent
      expect(JSON.stringify(applyDraft({ ...content, fields }, draft, "replace").fields)).toBe(JSON.stringify(fields))
    }))
  })

  it("a monolingual view has no multilingual text", () => {
    FastCheck.assert(FastCheck.property(values, (fields) => {
      const read = shown(fields, { monolingual: "en" })
      for (const value of Object.values(read)) expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(false)
    }))
  })
})
