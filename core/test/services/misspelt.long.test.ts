import { describeCompiler } from "../repository/describeCompiler.js"

const frame = (line: string) => `
import * as Effect from "effect/Effect"
import type { Event } from "../../src/contract/EventAnswer.js"
import { EventQuery } from "../../src/query/event/EventQuery.js"
import type { Authorization } from "../../src/services/Access.js"
import { Events } from "../../src/services/Events.js"

interface Hall { readonly places: number }
const one = { _tag: "Uid", uid: 1 } as const
const draft = { title: { en: "Concert" }, description: { en: "Brass" }, timings: [{ begin: "2030-06-21", end: "2030-06-21" }] }
export const program = (by: Authorization<"events:write">, reader: Authorization<"events:read">, event: Event) => Effect.gen(function*() {
  const events = yield* Events
  return [${line}, events, by, reader, event, one, draft]
})
`

const compiled = [
  'yield* events.create(by, { ...draft, state: 2, conditions: { fr: "Gratuit" } })',
  "yield* events.create<Hall>(by, { ...draft, places: 12 })",
  'yield* events.patch<Hall>(by, one, { title: "Concert" })',
  "yield* events.replace(by, one, event)",
  '(yield* events.list(reader, EventQuery.make({ search: "jazz" }))).events[0]?.title.en',
  "(yield* events.list(reader, EventQuery.make<Hall>({ fields: { places: { gte: 50 } } }))).events[0]?.places.toFixed()",
  "(yield* events.list(reader, EventQuery.make<Hall>({ detailed: true }))).events[0]?.longDescription.en",
  "EventQuery.make({ state: [2, 1], status: 6, uid: 3, fields: { genres: [1, 2], open: true } })",
  "(yield* events.get<Hall>(reader, one)).event.places.toFixed()"
]

const refused: ReadonlyArray<readonly [line: string, named: string]> = [
  ['yield* events.create(by, { ...draft, titel: { en: "Concert" } })', "titel"],
  ['yield* events.create(by, { ...draft, title: ["Concert"] })', "string[]"],
  ['yield* events.create(by, { ...draft, keywords: { en: "brass" } })', "string"],
  ['yield* events.create(by, { ...draft, timings: [{ start: "2030-06-21", end: "2030-06-21" }] })', "start"],
  ["yield* events.create(by, { ...draft, state: 7 })", "7"],
  ['yield* events.create(by, { title: "Concert" })', "timings"],
  ["yield* events.create(by, { ...draft, places: 12 })", "places"],
  ['yield* events.create<Hall>(by, { ...draft, places: "twelve" })', "string"],
  ["yield* events.create<Hall>(by, draft)", "places"],
  ['yield* events.patch(by, one, { titel: "Concert" })', "titel"],
  ["yield* events.create(by, { ...draft, json: {} })", "json"],
  ["event.titel", "titel"],
  ["(yield* events.list(reader, EventQuery.make())).events[0]?.longDescription", "longDescription"],
  ["(yield* events.list(reader, EventQuery.make<Hall>())).events[0]?.place", "place"],
  ['EventQuery.make({ serach: "jazz" })', "serach"],
  ['EventQuery.make({ uid: "3" })', "string"],
  ["EventQuery.make({ state: 7 })", "7"],
  ["EventQuery.make<Hall>({ fields: { place: 3 } })", "place"]
]

describeCompiler({ folder: "core/test/services", frame, compiled, refused })
