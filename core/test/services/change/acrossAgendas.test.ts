import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { RevisionStore } from "../../../src/ports/RevisionStore.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Changes } from "../../../src/services/Changes.js"
import { Removals } from "../../../src/services/Removals.js"
import { engineOver, testAgenda } from "../testEngine.js"

const agendas_count = 150

/** Stores that count their calls, and the records of agendas and changes that they return. */
const countingStores = () => {
  const counts = { calls: 0, agendas: 0, changes: 0 }
  const called = <A, E, R>(effect: Effect.Effect<A, E, R>, record: (found: A) => void = () => {}) =>
    Effect.tap(effect, (found) =>
      Effect.sync(() => {
        counts.calls += 1
        record(found)
      }))
  const counting = Layer.mergeAll(
    Layer.effect(
      AgendaStore,
      Effect.map(AgendaStore, (store) => ({
        ...store,
        scan: (after, limit) => called(store.scan(after, limit), (found) => void (counts.agendas += found.length))
      }))
    ),
    Layer.effect(
      ChangeStore,
      Effect.map(ChangeStore, (store) => ({
        ...store,
        floorsOf: (uids) => called(store.floorsOf(uids)),
        lastOf: (uids, audience) => called(store.lastOf(uids, audience)),
        readMany: (after, limit, audience) =>
          called(store.readMany(after, limit, audience), (found) => void (counts.changes += found.length))
      }))
    ),
    Layer.effect(
      RevisionStore,
      Effect.map(RevisionStore, (store) => ({ ...store, read: (topics) => called(store.read(topics)) }))
    )
  )
  return { counts, layer: Layer.provideMerge(counting, MemoryStores.layer) }
}

describe("changes across agendas", () => {
  it.effect("cost as many calls for many agendas as for few, and read no record of an agenda that is as it was", () => {
    const { counts, layer } = countingStores()
    const costOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const before = { ...counts }
        return Effect.map(effect, (result) => ({
          result,
          calls: counts.calls - before.calls,
          agendas: counts.agendas - before.agendas,
          changes: counts.changes - before.changes
        }))
      })
    return Effect.gen(function*() {
      const agendas = yield* Agendas
      const changes = yield* Changes
      const { anyone } = yield* testAgenda
      const { next: first } = yield* changes.pageAcross(anyone, { after: "now" })
      const few = yield* costOf(changes.pageAcross(anyone, { after: first }))
      yield* Effect.forEach(
        Array.from({ length: agendas_count }),
        (_, index) => agendas.create({ uid: 10_000 + index, title: `Town ${index}` })
      )
      const { next } = yield* changes.pageAcross(anyone, { after: "now" })
      const idle = yield* costOf(changes.pageAcross(anyone, { after: next }))
      expect([few, idle].map((cost) => [cost.calls, cost.agendas, cost.changes])).toEqual([[few.calls, 0, 0], [few.calls, 0, 0]])
      yield* agendas.update(10_007, { title: "Village" })
      const changed = yield* costOf(changes.pageAcross(anyone, { after: next }))
      expect(changed.result.items.map(({ change }) => [change.agendaUid, change.kind])).toEqual([[10_007, "agenda.updated"]])
      expect([changed.calls, changed.agendas, changed.changes]).toEqual([few.calls, 0, 1])
    }).pipe(Effect.provide(engineOver(layer)))
  })

  it.effect("follow at once which agendas there are and which are listed, and wake who waits", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const changes = yield* Changes
      const removals = yield* Removals
      const { agenda, anyone } = yield* testAgenda
      const seen = (after?: string) =>
        Effect.map(changes.pageAcross(anyone, { after }), ({ items }) =>
          [...new Set(items.map(({ change }) => change.agendaUid))].toSorted((left, right) => left - right))
      const waked = <E>(write: Effect.Effect<unknown, E>) =>
        Effect.gen(function*() {
          const { changed } = yield* changes.pageAcross(anyone, { after: "now" })
          yield* write
          const waiting = yield* Effect.fork(changed(60))
          yield* TestClock.adjust("1 second")
          return yield* waiting
        })
      const town = { uid: 20, title: "Town" }
      expect(yield* waked(agendas.create({ ...town, private: true }))).toBe("changed")
      expect(yield* seen()).toEqual([agenda.uid])
      expect(yield* waked(agendas.update(town.uid, { private: false }))).toBe("changed")
      expect(yield* seen()).toEqual([town.uid, agenda.uid])
      expect(yield* waked(agendas.update(town.uid, { indexed: false }))).toBe("changed")
      expect(yield* seen()).toEqual([agenda.uid])
      yield* agendas.update(town.uid, { indexed: true })
      expect(yield* waked(removals.agenda(town.uid))).toBe("changed")
      expect(yield* seen()).toEqual([agenda.uid])
    }).pipe(Effect.provide(engineOver(MemoryStores.layer))))
})
