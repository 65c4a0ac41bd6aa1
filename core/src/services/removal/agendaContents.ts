import * as Effect from "effect/Effect"
import { NotFound } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { scanAll } from "../scanAll.js"
import { keysOf } from "./keysOf.js"
import { successorAgendas } from "./successorAgendas.js"

/** What removing an agenda removes, and what stays. */
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
  const counts = yield* Effect.flatMap(EventStore, (events) => events.count(uid))
  const own = yield* scanAll((after: number, limit) => locations.scan(uid, after, limit), (location) => location.uid, 0)
  const successorOf = yield* successorAgendas(uid)
  const shared = yield* Effect.filter(own, (location) => Effect.map(successorOf(location), (successor) => successor !== null))
  const invited = yield* scanAll((after: string, limit) => invitations.list(uid, after, limit), ({ id }) => id, "")
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
