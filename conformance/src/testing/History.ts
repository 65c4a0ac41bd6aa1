import type { IndexedEvent, IndexedLocation, PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import { contributorAudience, type EventAvailability, type Tombstone } from "@agenda-engine/core/record/EventRecord"
import * as FastCheck from "effect/FastCheck"
import { agenda, agendaOf, event, eventAvailability, instant, location, pools } from "./RecordArbitraries.js"
import { sampleAgenda, sampleLocation } from "./SampleRecords.js"

/** One transaction of a random history, as the engine makes them. */
export type Step =
  | { readonly _tag: "PutAgenda"; readonly agenda: AgendaRecord }
  | { readonly _tag: "PutLocation"; readonly location: IndexedLocation }
  /** An unpublished event gets a public tombstone; a published one loses it. */
  | { readonly _tag: "PutEvent"; readonly event: IndexedEvent; readonly changedAt: number }
  /** A no-op when there is no such event. */
  | { readonly _tag: "PutAvailability"; readonly agendaUid: number; readonly uid: number; readonly availability: EventAvailability }
  /**
   * Leaves a public and a privileged tombstone; with `contributorUid`, one for the contributor in place of the public
   * one.
   */
  | {
    readonly _tag: "RemoveEvent"
    readonly agendaUid: number
    readonly uid: number
    readonly removedAt: number
    readonly contributorUid: number | null
  }

/** Arbitrary `PutEvent` steps. */
export const putEvent: FastCheck.Arbitrary<Step> = FastCheck.record({ event, changedAt: instant }).map((fields): Step => ({
  _tag: "PutEvent",
  ...fields
}))

/** Arbitrary steps. */
export const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  { weight: 6, arbitrary: putEvent },
  {
    weight: 2,
    arbitrary: FastCheck.record({
      uid: FastCheck.constantFrom(...pools.events),
      removedAt: instant,
      contributorUid: FastCheck.constantFrom(null, ...pools.contributors)
    }).map((fields): Step => ({ _tag: "RemoveEvent", agendaUid: agendaOf(fields.uid), ...fields }))
  },
  {
    weight: 2,
    arbitrary: FastCheck.record({ uid: FastCheck.constantFrom(...pools.events), availability: eventAvailability }).map((fields): Step => ({
      _tag: "PutAvailability",
      agendaUid: agendaOf(fields.uid),
      ...fields
    }))
  },
  { weight: 1, arbitrary: location.map((location): Step => ({ _tag: "PutLocation", location })) },
  { weight: 1, arbitrary: agenda.map((agenda): Step => ({ _tag: "PutAgenda", agenda })) }
)

/** The tombstones of a step's event after the step. */
export const tombstonesAfter = (step: Extract<Step, { readonly _tag: "PutEvent" | "RemoveEvent" }>): ReadonlyArray<Tombstone> => {
  if (step._tag === "RemoveEvent") {
    const { agendaUid, contributorUid, removedAt, uid } = step
    const audience = contributorUid === null ? "public" : contributorAudience(contributorUid)
    return [{ agendaUid, uid, audience, removedAt }, { agendaUid, uid, audience: "privileged", removedAt }]
  }
  const { agendaUid, state, uid } = step.event.record
  return state === 2 ? [] : [{ agendaUid, uid, audience: "public", removedAt: step.changedAt }]
}

/** The initial data of every random history: the agendas and locations of the pool, no events. */
export const beginning: PlanData = {
  agendas: pools.agendas.map((uid) => sampleAgenda(uid)),
  locations: pools.locations.map((uid) => sampleLocation(uid, uid === 4 ? 2 : 1)),
  events: [],
  tombstones: []
}

/** The data after a step: the model that stores are compared with. */
export const applyStep = (data: PlanData, step: Step): PlanData => {
  switch (step._tag) {
    case "PutAgenda":
      return { ...data, agendas: [...data.agendas.filter(({ uid }) => uid !== step.agenda.uid), step.agenda] }
    case "PutLocation":
      return { ...data, locations: [...data.locations.filter(({ record }) => record.uid !== step.location.record.uid), step.location] }
    case "PutAvailability": {
      const { intervals, rows, updatedAt } = step.availability
      return {
        ...data,
        events: data.events.map((event) =>
          event.record.uid !== step.uid ? event : {
            record: { ...event.record, availability: rows, availabilityUpdatedAt: updatedAt },
            index: { ...event.index, availability: intervals ?? event.index.availability }
          }
        )
      }
    }
    case "PutEvent":
    case "RemoveEvent": {
      const uid = step._tag === "PutEvent" ? step.event.record.uid : step.uid
      const others = data.events.filter(({ record }) => record.uid !== uid)
      return {
        ...data,
        events: step._tag === "PutEvent" ? [...others, step.event] : others,
        tombstones: [...data.tombstones.filter((tombstone) => tombstone.uid !== uid), ...tombstonesAfter(step)]
      }
    }
  }
}
