import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RevisionStore, type TopicRevisions } from "../../ports/RevisionStore.js"
import { Stopping } from "../../schedule/Stopping.js"

/** How waiting ended: with a change, when its time was over, or because the server stops. */
export type WaitEnd = "changed" | "waited" | "stopped"

interface Waiting extends TopicRevisions {
  readonly stopping: Effect.Effect<void>
  readonly end: (how: WaitEnd) => void
  /** Seconds that are left. */
  left_seconds: number
}

/** Waits for changes of other processes, too. */
export class ChangeWaits extends Context.Tag("@agenda-engine/core/services/change/ChangeWaits")<ChangeWaits, {
  /**
   * Waits until one of these topics has another revision, or so many seconds. All that wait in a process cost one
   * statement and one timer a second.
   */
  readonly changed: (read: TopicRevisions, seconds: number) => Effect.Effect<WaitEnd>
}>() {
  /** Waits over the store of revisions. */
  static readonly layer: Layer.Layer<ChangeWaits, never, RevisionStore> = Layer.scoped(ChangeWaits, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const revisions = yield* RevisionStore
  const scope = yield* Effect.scope
  const waiting = new Set<Waiting>()
  /** The signals to stop that are listened to, and whether they came. */
  const stops = new Map<Effect.Effect<void>, boolean>()
  const somebody = yield* Effect.makeLatch()

  const look = Effect.gen(function*() {
    const topics = [...new Set(Array.from(waiting).flatMap((one) => one.topics))]
    const read = yield* revisions.read(topics)
    const now = new Map(topics.map((topic, index) => [topic, read[index]]))
    for (const one of waiting) {
      if (one.topics.some((topic, index) => now.get(topic) !== one.revisions[index])) one.end("changed")
    }
  })

  // While the store cannot be read, those who wait go on waiting until their time is over.
  const watch = Effect.forever(Effect.gen(function*() {
    yield* somebody.await
    yield* Effect.sleep("1 second")
    // Synchronous, so that nobody begins to wait between the check and the close.
    if (waiting.size === 0) return somebody.unsafeClose()
    yield* Effect.ignoreLogged(look)
    for (const one of waiting) {
      one.left_seconds -= 1
      if (one.left_seconds <= 0) one.end("waited")
    }
  }))
  yield* Effect.forkIn(watch, scope)

  const listenTo = (stopping: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (stops.has(stopping)) return Effect.void
      stops.set(stopping, false)
      const stop = Effect.map(stopping, () => {
        stops.set(stopping, true)
        for (const one of waiting) if (one.stopping === stopping) one.end("stopped")
      })
      return Effect.asVoid(Effect.forkIn(stop, scope))
    })

  return ChangeWaits.of({
    changed: (read, seconds) =>
      Effect.flatMap(Stopping, (stopping) =>
        Effect.zipRight(
          listenTo(stopping),
          Effect.async<WaitEnd>((resume) => {
            if (stops.get(stopping) === true) return resume(Effect.succeed("stopped"))
            const one: Waiting = {
              ...read,
              stopping,
              left_seconds: seconds,
              end: (how) => {
                waiting.delete(one)
                resume(Effect.succeed(how))
              }
            }
            waiting.add(one)
            somebody.unsafeOpen()
            return Effect.sync(() => waiting.delete(one))
          })
        ))
  })
})
