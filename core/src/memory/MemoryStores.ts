import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Stores } from "../ports/Stores.js"
import { Transaction } from "../ports/Transaction.js"
import * as MemoryEventHistory from "./event/MemoryEventHistory.js"
import * as MemoryEventSearch from "./event/MemoryEventSearch.js"
import * as MemoryEventStore from "./event/MemoryEventStore.js"
import * as MemoryTombstoneStore from "./event/MemoryTombstoneStore.js"
import * as MemoryAgendaStore from "./MemoryAgendaStore.js"
import * as MemoryCredentialStore from "./MemoryCredentialStore.js"
import * as MemoryDatabase from "./MemoryDatabase.js"
import * as MemoryGeocodingQueue from "./MemoryGeocodingQueue.js"
import * as MemoryIdempotencyStore from "./MemoryIdempotencyStore.js"
import * as MemoryImageRecordStore from "./MemoryImageRecordStore.js"
import * as MemoryInvitationStore from "./MemoryInvitationStore.js"
import * as MemoryLocationSetStore from "./MemoryLocationSetStore.js"
import * as MemoryLocationStore from "./MemoryLocationStore.js"
import * as MemoryMemberStore from "./MemoryMemberStore.js"
import * as MemoryNetworkStore from "./MemoryNetworkStore.js"
import * as MemoryRemovalStore from "./MemoryRemovalStore.js"
import * as MemoryRevisionStore from "./MemoryRevisionStore.js"
import * as MemoryUserStore from "./MemoryUserStore.js"

/** All stores over a memory database. */
export const layerOver = (database: MemoryDatabase.MemoryDatabase): Layer.Layer<Stores> =>
  Layer.mergeAll(
    Layer.succeed(Transaction, { run: database.run, snapshot: database.snapshot, isActive: database.isActive }),
    MemoryAgendaStore.layer(database),
    MemoryIdempotencyStore.layer(database),
    MemoryCredentialStore.layer(database),
    MemoryEventHistory.layer(database),
    MemoryEventSearch.layer(database),
    MemoryEventStore.layer(database),
    MemoryGeocodingQueue.layer(database),
    MemoryInvitationStore.layer(database),
    MemoryImageRecordStore.layer(database),
    MemoryLocationSetStore.layer(database),
    MemoryLocationStore.layer(database),
    MemoryMemberStore.layer(database),
    MemoryNetworkStore.layer(database),
    MemoryRemovalStore.layer(database),
    MemoryRevisionStore.layer(database),
    MemoryTombstoneStore.layer(database),
    MemoryUserStore.layer(database)
  )

/**
 * All stores in memory, and the worked example for adapter authors. Each build of the layer starts empty. For tests,
 * demonstrations and small agendas: every look-up is a full scan.
 */
export const layer: Layer.Layer<Stores> = Layer.unwrapScoped(Effect.map(MemoryDatabase.make, layerOver))
