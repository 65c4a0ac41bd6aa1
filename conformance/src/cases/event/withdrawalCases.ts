import type { Tombstone, Withdrawal, WithdrawalQuery } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, removals, tombstones, transact } from "../../storeCalls.js"
import { noon, sampleAgenda, sampleEvent, sampleTombstone, sampleWithdrawal } from "../../testing/SampleRecords.js"

const put = (tombstone: Tombstone, withdrawal: Withdrawal | null) => transact(tombstones((store) => store.put(tombstone, withdrawal)))

const find = (query: Partial<WithdrawalQuery> = {}, agendaUid = 1) =>
  tombstones((store) => store.withdrawals(agendaUid, { slug: null, endsAfter: noon, limit: 9, ...query }))

const uids = (query: Partial<WithdrawalQuery> = {}, agendaUid = 1) =>
  Effect.map(find(query, agendaUid), (found) => found.map(({ uid }) => uid))

const filled = fill({ agendas: [sampleAgenda(1), sampleAgenda(2)] })

/** The demands on what `EventStore` keeps with tombstones for calendars. */
export const withdrawalCases: ReadonlyArray<Case> = [
  demand(
    "withdrawal.put",
    "TombstoneStore.put, TombstoneStore.withdrawals",
    "a withdrawal is returned whole with its tombstone, in its own agenda only; `findTombstone` returns the tombstone unchanged"
  )(function*() {
    yield* filled
    const withdrawal = sampleWithdrawal(1, { slug: "été", version: 4_000_000_000 })
    yield* put(sampleTombstone(1, { removedAt: noon }), withdrawal)
    yield* put(sampleTombstone(1, { removedAt: noon + 1, audience: "privileged" }), null)
    yield* put(sampleTombstone(2), null)
    yield* expectAnswer("the withdrawals", find(), [{ uid: 1, removedAt: noon, ...withdrawal }])
    yield* expectAnswer("of another agenda", find({}, 2), [])
    yield* expectAnswer(
      "the tombstone",
      tombstones((store) => store.find(1, 1, "public")),
      sampleTombstone(1, { removedAt: noon })
    )
  }),
  demand("withdrawal.put.replaces", "TombstoneStore.put", "a second tombstone replaces the withdrawal, with another or with none")(
    function*() {
      yield* filled
      yield* put(sampleTombstone(1), sampleWithdrawal(1))
      yield* put(sampleTombstone(1, { removedAt: noon }), sampleWithdrawal(1, { version: 9, slug: "other" }))
      yield* expectAnswer("the later", find(), [{ uid: 1, removedAt: noon, ...sampleWithdrawal(1, { version: 9, slug: "other" }) }])
      yield* put(sampleTombstone(1, { removedAt: noon }), null)
      yield* expectAnswer("none", find(), [])
    }
  ),
  demand("withdrawal.ends-after", "TombstoneStore.withdrawals", "only withdrawals whose last slot ends after the instant")(function*() {
    yield* filled
    yield* put(sampleTombstone(1), sampleWithdrawal(1, { lastEnd: noon }))
    yield* put(sampleTombstone(2), sampleWithdrawal(2, { lastEnd: noon + 1 }))
    yield* expectAnswer("what ends later", uids(), [2])
    yield* expectAnswer("one millisecond before", uids({ endsAfter: noon - 1 }), [1, 2])
  }),
  demand(
    "withdrawal.slug",
    "TombstoneStore.withdrawals",
    "the slug filter returns every withdrawal with that slug, even while another event has it"
  )(function*() {
    yield* filled
    yield* put(sampleTombstone(1), sampleWithdrawal(1, { slug: "event-4" }))
    yield* put(sampleTombstone(2), sampleWithdrawal(2, { slug: "event-4" }))
    yield* put(sampleTombstone(3), sampleWithdrawal(3))
    const { index, record } = sampleEvent(4)
    yield* transact(events((store) => store.put(record, index)))
    yield* expectAnswer("with the slug", uids({ slug: "event-4" }), [1, 2])
    yield* expectAnswer("with no such slug", uids({ slug: "event" }), [])
    yield* expectAnswer("with what no slug is", uids({ slug: "event-4\0" }), [])
  }),
  demand("withdrawal.order", "TombstoneStore.withdrawals", "ordered by latest removal, then uid, at most `limit`")(function*() {
    yield* filled
    yield* put(sampleTombstone(3, { removedAt: noon }), sampleWithdrawal(3))
    yield* put(sampleTombstone(1, { removedAt: noon - 1 }), sampleWithdrawal(1))
    yield* put(sampleTombstone(2, { removedAt: noon }), sampleWithdrawal(2))
    yield* expectAnswer("all", uids(), [2, 3, 1])
    yield* expectAnswer("two", uids({ limit: 2 }), [2, 3])
  }),
  demand("withdrawal.gone", "TombstoneStore.remove, RemovalStore.clear", "a withdrawal is deleted with its own tombstone only")(
    function*() {
      yield* filled
      yield* put(sampleTombstone(1), sampleWithdrawal(1))
      yield* put(sampleTombstone(2), sampleWithdrawal(2))
      yield* transact(tombstones((store) => store.remove(1, 1, "privileged")))
      yield* expectAnswer("after that of another audience", uids(), [1, 2])
      yield* transact(tombstones((store) => store.remove(1, 1, "public")))
      yield* expectAnswer("after its own", uids(), [2])
      yield* transact(removals((store) => store.clear(1, 9)))
      yield* expectAnswer("after all", uids(), [])
    }
  )
]
