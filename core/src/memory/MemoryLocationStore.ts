import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { LocationStore } from "../ports/LocationStore.js"
import { interpretLocationPlan } from "../query/interpretLocationPlan.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { page } from "./page.js"

/** Locations in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<LocationStore> =>
  Layer.succeed(LocationStore, {
    find: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.locations, uid))?.record ?? null),
    search: (plan) => database.read((state) => interpretLocationPlan(plan, HashMap.toValues(state.locations))),
    put: (record, index) =>
      database.write("LocationStore.put", (state) => ({
        ...state,
        locations: HashMap.set(state.locations, record.uid, { record, index })
      })),
    scan: (agendaUid, afterUid, limit) =>
      database.read((state) => {
        const records = HashMap.toValues(state.locations).map(({ record }) => record)
        return page(records.filter((record) => record.agendaUid === agendaUid), ({ uid }) => uid, afterUid, limit)
      })
  })
