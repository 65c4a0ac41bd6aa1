import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Stores } from "../ports/Stores.js"
import { Transaction } from "../ports/Transaction.js"
import type { KeyValue } from "./KeyValue.js"
import * as KeyValueDatabase from "./KeyValueDatabase.js"
import * as Accounts from "./store/accounts.js"
import { changeStore } from "./store/changes.js"
import { consumerStore } from "./store/consumers.js"
import * as Events from "./store/events.js"
import * as Places from "./store/places.js"
import { removalStore } from "./store/removals.js"
import { webhookStore } from "./store/webhooks.js"

const over = (database: KeyValueDatabase.KeyValueDatabase): Layer.Layer<Stores> =>
  Layer.mergeAll(
    Layer.succeed(Transaction, { run: database.run, snapshot: database.snapshot, isActive: database.isActive }),
    Accounts.shared(database),
    Accounts.userStore(database),
    Accounts.memberStore(database),
    Accounts.invitationStore(database),
    Accounts.credentialStore(database),
    Places.locationStore(database),
    Places.geocodingQueue(database),
    Places.imageRecordStore(database),
    Places.revisionStore(database),
    Places.idempotencyStore(database),
    Events.agendaStore(database),
    Events.eventStore(database),
    Events.eventSearch(database),
    Events.eventHistory(database),
    Events.tombstoneStore(database),
    changeStore(database),
    consumerStore(database),
    removalStore(database),
    webhookStore(database)
  )

/** All store ports over an ordered key-value store. */
export const layerOver = (store: KeyValue): Layer.Layer<Stores> => Layer.unwrapScoped(Effect.map(KeyValueDatabase.make(store), over))
