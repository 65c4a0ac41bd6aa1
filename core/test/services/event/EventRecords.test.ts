import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { emptyContent } from "../../../src/domain/event/Event.js"
import type { FieldValues } from "../../../src/domain/field/FieldValue.js"
import { storedObject } from "../../../src/present/storedJson.js"
import { eventOf, recordOf } from "../../../src/services/event/EventRecords.js"
import { storedEvent, untouched } from "../../validation/storedEvent.js"

const film = { ...storedEvent, longDescription: { fr: "**Un** film", en: "https://vimeo.com/76979871" } }

describe("a stored event", () => {
  it.effect("an encoded event decodes to the same event", () =>
    Effect.gen(function*() {
      expect(yield* eventOf(recordOf(film, untouched))).toEqual(film)
    }))

  it.effect("content fields that a stored record lacks are empty", () =>
    Effect.gen(function*() {
      const record = recordOf(film, untouched)
      const { age: _age, conditions: _conditions, ...detail } = storedObject(record.detail)
      const { imageCredits: _credits, ...summary } = storedObject(record.summary)
      const older = { ...record, summary: JSON.stringify(summary), detail: JSON.stringify(detail) }
      const { age, conditions, imageCredits } = emptyContent
      expect(yield* eventOf(older)).toEqual({ ...film, age, conditions, imageCredits })
    }))

  it.effect("records without an object, or with a faulty value, cannot be decoded", () =>
    Effect.gen(function*() {
      const record = recordOf(film, untouched)
      for (const summary of ["[]", "null", "{", JSON.stringify({ ...storedObject(record.summary), title: null })]) {
        expect(yield* Effect.flip(eventOf({ ...record, summary })), summary).toMatchObject({ reason: "Corrupt" })
      }
    }))

  it("the record has the media links of every language", () => {
    expect(storedObject(recordOf(film, untouched).detail)).toMatchObject({
      links: [{ link: "https://vimeo.com/76979871", data: { embed_url: "https://player.vimeo.com/video/76979871?dnt=1" } }]
    })
  })

  const fields: FieldValues = {
    audience: [2],
    free: false,
    genres: [3, 1],
    page: "Une page",
    places: 40,
    subtitle: { fr: "Ici", en: "Here" }
  }

  it.effect("additional fields are decoded in order of code", () =>
    Effect.gen(function*() {
      const event = yield* eventOf(recordOf({ ...film, fields }, untouched))
      expect(JSON.stringify(event.fields)).toBe(JSON.stringify(fields))
    }))

  it("texts of additional fields are not in the summary", () => {
    const { detail, summary } = recordOf({ ...film, fields }, untouched)
    expect(Object.keys(Object(storedObject(summary).fields))).toEqual(["audience", "free", "genres", "places"])
    expect(Object.keys(Object(storedObject(detail).fields))).toEqual(["page", "subtitle"])
  })
})
