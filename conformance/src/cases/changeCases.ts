import { type ChangePlace, type ChangeRecord, logStart } from "@agenda-engine/core/record/ChangeRecord"
import type { TombstoneAudience } from "@agenda-engine/core/record/EventRecord"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type Case, demand, demandOfTwo } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { changes, removals, revisions, transact } from "../storeCalls.js"
import { noon, sampleUser } from "../testing/SampleRecords.js"

/** A change of an event of agenda 1 at a position of its log. */
export const sampleChange = (position: number, overrides: Partial<ChangeRecord> = {}): ChangeRecord => ({
  agendaUid: 1,
  position,
  ordinal: 0,
  kind: "event.updated",
  type: "event",
  uid: 100 + position,
  version: 3,
  publicBefore: true,
  publicAfter: true,
  relists: position % 2 === 0,
  contributorUid: null,
  at: noon + position,
  by: null,
  ...overrides
})

const hidden = { publicBefore: false, publicAfter: false }

const append = (...records: ReadonlyArray<ChangeRecord>) => transact(changes((log) => log.append(records)))

const read = (after: ChangePlace = logStart, limit = 100, audience?: TombstoneAudience) =>
  changes((log) => log.read(1, after, limit, audience))

const places = (found: ReadonlyArray<ChangePlace>): ReadonlyArray<string> => found.map(({ ordinal, position }) => `${position}.${ordinal}`)

const readPlaces = (...args: Parameters<typeof read>) => Effect.map(read(...args), places)

const floors = Effect.map(changes((log) => log.floors(1)), (found) => places([found.privileged, found.public]))

/** Bumps the topic of agenda 1 and appends its next change, as a transaction of the engine ends. */
const change = (overrides: Partial<ChangeRecord> = {}) =>
  Effect.flatMap(
    revisions((store) => store.bump(["agenda:1"])),
    ([position = 0]) => changes((log) => log.append([sampleChange(position, overrides)]))
  )

