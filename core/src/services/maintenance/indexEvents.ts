import * as Effect from "effect/Effect"
import { indexSteps } from "../../derive/indexing/indexEvent.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/event/EventStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import { RichText } from "../../ports/RichText.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { runInSlices } from "../../schedule/timeSlices.js"
import { agendaFields } from "../agenda/agendaFields.js"
import { availabilityOf, detailOf, eventOf, summaryOf } from "../event/EventRecords.js"
import { resolveStoredFields } from "../event/write/resolveFields.js"
import { reindexRecords, skipCorrupt } from "./reindexRecords.js"

/**
 * Indexes all events of an agenda again, recomputes their summaries, and resolves texts of fields that have become
 * markup. False when its fields cannot be decoded: then no event is indexed, and a warning is logged.
 */
export const indexEvents = (
  agendaUid: number,
  count: (records: number) => Effect.Effect<void>
): Effect.Effect<boolean, StoreError, AgendaStore | EventStore | NetworkStore | RichText | Transaction> =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    const richText = yield* RichText
    const definitions = Effect.flatMap(
      agendas.find({ _tag: "Uid", uid: agendaUid }),
      (agenda) => agenda === null ? Effect.succeed([]) : agendaFields(agenda)
    )
    const put = Effect.fnUntraced(function*(record: EventRecord, fields: ReadonlyArray<AdditionalField>) {
      const stored = yield* eventOf(record)
      const rows = yield* availabilityOf(record)
      const event = { ...stored, fields: resolveStoredFields(stored.fields, fields, richText) }
      const isSame = JSON.stringify(event.fields) === JSON.stringify(stored.fields)
      const detail = isSame ? record.detail : detailOf(event)
      const index = yield* runInSlices(() => indexSteps(event, fields, rows))
      yield* events.put({ ...record, summary: summaryOf(event), detail }, index)
    })
    const putter = Effect.map(definitions, (fields) => (record: EventRecord) => put(record, fields))
    const scan = (agendaUid: number, afterUid: number, limit: number) => events.scan({ agendaUid }, afterUid, limit)
    return yield* skipCorrupt("agenda", agendaUid, reindexRecords({ agendaUid, what: "event", scan, putter, count }))
  })
