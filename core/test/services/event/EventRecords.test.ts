import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { storedObject } from "../../../src/present/storedJson.js"
import { eventOf, recordOf } from "../../../src/services/event/EventRecords.js"
import { storedEvent } from "../../validation/storedEvent.js"

const film = { ...storedEvent, longDescription: { fr: "**Un** film", en: "https://vimeo.com/76979871" } }

describe("a stored event", () => {
  it.effect("is the event it was", () =>
    Effect.gen(function*() {
      expect(yield* eventOf(recordOf(film, { publishedAt: null, retiredSlotIds: [] }))).toEqual(film)
    }))

  it("has the media of every language", () => {
    expect(storedObject(recordOf(film, { publishedAt: null, retiredSlotIds: [] }).detail)).toMatchObject({
      links: [{ link: "https://vimeo.com/76979871", data: { embed_url: "https://player.vimeo.com/video/76979871?dnt=1" } }]
    })
  })

  it.effect("is read from a document without them", () =>
    Effect.gen(function*() {
      const record = recordOf(film, { publishedAt: null, retiredSlotIds: [] })
      const { links, ...older } = storedObject(record.detail)
      expect(links).toHaveLength(1)
      expect(yield* eventOf({ ...record, detail: JSON.stringify(older) })).toEqual(film)
    }))
})
