import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as TestClock from "effect/TestClock"
import { setImmediate } from "node:timers/promises"
import { operator } from "../../../src/domain/access/Credential.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { ConsumerStore } from "../../../src/ports/change/ConsumerStore.js"
import type { Transaction } from "../../../src/ports/Transaction.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Changes } from "../../../src/services/Changes.js"
import { ChangeConsumers } from "../../../src/services/consumer/ChangeConsumers.js"
import { type Consume, type ConsumedChange, CurrentConsumers } from "../../../src/services/consumer/CurrentConsumers.js"
import { Events } from "../../../src/services/Events.js"
import { dueWork } from "../../../src/services/maintenance/backgroundWork.js"
import { Removals } from "../../../src/services/Removals.js"
import { atomically } from "../../../src/services/transaction/atomically.js"
import { eventsAs } from "../access/callers.js"
import { draftOf, testAgenda, testEngine } from "../testEngine.js"

/** An agenda whose changes so far a consumer `search` has had, and functions that write and consume. */
const consumed = Effect.gen(function*() {
  const all = yield* testAgenda
  const consumers = yield* ChangeConsumers
  const events = yield* Events
  const given: Array<ReadonlyArray<ConsumedChange>> = []
  const refused = new Set<string>()
  const consume: Consume = (batch) =>
    Effect.suspend(() => {
      given.push(batch)
      return batch.some(({ after }) => refused.has(after?.title["fr"] ?? "")) ? Effect.fail(new Error("index is read-only")) : Effect.void
    })
  const run = (function_: Consume = consume) => Effect.provideService(consumers.consumeDue, CurrentConsumers, { search: function_ })
  const write = (title: string) =>
    authorized(
      all.administrator.token,
      all.ref,
      "events:write",
      (authorization) => Effect.map(events.create(authorization, draftOf(title, { state: 0 })), ({ event }) => event.uid)
    )
  const titles = () => given.splice(0).map((batch) => batch.map(({ after, kind }) => after?.title["fr"] ?? kind).join("+"))
  yield* run()
  given.splice(0)
  const troubles = Effect.map(consumers.list, ([first]) => first)
  return { ...all, consumers, events, given, refused, run, write, titles, troubles }
})

/** A consumer that never ends, and a signal that it has begun. */
const endless = Effect.map(Deferred.make<void>(), (begun) => ({
  starting: () => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never),
  started: Deferred.await(begun)
}))

