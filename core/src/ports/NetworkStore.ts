import * as Context from "effect/Context"
import type { NetworkRecord } from "../record/AgendaRecord.js"
import type { RecordStore } from "./RecordStore.js"

/** The store of networks, by uid. Only networks that no agenda refers to are removed. */
export class NetworkStore extends Context.Tag("@agenda-engine/core/ports/NetworkStore")<NetworkStore, RecordStore<NetworkRecord>>() {}
