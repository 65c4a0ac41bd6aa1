import * as Effect from "effect/Effect"
import { indexEvent } from "../../derive/indexEvent.js"
import type { StoreError } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { agendaFields } from "../agendaFields.js"
import { availabilityOf, eventOf, summaryOf } from "../event/EventRecords.js"
import { reindexRecords } from "./reindexRecords.js"
import { skipCorrupt } from "./skipCorrupt.js"

/**
 * Indexes all events of an agenda again and derives their summaries anew. False when its fields cannot be decoded: then
 * no event is indexed, and a warning is logged.
 */
export const indexEvents = (
  agendaUid: number,
  count: (records: number) => Effect.Effect<void>
): Effect.Effect<boolean, StoreError, AgendaStore | EventStore | NetworkStore | Transaction> =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    const definitions = Effect.flatMap(
      agendas.find({ _tag: "Uid", uid: agendaUid }),
      (agenda) => agenda === null ? Effect.succeed([]) : agendaFields(agenda)
    )
    const putter = Effect.map(definitions, (fields) => (record: EventRecord) =>
      Effect.flatMap(
        Effect.all([eventOf(record), availabilityOf(record)]),
        ([event, rows]) => events.put({ ...record, summary: summaryOf(event) }, indexEvent(event, fields, rows))
      ))
    return yield* skipCorrupt("agenda", agendaUid, reindexRecords({ agendaUid, what: "event", scan: events.scan, putter, count }))
  })
