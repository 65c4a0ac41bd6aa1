import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { ChangeStore } from "@agenda-engine/core/ports/change/ChangeStore"
import { ConsumerStore } from "@agenda-engine/core/ports/change/ConsumerStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

const page = 1_000

/** The first items of a list, as a store returns them that reads one page of a driver. */
const cut = <A, E, R>(list: Effect.Effect<ReadonlyArray<A>, E, R>, most = page): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(list, (items) => items.slice(0, most))

/** Lists that end at 1 000 items, by port and member, with the case that finds each. */
const capped: { readonly [member: string]: readonly [caughtBy: string, layer: Layer.Layer<Stores>] } = {
  "AgendaStore.scan": ["agenda", breaking(AgendaStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "AgendaStore.findMany": ["agenda", breaking(AgendaStore, (store) => ({ findMany: (uids) => cut(store.findMany(uids)) }))],
  "AgendaStore.uidsIn": ["agenda", breaking(AgendaStore, (store) => ({ uidsIn: (group) => cut(store.uidsIn(group)) }))],
  "RemovalStore.removed": ["agenda", breaking(RemovalStore, (store) => ({ removed: cut(store.removed) }))],
  "NetworkStore.scan": ["records", breaking(NetworkStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "NetworkStore.findMany": ["records", breaking(NetworkStore, (store) => ({ findMany: (uids) => cut(store.findMany(uids)) }))],
  "LocationSetStore.scan": ["records", breaking(LocationSetStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "LocationSetStore.findMany": ["records", breaking(LocationSetStore, (store) => ({ findMany: (uids) => cut(store.findMany(uids)) }))],
  "UserStore.scan": ["member", breaking(UserStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "UserStore.findMany": ["member", breaking(UserStore, (store) => ({ findMany: (uids) => cut(store.findMany(uids)) }))],
  "MemberStore.scan": ["member", breaking(MemberStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "MemberStore.findMany": ["member", breaking(MemberStore, (store) => ({ findMany: (...args) => cut(store.findMany(...args)) }))],
  "MemberStore.count": [
    "member",
    breaking(MemberStore, (store) => ({ count: (uid) => Effect.map(store.count(uid), (count) => Math.min(count, page)) }))
  ],
  "InvitationStore.due": ["member", breaking(InvitationStore, (store) => ({ due: (...args) => cut(store.due(...args)) }))],
  "InvitationStore.scan": ["member", breaking(InvitationStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "CredentialStore.scan": ["credential", breaking(CredentialStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "CredentialStore.findUses": ["credential", breaking(CredentialStore, (store) => ({ findUses: (ids) => cut(store.findUses(ids)) }))],
  "IdempotencyStore.prune": [
    "idempotency",
    breaking(IdempotencyStore, (store) => ({ prune: (now, limit) => store.prune(now, Math.min(limit, page)) }))
  ],
  "ImageRecordStore.scanUnused": [
    "image",
    breaking(ImageRecordStore, (store) => ({ scanUnused: (...args) => cut(store.scanUnused(...args)) }))
  ],
  "ImageRecordStore.findUses": ["image", breaking(ImageRecordStore, (store) => ({ findUses: (user) => cut(store.findUses(user)) }))],
  "RevisionStore.bump": ["revision", breaking(RevisionStore, (store) => ({ bump: (topics) => cut(store.bump(topics)) }))],
  "RevisionStore.read": ["revision", breaking(RevisionStore, (store) => ({ read: (topics) => cut(store.read(topics)) }))],
  "LocationStore.scan": ["location", breaking(LocationStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "LocationStore.findMany": ["location", breaking(LocationStore, (store) => ({ findMany: (uids) => cut(store.findMany(uids)) }))],
  "GeocodingQueue.due": ["location", breaking(GeocodingQueue, (store) => ({ due: (...args) => cut(store.due(...args)) }))],
  "ChangeStore.read": ["change", breaking(ChangeStore, (store) => ({ read: (...args) => cut(store.read(...args)) }))],
  "ChangeStore.readMany": ["change", breaking(ChangeStore, (store) => ({ readMany: (...args) => cut(store.readMany(...args)) }))],
  "ChangeStore.append": ["change", breaking(ChangeStore, (store) => ({ append: (changes) => store.append(changes.slice(0, page)) }))],
  "ConsumerStore.places": ["consumer", breaking(ConsumerStore, (store) => ({ places: (name) => cut(store.places(name)) }))],
  "ConsumerStore.behind": ["consumer", breaking(ConsumerStore, (store) => ({ behind: (...args) => cut(store.behind(...args)) }))],
  "ConsumerStore.parked": ["consumer", breaking(ConsumerStore, (store) => ({ parked: (...args) => cut(store.parked(...args)) }))],
  "WebhookStore.due": ["webhook", breaking(WebhookStore, (store) => ({ due: (...args) => cut(store.due(...args)) }))],
  "TombstoneStore.withdrawals": [
    "tombstone",
    breaking(TombstoneStore, (store) => ({ withdrawals: (...args) => cut(store.withdrawals(...args)) }))
  ],
  "EventStore.scan": ["event", breaking(EventStore, (store) => ({ scan: (...args) => cut(store.scan(...args)) }))],
  "EventStore.agendasAt": ["agenda", breaking(EventStore, (store) => ({ agendasAt: (...args) => cut(store.agendasAt(...args)) }))],
  "EventHistory.find": ["event", breaking(EventHistory, (store) => ({ find: (uids) => cut(store.find(uids)) }))],
  "RemovalStore.clear": ["event", breaking(RemovalStore, (store) => ({ clear: (uid, limit) => store.clear(uid, Math.min(limit, page)) }))],
  "EventSearch.search hits": [
    "event",
    breaking(EventSearch, (store) => ({
      search: (...args) => Effect.map(store.search(...args), (answer) => ({ ...answer, hits: answer.hits.slice(0, page) }))
    }))
  ],
  "EventSearch.search buckets": [
    "event",
    breaking(EventSearch, (store) => ({
      search: (...args) =>
        Effect.map(store.search(...args), (answer) => ({
          ...answer,
          tallies: answer.tallies.map((tally) => tally._tag === "Counts" ? { ...tally, counts: tally.counts.slice(0, page) } : tally)
        }))
    }))
  ],
  "EventSearch.search total": [
    "tombstone",
    breaking(EventSearch, (store) => ({
      search: (...args) => Effect.map(store.search(...args), (answer) => ({ ...answer, total: Math.min(answer.total, page) }))
    }))
  ]
}

const year = 365 * 86_400_000

/** What an expiry by the clock of the machine leaves of a record. */
const unexpired = <A, E, R>(
  found: Effect.Effect<A | null, E, R>,
  expiryOf: (record: A) => number | null
): Effect.Effect<A | null, E, R> =>
  Effect.gen(function*() {
    const record = yield* found
    const expiry = record === null ? null : expiryOf(record)
    return expiry !== null && expiry < (yield* Clock.currentTimeMillis) ? null : record
  })

const expiring: ReadonlyArray<BrokenStore> = [
  broken("expires keys by its own clock", ["past.expired"], CredentialStore, (store) => ({
    find: (id) => unexpired(store.find(id), ({ expiresAt }) => expiresAt)
  })),
  broken("expires tokens by its own clock", ["past.expired"], CredentialStore, (store) => ({
    findToken: (digest) => unexpired(store.findToken(digest), ({ token }) => token.expiresAt)
  })),
  broken("expires idempotency records by its own clock", ["past.expired"], IdempotencyStore, (store) => ({
    find: (keyId, name) => unexpired(store.find(keyId, name), ({ expiresAt }) => expiresAt)
  })),
  broken("expires former positions by its own clock", ["past.expired"], LocationStore, (store) => ({
    formerPositions: (...args) =>
      Effect.zipWith(
        store.formerPositions(...args),
        Clock.currentTimeMillis,
        (found, now) => found.filter(({ leftAt }) => leftAt > now - year)
      )
  })),
  broken("expires webhooks by its own clock", ["past.records"], WebhookStore, (store) => ({
    find: (id) => unexpired(store.find(id), ({ formerUntil }) => formerUntil)
  }))
]

/** The stores whose lists end at a page of their driver, and those that expire records by their own clock. */
export const volumeFaults: ReadonlyArray<BrokenStore> = [
  ...Object.entries(capped).map(([member, [port, layer]]) => ({
    fault: `ends the list of ${member} at 1 000`,
    caughtBy: [`volume.${port}`],
    layer
  })),
  broken("counts no more than 10 000 events in a total", ["volume.total"], EventSearch, (store) => ({
    search: (...args) => Effect.map(store.search(...args), (answer) => ({ ...answer, total: Math.min(answer.total, 10_000) }))
  })),
  ...[25, 50, 100].map((most) => ({
    fault: `scans at most ${most} agendas`,
    caughtBy: ["volume.agenda"],
    layer: breaking(AgendaStore, (store) => ({ scan: (...args) => cut(store.scan(...args), most) }))
  })),
  ...expiring
]
