import * as Effect from "effect/Effect"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { UserStore } from "../../ports/UserStore.js"
import type { UserRecord } from "../../record/MemberRecord.js"
import { membershipsOf } from "../removal/removeUser.js"

/**
 * Puts an account, and its name and address into its memberships. Runs inside a transaction. Fails with `Conflict` when
 * another account has its address or its id of the host.
 */
export const putUser = Effect.fnUntraced(function*(user: UserRecord) {
  const agendas = yield* AgendaStore
  const members = yield* MemberStore
  const before = yield* membershipsOf(user.uid)
  const agendaUids = before.map(({ agendaUid }) => agendaUid).sort((left, right) => left - right)
  yield* Effect.forEach(agendaUids, agendas.lock, { discard: true })
  yield* Effect.flatMap(UserStore, (users) => users.put(user))
  const { email, name } = user
  const outdated = (yield* membershipsOf(user.uid)).filter((member) => member.name !== name || member.email !== email)
  yield* Effect.forEach(outdated, (member) => members.put({ ...member, name, email }), { discard: true })
})
