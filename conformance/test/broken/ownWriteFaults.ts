import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BrokenStore } from "./BrokenStore.js"

/** The memory stores with members of a port whose `limit` is one more inside a transaction. */
const oneTooMany = <Id extends Stores, S extends object>(
  tag: Context.Tag<Id, S>,
  change: (store: S, limit: (limit: number) => Effect.Effect<number>) => Partial<S>
): Layer.Layer<Stores> =>
  Layer.map(MemoryStores.layer, (stores) => {
    const { isActive } = Context.get(stores, Transaction)
    const store = Context.unsafeGet(stores, tag)
    const changed = change(store, (limit) => Effect.map(isActive, (active) => active ? limit + 1 : limit))
    return Context.add(stores, tag, { ...store, ...changed })
  })

const broken = (id: string, layer: Layer.Layer<Stores>): BrokenStore => ({
  fault: `returns one too many from ${id} inside the transaction that wrote into its range`,
  caughtBy: [`${id}.own-writes`],
  layer
})

/** The stores whose scans return one record too many inside the transaction that wrote into their range. */
export const ownWriteFaults: ReadonlyArray<BrokenStore> = [
  broken(
    "agenda.scan",
    oneTooMany(AgendaStore, ({ scan }, more) => ({ scan: (after, limit) => Effect.flatMap(more(limit), (limit) => scan(after, limit)) }))
  ),
  broken(
    "network.scan",
    oneTooMany(NetworkStore, ({ scan }, more) => ({ scan: (after, limit) => Effect.flatMap(more(limit), (limit) => scan(after, limit)) }))
  ),
  broken(
    "location-set.scan",
    oneTooMany(
      LocationSetStore,
      ({ scan }, more) => ({ scan: (after, limit) => Effect.flatMap(more(limit), (limit) => scan(after, limit)) })
    )
  ),
  broken(
    "user.scan",
    oneTooMany(UserStore, ({ scan }, more) => ({ scan: (after, limit) => Effect.flatMap(more(limit), (limit) => scan(after, limit)) }))
  ),
  broken(
    "image.unused",
    oneTooMany(ImageRecordStore, ({ scanUnused }, more) => ({
      scanUnused: (until, limit) => Effect.flatMap(more(limit), (limit) => scanUnused(until, limit))
    }))
  ),
  broken(
    "member.list",
    oneTooMany(MemberStore, ({ scan }, more) => ({
      scan: (group, after, limit) =>
        "agendaUid" in group ? Effect.flatMap(more(limit), (limit) => scan(group, after, limit)) : scan(group, after, limit)
    }))
  ),
  broken(
    "member.list-of-user",
    oneTooMany(MemberStore, ({ scan }, more) => ({
      scan: (group, after, limit) =>
        "userUid" in group ? Effect.flatMap(more(limit), (limit) => scan(group, after, limit)) : scan(group, after, limit)
    }))
  ),
  broken(
    "invitation.list",
    oneTooMany(InvitationStore, ({ scan }, more) => ({
      scan: (agenda, after, limit) => Effect.flatMap(more(limit), (limit) => scan(agenda, after, limit))
    }))
  ),
  broken(
    "invitation.due",
    oneTooMany(InvitationStore, ({ due }, more) => ({ due: (now, limit) => Effect.flatMap(more(limit), (limit) => due(now, limit)) }))
  ),
  broken(
    "key.scan",
    oneTooMany(CredentialStore, ({ scan }, more) => ({
      scan: (after, limit) => Effect.flatMap(more(limit), (limit) => scan(after, limit))
    }))
  ),
  broken(
    "location.scan",
    oneTooMany(LocationStore, ({ scan }, more) => ({
      scan: (agenda, after, limit) => Effect.flatMap(more(limit), (limit) => scan(agenda, after, limit))
    }))
  ),
  broken(
    "geocoding.due",
    oneTooMany(GeocodingQueue, ({ due }, more) => ({ due: (now, limit) => Effect.flatMap(more(limit), (limit) => due(now, limit)) }))
  ),
  broken(
    "event.scan",
    oneTooMany(EventStore, ({ scan }, more) => ({
      scan: (group, after, limit) =>
        "agendaUid" in group ? Effect.flatMap(more(limit), (limit) => scan(group, after, limit)) : scan(group, after, limit)
    }))
  ),
  broken(
    "event.scan-at",
    oneTooMany(EventStore, ({ scan }, more) => ({
      scan: (group, after, limit) =>
        "locationUid" in group ? Effect.flatMap(more(limit), (limit) => scan(group, after, limit)) : scan(group, after, limit)
    }))
  )
]
