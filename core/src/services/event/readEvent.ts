import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { explainTickets } from "../../derive/explainTickets.js"
import { makePacer } from "../../ports/slices.js"
import { presentExplanation } from "../../present/presentExplanation.js"
import { storedTickets } from "../../present/storedTickets.js"
import { type EventView, wholeEvent } from "../../query/EventView.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { Standing } from "../Access.js"
import type { ReadEvent } from "../Events.js"
import { showEventAt } from "./showEvent.js"

/** One event as a single read answers it, explained as of the same instant where the view asks for that. */
export const readEvent = Effect.fnUntraced(function*(standing: Standing, record: EventRecord, view: EventView = wholeEvent) {
  const now = yield* Clock.currentTimeMillis
  const event = yield* showEventAt(standing, record, view, now)
  const read: ReadEvent = { event, version: record.version, explain: view.explain === true ? yield* explain(record, now) : null }
  return read
})

/** The tickets of hundreds of slots take long to explain. */
const explain = Effect.fnUntraced(function*(record: EventRecord, now: number) {
  const pace = yield* makePacer
  const tickets = storedTickets(record)
  yield* pace
  const explanation = explainTickets(tickets, now)
  yield* pace
  return presentExplanation(explanation, record.timezone)
})
