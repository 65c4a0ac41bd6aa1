import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { PageStart } from "@agenda-engine/core/query/event/EventQuery"
import { whileWaiting } from "@agenda-engine/core/schedule/CurrentWait"
import { makePacer } from "@agenda-engine/core/schedule/timeSlices"
import type { Authorization } from "@agenda-engine/core/services/Access"
import { unsafeMakeQueue } from "@agenda-engine/core/services/event/slowQueue"
import { type Revisions, validatorOf } from "@agenda-engine/core/services/Revisions"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { digestOf } from "./entityTag.js"
import type { SharedParts, WrittenPart } from "./SharedParts.js"

/** Number of events read and written at once. */
const part_events = 100

/**
 * Parts of exports that this process makes at once, and of calendars. Until it is written, a part takes several times
 * its size.
 */
const partsAtOnce_max = 4

/** Exports that may wait to be started, calendars likewise, and for how many seconds. */
const waitingStreams_max = 32
const wait_seconds_max = 5

/** Limits the streams of one kind that are started at once, and their parts that are made at once. */
const makeTurns = (operation: string) => ({
  inQueue: unsafeMakeQueue({ operation, atOnce: partsAtOnce_max, waiting_max: waitingStreams_max, wait_seconds_max }),
  parts: Effect.unsafeMakeSemaphore(partsAtOnce_max)
})

/** The turns of streams, those of exports by default. A reference, so that the default is one per process. */
class StreamTurns extends Context.Reference<StreamTurns>()("@agenda-engine/http/response/StreamTurns", {
  defaultValue: () => makeTurns("Exports")
}) {}

/** The turns of calendars. A reference, so that the default is one per process. */
class CalendarTurns extends Context.Reference<CalendarTurns>()("@agenda-engine/http/response/CalendarTurns", {
  defaultValue: () => makeTurns("Calendars")
}) {}

/** Gives the streams of an effect the turns of calendars, so that they do not wait behind exports. */
export const asCalendar = <A, E, R>(start: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CalendarTurns, (turns) => Effect.provideService(start, StreamTurns, turns))

/**
 * Runs an effect up to the first part of a stream when few others are started. Fails with `Busy` where many wait, so
 * that other requests do not wait behind them.
 */
