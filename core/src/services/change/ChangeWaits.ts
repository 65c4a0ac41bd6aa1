import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RevisionStore, type TopicRevisions } from "../../ports/RevisionStore.js"

interface Waiting extends TopicRevisions {
  readonly isChanged: Deferred.Deferred<void>
}

/** Waits for changes of other processes, too. */
export class ChangeWaits extends Context.Tag("@agenda-engine/core/services/change/ChangeWaits")<ChangeWaits, {
  /** Waits until one of these topics has another revision. All that wait in a process cost one statement a second. */
  readonly changed: (read: TopicRevisions) => Effect.Effect<void>
}>() {
  /** Waits over the store of revisions. */
  static readonly layer: Layer.Layer<ChangeWaits, never, RevisionStore> = Layer.scoped(ChangeWaits, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const revisions = yield* RevisionStore
  const waiting = new Set<Waiting>()
  const somebody = yield* Effect.makeLatch()

  const look = Effect.gen(function*() {
    const topics = [...new Set(Array.from(waiting).flatMap((one) => one.topics))]
    const read = yield* revisions.read(topics)
    const now = new Map(topics.map((topic, index) => [topic, read[index]]))
    for (const one of waiting) {
      if (one.topics.some((topic, index) => now.get(topic) !== one.revisions[index])) Deferred.unsafeDone(one.isChanged, Effect.void)
    }
  })

  // While the store cannot be read, those who wait go on waiting until their time is over.
  const watch = Effect.forever(Effect.gen(function*() {
    yield* somebody.await
    yield* Effect.sleep("1 second")
    if (waiting.size === 0) yield* somebody.close
    else yield* Effect.ignoreLogged(look)
  }))
  yield* Effect.forkScoped(watch)

  return ChangeWaits.of({
    changed: (read) =>
      Effect.acquireUseRelease(
        Effect.map(Deferred.make<void>(), (isChanged) => {
          const one = { ...read, isChanged }
          waiting.add(one)
          return one
        }),
        ({ isChanged }) => Effect.zipRight(somebody.open, Deferred.await(isChanged)),
        (one) => Effect.sync(() => waiting.delete(one))
      )
  })
})
