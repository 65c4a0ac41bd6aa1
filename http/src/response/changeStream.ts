import type { ChangePage } from "@agenda-engine/core/services/Changes"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** A comment shows proxies and clients that the stream is alive. */
const heartbeat = ": \n\n"

/** Seconds between comments on a stream without changes. */
const heartbeat_seconds = 14

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

/**
 * Responds with changes as server-sent events, from the first page on. The stream ends when the server stops, when the
 * caller's rights change, or after a few minutes. While nothing changes, a stream holds one fiber and no timer: neither
 * a connection of the database nor a turn of the request queue.
 */
export const respondChanges = <E>(first: ChangePage, read: ReadPage<E>): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const context = yield* Effect.context<never>()
    const encoder = new TextEncoder()
    const until = (yield* Clock.currentTimeMillis) + lifetime_ms

    /** The text that follows a page, and the page reached; null: the end. */
    const after = Effect.fnUntraced(function*(page: ChangePage) {
      const ended = page.upToDate ? yield* page.changed(heartbeat_seconds) : "changed"
      if (ended === "stopped" || (yield* Clock.currentTimeMillis) >= until) return null
      if (ended === "waited") return { text: heartbeat, page }
      // What ends a page ends the stream: the client asks again and is told.
      const next = yield* Effect.option(read(page.next))
      if (Option.isNone(next)) return null
      const { items, upToDate } = next.value
      return { text: items.length === 0 && upToDate ? heartbeat : yield* textOf(next.value), page: next.value }
    })

    const bytes = Stream.unfoldEffect<ChangePage | null, Uint8Array, never, never>(null, (reached) =>
      Effect.map(
        reached === null ? Effect.map(textOf(first), (text) => ({ text: `${heartbeat}${text}`, page: first })) : after(reached),
        (following) => following === null ? Option.none() : Option.some([encoder.encode(following.text), following.page])
      ))
    return HttpServerResponse.stream(Stream.provideContext(bytes, context), { contentType: "text/event-stream; charset=utf-8" })
  })