export const whenStarting = <A, E, R>(start: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
  Effect.flatMap(StreamTurns, ({ inQueue }) => inQueue(start))

/** Runs an effect that makes a part when few others are made. */
const inParts = <A, E, R>(make: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    StreamTurns,
    ({ parts }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(restore(whileWaiting(parts.take(1))), Effect.ensuring(restore(make), parts.release(1)))
      )
  )

/** A part of a list of events: a page. */
export interface EventPart {
  readonly events: ReadonlyArray<unknown>
  /** Cursor of the next part; null exactly on the last part of the list. */
  readonly after: ReadonlyArray<string> | null
}

/** A list of events that is written part by part, in chunks such as texts. */
export interface EventStream<Part extends EventPart, E, Chunk = string> {
  /** Maximum number of events. */
  readonly events_max: number
  /**
   * Reads a part. It authorizes the reader again: a slow client may read for minutes, while the agenda becomes private.
   */
  readonly read: (start: PageStart, size: number) => Effect.Effect<Part, E>
  /** The start of the list. */
  readonly start: PageStart
  /** What precedes the events. `first` is the first part. */
  readonly begin: (first: Part) => Chunk
  /** The events of a part; `first` is the first part. */
  readonly write: (part: Part, first: Part) => Effect.Effect<Chunk>
  /** What follows the events. `last` is the last part; its `after` is null unless `events_max` cut the list. */
  readonly end: (last: Pick<Part, "after">, first: Part) => Effect.Effect<Chunk, E>
}

/** Content type and further headers of the response. */
export interface StreamHeaders {
  readonly contentType: string
  readonly headers: { readonly [name: string]: string }
}

/** A list of events whose first part has been read. */
export interface StartedStream<Part extends EventPart, E, Chunk> {
  readonly first: Part
  /** The first part, with what precedes it. The whole list if `following` is null. */
  readonly opening: ReadonlyArray<Chunk>
  /** The other parts and the end, each of which is read when the previous one has been consumed. */
  readonly following: Stream.Stream<Chunk, E> | null
}

/** How a stream shares its parts. */
export interface Sharing<E> {
  readonly share: Share<E, string>
  /** Opens the stream until the end of the scope. */
  readonly open: Effect.Effect<void, never, Scope.Scope>
}

/**
 * Makes a part of a stream after the first one, or takes that of an identical stream. `place` names the part in the
 * stream.
 */
type Share<E, Chunk> = (place: string, make: Effect.Effect<WrittenPart<Chunk>, E>) => Effect.Effect<WrittenPart<Chunk>, E>

/** Reads the first part of a list of events. */
export const startEvents = <Part extends EventPart, E, Chunk>(
  { begin, end, events_max, read, start, write }: EventStream<Part, E, Chunk>,
  share: Share<E, Chunk>
): Effect.Effect<StartedStream<Part, E, Chunk>, E> =>
  Effect.gen(function*() {
    // Parts that are each written within a time slice would otherwise follow one another in the same turn.
    const pace = yield* makePacer
    const next = (from: PageStart, left: number, earlier: Part | null) =>
      Effect.zipRight(
        pace,
        inParts(Effect.gen(function*() {
          const part = yield* read(from, Math.min(part_events, left))
          const { after } = part
          const written: WrittenPart<Chunk> = { chunk: yield* write(part, earlier ?? part), after, left: left - part.events.length }
          return { part, written }
        }))
      )
    const { part: first, written } = yield* next(start, events_max, null)
    const opening = [begin(first), written.chunk]
    if (written.after === null || written.left === 0) return { first, opening: [...opening, yield* end(first, first)], following: null }
    const following = Stream.unfoldEffect<WrittenPart<Chunk> | null, Chunk, E, never>(written, (reached) => {
      if (reached === null) return Effect.succeed(Option.none())
      const { after, left } = reached
      if (after === null || left === 0) return Effect.map(end(reached, first), (closing) => Option.some([closing, null]))
      const make = Effect.map(next({ _tag: "After", cursor: after }, left, first), ({ written }) => written)
      return Effect.map(share(JSON.stringify([after, left]), make), (part) => Option.some([part.chunk, part]))
    })
    return { first, opening, following: Stream.provideContext(following, yield* Effect.context<never>()) }
  })

/**
 * Responds with a list of events as text. A list of one part is one body, which `ResponseCache` may store. A longer one
 * is streamed with backpressure. A failure in the middle cuts the response off without its end.
 */
export const respondEvents = <Part extends EventPart, E>(
  source: EventStream<Part, E>,
  { contentType, headers }: StreamHeaders,
  { open, share }: Sharing<E>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> =>
  Effect.map(startEvents(source, share), ({ following, opening }) => {
    if (following === null) return HttpServerResponse.text(opening.join(""), { contentType, headers })
    const texts = Stream.unwrapScoped(Effect.as(open, Stream.concat(Stream.make(opening.join("")), following)))
    return HttpServerResponse.stream(Stream.encodeText(texts), { contentType, headers })
  })

/**
 * Shares the parts of streams that have the same entity tag and caller. Each stream authorizes its reader before each
 * part. The key of a part has the revisions and the time window that it was made at. Without an entity tag, no part is
 * shared.
 */
export const sharing = <E>(
  parts: SharedParts,
  revisions: Context.Tag.Service<Revisions>,
  authorize: Effect.Effect<Authorization<"events:read">, E>,
  etag: string | null
): Sharing<E | StoreError> => ({
  open: parts.open,
  share: (place, make) =>
    etag === null
      ? make
      : Effect.flatMap(
        Effect.flatMap(authorize, (current) => tagOfEvents(revisions, current, [etag, current.caller, place])),
        (key) => key === null ? make : parts.take(key, make)
      )
})

/**
 * Entity tag of a list of events, computed without generating it from everything that it depends on: the data, the time
 * and `dependencies`, JSON values. It is weak, because the parts are read one after the other. Null in a transaction of
 * a host, which may be rolled back.
 */
export const tagOfEvents = (
  revisions: Context.Tag.Service<Revisions>,
  authorization: Authorization<"events:read">,
  dependencies: ReadonlyArray<unknown>
) =>
  Effect.gen(function*() {
    const validator = validatorOf(authorization)
    if (validator === null) return null
    const asOf = yield* revisions.asOf(authorization)
    const { revisions: read, topics } = validator
    // The host's grants may change without a revision.
    const { moderates, privileged, role } = authorization
    const rights = [role, moderates, privileged]
    return `W/"${yield* digestOf(new TextEncoder().encode(JSON.stringify([...dependencies, rights, asOf, topics, read])))}"`
  })
