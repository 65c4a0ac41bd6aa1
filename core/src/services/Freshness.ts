import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Caller, Operation } from "../domain/Credential.js"
import type { Forbidden, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import { EventStore } from "../ports/EventStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import type { Stretch } from "../query/Stillness.js"
import type { AgendaRef } from "../record/AgendaRecord.js"
import { Access } from "./Access.js"
import { stillnessOf } from "./revision/stillnessOf.js"
import { topicsOfAgenda } from "./revision/topics.js"

/** Where an agenda stands for one who reads it. */
export interface Mark {
  /** All that is known of the reader: to equal ones the same question has the same answer. */
  readonly reader: string
  /** Everything an answer about the agenda may show is, in any process, as it was while this stays what it was. */
  readonly revision: string
  /** The stretch around now, epoch milliseconds, in which such an answer does not change by time alone. Readers may not be shown it: events of every state end it. */
  readonly still: Effect.Effect<Stretch, StoreError>
}

/**
 * Says whether what is read of an agenda can have changed, without reading it. A mark has to be taken before the answer it is to stand for: a
 * change in between then makes the answer newer than its mark, which is asked for once more, and never older.
 */
export class Freshness extends Context.Tag("@agenda-engine/core/services/Freshness")<Freshness, {
  /** Marks an agenda for a caller who may read it; it fails as the reads that need this operation do. */
  readonly mark: (
    caller: Caller,
    agenda: AgendaRef,
    operation: Operation
  ) => Effect.Effect<Mark, Unauthorized | Forbidden | NotFound | StoreError>
}>() {
  /** Freshness by the revisions of the stores. */
  static readonly layer: Layer.Layer<Freshness, never, Access | EventStore | RevisionStore> = Layer.effect(
    Freshness,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const revisions = yield* RevisionStore
  const events = yield* EventStore

  return Freshness.of({
    mark: Effect.fn("Freshness.mark")(function*(caller, ref, operation) {
      const { agenda, ...standing } = yield* access.enter(caller, ref, operation)
      const topics = topicsOfAgenda(agenda)
      const counts = yield* revisions.read(topics)
      return {
        reader: JSON.stringify(standing),
        revision: topics.map((topic, place) => `${topic}=${counts[place] ?? 0}`).join(),
        still: Effect.provideService(
          Effect.flatMap(
            Clock.currentTimeMillis,
            (now) => stillnessOf({ scope: { _tag: "Agenda", agendaUid: agenda.uid }, audience: "privileged" }, now)
          ),
          EventStore,
          events
        )
      }
    })
  })
})
