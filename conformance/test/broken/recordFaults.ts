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
import { breaking, type BrokenStore } from "./BrokenStore.js"
import { geocodingFaults } from "./geocodingFaults.js"
import { revisionFaults } from "./revisionFaults.js"

/** The stores that break what is kept beside events: agendas, networks, locations, revisions, people, keys. */
export const recordFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "overwrites an event with one that is said to be new",
    caughtBy: ["event.put.new"],
    layer: breaking(EventStore, (store) => ({ put: (record, index) => store.put(record, index) }))
  },
  {
    fault: "sets the clock back when an agenda is put",
    caughtBy: ["agenda.clock.kept"],
    layer: breaking(AgendaStore, (store) => ({
      put: (record) => Effect.zipRight(store.put(record), store.setClock(record.uid, { changedAt: 0 }))
    }))
  },
  {
    fault: "treats every agenda as indexed",
    caughtBy: ["search.scope.public", "agenda.put.whole"],
    layer: breaking(AgendaStore, (store) => ({ put: (record) => store.put({ ...record, indexed: true }) }))
  },
  {
    fault: "ignores a location whose uid or external id is taken",
    caughtBy: ["location.put.other-agenda", "location.put.ext-id-conflict"],
    layer: breaking(LocationStore, (store) => ({ put: (record, index) => Effect.ignore(store.put(record, index)) }))
  },
  {
    fault: "finds images by digest in every state",
    caughtBy: ["image.digest.stored"],
    layer: breaking(ImageRecordStore, (store) => ({
      findBy: ({ digest }) =>
        Effect.map(store.scanUnused(Number.MAX_SAFE_INTEGER, 100), (found) => found.find((image) => image.digest === digest) ?? null)
    }))
  },
  {
    fault: "forgets that several users use one image",
    caughtBy: ["image.use"],
    layer: breaking(ImageRecordStore, (store) => {
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
    })
  },
  {
    fault: "keeps one image of a user",
    caughtBy: ["image.use"],
    layer: breaking(ImageRecordStore, (store) => ({ putUses: (user, names) => store.putUses(user, names.slice(0, 1)) }))
  },
  {
    fault: "returns images unused since the instant or later",
    caughtBy: ["image.unused", "image.remove"],
    layer: breaking(ImageRecordStore, (store) => ({ scanUnused: (until, limit) => store.scanUnused(until - 1, limit) }))
  },
  {
    fault: "omits a location's events of other agendas",
    caughtBy: ["event.scan-at.pages"],
    layer: breaking(EventStore, (store) => ({
      scan: (group, afterUid, limit) => {
        const found = store.scan(group, afterUid, limit)
        return "agendaUid" in group ? found : Effect.map(found, (records) => records.filter(({ agendaUid }) => agendaUid === 1))
      }
    }))
  },
  {
    fault: "changes the time zone of an event at another location",
    caughtBy: ["event.timezone.put-elsewhere"],
    layer: breaking(EventStore, (store) => ({
      putTimezone: (event) => Effect.zipRight(store.putTimezone({ ...event, locationUid: 6 }), store.putTimezone(event))
    }))
  },
  {
    fault: "does not remove locations",
    caughtBy: ["location.remove.whole"],
    layer: breaking(LocationStore, () => ({ remove: () => Effect.void }))
  },
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
  {
    fault: "deletes one expired former position per addition",
    caughtBy: ["location.former.expire-many"],
    layer: breaking(LocationStore, () => {
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
    })
  },
  {
    fault: "treats a location as used by published events only",
    caughtBy: ["event.agendas-at"],
    layer: breaking(EventStore, (store) => {
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
    })
  },
  {
    fault: "finds a location of a set that the agenda does not share",
    caughtBy: ["location.find.ext-id"],
    layer: breaking(LocationStore, (store) => ({ findByExtId: (agendaUid, _, extId) => store.findByExtId(agendaUid, 5, extId) }))
  },
  {
    fault: "starts a page after the current position of the cursor's location",
    caughtBy: ["location.search.after-moved"],
    layer: breaking(LocationStore, (store) => ({
      search: ({ after, ...plan }) =>
        Effect.flatMap(
          after === null ? Effect.succeed(null) : store.find(after.uid),
          (now) => store.search({ ...plan, after: after === null || now === null ? after : { ...after, name: foldText(now.name) } })
        )
    }))
  },
  {
    fault: "searches agendas by the first word only",
    caughtBy: ["agenda.search.mixed-words"],
    layer: breaking(AgendaStore, (store) => ({ search: (plan) => store.search({ ...plan, words: plan.words.slice(0, 1) }) }))
  },
  {
    fault: "counts every published event as recently added",
    caughtBy: ["agenda.search.recently-added"],
    layer: breaking(AgendaStore, (store) => ({
      search: (plan) => store.search({ ...plan, recent: { gte: Number.MIN_SAFE_INTEGER, lte: Number.MAX_SAFE_INTEGER } })
    }))
  },
  {
    fault: "orders locations by their name as written",
    caughtBy: ["location.search.name"],
    layer: breaking(LocationStore, (store) => ({ put: (record, index) => store.put(record, { ...index, name: record.name }) }))
  },
  {
    fault: "treats % in a word as a wildcard",
    caughtBy: ["location.search.percent"],
    layer: breaking(
      LocationStore,
      (store) => ({ search: (plan) => store.search({ ...plan, words: plan.words.filter(({ beginning }) => beginning !== "%") }) })
    )
  },
  {
    fault: "keeps the history of a removed event",
    caughtBy: ["history.kept"],
    layer: breaking(EventHistory, (store) => {
      const kept: Array<StateChange> = []
      return {
        add: (change) => Effect.zipRight(Effect.sync(() => kept.push(change)), store.add(change)),
        find: (uids) => Effect.sync(() => kept.filter(({ eventUid }) => uids.includes(eventUid)))
      }
    })
  },
  {
    fault: "clears the events of every agenda",
    caughtBy: ["removal.clear.events"],
    layer: breaking(RemovalStore, (store) => ({
      clear: (agendaUid, limit) => Effect.tap(store.clear(agendaUid, limit), () => store.clear(agendaUid + 1, limit))
    }))
  },
  {
    fault: "keeps the clock of a removed agenda",
    caughtBy: ["agenda.remove"],
    layer: breaking(AgendaStore, (store) => {
      const kept = new Set<number>()
      return {
        remove: (uid) => Effect.zipRight(Effect.sync(() => kept.add(uid)), store.remove(uid)),
        lock: (uid) => kept.has(uid) ? Effect.succeed({ changedAt: 0 }) : store.lock(uid)
      }
    })
  },
  {
    fault: "anonymizes users only in their events",
    caughtBy: ["removal.contributions"],
    layer: breaking(EventHistory, (store) => {
      const added: Array<StateChange> = []
      return {
        add: (change) => Effect.zipRight(Effect.sync(() => added.push(change)), store.add(change)),
        find: (uids) => Effect.sync(() => added.filter(({ eventUid }) => uids.includes(eventUid)))
      }
    })
  },
  {
    fault: "does not remove users",
    caughtBy: ["user.remove"],
    layer: breaking(UserStore, () => ({ remove: () => Effect.void }))
  },
  {
    fault: "orders histories by instant",
    caughtBy: ["history.add.whole"],
    layer: breaking(EventHistory, (store) => ({
      find: (uids) => Effect.map(store.find(uids), (changes) => [...changes].sort((left, right) => left.at - right.at))
    }))
  },
  {
    fault: "finds the memberships of users in any agenda",
    caughtBy: ["member.find-many"],
    layer: breaking(MemberStore, (store) => ({
      findMany: (_, userUids) =>
        Effect.map(Effect.forEach(userUids, (uid) => store.scan({ userUid: uid }, 0, 100)), (found) => found.flat())
    }))
  },
  {
    fault: "lets a user join an agenda twice",
    caughtBy: ["member.put.conflict"],
    layer: breaking(MemberStore, (store) => ({ put: (record) => Effect.ignore(store.put(record)) }))
  },
  {
    fault: "does not update the fields of an existing network",
    caughtBy: ["network.put.replaces"],
    layer: breaking(NetworkStore, (store) => ({
      put: (record) =>
        Effect.flatMap(store.find(record.uid), (before) => store.put(before === null ? record : { ...record, fields: before.fields }))
    }))
  },
  {
    fault: "treats an empty list of network uids as all networks",
    caughtBy: ["network.find-many"],
    layer: breaking(NetworkStore, (store) => ({
      findMany: (uids) => uids.length === 0 ? store.scan(0, 1_000_000) : store.findMany(uids)
    }))
  },
  {
    fault: "does not update the title of an existing location set",
    caughtBy: ["location-set.put.replaces"],
    layer: breaking(LocationSetStore, (store) => ({
      put: (record) =>
        Effect.flatMap(store.find(record.uid), (before) => store.put(before === null ? record : { ...record, title: before.title }))
    }))
  },
  {
    fault: "treats an empty list of location set uids as all location sets",
    caughtBy: ["location-set.find-many"],
    layer: breaking(LocationSetStore, (store) => ({
      findMany: (uids) => uids.length === 0 ? store.scan(0, 1_000_000) : store.findMany(uids)
    }))
  },
  {
    fault: "treats a webhook as due that has received every change",
    caughtBy: ["webhook.due.behind"],
    layer: breaking(WebhookStore, (store) => ({
      due: (now, limit) =>
        Effect.map(store.ofAgenda(1), (all) => all.filter(({ dueAt, state }) => state === "active" && dueAt <= now).slice(0, limit))
    }))
  },
  {
    fault: "keeps deliveries without bound",
    caughtBy: ["webhook.deliveries.last"],
    layer: breaking(WebhookStore, (store) => ({ putDelivery: (delivery) => store.putDelivery(delivery, 1_000) }))
  },
  {
    fault: "treats an invitation as due one millisecond late",
    caughtBy: ["invitation.due.order"],
    layer: breaking(InvitationStore, (store) => ({ due: (now, limit) => store.due(now - 1, limit) }))
  },
  {
    fault: "orders due invitations by id",
    caughtBy: ["invitation.due.order"],
    layer: breaking(InvitationStore, (store) => ({
      due: (now, limit) =>
        Effect.map(store.due(now, 1_000), (due) => due.toSorted((left, right) => left.id < right.id ? -1 : 1).slice(0, limit))
    }))
  },
  {
    fault: "overwrites the invitation of an address",
    caughtBy: ["invitation.put.conflict"],
    layer: breaking(InvitationStore, (store) => ({
      put: (record) =>
        Effect.flatMap(
          store.findBy(record),
          (other) => other === null ? store.put(record) : Effect.zipRight(store.remove(other.id), store.put(record))
        )
    }))
  },
  {
    fault: "overwrites the secret",
    caughtBy: ["invitation.transaction"],
    layer: breaking(InvitationStore, () => {
      let kept: string | null = null
      return { secret: (made) => Effect.sync(() => kept ??= made) }
    })
  },
  {
    fault: "overwrites a later use of a key with an earlier one",
    caughtBy: ["key.use.latest"],
    layer: breaking(CredentialStore, () => {
      const kept = new Map<string, number>()
      return {
        putUse: (keyId, at) => Effect.sync(() => kept.set(keyId, at)),
        findUses: (keyIds) =>
          Effect.sync(() => [...kept].filter(([keyId]) => keyIds.includes(keyId)).map(([keyId, usedAt]) => ({ keyId, usedAt })))
      }
    })
  },
  {
    fault: "forgets the use of a changed key",
    caughtBy: ["key.use.beside"],
    layer: breaking(CredentialStore, (store) => {
      const forgotten = new Set<string>()
      return {
        put: (record) => Effect.tap(store.put(record), () => Effect.sync(() => forgotten.add(record.id))),
        putUse: (keyId, at) => Effect.tap(store.putUse(keyId, at), () => Effect.sync(() => forgotten.delete(keyId))),
        findUses: (keyIds) => store.findUses(keyIds.filter((keyId) => !forgotten.has(keyId)))
      }
    })
  },
  {
    fault: "stores a response without comparing the claim",
    caughtBy: ["idempotency.put.compare-and-set"],
    layer: breaking(IdempotencyStore, (store) => ({
      put: (record) => Effect.flatMap(store.find(record.keyId, record.name), (there) => store.put(record, there))
    }))
  },
  {
    fault: "removes a record claimed by another attempt",
    caughtBy: ["idempotency.remove.compare-and-set"],
    layer: breaking(IdempotencyStore, (store) => ({
      remove: ({ keyId, name }) => Effect.flatMap(store.find(keyId, name), (there) => there === null ? Effect.void : store.remove(there))
    }))
  },
  {
    fault: "shares idempotency keys between API keys",
    caughtBy: ["idempotency.names.apart"],
    layer: breaking(IdempotencyStore, (store) => ({
      find: (_, name) => store.find("", name),
      put: (record, before) => store.put({ ...record, keyId: "" }, before),
      remove: (record) => store.remove({ ...record, keyId: "" })
    }))
  },
  {
    fault: "prunes responses one millisecond late",
    caughtBy: ["idempotency.prune"],
    layer: breaking(IdempotencyStore, (store) => ({ prune: (now, limit) => store.prune(now - 1, limit) }))
  },
  ...geocodingFaults,
  ...revisionFaults,
  {
    fault: "finds email addresses by prefix",
    caughtBy: ["user.put.whole"],
    layer: breaking(UserStore, (store) => ({ findBy: (name) => "email" in name ? store.find(1) : store.findBy(name) }))
  },
  {
    fault: "deletes tokens at the instant they expire",
    caughtBy: ["token.prune"],
    layer: breaking(CredentialStore, (store) => ({ putToken: (token, now) => store.putToken(token, now + 1) }))
  }
]
