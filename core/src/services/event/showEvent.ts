import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { nextTiming } from "../../derive/nextTiming.js"
import type { JsonObject } from "../../domain/Json.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { presentEvent } from "../../present/presentEvent.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { MemberRecord } from "../../record/MemberRecord.js"
import type { Standing } from "../Access.js"

/** The memberships of contributors, by user; none for callers who may not know them (wire.md §3). */
export const contributorsOf = Effect.fnUntraced(function*(standing: Standing, userUids: ReadonlyArray<number | null>) {
  const members = yield* MemberStore
  const found = new Map<number, MemberRecord>()
  if (!standing.privileged) return found
  for (const userUid of new Set(userUids)) {
    if (userUid === null) continue
    const member = yield* members.find(standing.agenda.uid, userUid)
    if (member !== null) found.set(userUid, member)
  }
  return found
})

/** One event in the detailed form, as the single read and the answer to a write show it. */
export const showEvent = Effect.fnUntraced(function*(standing: Standing, record: EventRecord) {
  const locations = yield* LocationStore
  const now = yield* Clock.currentTimeMillis
  const location = record.locationUid === null ? null : yield* locations.find(record.locationUid)
  const contributors = yield* contributorsOf(standing, [record.contributorUid])
  const shown: JsonObject = presentEvent(
    {
      head: record,
      body: record,
      next: nextTiming(record.slots, now),
      location,
      agenda: standing.agenda,
      member: record.contributorUid === null ? null : contributors.get(record.contributorUid) ?? null
    },
    { now, detailed: true, privileged: standing.privileged, removedFlag: false, sort: null }
  )
  return shown
})
