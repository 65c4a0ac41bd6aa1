import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Time that has really passed, whatever clock the caller lives by. */
const clock = Clock.make()

/** A slice of work lasts 5 ms: then other requests get their turn. */
const slice_ns_max = 5_000_000n

declare const setTimeout: (run: () => void, ms: number) => unknown
declare const setImmediate: ((run: () => void) => unknown) | undefined

/** Runs something in a later turn of the event loop, after the input and output that wait by then. */
const later = (run: () => void): unknown => typeof setImmediate === "function" ? setImmediate(run) : setTimeout(run, 0)

const waiting: Array<() => void> = []
let isScheduled = false

const resumeNext = (): void => {
  isScheduled = false
  const resume = waiting.shift()
  if (waiting.length > 0) schedule()
  resume?.()
}

const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  later(resumeNext)
}

/** Goes on in a later turn of the event loop. Of all fibers that wait here, one goes on in each turn. */
export const yieldToLoop: Effect.Effect<void> = Effect.async((resume) => {
  const goOn = () => resume(Effect.void)
  waiting.push(goOn)
  schedule()
  return Effect.sync(() => {
    const place = waiting.indexOf(goOn)
    if (place >= 0) waiting.splice(place, 1)
  })
})

/** A check to be made between the steps of a long piece of work: it yields to the event loop where a slice is over. */
export const makePacer: Effect.Effect<Effect.Effect<void>> = Effect.sync(() => {
  let began_ns = clock.unsafeCurrentTimeNanos()
  const resumed = Effect.map(yieldToLoop, () => {
    began_ns = clock.unsafeCurrentTimeNanos()
  })
  return Effect.suspend(() => clock.unsafeCurrentTimeNanos() - began_ns < slice_ns_max ? Effect.void : resumed)
})

/** Maps items in slices. What takes less than a slice is done at once. */
export const mapInSlices = <A, B>(items: Iterable<A>, map: (item: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  Effect.suspend(() => {
    const rest = items[Symbol.iterator]()
    const mapped: Array<B> = []
    const slice = (): Effect.Effect<ReadonlyArray<B>> => {
      const began_ns = clock.unsafeCurrentTimeNanos()
      for (let next = rest.next(); next.done !== true; next = rest.next()) {
        mapped.push(map(next.value))
        if (clock.unsafeCurrentTimeNanos() - began_ns >= slice_ns_max) return Effect.flatMap(yieldToLoop, slice)
      }
      return Effect.succeed(mapped)
    }
    return slice()
  })

/** `Effect.forEach` in slices. What takes less than a slice is done at once. */
export const forEachInSlices = <A, B, E, R>(
  items: Iterable<A>,
  map: (item: A) => Effect.Effect<B, E, R>
): Effect.Effect<ReadonlyArray<B>, E, R> =>
  Effect.flatMap(makePacer, (pace) => Effect.forEach(items, (item) => Effect.zipLeft(map(item), pace)))
