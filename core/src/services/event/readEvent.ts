import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { explainTickets } from "../../derive/explainTickets.js"
import { presentExplanation } from "../../present/presentExplanation.js"
import { storedTickets } from "../../present/storedTickets.js"
import { type EventView, wholeEvent } from "../../query/EventView.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { makePacer } from "../../schedule/timeSlices.js"
import type { Authorization } from "../Access.js"
import type { ReadEvent } from "../Events.js"
import { showEventAt } from "./showEvent.js"

/** Presents one event, with the explanation as of the same instant if the view asks for it. */
export const readEvent = Effect.fnUntraced(function*(authorization: Authorization, record: EventRecord, view: EventView = wholeEvent) {
  const now = yield* Clock.currentTimeMillis
  const event = yield* showEventAt(authorization, record, view, now)
  const read: ReadEvent = { event, version: record.version, explain: view.explain === true ? yield* explain(record, now) : null }
  return read
})

/** Explains the tickets of an event, yielding in between: an event may have hundreds of slots. */
const explain = Effect.fnUntraced(function*(record: EventRecord, now: number) {
  const pace = yield* makePacer
  const tickets = storedTickets(record)
  yield* pace
  const explanation = explainTickets(tickets, now)
  yield* pace
  return presentExplanation(explanation, record.timezone)
})