describe("ChangeConsumers", () => {
  it.effect("a consumer gets each change once, in order, with the event as it is now", () =>
    Effect.gen(function*() {
      const { administrator, agenda, given, ref, run, titles, write } = yield* consumed
      const uid = yield* write("Un")
      yield* write("Deux")
      yield* eventsAs(administrator.token, ref).patch({ _tag: "Uid", uid }, { title: { fr: "Premier" } })
      expect(yield* run()).toBe(3)
      const [batch] = given
      expect(batch?.map(({ after, kind }) => [kind, after?.title["fr"]])).toEqual([
        ["event.created", "Premier"],
        ["event.created", "Deux"],
        ["event.updated", "Premier"]
      ])
      expect(batch?.[0]).toEqual({
        cursor: expect.any(String),
        at: "1970-01-01T00:00:00.000Z",
        agendaUid: agenda.uid,
        uid,
        by: administrator.user.uid,
        version: 1,
        kind: "event.created",
        type: "event",
        after: expect.objectContaining({ uid, state: 0 })
      })
      titles()
      expect(yield* run()).toBe(0)
      yield* eventsAs(administrator.token, ref).remove({ _tag: "Uid", uid })
      expect(yield* run()).toBe(1)
      expect(given).toEqual([[expect.objectContaining({ kind: "event.removed", uid, version: 3, after: null })]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("the cursor of a change continues a list of changes of its agenda", () =>
    Effect.gen(function*() {
      const { given, ref, run, write } = yield* consumed
      yield* write("Un")
      const last = yield* write("Deux")
      yield* run()
      const changes = yield* Changes
      const page = yield* authorized(operator, ref, "events:read", (by) => changes.page(by, { after: given[0]?.[0]?.cursor ?? "" }))
      expect(page.items.map(({ change }) => change.uid)).toEqual([last])
    }).pipe(Effect.provide(testEngine)))

  it.effect("after a failed batch its changes come alone, the failing one again with growing delays, and later ones wait", () =>
    Effect.gen(function*() {
      const { refused, run, titles, troubles, write } = yield* consumed
      yield* Effect.forEach(["Un", "Deux", "Trois"], write)
      refused.add("Deux")
      expect(yield* run()).toBe(1)
      expect(titles()).toEqual(["Un+Deux+Trois", "Un", "Deux"])
      expect(yield* troubles).toMatchObject({ active: false, parked: 0, troubles: [{ attempts: 1, error: "index is read-only" }] })
      expect(yield* run()).toBe(0)
      for (const seconds of [1, 3, 9]) {
        yield* TestClock.adjust(`${seconds * 1_000 - 1} millis`)
        yield* run()
        expect(titles()).toEqual([])
        yield* TestClock.adjust("1 millis")
        yield* run()
        expect(titles()).toEqual(["Deux"])
      }
      refused.clear()
      yield* TestClock.adjust("27 seconds")
      expect(yield* run()).toBe(2)
      expect(titles()).toEqual(["Deux", "Trois"])
      expect(yield* troubles).toMatchObject({ troubles: [] })
    }).pipe(Effect.provide(testEngine)))

  it.effect("a change that fails eight times is parked, later ones go on, and it is given again or dropped when asked", () =>
    Effect.gen(function*() {
      const { agenda, consumers, refused, run, titles, troubles, write } = yield* consumed
      const [, uid] = yield* Effect.forEach(["Un", "Deux", "Trois", "Quatre"], write)
      refused.add("Deux").add("Trois")
      for (let attempt = 0; attempt < 16; attempt++) {
        yield* run()
        yield* TestClock.adjust("15 minutes")
      }
      const given = titles()
      expect(given.filter((title) => title === "Deux")).toHaveLength(8)
      expect(given.at(-1)).toBe("Quatre")
      expect(yield* troubles).toMatchObject({ parked: 2, troubles: [] })
      expect(yield* consumers.parkedCount).toBe(2)
      const parked = yield* consumers.parked("search")
      expect(parked).toMatchObject([
        { agendaUid: agenda.uid, kind: "event.created", uid, attempts: 8, due: false, error: "index is read-only" },
        { attempts: 8 }
      ])
      const [first, second] = parked.map(({ id }) => id)
      expect(yield* run()).toBe(0)
      refused.delete("Deux")
      expect(yield* consumers.retry("search", null)).toBe(2)
      expect(yield* run()).toBe(1)
      expect(titles()).toEqual(["Deux", "Trois"])
      expect(yield* consumers.parked("search")).toMatchObject([{ id: second, attempts: 9, due: false }])
      expect(yield* consumers.drop("search", second ?? "")).toBe(1)
      expect(yield* consumers.parkedCount).toBe(0)
      expect(yield* Effect.flip(consumers.retry("search", first ?? ""))).toMatchObject({ _tag: "NotFound", what: "parked change" })
      expect(yield* Effect.flip(consumers.drop("nobody", null))).toMatchObject({ _tag: "NotFound", what: "consumer" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("of two runs of one name only one gives changes, and the batch of one that is stopped waits for the end of its lease", () =>
    Effect.gen(function*() {
      const { run, titles, troubles, write } = yield* consumed
      yield* write("Un")
      const { started, starting } = yield* endless
      const never = yield* Effect.fork(run(starting))
      yield* started
      expect(yield* troubles).toMatchObject({ active: true })
      expect(yield* run()).toBe(0)
      expect(titles()).toEqual([])
      yield* Fiber.interrupt(never)
      // What the host began may still run.
      yield* TestClock.adjust("59 seconds")
      expect(yield* run()).toBe(0)
      yield* TestClock.adjust("1 seconds")
      expect(yield* run()).toBe(1)
      expect(titles()).toEqual(["Un"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("an attempt of which the process dies is stored, so that the change is parked after eight and later ones go on", () =>
    Effect.gen(function*() {
      const { consumers, given, run, titles, troubles, write } = yield* consumed
      yield* Effect.forEach(["Un", "Deux", "Trois"], write)
      const store = yield* ConsumerStore
      const ports = yield* Effect.context<Transaction>()
      const placesStored = Effect.map(store.places("search"), (places) => places.filter(({ attempts }) => attempts > 0))
      let deaths = 0
      /** Dies of one change as a process does: what is stored remains, and nothing is written later. */
      const deadly: Consume = (batch) =>
        batch.some(({ after }) => after?.title["fr"] === "Deux")
          ? Effect.gen(function*() {
            deaths += 1
            const lease = { name: "search", owner: "another process", leaseUntil: deaths * 3_600_000 }
            yield* Effect.orDie(Effect.provide(atomically(store.put(lease)), ports))
          })
          : Effect.sync(() => void given.push(batch))
      // Nothing is stored before the first attempt: until then nothing has failed.
      const attempts: Array<ReadonlyArray<number>> = []
      for (let trial = 0; trial < 13; trial++) {
        yield* run(deadly)
        attempts.push((yield* placesStored).map((place) => place.attempts))
        yield* TestClock.setTime(deaths * 3_600_000)
      }
      // The second time `Un` alone comes before.
      expect(attempts).toEqual([[], [1], [], [1], [2], [3], [4], [5], [6], [7], [8], [], []])
      expect(deaths).toBe(11)
      expect(titles()).toEqual(["Un", "Trois"])
      expect(yield* consumers.parked("search")).toMatchObject([{
        attempts: 8,
        error: "the attempt did not end: its process may have died"
      }])
      expect(yield* troubles).toMatchObject({ active: false, parked: 1, troubles: [] })
      // A parked change of which the process dies again stays parked.
      yield* consumers.retry("search", null)
      yield* run(deadly)
      yield* TestClock.setTime(deaths * 3_600_000)
      yield* run(deadly)
      expect(deaths).toBe(12)
      expect(yield* consumers.parked("search")).toMatchObject([{ attempts: 9, due: false }])
    }).pipe(Effect.provide(testEngine)))

  it.effect("an attempt that is interrupted is not counted, and leaves the lease to lapse", () =>
    Effect.gen(function*() {
      const { run, write } = yield* consumed
      yield* Effect.forEach(["Un", "Deux"], write)
      const store = yield* ConsumerStore
      for (let stop = 0; stop < 10; stop++) {
        const { started, starting } = yield* endless
        const stopped = yield* Effect.fork(run(starting))
        yield* started
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.interrupt(stopped)
        expect((yield* store.places("search")).filter(({ attempts }) => attempts > 0)).toEqual([])
        yield* TestClock.adjust("50 seconds")
      }
      expect(yield* run()).toBe(2)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a consumer that takes too long, throws or dies has failed", () =>
    Effect.gen(function*() {
      const { run, troubles, write } = yield* consumed
      yield* write("Un")
      const { started, starting } = yield* endless
      const slow = yield* Effect.fork(run(starting))
      yield* started
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(slow)
      expect(yield* troubles).toMatchObject({ troubles: [{ attempts: 1, error: "the consumer took more than 30 seconds" }] })
      yield* TestClock.adjust("1 minute")
      yield* run(() => {
        throw new Error("no index")
      })
      expect(yield* troubles).toMatchObject({ troubles: [{ attempts: 2, error: "no index" }] })
      yield* TestClock.adjust("1 minute")
      yield* run(() => Effect.die("x".repeat(2_000)))
      expect(yield* troubles).toMatchObject({ troubles: [{ attempts: 3, error: "x".repeat(1_000) }] })
    }).pipe(Effect.provide(testEngine)))

  it.effect("the changes of a batch that takes too long come alone after a delay", () =>
    Effect.gen(function*() {
      const { run, titles, troubles, write } = yield* consumed
      yield* Effect.forEach(["Un", "Deux", "Trois"], write)
      const { started, starting } = yield* endless
      const slow = yield* Effect.fork(run(starting))
      yield* started
      yield* TestClock.adjust("30 seconds")
      expect(yield* Fiber.join(slow)).toBe(0)
      expect(yield* troubles).toMatchObject({ active: false, troubles: [{ attempts: 1, error: "the consumer took more than 30 seconds" }] })
      yield* TestClock.adjust("999 millis")
      expect(yield* run()).toBe(0)
      yield* TestClock.adjust("1 millis")
      expect(yield* run()).toBe(3)
      expect(titles()).toEqual(["Un", "Deux", "Trois"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("when changes were deleted, the consumer goes on with the first kept one, and operators see it", () =>
    Effect.gen(function*() {
      const { agenda, consumers, run, titles, troubles, write } = yield* consumed
      yield* write("Un")
      yield* TestClock.adjust("1 hour")
      yield* write("Deux")
      const log = yield* ChangeStore
      const first = yield* log.read(agenda.uid, { position: 0, ordinal: 0 }, 100)
      yield* atomically(log.prune(agenda.uid, first.at(-1)?.at ?? 0, 100))
      expect(yield* run()).toBe(1)
      expect(titles()).toEqual(["Deux"])
      expect(yield* troubles).toMatchObject({ troubles: [{ agendaUid: agenda.uid, missedAt: "1970-01-01T01:00:00.000Z", error: null }] })
      // A consumer that begins has missed nothing.
      yield* consumers.remove("search")
      expect(yield* consumers.list).toEqual([])
      expect(yield* run()).toBe(1)
      expect(yield* troubles).toMatchObject({ troubles: [] })
    }).pipe(Effect.provide(testEngine)))

  it.effect("a place of another log begins again with the first kept change, and operators see it", () =>
    Effect.gen(function*() {
      const { agenda, run, titles, troubles, write } = yield* consumed
      yield* write("Un")
      yield* run()
      titles()
      const store = yield* ConsumerStore
      const [place] = (yield* store.places("search")).filter(({ agendaUid }) => agendaUid === agenda.uid)
      yield* atomically(Effect.forEach(place === undefined ? [] : [place], (one) => store.putPlace({ ...one, generation: "another log" })))
      yield* write("Deux")
      expect(yield* run()).toBeGreaterThan(2)
      expect(titles().join()).toMatch(/^agenda\.updated.*\+Un\+Deux$/)
      expect(yield* troubles).toMatchObject({ troubles: [{ agendaUid: agenda.uid, missedAt: "1970-01-01T00:00:00.000Z" }] })
    }).pipe(Effect.provide(testEngine)))

  it.effect("a removed agenda leaves no place and no parked change", () =>
    Effect.gen(function*() {
      const { agenda, consumers, refused, run, write } = yield* consumed
      yield* write("Un")
      refused.add("Un")
      for (let attempt = 0; attempt < 8; attempt++) {
        yield* run()
        yield* TestClock.adjust("15 minutes")
      }
      expect(yield* consumers.parkedCount).toBe(1)
      yield* Effect.flatMap(Removals, (removals) => removals.agenda(agenda.uid))
      expect(yield* consumers.parkedCount).toBe(0)
      expect(yield* run()).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an agenda that is removed during a turn leaves no place", () =>
    Effect.gen(function*() {
      const { agenda, run, write } = yield* consumed
      yield* Effect.forEach(["Un", "Deux"], write)
      const store = yield* ConsumerStore
      const removals = yield* Removals
      yield* run(() => Effect.ignore(removals.agenda(agenda.uid)))
      expect(yield* store.places("search")).toEqual([])
      expect(yield* run()).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a lease of another process is waited for, and what is done without it is not stored", () =>
    Effect.gen(function*() {
      const { run, titles, troubles, write } = yield* consumed
      const store = yield* ConsumerStore
      yield* write("Un")
      yield* atomically(store.put({ name: "search", owner: "another process", leaseUntil: 60_000 }))
      expect(yield* run()).toBe(0)
      yield* TestClock.adjust("60 seconds")
      const ports = yield* Effect.context<Transaction>()
      const steal = Effect.provide(atomically(store.put({ name: "search", owner: "another process", leaseUntil: 61_000 })), ports)
      expect(yield* run(() => Effect.zipRight(steal, Effect.fail("late")))).toBe(0)
      expect(yield* troubles).toMatchObject({ active: true, troubles: [] })
      yield* TestClock.adjust("1 seconds")
      expect(yield* run()).toBe(1)
      expect(titles()).toEqual(["Un"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("the work of a process gives changes as they are committed, to each consumer by itself", () =>
    Effect.gen(function*() {
      const { write } = yield* consumed
      const consumers = yield* ChangeConsumers
      const got = yield* Queue.unbounded<string>()
      const work = yield* Effect.fork(
        Effect.provideService(consumers.work, CurrentConsumers, {
          broken: () => Effect.die("broken"),
          works: (batch) => got.offerAll(batch.map(({ after, kind }) => after?.title["fr"] ?? kind))
        })
      )
      // Cursors are sealed by WebCrypto, which does not follow the clock of the test.
      const seconds = Effect.forever(Effect.zipRight(TestClock.adjust("1 seconds"), Effect.promise(() => setImmediate())))
      const until = (title: string) => Effect.raceFirst(Effect.repeat(Queue.take(got), { until: (taken) => taken === title }), seconds)
      yield* write("Un")
      expect(yield* until("Un")).toBe("Un")
      yield* write("Deux")
      expect(yield* until("Deux")).toBe("Deux")
      yield* Fiber.interrupt(work)
    }).pipe(Effect.provide(testEngine)))

  it.effect("the due work runs the consumers and counts what they handled", () =>
    Effect.gen(function*() {
      const { titles, write } = yield* consumed
      yield* write("Un")
      expect(yield* dueWork).not.toHaveProperty("consumed")
      expect(yield* Effect.provideService(dueWork, CurrentConsumers, { search: () => Effect.void })).toMatchObject({ consumed: 1 })
      expect(titles()).toEqual([])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a malformed name is a defect that names it", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Effect.provide(Effect.void, CurrentConsumers.layer({ "two words": () => Effect.void })))
      expect(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "").toContain('"two words"')
    }))

  it.effect("changes of several agendas come in batches of their own", () =>
    Effect.gen(function*() {
      const { given, run, write } = yield* consumed
      yield* write("Un")
      const other = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Autre" }))
      expect(yield* run()).toBeGreaterThanOrEqual(2)
      for (const batch of given) expect(new Set(batch.map(({ agendaUid }) => agendaUid)).size).toBe(1)
      expect(given.flat().map(({ agendaUid }) => agendaUid)).toContain(other.uid)
    }).pipe(Effect.provide(testEngine)))
})
