import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../domain/EngineError.js"
import type { JsonObject } from "../../domain/Json.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { scanAll, streamAll } from "../scanAll.js"
import { locationSetLine } from "./exportLine.js"

/** Location sets of an agenda and of its locations, in order of uid. */
const setsOf = Effect.fnUntraced(function*(agenda: AgendaRecord) {
  const locations = yield* LocationStore
  const made = yield* scanAll((after: number, limit) => locations.scan(agenda.uid, after, limit), (location) => location.uid, 0)
  const uids = [agenda.locationSetUid, ...made.map(({ setUid }) => setUid)].filter((uid) => uid !== null)
  const found = yield* (yield* LocationSetStore).findMany([...new Set(uids)])
  return found.toSorted((a, b) => a.uid - b.uid)
})

/** Import lines of the location sets, in order of uid: all, or those that this agenda needs. */
export const exportLocationSets = (
  agenda: AgendaRecord | null
): Stream.Stream<JsonObject, StoreError, LocationSetStore | LocationStore> =>
  Stream.unwrap(Effect.map(LocationSetStore, (sets) =>
    agenda === null
      ? streamAll((after: number, limit) => sets.scan(after, limit), (set) => set.uid, 0)
      : Stream.fromIterableEffect(setsOf(agenda)))).pipe(Stream.map(locationSetLine))
