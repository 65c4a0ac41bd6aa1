import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { explainTickets } from "../../derive/explainTickets.js"
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
  const read: ReadEvent = {
    event,
    version: record.version,
    explain: view.explain === true ? presentExplanation(explainTickets(storedTickets(record), now), record.timezone) : null
  }
  return read
})
