import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Real time, even under a test clock. */
const clock = Clock.make()

/** Maximum length of a time slice, in nanoseconds: 5 ms. */
const slice_ns_max = 5_000_000n

declare const setTimeout: (run: () => void, ms: number) => unknown
declare const setImmediate: ((run: () => void) => unknown) | undefined

/** Runs a callback in a later turn of the event loop, after pending I/O. */
export const defer = (run: () => void): unknown => typeof setImmediate === "function" ? setImmediate(run) : setTimeout(run, 0)

/** Set inside a write transaction, because others wait for its locks: its yields let at most one other fiber run. */
export class HoldsLocks extends Context.Reference<HoldsLocks>()("@agenda-engine/core/schedule/HoldsLocks", { defaultValue: () => false }) {}

type Queue = Array<() => void>

const lockHolders: Queue = []
const others: Queue = []
let lastResumed = others
let isScheduled = false

/** Lock holders alternate with the others, so that an import of many transactions starves nobody. */
const nextQueue = (): Queue => {
  const [preferred, second] = lastResumed === others ? [lockHolders, others] as const : [others, lockHolders] as const
  return preferred.length > 0 ? preferred : second
}

const resumeNext = (): void => {
  isScheduled = false
  lastResumed = nextQueue()
  const resume = lastResumed.shift()
  if (lockHolders.length + others.length > 0) schedule()
  resume?.()
}

const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  defer(resumeNext)
}

/** Yields to the event loop. Of all fibers that wait here, one resumes per turn; those with `HoldsLocks` go first. */
export const yieldToLoop: Effect.Effect<void> = Effect.flatMap(HoldsLocks, (holdsLocks) =>
  Effect.async((resume) => {
    const queue = holdsLocks ? lockHolders : others
    const resumeFiber = () => resume(Effect.void)
    queue.push(resumeFiber)
    schedule()
    return Effect.sync(() => {
      const index = queue.indexOf(resumeFiber)
      if (index >= 0) queue.splice(index, 1)
    })
  }))

/** Makes a check for the steps of a long computation: it yields to the event loop when the time slice is over. */
export const makePacer: Effect.Effect<Effect.Effect<void>> = Effect.sync(() => {
  let started_ns = clock.unsafeCurrentTimeNanos()
  const restart = Effect.map(yieldToLoop, () => {
    started_ns = clock.unsafeCurrentTimeNanos()
  })
  return Effect.suspend(() => clock.unsafeCurrentTimeNanos() - started_ns < slice_ns_max ? Effect.void : restart)
})

/**
 * Runs the steps of a generator and yields to the event loop after each time slice. Completes synchronously within one
 * slice.
 */
export const runInSlices = <A>(start: () => Iterator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const steps = start()
    const slice = (): Effect.Effect<A> => {
      const started_ns = clock.unsafeCurrentTimeNanos()
      for (;;) {
        const step = steps.next()
        if (step.done === true) return Effect.succeed(step.value)
        if (clock.unsafeCurrentTimeNanos() - started_ns >= slice_ns_max) return Effect.flatMap(yieldToLoop, slice)
      }
    }
    return slice()
  })

function* mapping<A, B>(items: Iterable<A>, map: (item: A) => B): Generator<void, ReadonlyArray<B>> {
  const mapped: Array<B> = []
  for (const item of items) yield void mapped.push(map(item))
  return mapped
}

/** Maps items, and yields to the event loop after each time slice. Completes synchronously within one slice. */
export const mapInSlices = <A, B>(items: Iterable<A>, map: (item: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  runInSlices(() => mapping(items, map))

/** `Effect.forEach` that yields to the event loop after each time slice. Completes without a yield within one slice. */
export const forEachInSlices = <A, B, E, R>(
  items: Iterable<A>,
  map: (item: A) => Effect.Effect<B, E, R>
): Effect.Effect<ReadonlyArray<B>, E, R> =>
  Effect.flatMap(makePacer, (pace) => Effect.forEach(items, (item) => Effect.zipLeft(map(item), pace)))
