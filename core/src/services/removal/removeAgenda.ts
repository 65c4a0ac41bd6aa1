import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { atomically } from "../atomically.js"
import { scanAll } from "../scanAll.js"
import { keysOf } from "./keysOf.js"

/**
 * Removes an agenda so that nobody reads it or anything of it any more, in one transaction: its record, memberships and invitations, and what
 * its keys were for. What it held is left to `sweepAgenda`. False: there is no such agenda.
 */
export const removeAgenda = (uid: number) =>
  atomically(Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const credentials = yield* CredentialStore
    const members = yield* MemberStore
    if ((yield* agendas.lock(uid)) === null) return false
    const revokedAt = yield* Clock.currentTimeMillis
    for (const key of yield* keysOf(({ agendaUids }) => (agendaUids ?? []).includes(uid))) {
      // An agenda that gets this uid again has none of them.
      const others = (key.agendaUids ?? []).filter((named) => named !== uid)
      yield* credentials.putKey(others.length === 0 ? { ...key, revokedAt: key.revokedAt ?? revokedAt } : { ...key, agendaUids: others })
    }
    const all = yield* scanAll((after: number, limit) => members.list(uid, after, limit), (member) => member.uid, 0)
    yield* Effect.forEach(all, (member) => members.remove(member.uid), { discard: true })
    yield* Effect.flatMap(InvitationStore, (invitations) => invitations.removeOfAgenda(uid))
    yield* agendas.remove(uid)
    return true
  }))
