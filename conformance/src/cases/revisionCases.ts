import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { type Case, demand, demandOfTwo } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { revisions, transact } from "../storeCalls.js"

const read = (...topics: ReadonlyArray<string>) => revisions((store) => store.read(topics))
const bump = (...topics: ReadonlyArray<string>) => transact(revisions((store) => store.bump(topics)))

/** The demands on `RevisionStore`. */
export const revisionCases: ReadonlyArray<Case> = [
  demand("revision.bump.moves", "RevisionStore.bump", "`bump` increments each of these topics, every time, and no other topic")(
    function*() {
      yield* expectAnswer("topics that never moved", read("agenda:1", "agenda:2"), [0, 0])
      yield* bump("agenda:1")
      yield* bump("agenda:1", "agenda:10", "agenda:2")
      yield* expectAnswer("after two changes", read("agenda:1", "agenda:2", "agenda:10", "agenda:11"), [2, 1, 1, 0])
    }
  ),
  demand("revision.raise", "RevisionStore.raise", "`raise` raises a topic to a greater revision and never lowers it")(function*() {
    const raise = (topic: string, revision: number) => transact(revisions((store) => store.raise(topic, revision)))
    yield* bump("b")
    yield* raise("a", 3)
    yield* raise("b", 2)
    yield* expectAnswer("after two were raised", read("a", "b"), [3, 2])
    yield* raise("a", 2)
    yield* raise("b", 2)
    yield* expectAnswer("after a lower and an equal revision", read("a", "b"), [3, 2])
    yield* bump("a")
    yield* expectAnswer("after one moved on", read("a", "b", "c"), [4, 2, 0])
  }),
  demand(
    "revision.raise.writers",
    "RevisionStore.raise",
    "of two writers that raise one topic at once the higher revision stays, whichever commits first"
  )(function*() {
    const raised = [["higher first", 5, 3], ["lower first", 3, 5], ["equal", 4, 4]] as const
    for (const [topic, earlier, later] of raised) {
      const isRaised = yield* Deferred.make<void>()
      const commit = yield* Deferred.make<void>()
      const first = yield* Effect.fork(transact(Effect.gen(function*() {
        yield* revisions((store) => store.raise(topic, earlier))
        yield* Deferred.succeed(isRaised, undefined)
        yield* Deferred.await(commit)
      })))
      yield* Deferred.await(isRaised)
      const second = yield* Effect.fork(transact(revisions((store) => store.raise(topic, later))))
      // The second may have to wait for the first to commit.
      yield* Effect.timeoutOption(Fiber.await(second), 100)
      yield* Deferred.succeed(commit, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      yield* expectAnswer(`after both (${topic})`, read(topic), [Math.max(earlier, later)])
    }
  }),
  demand(
    "revision.read.order",
    "RevisionStore.read",
    "`read` returns revisions in the order of the requested topics, duplicates included, and nothing for no topics"
  )(function*() {
    yield* bump("a", "b")
    yield* bump("b")
    yield* expectAnswer("there and back", read("b", "c", "a", "b"), [2, 0, 1, 2])
    yield* expectAnswer("nothing", read(), [])
  }),
  demand("revision.topics.any-text", "RevisionStore", "a topic can be any text, compared exactly")(function*() {
    yield* bump("", " ", "%", "'\"\\", "A", "a", "é", "𝄞")
    yield* bump("a")
    yield* expectAnswer("the revisions", read("A", "a", "e", "é", "e\u0301", "_", "%", "", " ", "'\"\\", "𝄞"), [
      1,
      2,
      0,
      1,
      0,
      0,
      1,
      1,
      1,
      1,
      1
    ])
  }),
  demand(
    "revision.transaction",
    "RevisionStore.bump",
    "`bump` is visible inside its transaction at once, outside after the commit, and never after a rollback"
  )(function*() {
    const inside = yield* Deferred.make<void>()
    const looked = yield* Deferred.make<void>()
    const writer = yield* Effect.fork(transact(Effect.gen(function*() {
      yield* revisions((store) => store.bump(["a"]))
      yield* expectAnswer("inside", read("a"), [1])
      yield* Deferred.succeed(inside, undefined)
      yield* Deferred.await(looked)
    })))
    yield* Deferred.await(inside)
    const reader = yield* Effect.fork(read("a"))
    // A reader may have to wait for the writer; one that does not has nothing to see yet.
    const meanwhile = yield* Effect.timeoutOption(Fiber.join(reader), 500)
    yield* expectEqual("outside, meanwhile", Option.getOrElse(meanwhile, () => [0]), [0])
    yield* Deferred.succeed(looked, undefined)
    yield* Fiber.join(writer)
    yield* Fiber.join(reader)
    yield* expectAnswer("outside, afterwards", read("a"), [1])
    yield* Effect.exit(transact(Effect.zipRight(revisions((store) => store.bump(["a"])), Effect.fail("undo"))))
    yield* expectAnswer("after one that was undone", read("a"), [1])
  }),
  demand("revision.writers", "RevisionStore.bump", "concurrent `bump` calls lose no increment and do not deadlock")(function*() {
    const topics = ["a", "b", "c", "d"]
    // Not again when it fails: a database ends a circle of waiting by refusing one of those in it.
    const write = (index: number) => bump(...topics.filter((_, topic) => topic === index % 4 || topic === (index + 1) % 4))
    yield* Effect.forEach(Array.from({ length: 40 }, (_, index) => index), write, { concurrency: 8, discard: true })
    yield* expectAnswer("after forty changes of two topics each", read(...topics), [20, 20, 20, 20])
  }),
  demandOfTwo("revision.share", "RevisionStore.read", "a `bump` through one connection is visible through another at once")(
    function*(first, second) {
      for (const change of [1, 3, 5]) {
        yield* first(bump("a"))
        yield* second(expectAnswer("the other's change", read("a"), [change]))
        yield* second(bump("a"))
        yield* first(expectAnswer("the change back", read("a"), [change + 1]))
      }
    }
  )
]
