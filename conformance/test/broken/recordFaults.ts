import { published } from "@agenda-engine/core/domain/event/Event"
import { foldText } from "@agenda-engine/core/domain/text/foldText"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import type { FormerPosition } from "@agenda-engine/core/query/location/LocationPlan"
import type { EventRecord } from "@agenda-engine/core/record/EventRecord"
import type { StateChange } from "@agenda-engine/core/record/StateChange"
import * as Effect from "effect/Effect"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"
import { geocodingFaults } from "./geocodingFaults.js"
import { revisionFaults } from "./revisionFaults.js"

/** The stores that break what is kept beside events: agendas, networks, locations, revisions, people, keys. */
export const recordFaults: ReadonlyArray<BrokenStore> = [
  broken("overwrites an event with one that is said to be new", ["event.put.new"], EventStore, (store) => ({
    put: (record, index) => store.put(record, index)
  })),
  broken("sets the clock back when an agenda is put", ["agenda.clock.kept"], AgendaStore, (store) => ({
    put: (record) => Effect.zipRight(store.put(record), store.setClock(record.uid, { changedAt: 0 }))
  })),
  broken("treats every agenda as indexed", ["search.scope.public", "agenda.put.whole"], AgendaStore, (store) => ({
    put: (record) => store.put({ ...record, indexed: true })
  })),
  {
    fault: "ignores a location whose uid or external id is taken",
    caughtBy: ["location.put.other-agenda", "location.put.ext-id-conflict"],
    layer: breaking(LocationStore, (store) => ({ put: (record, index) => Effect.ignore(store.put(record, index)) }))
  },
  broken("finds images by digest in every state", ["image.digest.stored"], ImageRecordStore, (store) => ({
    findBy: ({ digest }) =>
      Effect.map(store.scanUnused(Number.MAX_SAFE_INTEGER, 100), (found) => found.find((image) => image.digest === digest) ?? null)
  })),
  broken("forgets that several users use one image", ["image.use"], ImageRecordStore, (store) => {
    const released = new Set<string>()
    return {
      putUses: (user, names) =>
        Effect.zipRight(
          Effect.tap(store.findUses(user), (before) =>
            Effect.sync(() => {
              for (const name of before) if (!names.includes(name)) released.add(name)
            })),
          store.putUses(user, names)
        ),
      isUsed: (name) => Effect.map(store.isUsed(name), (used) => used && !released.has(name))
    }
  }),
  broken("keeps one image of a user", ["image.use"], ImageRecordStore, (store) => ({
    putUses: (user, names) => store.putUses(user, names.slice(0, 1))
  })),
  broken("returns images unused since the instant or later", ["image.unused", "image.remove"], ImageRecordStore, (store) => ({
    scanUnused: (until, limit) => store.scanUnused(until - 1, limit)
  })),
  broken("omits a location's events of other agendas", ["event.scan-at.pages"], EventStore, (store) => ({
    scan: (group, afterUid, limit) => {
      const found = store.scan(group, afterUid, limit)
      return "agendaUid" in group ? found : Effect.map(found, (records) => records.filter(({ agendaUid }) => agendaUid === 1))
    }
  })),
  broken("changes the time zone of an event at another location", ["event.timezone.put-elsewhere"], EventStore, (store) => ({
    putTimezone: (event) => Effect.zipRight(store.putTimezone({ ...event, locationUid: 6 }), store.putTimezone(event))
  })),
  broken("does not remove locations", ["location.remove.whole"], LocationStore, () => ({ remove: () => Effect.void })),
  {
    fault: "stores only the last former position of each location, for ever",
    caughtBy: ["location.former.whole", "location.former.expire", "location.former.transaction"],
    layer: breaking(LocationStore, () => {
      const positions = new Map<number, FormerPosition>()
      return {
        addFormerPosition: (position) => Effect.sync(() => positions.set(position.uid, position)),
        formerPositions: (uids, since, limit) =>
          Effect.sync(() => [...positions.values()].filter(({ leftAt, uid }) => uids.includes(uid) && leftAt >= since).slice(0, limit))
      }
    })
  },
  broken("deletes one expired former position per addition", ["location.former.expire-many"], LocationStore, () => {
    const positions: Array<FormerPosition> = []
    return {
      addFormerPosition: (position, retainedSince) =>
        Effect.sync(() => {
          const expired = positions.findIndex(({ leftAt }) => leftAt < retainedSince)
          if (expired >= 0) positions.splice(expired, 1)
          positions.push(position)
        }),
      formerPositions: (uids, since, limit) =>
        Effect.sync(() => positions.filter(({ leftAt, uid }) => uids.includes(uid) && leftAt >= since).toReversed().slice(0, limit))
    }
  }),
  broken("treats a location as used by published events only", ["event.agendas-at"], EventStore, (store) => {
    const kept = new Map<number, EventRecord>()
    return {
      put: (record, index) => Effect.tap(store.put(record, index), () => Effect.sync(() => kept.set(record.uid, record))),
      agendasAt: (uid) =>
        Effect.sync(() =>
          [...kept.values()].filter(({ locationUid, state }) => locationUid === uid && state === published).map(({ agendaUid }) =>
            agendaUid
          )
        )
    }
  }),
  broken("finds a location of a set that the agenda does not share", ["location.find.ext-id"], LocationStore, (store) => ({
    findByExtId: (agendaUid, _, extId) => store.findByExtId(agendaUid, 5, extId)
  })),
  broken("starts a page after the current position of the cursor's location", ["location.search.after-moved"], LocationStore, (store) => ({
    search: ({ after, ...plan }) =>
      Effect.flatMap(
        after === null ? Effect.succeed(null) : store.find(after.uid),
        (now) => store.search({ ...plan, after: after === null || now === null ? after : { ...after, name: foldText(now.name) } })
      )
  })),
  broken("searches agendas by the first word only", ["agenda.search.mixed-words"], AgendaStore, (store) => ({
    search: (plan) => store.search({ ...plan, words: plan.words.slice(0, 1) })
  })),
  broken("counts every published event as recently added", ["agenda.search.recently-added"], AgendaStore, (store) => ({
    search: (plan) => store.search({ ...plan, recent: { gte: Number.MIN_SAFE_INTEGER, lte: Number.MAX_SAFE_INTEGER } })
  })),
  broken("orders locations by their name as written", ["location.search.name"], LocationStore, (store) => ({
    put: (record, index) => store.put(record, { ...index, name: record.name })
  })),
  {
    fault: "treats % in a word as a wildcard",
    caughtBy: ["location.search.percent"],
    layer: breaking(
      LocationStore,
      (store) => ({ search: (plan) => store.search({ ...plan, words: plan.words.filter(({ beginning }) => beginning !== "%") }) })
    )
  },
  broken("keeps the history of a removed event", ["history.kept"], EventHistory, (store) => {
    const kept: Array<StateChange> = []
    return {
      add: (change) => Effect.zipRight(Effect.sync(() => kept.push(change)), store.add(change)),
      find: (uids) => Effect.sync(() => kept.filter(({ eventUid }) => uids.includes(eventUid)))
    }
  }),
  broken("clears the events of every agenda", ["removal.clear.events"], RemovalStore, (store) => ({
    clear: (agendaUid, limit) => Effect.tap(store.clear(agendaUid, limit), () => store.clear(agendaUid + 1, limit))
  })),
  broken("keeps the clock of a removed agenda", ["agenda.remove"], AgendaStore, (store) => {
    const kept = new Set<number>()
    return {
      remove: (uid) => Effect.zipRight(Effect.sync(() => kept.add(uid)), store.remove(uid)),
      lock: (uid) => kept.has(uid) ? Effect.succeed({ changedAt: 0 }) : store.lock(uid)
    }
  }),
  broken("anonymizes users only in their events", ["removal.contributions"], EventHistory, (store) => {
    const added: Array<StateChange> = []
    return {
      add: (change) => Effect.zipRight(Effect.sync(() => added.push(change)), store.add(change)),
      find: (uids) => Effect.sync(() => added.filter(({ eventUid }) => uids.includes(eventUid)))
    }
  }),
  broken("does not remove users", ["user.remove"], UserStore, () => ({ remove: () => Effect.void })),
  broken("orders histories by instant", ["history.add.whole"], EventHistory, (store) => ({
    find: (uids) => Effect.map(store.find(uids), (changes) => [...changes].sort((left, right) => left.at - right.at))
  })),
  broken("finds the memberships of users in any agenda", ["member.find-many"], MemberStore, (store) => ({
    findMany: (_, userUids) => Effect.map(Effect.forEach(userUids, (uid) => store.scan({ userUid: uid }, 0, 100)), (found) => found.flat())
  })),
  broken("lets a user join an agenda twice", ["member.put.conflict"], MemberStore, (store) => ({
    put: (record) => Effect.ignore(store.put(record))
  })),
  broken("does not update the fields of an existing network", ["network.put.replaces"], NetworkStore, (store) => ({
    put: (record) =>
      Effect.flatMap(store.find(record.uid), (before) => store.put(before === null ? record : { ...record, fields: before.fields }))
  })),
  broken("treats an empty list of network uids as all networks", ["network.find-many"], NetworkStore, (store) => ({
    findMany: (uids) => uids.length === 0 ? store.scan(0, 1_000_000) : store.findMany(uids)
  })),
  broken("does not update the title of an existing location set", ["location-set.put.replaces"], LocationSetStore, (store) => ({
    put: (record) =>
      Effect.flatMap(store.find(record.uid), (before) => store.put(before === null ? record : { ...record, title: before.title }))
  })),
  broken("treats an empty list of location set uids as all location sets", ["location-set.find-many"], LocationSetStore, (store) => ({
    findMany: (uids) => uids.length === 0 ? store.scan(0, 1_000_000) : store.findMany(uids)
  })),
  broken("treats a webhook as due that has received every change", ["webhook.due.behind"], WebhookStore, (store) => ({
    due: (now, limit) =>
      Effect.map(store.ofAgenda(1), (all) => all.filter(({ dueAt, state }) => state === "active" && dueAt <= now).slice(0, limit))
  })),
  broken("keeps deliveries without bound", ["webhook.deliveries.last"], WebhookStore, (store) => ({
    putDelivery: (delivery) => store.putDelivery(delivery, 1_000)
  })),
  broken("treats an invitation as due one millisecond late", ["invitation.due.order"], InvitationStore, (store) => ({
    due: (now, limit) => store.due(now - 1, limit)
  })),
  broken("orders due invitations by id", ["invitation.due.order"], InvitationStore, (store) => ({
    due: (now, limit) =>
      Effect.map(store.due(now, 1_000), (due) => due.toSorted((left, right) => left.id < right.id ? -1 : 1).slice(0, limit))
  })),
  broken("overwrites the invitation of an address", ["invitation.put.conflict"], InvitationStore, (store) => ({
    put: (record) =>
      Effect.flatMap(
        store.findBy(record),
        (other) => other === null ? store.put(record) : Effect.zipRight(store.remove(other.id), store.put(record))
      )
  })),
  broken("overwrites the secret", ["invitation.transaction"], InvitationStore, () => {
    let kept: string | null = null
    return { secret: (made) => Effect.sync(() => kept ??= made) }
  }),
  broken("overwrites a later use of a key with an earlier one", ["key.use.latest"], CredentialStore, () => {
    const kept = new Map<string, number>()
    return {
      putUse: (keyId, at) => Effect.sync(() => kept.set(keyId, at)),
      findUses: (keyIds) =>
        Effect.sync(() => [...kept].filter(([keyId]) => keyIds.includes(keyId)).map(([keyId, usedAt]) => ({ keyId, usedAt })))
    }
  }),
  broken("forgets the use of a changed key", ["key.use.beside"], CredentialStore, (store) => {
    const forgotten = new Set<string>()
    return {
      put: (record) => Effect.tap(store.put(record), () => Effect.sync(() => forgotten.add(record.id))),
      putUse: (keyId, at) => Effect.tap(store.putUse(keyId, at), () => Effect.sync(() => forgotten.delete(keyId))),
      findUses: (keyIds) => store.findUses(keyIds.filter((keyId) => !forgotten.has(keyId)))
    }
  }),
  broken("stores a response without comparing the claim", ["idempotency.put.compare-and-set"], IdempotencyStore, (store) => ({
    put: (record) => Effect.flatMap(store.find(record.keyId, record.name), (there) => store.put(record, there))
  })),
  broken("removes a record claimed by another attempt", ["idempotency.remove.compare-and-set"], IdempotencyStore, (store) => ({
    remove: ({ keyId, name }) => Effect.flatMap(store.find(keyId, name), (there) => there === null ? Effect.void : store.remove(there))
  })),
  broken("shares idempotency keys between API keys", ["idempotency.names.apart"], IdempotencyStore, (store) => ({
    find: (_, name) => store.find("", name),
    put: (record, before) => store.put({ ...record, keyId: "" }, before),
    remove: (record) => store.remove({ ...record, keyId: "" })
  })),
  broken("prunes responses one millisecond late", ["idempotency.prune"], IdempotencyStore, (store) => ({
    prune: (now, limit) => store.prune(now - 1, limit)
  })),
  ...geocodingFaults,
  ...revisionFaults,
  broken("finds email addresses by prefix", ["user.put.whole"], UserStore, (store) => ({
    findBy: (name) => "email" in name ? store.find(1) : store.findBy(name)
  })),
  broken("deletes tokens at the instant they expire", ["token.prune"], CredentialStore, (store) => ({
    putToken: (token, now) => store.putToken(token, now + 1)
  }))
]