/** The demands on `ChangeStore`. */
export const changeCases: ReadonlyArray<Case> = [
  demand(
    "change.append.whole",
    "ChangeStore.append",
    "`read` finds every member of a change as it was appended, in the order of positions and ordinals"
  )(function*() {
    const made = [
      sampleChange(2, { ordinal: 1, kind: "location.removed", type: "location", version: null, publicAfter: false }),
      sampleChange(10, { kind: "member.updated", type: "member", version: null, ...hidden, by: 7 }),
      sampleChange(2, { kind: "event.published", publicBefore: false, contributorUid: 4, by: 4, at: noon - 1 })
    ]
    yield* append(...made)
    yield* append(sampleChange(1, { agendaUid: 2 }))
    yield* expectAnswer("the log", read(), [2, 0, 1].flatMap((index) => made[index] ?? []))
  }),
  demand("change.append.many", "ChangeStore.append", "one `append` takes more changes than one statement has values, of several agendas")(
    function*() {
      const ordinals = Array.from({ length: 2_500 }, (_, ordinal) => ordinal)
      yield* append(...ordinals.map((ordinal) => sampleChange(1, { ordinal })), sampleChange(1, { agendaUid: 2 }))
      yield* expectEqual("their number", (yield* read(logStart, 10_000)).length, 2_500)
      yield* expectAnswer("the last ones", readPlaces({ position: 1, ordinal: 2_497 }), ["1.2498", "1.2499"])
    }
  ),
  demand(
    "change.read.after",
    "ChangeStore.read",
    "`read` continues after a place, also inside a position, and returns at most `limit` changes"
  )(function*() {
    yield* append(sampleChange(3), sampleChange(3, { ordinal: 1 }), sampleChange(20))
    yield* append(sampleChange(100))
    yield* expectAnswer("after 3.0", readPlaces({ position: 3, ordinal: 0 }, 2), ["3.1", "20.0"])
    yield* expectAnswer("after 3.1", readPlaces({ position: 3, ordinal: 1 }), ["20.0", "100.0"])
    yield* expectAnswer("after a place that has no change", readPlaces({ position: 19, ordinal: 5 }), ["20.0", "100.0"])
    yield* expectAnswer("after the last one", readPlaces({ position: 100, ordinal: 0 }), [])
  }),
  demand(
    "change.read.readers",
    "ChangeStore.read",
    "readers see what everybody could read before or after, contributors also what is theirs, and privileged ones all"
  )(function*() {
    yield* append(
      sampleChange(1, hidden),
      sampleChange(2, { publicBefore: false }),
      sampleChange(3, { ...hidden, contributorUid: 4 }),
      sampleChange(4, { publicAfter: false, contributorUid: 5 }),
      sampleChange(5, { ...hidden, contributorUid: 44 })
    )
    const seen = (audience: TombstoneAudience) => readPlaces(logStart, 2, audience)
    yield* expectAnswer("the public", seen("public"), ["2.0", "4.0"])
    yield* expectAnswer("a contributor", readPlaces(logStart, 100, "contributor:4"), ["2.0", "3.0", "4.0"])
    yield* expectAnswer("privileged readers", readPlaces(), ["1.0", "2.0", "3.0", "4.0", "5.0"])
    yield* append(...Array.from({ length: 40 }, (_, ordinal) => sampleChange(7, { agendaUid: 10, ordinal, ...hidden })))
    yield* append(sampleChange(6, { agendaUid: 10 }), sampleChange(2, { agendaUid: 3, ...hidden }))
    const lastOf = (audience: TombstoneAudience, before?: number) =>
      Effect.map(
        changes((log) => log.lastOf([10, 2, 3, 1], audience, before)),
        (found) => found.map(({ agendaUid, ordinal, position }) => `${agendaUid}:${position}.${ordinal}`).toSorted()
      )
    yield* expectAnswer("the last ones of the public", lastOf("public"), ["10:6.0", "1:4.0"])
    yield* expectAnswer("the last ones of a contributor", lastOf("contributor:44"), ["10:6.0", "1:5.0"])
    yield* expectAnswer("the last ones of privileged readers", lastOf("privileged"), ["10:7.39", "1:5.0", "3:2.0"])
    yield* expectAnswer("the last ones before an instant", lastOf("public", noon + 4), ["1:2.0"])
    yield* expectAnswer("the last ones of no agenda", changes((log) => log.lastOf([], "privileged")), [])
  }),
  demand(
    "change.read-many",
    "ChangeStore.readMany",
    "`readMany` reads each agenda after its own place, by agenda and in order, at most `limit` in all"
  )(function*() {
    yield* append(sampleChange(1), sampleChange(2), sampleChange(1, { agendaUid: 2, ...hidden }), sampleChange(7, { agendaUid: 10 }))
    const after = [{ agendaUid: 10, ...logStart }, { agendaUid: 1, position: 1, ordinal: 0 }, { agendaUid: 2, ...logStart }]
    const many = (limit: number, audience: TombstoneAudience) =>
      Effect.map(
        changes((log) => log.readMany(after, limit, audience)),
        (found) => found.map(({ agendaUid, position }) => `${agendaUid}:${position}`)
      )
    yield* expectAnswer("all", many(10, "privileged"), ["1:2", "2:1", "10:7"])
    yield* expectAnswer("of the public", many(10, "public"), ["1:2", "10:7"])
    yield* expectAnswer("two", many(2, "privileged"), ["1:2", "2:1"])
    yield* expectAnswer("of no agenda", changes((log) => log.readMany([], 10, "privileged")), [])
  }),
  demand(
    "change.transaction",
    "ChangeStore.append",
    "a change is visible inside its transaction at once, and never after a rollback, also of a nested part"
  )(function*() {
    yield* transact(Effect.gen(function*() {
      yield* change()
      yield* expectAnswer("inside", readPlaces(), ["1.0"])
      yield* Effect.exit(transact(Effect.zipRight(append(sampleChange(9)), Effect.fail("undo"))))
    }))
    yield* Effect.exit(transact(Effect.zipRight(change(), Effect.fail("undo"))))
    yield* expectAnswer("after one that was undone", readPlaces(), ["1.0"])
    yield* transact(change())
    yield* expectAnswer("after the next one", readPlaces(), ["1.0", "2.0"])
  }),
  demand(
    "change.order",
    "ChangeStore.append",
    "a reader that has seen a position never finds a lower one later, although transactions begin and end in any order"
  )(function*() {
    const isChanged = yield* Deferred.make<void>()
    const commit = yield* Deferred.make<void>()
    const first = yield* Effect.fork(transact(Effect.zipRight(
      change(),
      Effect.zipRight(Deferred.succeed(isChanged, undefined), Deferred.await(commit))
    )))
    yield* Deferred.await(isChanged)
    const second = yield* Effect.fork(transact(change()))
    // The second may have to wait for the first to commit.
    yield* Effect.timeoutOption(Fiber.await(second), 100)
    const reader = yield* Effect.fork(readPlaces())
    const meanwhile = yield* Effect.timeoutOption(Fiber.join(reader), 100)
    yield* Deferred.succeed(commit, undefined)
    yield* Fiber.join(first)
    yield* Fiber.join(second)
    const seen = meanwhile._tag === "Some" ? meanwhile.value : []
    yield* expectEqual("the beginning of the log", (yield* readPlaces()).slice(0, seen.length), seen)
    yield* expectAnswer("the log", readPlaces(), ["1.0", "2.0"])
    const writers = Effect.forEach(Array.from({ length: 30 }), () => transact(change()), { concurrency: 8, discard: true })
    yield* writers
    yield* expectAnswer("after concurrent writers", readPlaces(), Array.from({ length: 32 }, (_, index) => `${index + 1}.0`))
  }),
  demand(
    "change.prune",
    "ChangeStore.prune",
    "`prune` deletes the first changes before the instant, at most `limit`, and stops at the first one that is kept"
  )(function*() {
    const prune = (before: number, limit: number) => transact(changes((log) => log.prune(1, before, limit)))
    yield* append(sampleChange(1), sampleChange(2, { at: noon }), sampleChange(3, { at: noon + 50 }), sampleChange(4))
    yield* append(sampleChange(1, { agendaUid: 2 }))
    yield* expectAnswer("nothing before the first", prune(noon, 10), 0)
    yield* expectAnswer("one", prune(noon + 10, 1), 1)
    yield* expectAnswer("the others before it", prune(noon + 10, 10), 1)
    yield* expectAnswer("what is kept", readPlaces(), ["3.0", "4.0"])
    yield* expectAnswer("another log", changes((log) => log.lastOf([2], "privileged")), [
      { agendaUid: 2, position: 1, ordinal: 0, at: noon + 1 }
    ])
  }),
  demand(
    "change.floor",
    "ChangeStore.floors",
    "the floors are the last deleted changes, of all and of those that the public saw; `cut` raises and never lowers them"
  )(function*() {
    yield* expectAnswer("of an empty log", floors, ["0.0", "0.0"])
    yield* append(sampleChange(1), sampleChange(1, { ordinal: 1 }), sampleChange(2, hidden), sampleChange(3))
    yield* transact(changes((log) => log.prune(1, noon + 3, 10)))
    yield* expectAnswer("after a pruning", floors, ["2.0", "1.1"])
    yield* Effect.exit(transact(Effect.zipRight(changes((log) => log.cut(1, 30)), Effect.fail("undo"))))
    yield* expectAnswer("after a cut that was undone", floors, ["2.0", "1.1"])
    yield* transact(changes((log) => log.cut(1, 9)))
    yield* transact(changes((log) => log.cut(1, 8)))
    yield* expectAnswer("after a cut", floors, ["9.0", "9.0"])
    yield* transact(changes((log) => log.prune(1, Number.MAX_SAFE_INTEGER, 10)))
    yield* expectAnswer("after what came before it is deleted", floors, ["9.0", "9.0"])
    yield* expectAnswer("of another agenda", Effect.map(changes((log) => log.floors(2)), ({ privileged }) => privileged), logStart)
    const found = yield* changes((log) => log.floorsOf([2, 1]))
    yield* expectEqual("of several agendas", found.map(({ agendaUid, public: seen }) => [agendaUid, ...places([seen])]), [[1, "9.0"]])
    yield* expectAnswer("of no agenda", changes((log) => log.floorsOf([])), [])
  }),
  demand("change.oldest", "ChangeStore.oldest", "`oldest` walks the first changes of all agendas whose logs are not empty")(function*() {
    yield* append(
      sampleChange(5),
      sampleChange(6),
      sampleChange(2, { agendaUid: 3, at: noon }),
      sampleChange(1, { agendaUid: 20, at: 1 })
    )
    const oldest = (after: number) => changes((log) => log.oldest(after))
    yield* expectAnswer("the first", oldest(0), { agendaUid: 1, at: noon + 5 })
    yield* expectAnswer("the second", oldest(1), { agendaUid: 3, at: noon })
    yield* expectAnswer("the last", oldest(3), { agendaUid: 20, at: 1 })
    yield* expectAnswer("the end", oldest(20), null)
  }),
  demand(
    "change.forget-user",
    "RemovalStore.forgetUser",
    "`forgetUser` clears the user from the changes of these agendas, as author and as contributor, and from no others"
  )(function*() {
    yield* append(
      sampleChange(1, { by: 4, contributorUid: 5 }),
      sampleChange(2, { by: 5, contributorUid: 4 }),
      sampleChange(1, { agendaUid: 2, by: 4 })
    )
    yield* transact(removals((store) => store.forgetUser(sampleUser(4), [1])))
    const users = (found: ReadonlyArray<ChangeRecord>) => found.map(({ by, contributorUid }) => [by, contributorUid])
    yield* expectAnswer("these agendas", Effect.map(read(), users), [[null, 5], [5, null]])
    yield* expectAnswer("others", Effect.map(changes((log) => log.read(2, logStart, 9)), users), [[4, null]])
  }),
  demand("change.generation", "ChangeStore.generation", "the first candidate becomes the id of the log and stays it")(function*() {
    const generation = (candidate: string) => transact(changes((log) => log.generation(candidate)))
    yield* expectAnswer("the first", generation("a"), "a")
    yield* expectAnswer("the second", generation("b"), "a")
  }),
  demandOfTwo("change.share", "ChangeStore", "changes, floors and the id through one connection are visible through another at once")(
    function*(here, there) {
      yield* here(append(sampleChange(1), sampleChange(2)))
      yield* expectAnswer("there", there(readPlaces()), ["1.0", "2.0"])
      yield* there(transact(changes((log) => log.prune(1, noon + 2, 10))))
      yield* expectAnswer("the floors here", here(floors), ["1.0", "1.0"])
      yield* here(transact(changes((log) => log.generation("a"))))
      yield* expectAnswer("the id there", there(transact(changes((log) => log.generation("b")))), "a")
    }
  )
]
