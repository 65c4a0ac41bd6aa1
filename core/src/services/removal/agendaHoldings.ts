import * as Effect from "effect/Effect"
import { NotFound } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { scanAll } from "../scanAll.js"
import { heirsOf } from "./heirsOf.js"
import { keysOf } from "./keysOf.js"

/** What goes with an agenda, and what stays of it. */
export interface AgendaHoldings {
  readonly agenda: AgendaRecord
  /** In whatever state, with their histories; their pictures are collected when nothing else uses them. */
  readonly events: number
  /** What is left of events that were removed before. */
  readonly tombstones: number
  readonly locations: number
  /** Locations that other agendas share: they stay, as another agenda's. */
  readonly sharedLocations: number
  readonly members: number
  readonly invitations: number
  /** Keys that are for this agenda alone: they are revoked. */
  readonly keysRevoked: number
  /** Keys that are for other agendas too: they stay, without it. */
  readonly keysNarrowed: number
}

/** Counts what an agenda holds. */
export const agendaHoldings = Effect.fnUntraced(function*(uid: number) {
  const agenda = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.find({ _tag: "Uid", uid }))
  if (agenda === null) return yield* new NotFound({ what: "agenda" })
  const invitations = yield* InvitationStore
  const locations = yield* LocationStore
  const counts = yield* Effect.flatMap(EventStore, (events) => events.count(uid))
  const own = yield* scanAll((after: number, limit) => locations.scan(uid, after, limit), (location) => location.uid, 0)
  const heirs = yield* heirsOf(uid)
  const shared = yield* Effect.filter(own, (location) => Effect.map(heirs(location), (heir) => heir !== null))
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
  } satisfies AgendaHoldings
})
