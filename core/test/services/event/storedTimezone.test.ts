import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../../src/domain/Credential.js"
import { isJsonObject, type Json } from "../../../src/domain/Json.js"
import { EventStore } from "../../../src/ports/EventStore.js"
import type { EventRecord } from "../../../src/record/EventRecord.js"
import { Events } from "../../../src/services/Events.js"
import { Locations } from "../../../src/services/Locations.js"
import { bodyOf, testAgenda, testEngine } from "../testEngine.js"

/** A record as versions stored it that did not record whether the time zone was named. */
const withoutNamed = (record: EventRecord): EventRecord => {
  const detail: Json = JSON.parse(record.detail)
  if (!isJsonObject(detail)) return record
  const { timezoneNamed: _, ...others } = detail
  return { ...record, detail: JSON.stringify(others) }
}

const index = { terms: [], numbers: [], age: null, words: [], availability: [] }
const search = { languages: [], title: "", keywords: "", description: "", longDescription: "" }

it.scoped("an event stored before zones were recorded as named follows its location if it has the same zone", () =>
  Effect.gen(function*() {
    const { ref } = yield* testAgenda
    const [events, eventStore, locations] = yield* Effect.all([Events, EventStore, Locations])
    const place = { name: "Halle", address: "1 quai", countryCode: "FR", timezone: "Europe/Paris" }
    yield* Effect.forEach([5, 6], (uid) => locations.restore(ref.uid, uid, place))
    const create = (more: { readonly timezone?: string }) =>
      Effect.gen(function*() {
        const { event } = yield* events.create(operator, ref, bodyOf("Concert", { locationUid: 5, ...more }), { lang: null })
        const uid = Number(event["uid"])
        const record = yield* eventStore.find(ref.uid, { _tag: "Uid", uid })
        if (record !== null) yield* eventStore.put(withoutNamed(record), { ...index, search })
        return uid
      })
    const plain = yield* create({})
    const moved = yield* create({})
    const own = yield* create({ timezone: "Asia/Tokyo" })
    const zoneOf = (uid: number) => Effect.map(eventStore.find(ref.uid, { _tag: "Uid", uid }), (record) => record?.timezone)
    const patch = (uid: number, body: Json) => events.patch(operator, ref, { _tag: "Uid", uid }, body, { lang: "fr" })

    yield* TestClock.adjust("1 minute")
    expect((yield* patch(plain, { title: "Concert" })).outcome).toBe("unchanged")
    yield* patch(moved, { locationUid: 6, title: "Ailleurs" })
    yield* locations.patch(operator, ref, { _tag: "Uid", uid: 5 }, { timezone: "America/Lima" }, { lang: null })
    yield* locations.patch(operator, ref, { _tag: "Uid", uid: 6 }, { timezone: "America/Cayenne" }, { lang: null })
    expect(yield* Effect.forEach([plain, moved, own], zoneOf)).toEqual(["America/Lima", "America/Cayenne", "Asia/Tokyo"])
    yield* patch(own, { locationUid: 6, title: "Ailleurs" })
    expect(yield* zoneOf(own)).toBe("Asia/Tokyo")
  }).pipe(Effect.provide(testEngine)))
