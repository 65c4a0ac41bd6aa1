import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../domain/EngineError.js"
import type { JsonObject } from "../../domain/Json.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { streamAll } from "../scanAll.js"
import { locationSetLine } from "./exportLine.js"

/** The location sets that an import needs before it takes agendas in, as import lines in order of uid: all, or the one of this agenda. */
export const exportLocationSets = (agenda: AgendaRecord | null): Stream.Stream<JsonObject, StoreError, LocationSetStore> =>
  Stream.unwrap(Effect.map(LocationSetStore, (sets) => {
    if (agenda === null) return streamAll((after: number, limit) => sets.scan(after, limit), (set) => set.uid, 0)
    return agenda.locationSetUid === null ? Stream.empty : Stream.fromIterableEffect(sets.findMany([agenda.locationSetUid]))
  })).pipe(Stream.map(locationSetLine))
