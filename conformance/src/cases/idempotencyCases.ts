import type { IdempotencyRecord } from "@agenda-engine/core/record/IdempotencyRecord"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { agendas, idempotencyRecords, transact } from "../storeCalls.js"
import { noon, sampleAgenda, sampleDigest, sampleIdempotencyRecord } from "../testing/SampleRecords.js"

const put = (record: IdempotencyRecord, before: IdempotencyRecord | null = null) =>
  transact(idempotencyRecords((store) => store.put(record, before)))
const remove = (record: IdempotencyRecord) => transact(idempotencyRecords((store) => store.remove(record)))
const prune = (now: number, limit: number) => transact(idempotencyRecords((store) => store.prune(now, limit)))
const find = (keyId: string, name: string) => idempotencyRecords((store) => store.find(keyId, name))

const claimed = sampleIdempotencyRecord("k1", "n")
const answered: IdempotencyRecord = { ...claimed, answer: JSON.stringify({ status: 200, body: '{"title":"Été \u{1F3B7}"}' }) }
const takenOver: IdempotencyRecord = { ...claimed, claim: "second", claimedUntil: noon + 20_000 }

/** The demands on `IdempotencyStore`. */
export const idempotencyCases: ReadonlyArray<Case> = [
  demand(
    "idempotency.put.whole",
    "IdempotencyStore.put",
    "a record is returned exactly as it was put, with or without a response; a later `put` replaces all of it"
  )(function*() {
    yield* expectAnswer("putting one", put(claimed), true)
    yield* expectAnswer("without an answer", find("k1", "n"), claimed)
    yield* expectAnswer("answering it", put(answered, claimed), true)
    yield* expectAnswer("with an answer", find("k1", "n"), answered)
    const other = { ...takenOver, fingerprint: sampleDigest(2), expiresAt: noon + 1 }
    yield* expectAnswer("replacing it", put(other, answered), true)
    yield* expectAnswer("the other one", find("k1", "n"), other)
    yield* expectAnswer("none", find("k1", "m"), null)
  }),
  demand(
    "idempotency.names.apart",
    "wire.md §4, Idempotency-Key",
    "records of different API keys are independent, and idempotency keys are compared exactly"
  )(function*() {
    const all = [
      sampleIdempotencyRecord("k1", "n"),
      sampleIdempotencyRecord("k2", "n", { claim: "k2" }),
      sampleIdempotencyRecord("k1", "N", { claim: "N" }),
      sampleIdempotencyRecord("k1", "n ", { claim: "space" }),
      sampleIdempotencyRecord("k1", "'; --\"%_", { claim: "quotes" }),
      sampleIdempotencyRecord("k1", "~".repeat(255), { claim: "long" })
    ]
    for (const record of all) yield* expectAnswer(`putting ${record.claim}`, put(record), true)
    for (const record of all) yield* expectAnswer(`finding ${record.claim}`, find(record.keyId, record.name), record)
    yield* remove(all[1] ?? claimed)
    yield* expectAnswer("of the other key", find("k1", "n"), claimed)
  }),
  demand(
    "idempotency.put.compare-and-set",
    "IdempotencyStore.put",
    "`put` stores only while the stored record is `before`: not after another attempt claimed, answered, removed or created it"
  )(function*() {
    yield* expectAnswer("replacing one that was never stored", put(answered, claimed), false)
    yield* put(claimed)
    yield* expectAnswer("where one is", put(takenOver), false)
    yield* expectAnswer("what is there", find("k1", "n"), claimed)
    yield* expectAnswer("a longer claim", put({ ...claimed, claimedUntil: noon + 15_000 }, claimed), true)
    yield* expectAnswer("a take-over", put(takenOver, claimed), true)
    yield* expectAnswer("an answer after the take-over", put(answered, claimed), false)
    yield* expectAnswer("what is there after it", find("k1", "n"), takenOver)
    const late = { ...takenOver, answer: "late" }
    yield* expectAnswer("the answer of who took over", put(late, takenOver), true)
    yield* expectAnswer("a take-over of what is answered", put(claimed, takenOver), false)
    yield* expectAnswer("what is there in the end", find("k1", "n"), late)
    yield* expectAnswer("a claim after it was forgotten", put(claimed, late), true)
  }),
  demand(
    "idempotency.remove.compare-and-set",
    "IdempotencyStore.remove",
    "`remove` deletes an unanswered claim of the same attempt only, not a record claimed by another attempt or answered"
  )(function*() {
    yield* put(takenOver)
    yield* remove(claimed)
    yield* expectAnswer("one taken over", find("k1", "n"), takenOver)
    yield* put({ ...takenOver, answer: "answered" }, takenOver)
    yield* remove(takenOver)
    yield* expectAnswer("one answered", find("k1", "n"), { ...takenOver, answer: "answered" })
    yield* put(sampleIdempotencyRecord("k1", "m"))
    yield* remove(sampleIdempotencyRecord("k1", "m"))
    yield* expectAnswer("one given back", find("k1", "m"), null)
    yield* expectAnswer("the name is free", put(sampleIdempotencyRecord("k1", "m")), true)
  }),
  demand(
    "idempotency.prune",
    "IdempotencyStore.prune",
    "`prune` deletes records expired at the instant, earliest first, at most `limit`, and keeps the others"
  )(function*() {
    for (const offset of [3, 1, 2, 0, -1]) {
      yield* put(sampleIdempotencyRecord("k1", `${offset}`, { expiresAt: noon + offset, answer: offset === 2 ? null : "x" }))
    }
    yield* put(sampleIdempotencyRecord("k2", "-1", { expiresAt: noon - 2 }))
    yield* expectAnswer("two of them", prune(noon + 2, 2), 2)
    yield* expectAnswer("the oldest", find("k2", "-1"), null)
    yield* expectAnswer("the next", find("k1", "-1"), null)
    yield* expectAnswer("one later", find("k1", "0"), sampleIdempotencyRecord("k1", "0", { expiresAt: noon, answer: "x" }))
    yield* expectAnswer("the rest", prune(noon + 2, 100), 3)
    yield* expectAnswer("none", prune(noon + 2, 100), 0)
    yield* expectAnswer("one not forgotten", find("k1", "3"), sampleIdempotencyRecord("k1", "3", { expiresAt: noon + 3, answer: "x" }))
  }),
  demand("idempotency.transaction", "IdempotencyStore.put", "a response commits and rolls back together with the change that it reports")(
    function*() {
      yield* put(claimed)
      const write = Effect.zipRight(
        agendas((store) => store.put(sampleAgenda(1))),
        idempotencyRecords((store) => store.put(answered, claimed))
      )
      yield* Effect.exit(transact(Effect.zipRight(write, Effect.fail("undo"))))
      yield* expectAnswer("after a failure", find("k1", "n"), claimed)
      yield* transact(write)
      yield* expectAnswer("after a commit", find("k1", "n"), answered)
    }
  ),
  demand(
    "idempotency.put.races",
    "wire.md §4, Idempotency-Key",
    "of concurrent writers that claim or take over one idempotency key, exactly one gets true"
  )(function*() {
    const race = (round: string, before: IdempotencyRecord | null) =>
      Effect.forEach(
        Array.from({ length: 8 }, (_, index) => ({ ...claimed, claim: `${round}-${index}` })),
        (record) => Effect.map(put(record, before), (stored) => stored ? [record] : []),
        { concurrency: "unbounded" }
      ).pipe(Effect.map((stored) => stored.flat()))
    const first = yield* race("first", null)
    yield* expectEqual("how many claimed it", first.length, 1)
    yield* expectAnswer("the claim", find("k1", "n"), first[0] ?? null)
    const second = yield* race("second", first[0] ?? null)
    yield* expectEqual("how many took it over", second.length, 1)
    yield* expectAnswer("the claim after that", find("k1", "n"), second[0] ?? null)
  }),
  demandOfTwo("idempotency.share", "wire.md §4, Idempotency-Key", "a claim made through one connection is visible through another at once")(
    function*(first, second) {
      yield* first(put(claimed))
      yield* second(expectAnswer("through the other", find("k1", "n"), claimed))
      yield* second(expectAnswer("a claim through the other", put(takenOver), false))
      yield* second(expectAnswer("the answer through the other", put(answered, claimed), true))
      yield* first(expectAnswer("the answer", find("k1", "n"), answered))
      yield* first(expectAnswer("an answer again", put({ ...answered, answer: "another" }, claimed), false))
    }
  )
]
