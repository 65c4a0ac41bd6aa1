import type { ChangePage } from "@agenda-engine/core/services/Changes"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { pulledStream } from "./pulledStream.js"

/** A comment shows proxies and clients that the stream is alive. */
const heartbeat = ": \n\n"
const heartbeatBytes = new TextEncoder().encode(heartbeat)

/** Seconds between comments on a stream without changes. */
const heartbeat_seconds = 12

/** How long a stream lasts. Clients go on with `Last-Event-ID`, as after every end. */
const lifetime_ms = 240_000

/** An event of the stream (HTML, Server-sent events). `id` is a cursor, and the data has no line break: it is JSON. */
const messageOf = (event: string, id: string, data: string): string => `event: ${event}\nid: ${id}\ndata: ${data}\n\n`

const textOf = ({ items, next, upToDate }: ChangePage): Effect.Effect<string> =>
  Effect.map(
    Effect.forEach(items, ({ change, cursor }) => Effect.map(cursor, (id) => messageOf("change", id, JSON.stringify(change)))),
    (messages) => `${messages.join("")}${upToDate ? messageOf("upToDate", next, "{}") : ""}`
  )

/** Reads the page after a cursor. */
export type ReadPage<E> = (after: string) => Effect.Effect<ChangePage, E>

/** Where a stream goes on: without the changes of the page that was sent. */
const reachedBy = ({ changed, next, upToDate }: ChangePage) => ({ changed, next, upToDate })

/**
 * Responds with changes as server-sent events, from the first page on. The stream ends when the server stops, when the
 * caller's rights change, or after a few minutes. While nothing changes, a stream holds one fiber and no timer: neither
 * a connection of the database nor a turn of the request queue.
 */
export const respondChanges = Effect.fnUntraced(function*<E>(first: ChangePage, read: ReadPage<E>) {
  const context = yield* Effect.context<never>()
  const encoder = new TextEncoder()
  const until = (yield* Clock.currentTimeMillis) + lifetime_ms
  let reached = reachedBy(first)
  let unsent: string | null = `${heartbeat}${yield* textOf(first)}`

  const pull = Effect.gen(function*() {
    if (unsent !== null) {
      const bytes = encoder.encode(unsent)
      unsent = null
      return bytes
    }
    const ended = reached.upToDate ? yield* reached.changed(heartbeat_seconds) : "changed"
    if (ended === "stopped" || (yield* Clock.currentTimeMillis) >= until) return null
    if (ended === "waited") return heartbeatBytes
    // What ends a page ends the stream: the client asks again and is told.
    const page = yield* Effect.option(read(reached.next))
    if (Option.isNone(page)) return null
    reached = reachedBy(page.value)
    return page.value.items.length === 0 && reached.upToDate ? heartbeatBytes : encoder.encode(yield* textOf(page.value))
  })
  // In place of the carrier's context: a merged one would be kept for each stream.
  const stream = pulledStream(Effect.mapInputContext(pull, () => context))
  return HttpServerResponse.stream(stream, { contentType: "text/event-stream; charset=utf-8" })
})
