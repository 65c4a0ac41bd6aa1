import * as Context from "effect/Context"
import type { LocationSetRecord } from "../record/LocationRecord.js"
import type { RecordStore } from "./RecordStore.js"

/** The store of location sets, by uid. Only sets that no agenda refers to are removed. */
export class LocationSetStore
  extends Context.Tag("@agenda-engine/core/ports/LocationSetStore")<LocationSetStore, RecordStore<LocationSetRecord>>()
{}
