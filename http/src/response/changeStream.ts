import { CurrentWait } from "@agenda-engine/core/schedule/CurrentWait"
import { Stopping } from "@agenda-engine/core/schedule/Stopping"
import type { ChangePage } from "@agenda-engine/core/services/Changes"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"

/** Seconds that a page waits for a change before it is read again, which looks at the caller's rights. */
const wait_seconds = 60

/** A comment shows proxies and clients that the stream is alive. */
const heartbeat = ": \n\n"

/** How long a stream lasts. Clients go on with `Last-Event-ID`, as after every end. */
const lifetime = "4 minutes"

/** An event of the stream (HTML, Server-sent events). `id` is a cursor, and the data has no line break: it is JSON. */
const messageOf = (event: string, id: string, data: string): string => `event: ${event}\nid: ${id}\ndata: ${data}\n\n`

const textOf = ({ items, next, upToDate }: ChangePage): Effect.Effect<string> =>
  Effect.map(
    Effect.forEach(items, ({ change, cursor }) => Effect.map(cursor, (id) => messageOf("change", id, JSON.stringify(change)))),
    (messages) => `${messages.join("")}${upToDate ? messageOf("upToDate", next, "{}") : ""}`
  )

/** Reads the page after a cursor; an empty one waits up to these seconds. */
export type ReadPage<E> = (after: string, wait_seconds: number) => Effect.Effect<ChangePage, E>

/**
 * Responds with changes as server-sent events, from the first page on. The stream ends when the server stops, when the
 * caller's rights change, or after a few minutes. Nothing is held between pages, neither a connection of the database
 * nor a turn of the request queue.
 */
export const respondChanges = <E>(first: ChangePage, read: ReadPage<E>): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const context = yield* Effect.context<never>()
    const stopping = yield* Stopping
    const following = Stream.unfoldEffect(first, (page) =>
      Effect.map(
        // What ends a page ends the stream: the client asks again and is told.
        Effect.option(read(page.next, page.upToDate ? wait_seconds : 0)),
        Option.map((next) => [next, next] as const)
      ))
    const pages = Stream.concat(Stream.make(first), following).pipe(
      // A page that waited in vain has nothing to tell.
      Stream.filter((page) => page === first || page.items.length > 0 || !page.upToDate),
      Stream.mapEffect(textOf)
    )
    const beats = Stream.repeatValue(heartbeat).pipe(Stream.schedule(Schedule.spaced("15 seconds")))
    const texts = Stream.merge(Stream.concat(Stream.make(heartbeat), pages), beats, { haltStrategy: "left" }).pipe(
      Stream.interruptWhen(stopping),
      Stream.interruptAfter(lifetime),
      Stream.mapChunks((chunk) => Chunk.of(Chunk.join(chunk, ""))),
      Stream.encodeText,
      Stream.provideContext(context),
      Stream.provideService(CurrentWait, () => {})
    )
    return HttpServerResponse.stream(texts, { contentType: "text/event-stream; charset=utf-8" })
  })
