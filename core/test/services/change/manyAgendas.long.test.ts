import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import { formatUtc } from "../../../src/derive/dates/formatInstant.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { RevisionStore } from "../../../src/ports/RevisionStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Changes } from "../../../src/services/Changes.js"
import { isNight } from "../../repository/ofFull.js"
import { testAgenda, testEngine } from "../testEngine.js"

/** More than twice as many as a page has, and than a cursor names. */
const agendas_count = isNight ? 3_000 : 2_100
const cursor_chars_max = 16 * 1_024

/** 2030-01-01T00:00:00Z. */
const newYear = 1_893_456_000_000

/** An engine with many agendas, and a reader who counts what changed last in each. */
const manyAgendas = Effect.gen(function*() {
  const agendas = yield* Agendas
  const changes = yield* Changes
  const { anyone } = yield* testAgenda
  const uids = Array.from({ length: agendas_count }, (_, index) => 1_000_000 + index * 700_001)
  yield* TestClock.setTime(newYear)
  yield* Effect.forEach(uids, (uid) => agendas.create({ uid, title: "Town 0" }))
  /** The instants of the last changes as written, and as read. */
  const written = new Map<number, string>()
  const read = new Map<number, string>()
  const write = (uid: number) =>
    Effect.gen(function*() {
      yield* agendas.update(uid, { title: `Town ${yield* Random.nextInt}` })
      written.set(uid, formatUtc(yield* Clock.currentTimeMillis))
    })
  const cursors: Array<number> = []
  /** Reads a page, and goes on from its middle or its end. */
  const page = (after: string | undefined, size: number, isCutOff = false) =>
    Effect.gen(function*() {
      const { items, next, upToDate } = yield* changes.pageAcross(anyone, { after, size })
      const taken = isCutOff && items.length > 1 ? items.slice(0, Math.ceil(items.length / 2)) : items
      for (const { change } of taken) read.set(change.agendaUid, change.at)
      const reached = taken.length < items.length ? yield* taken.at(-1)?.cursor ?? Effect.succeed(next) : next
      cursors.push(reached.length)
      return { reached, count: items.length, upToDate: upToDate && reached === next }
    })
  /** Reads on until nothing more is known. */
  const readOn = (after: string | undefined, size: number) =>
    Effect.gen(function*() {
      let { reached, upToDate } = yield* page(after, size)
      for (let pages = 1; !upToDate; pages++) {
        expect(pages).toBeLessThan(500)
        const on = yield* page(reached, size)
        reached = on.reached
        upToDate = on.upToDate
      }
      return reached
    })
  return { anyone, changes, cursors, page, read, readOn, uids, write, written }
})

describe("changes across thousands of agendas", () => {
  it.effect("are read from the oldest on by bounded cursors, beside writers and clocks that are set back", () =>
    Effect.gen(function*() {
      const { cursors, page, read, readOn, uids, write, written } = yield* manyAgendas
      let after: string | undefined
      const drift = Effect.flatMap(Random.nextIntBetween(-20_000, 120_000), (ms) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => TestClock.setTime(now + ms)))
      const writeSome = (count: number) =>
        Effect.forEach(Array.from({ length: count }), () =>
          Effect.flatMap(Random.nextIntBetween(0, uids.length), (index) =>
            Effect.zipRight(drift, write(uids[index] ?? 0))))
      // Passes over all agendas, of which each page meets other writes.
      for (let pages = 0; pages < 60; pages++) {
        const on = yield* page(after, 300, pages % 4 === 3)
        after = on.reached
        yield* writeSome(20)
      }
      expect(read.size).toBeGreaterThanOrEqual(agendas_count)
      const reached = yield* readOn(after, 1_000)
      expect([...written].filter(([uid, at]) =>
        read.get(uid) !== at
      )).toEqual([])
      expect(yield* page(reached, 1_000)).toEqual({ reached, count: 0, upToDate: true })
      // More agendas change at once than a cursor names.
      yield* Effect.forEach(uids.slice(0, 1_700), write)
      const again = yield* readOn(reached, 1_000)
      expect([...written].filter(([uid, at]) => read.get(uid) !== at)).toEqual([])
      expect(yield* page(again, 1_000)).toEqual({ reached: again, count: 0, upToDate: true })
      expect(Math.max(...cursors)).toBeLessThan(cursor_chars_max)
    }).pipe(Effect.withRandom(Random.make("many agendas")), Effect.provide(testEngine)), 300_000)

  it.effect("come once each while nobody writes, whenever they were made", () =>
    Effect.gen(function*() {
      const { cursors, read, readOn, uids, write } = yield* manyAgendas
      yield* Effect.forEach(uids, (uid) => Effect.zipRight(TestClock.adjust("1 minute"), write(uid)))
      yield* readOn(undefined, 1_000)
      expect(uids.filter((uid) => !read.has(uid))).toEqual([])
      // Each agenda has two changes. One page more has those after the instant of the pass, and the last is empty.
      expect(cursors.length).toBeLessThanOrEqual(2 * agendas_count / 1_000 + 2)
    }).pipe(Effect.withRandom(Random.make("changes once")), Effect.provide(testEngine)), 300_000)

  it.effect("wake who waits, and expire when a change was committed long after its instant", () =>
    Effect.gen(function*() {
      const { anyone, changes, readOn, uids, write } = yield* manyAgendas
      const log = yield* ChangeStore
      const revisions = yield* RevisionStore
      const transaction = yield* Transaction
      const [changed = 0, late = 0] = uids.slice(1_200)
      const { changed: isChanged, next: now } = yield* changes.pageAcross(anyone, { after: "now" })
      yield* TestClock.adjust("1 second")
      yield* write(changed)
      const waiting = yield* Effect.fork(isChanged(60))
      yield* TestClock.adjust("1 second")
      expect(yield* waiting).toBe("changed")
      yield* TestClock.adjust("1 hour")
      yield* write(changed)
      const reached = yield* readOn(now, 100)
      const commit = (at: number) =>
        transaction.run(Effect.gen(function*() {
          const [position = 0] = yield* revisions.bump([`agenda:${late}`])
          const [last] = yield* log.read(late, { position: 0, ordinal: 0 }, 1)
          if (last !== undefined) yield* log.append([{ ...last, position, ordinal: 0, at }])
        }))
      const instant = yield* Clock.currentTimeMillis
      yield* commit(instant - 50_000)
      const found = yield* changes.pageAcross(anyone, { after: reached })
      expect(found.items.map(({ change }) => change.agendaUid)).toEqual([late])
      yield* commit(instant - 70_000)
      const expired = yield* Effect.either(changes.pageAcross(anyone, { after: reached }))
      expect(Either.isLeft(expired) && expired.left._tag === "CursorExpired" && expired.left.next.length).toBeGreaterThan(0)
    }).pipe(Effect.withRandom(Random.make("late changes")), Effect.provide(testEngine)), 300_000)
})
