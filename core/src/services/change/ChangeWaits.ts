import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { RevisionStore, type TopicRevisions } from "../../ports/RevisionStore.js"
import { Stopping } from "../../schedule/Stopping.js"
import { yieldToLoop } from "../../schedule/timeSlices.js"

/** How waiting ended: with a change, when its time was over, or because the server stops. */
export type WaitEnd = "changed" | "waited" | "stopped"

interface Waiting extends TopicRevisions {
  readonly stopping: Effect.Effect<void>
  readonly end: (how: WaitEnd) => void
  /** When it began, in nanoseconds. */
  readonly begun: bigint
  /** Seconds that are left. */
  left_seconds: number
}

/** Waits that end in one turn of the event loop. */
const turn_waits = 20

const nanosPerSecond = 1e9

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

  /** Ends waits, few in each turn of the event loop: each does some work, and other requests come between. */
  const endAll = (how: WaitEnd, ended: ReadonlyArray<Waiting>) =>
    Effect.forEach(Arr.chunksOf(ended, turn_waits), (some, index) =>
      Effect.zipRight(
        index === 0 ? Effect.void : yieldToLoop,
        Effect.sync(() => {
          for (const one of some) if (waiting.has(one)) one.end(how)
        })
      ), { discard: true })

  const look = Effect.gen(function*() {
    const topics = [...new Set(Array.from(waiting).flatMap((one) => one.topics))]
    const read = yield* revisions.read(topics)
    const now = new Map(topics.map((topic, index) => [topic, read[index]]))
    const hasChanged = (one: Waiting) => one.topics.some((topic, index) => now.get(topic) !== one.revisions[index])
    yield* endAll("changed", Array.from(waiting).filter(hasChanged))
  })

  let isLooking = false
  /**
   * Looks, unless a look has not ended yet. It is waited for a second at most: a store that hangs makes nobody wait
   * longer. While the store cannot be read, those who wait go on waiting until their time is over.
   */
  const lookBriefly = Effect.suspend(() => {
    if (isLooking) return Effect.void
    isLooking = true
    const ending = Effect.sync(() => {
      isLooking = false
    })
    return Effect.forkIn(Effect.ensuring(Effect.ignoreLogged(look), ending), scope).pipe(
      Effect.flatMap(Fiber.await),
      Effect.timeoutOption("1 second"),
      Effect.asVoid
    )
  })

  /** When the last time was counted, in nanoseconds; null: nobody waited. */
  let counted: bigint | null = null
  const watch = Effect.forever(Effect.gen(function*() {
    yield* somebody.await
    const since = counted ?? (yield* Clock.currentTimeNanos)
    yield* Effect.sleep("1 second")
    // Synchronous, so that nobody begins to wait between the check and the close.
    if (waiting.size === 0) {
      counted = null
      return somebody.unsafeClose()
    }
    yield* lookBriefly
    const now = yield* Clock.currentTimeNanos
    counted = now
    const waited = Array.from(waiting).filter((one) => {
      const passed_seconds = Number(now - (one.begun > since ? one.begun : since)) / nanosPerSecond
      // A second was slept: waits end under a clock that stands still.
      one.left_seconds -= passed_seconds > 0 ? passed_seconds : 1
      return one.left_seconds <= 0
    })
    yield* endAll("waited", waited)
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
      Effect.flatMap(Effect.all([Stopping, Clock.currentTimeNanos]), ([stopping, begun]) =>
        Effect.zipRight(
          listenTo(stopping),
          Effect.async<WaitEnd>((resume) => {
            if (stops.get(stopping) === true) return resume(Effect.succeed("stopped"))
            const one: Waiting = {
              ...read,
              stopping,
              begun,
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
