import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type { EventRecord } from "../../record/EventRecord.js"
import type { StateChange } from "../../record/StateChange.js"
import type { MemoryState } from "../MemoryState.js"

/** All events of a state. */
export const recordsOf = (state: MemoryState): ReadonlyArray<EventRecord> => HashMap.toValues(state.events).map(({ record }) => record)

/** The state changes of an event, oldest first. */
export const changesOf = ({ stateChanges }: MemoryState, eventUid: number): ReadonlyArray<StateChange> =>
  Option.getOrElse(HashMap.get(stateChanges, eventUid), () => [])

/** The tombstones of an agenda, with their withdrawals. */
export const tombstonesOf = (state: MemoryState, agendaUid: number) =>
  HashMap.toValues(state.tombstones).filter(({ tombstone }) => tombstone.agendaUid === agendaUid)

/** A state without this event and its history. */
export const removeEvent = (state: MemoryState, uid: number): MemoryState => ({
  ...state,
  events: HashMap.remove(state.events, uid),
  stateChanges: HashMap.remove(state.stateChanges, uid)
})
