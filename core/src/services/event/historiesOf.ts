import * as Effect from "effect/Effect"
import { EventStore } from "../../ports/EventStore.js"
import { UserStore } from "../../ports/UserStore.js"
import type { ShownStateChange } from "../../present/presentStateChange.js"
import type { Authorization } from "../Access.js"

/** State histories of events by uid, loaded with two queries; empty for callers who may not see them (wire.md §3). */
export const historiesOf = Effect.fnUntraced(function*(authorization: Authorization | null, eventUids: ReadonlyArray<number>) {
  const found = new Map<number, Array<ShownStateChange>>()
  if (authorization === null || !authorization.privileged || eventUids.length === 0) return found
  const changes = yield* Effect.flatMap(EventStore, (events) => events.stateChanges(eventUids))
  const userUids = [...new Set(changes.flatMap(({ userUid }) => userUid === null ? [] : [userUid]))]
  const users = userUids.length === 0 ? [] : yield* Effect.flatMap(UserStore, (store) => store.findMany(userUids))
  const names = new Map(users.map(({ name, uid }) => [uid, name]))
  for (const change of changes) {
    const shown = { ...change, name: names.get(change.userUid ?? 0) ?? null }
    const history = found.get(change.eventUid)
    if (history === undefined) found.set(change.eventUid, [shown])
    else history.push(shown)
  }
  return found
})
