import * as Effect from "effect/Effect"
import { NotFound, type StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { RemovalStore } from "../../ports/RemovalStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { KeyRecord } from "../../record/CredentialRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { scanAll } from "../transaction/scanAll.js"

/** The keys that match a predicate, including revoked ones. Scans all keys. */
export const keysOf = (wanted: (key: KeyRecord) => boolean): Effect.Effect<ReadonlyArray<KeyRecord>, StoreError, CredentialStore> =>
  Effect.flatMap(CredentialStore, (credentials) =>
    Effect.map(
      scanAll((after: string, limit) => credentials.scan(after, limit), ({ id }) => id, ""),
      (keys) => keys.filter(wanted)
    ))

/**
 * Makes a function from a location to the agenda that takes it over when its own is removed: the first one that uses
 * its location set, else one with an event there. Null when no other agenda uses it.
 */
export const successorAgendas = Effect.fnUntraced(function*(agendaUid: number) {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  // The scan of all agendas runs only if a location is in a set.
  const others = yield* Effect.cached(
    Effect.map(
      scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0),
      (all) => all.filter(({ uid }) => uid !== agendaUid)
    )
  )
  return ({ setUid, uid }: LocationRecord) =>
    setUid === null ? Effect.succeed(null) : Effect.flatMap(others, (found) => {
      const sharing = found.find(({ locationSetUid }) => locationSetUid === setUid)
      if (sharing !== undefined) return Effect.succeed(sharing.uid)
      return Effect.map(events.agendasAt(uid, 2), (users) => users.find((user) => user !== agendaUid) ?? null)
    })
})

/** The data that removing an agenda deletes, and the data that stays. */
export interface AgendaContents {
  readonly agenda: AgendaRecord
  /** Events of every state, with their histories. Their images are collected once nothing else uses them. */
  readonly events: number
  /** Tombstones of events removed before. */
  readonly tombstones: number
  readonly locations: number
  /** Locations that other agendas share: they pass to one of them. */
  readonly sharedLocations: number
  readonly members: number
  readonly invitations: number
  /** Keys of this agenda alone: they are revoked. */
  readonly keysRevoked: number
  /** Keys of other agendas too: they lose this one. */
  readonly keysNarrowed: number
}

/** Counts the contents of an agenda. */
export const agendaContents = Effect.fnUntraced(function*(uid: number) {
  const agenda = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.find({ _tag: "Uid", uid }))
  if (agenda === null) return yield* new NotFound({ what: "agenda" })
  const invitations = yield* InvitationStore
  const locations = yield* LocationStore
  const counts = yield* Effect.flatMap(RemovalStore, (removals) => removals.count(uid))
  const own = yield* scanAll((after: number, limit) => locations.scan(uid, after, limit), (location) => location.uid, 0)
  const successorOf = yield* successorAgendas(uid)
  const shared = yield* Effect.filter(own, (location) => Effect.map(successorOf(location), (successor) => successor !== null))
  const invited = yield* scanAll((after: string, limit) => invitations.scan(uid, after, limit), ({ id }) => id, "")
  const keys = yield* keysOf(({ agendaUids, revokedAt }) => revokedAt === null && (agendaUids ?? []).includes(uid))
  const keysRevoked = keys.filter(({ agendaUids }) => (agendaUids ?? []).every((named) => named === uid)).length
  return {
    agenda,
    ...counts,
    locations: own.length - shared.length,
    sharedLocations: shared.length,
    members: yield* Effect.flatMap(MemberStore, (members) => members.count(uid)),
    invitations: invited.length,
    keysRevoked,
    keysNarrowed: keys.length - keysRevoked
  } satisfies AgendaContents
})
