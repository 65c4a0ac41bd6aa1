import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { CredentialStore } from "../../ports/CredentialStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { atomically } from "../transaction/atomically.js"
import { scanAll } from "../transaction/scanAll.js"
import { keysOf } from "./agendaContents.js"

/**
 * Removes an agenda's record, memberships and invitations in one transaction, and restricts or revokes its keys. After
 * the commit nothing of the agenda can be read; `sweepAgenda` deletes the rest. False when there is no such agenda.
 */
export const removeAgenda = (uid: number) =>
  atomically(Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const credentials = yield* CredentialStore
    const members = yield* MemberStore
    if ((yield* agendas.lock(uid)) === null) return false
    const revokedAt = yield* Clock.currentTimeMillis
    for (const key of yield* keysOf(({ agendaUids }) => (agendaUids ?? []).includes(uid))) {
      // A later agenda with the same uid must not inherit the keys.
      const others = (key.agendaUids ?? []).filter((named) => named !== uid)
      yield* credentials.put(others.length === 0 ? { ...key, revokedAt: key.revokedAt ?? revokedAt } : { ...key, agendaUids: others })
    }
    const all = yield* scanAll((after: number, limit) => members.scan({ agendaUid: uid }, after, limit), (member) => member.uid, 0)
    yield* Effect.forEach(all, (member) => members.remove(member.uid), { discard: true })
    yield* Effect.flatMap(InvitationStore, (invitations) => invitations.removeOfAgenda(uid))
    yield* agendas.remove(uid)
    return true
  }))
