import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as Http from "node:http"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, make, type World } from "../../world/World.js"

const path = `/v2/agendas/${agendas.main}/changes`

interface Message {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

const messagesIn = (text: string): ReadonlyArray<Message> =>
  text.split("\n\n").flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? ""
    return field("event") === "" || field("data") === ""
      ? []
      : [{ event: field("event"), id: field("id"), data: JSON.parse(field("data")) }]
  })

/** A stream that is read until the scope closes. */
const open = ({ credentials, port }: World, query = "", headers: { readonly [name: string]: string } = {}) =>
  Effect.acquireRelease(
    Effect.async<{ readonly response: Http.IncomingMessage; readonly text: () => string; readonly close: () => void }>((resume) => {
      let text = ""
      const request = Http.request(
        {
          host: "127.0.0.1",
          port,
          path: `${path}?${query}`,
          agent: false,
          headers: { accept: "text/event-stream", ...credentials.ownerless, ...headers }
        },
        (response) => {
          response.setEncoding("utf8").on("data", (chunk: string) => text += chunk)
          response.on("error", () => {})
          resume(Effect.succeed({ response, text: () => text, close: () => request.destroy() }))
        }
      )
      request.on("error", () => {})
      request.end()
    }),
    ({ close }) => Effect.sync(close)
  )

/** Waits until the messages of a stream are as wanted. */
const until = (text: () => string, wanted: (messages: ReadonlyArray<Message>) => boolean) =>
  Effect.suspend(() => wanted(messagesIn(text())) ? Effect.void : Effect.fail("not yet")).pipe(
    Effect.retry(Schedule.intersect(Schedule.recurs(200), Schedule.spaced("50 millis"))),
    Effect.zipRight(Effect.sync(() => messagesIn(text())))
  )

const publish = ({ credentials, send }: World, title: string, state = 2) =>
  Effect.map(
    send(`/v2/agendas/${agendas.main}/events`, {
      method: "POST",
      headers: credentials.moderatorToken,
      body: { ...onlineBody, title: { fr: title }, state }
    }),
    ({ body }) => Number(at(body, "event", "uid"))
  )

describe("a stream of changes", () => {
  it.scopedLive("has what there was, says that it is up to date, and goes on with what happens", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const first = yield* publish(world, "first")
      const { response, text } = yield* open(world)
      expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"])
      expect(response.headers["content-encoding"]).toBeUndefined()
      const before = yield* until(text, (messages) => messages.at(-1)?.event === "upToDate")
      expect(text().startsWith(": ")).toBe(true)
      expect(before.map(({ event }) => event)).toEqual(["change", "change", "upToDate"])
      expect(before[1]?.data).toMatchObject({ kind: "event.published", uid: first, removed: false })
      expect(before[1]?.id).toBe(before[2]?.id)
      yield* publish(world, "draft", 0)
      const second = yield* publish(world, "second")
      const after = yield* until(text, (messages) => messages.length >= 5)
      expect(after.slice(3)).toMatchObject([{ event: "change", data: { uid: second } }, { event: "upToDate" }])
    }))

  it.scopedLive("goes on behind the `Last-Event-ID`", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      yield* publish(world, "first")
      const { text } = yield* open(world)
      const [agenda] = yield* until(text, (messages) => messages.length === 3)
      const second = yield* publish(world, "second")
      const again = yield* open(world, "after=now", { "last-event-id": agenda?.id ?? "" })
      const messages = yield* until(again.text, (found) => found.at(-1)?.event === "upToDate")
      expect(messages.filter(({ event }) => event === "change")).toHaveLength(2)
      expect(messages.at(-2)?.data).toMatchObject({ uid: second })
    }))

  it.scopedLive("is refused like a page", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      expect((yield* open(world, "after=x")).response.statusCode).toBe(400)
      expect((yield* open(world, "", { key: "unknown" })).response.statusCode).toBe(403)
      const head = yield* world.send(path, { method: "HEAD", headers: { accept: "text/event-stream", ...world.credentials.ownerless } })
      expect([head.status, head.text]).toEqual([200, ""])
    }))

  it.scopedLive("ends when the server stops, and does not hold it up", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const world = yield* Scope.extend(make(MemoryStores.layer), scope)
      const { response, text } = yield* open(world)
      const ended = Effect.async<void>((resume) => void response.once("end", () => resume(Effect.void)))
      yield* until(text, (messages) => messages.at(-1)?.event === "upToDate")
      const waiting = yield* Effect.fork(world.send(`${path}?after=now&wait=60`, { headers: world.credentials.ownerless }))
      yield* Effect.sleep("200 millis")
      yield* Effect.all([Scope.close(scope, Exit.void), ended], { concurrency: 2 })
      expect(yield* Effect.map(waiting.await, Exit.isSuccess)).toBe(true)
    }), 15_000)

  it.scopedLive("takes no turn of other requests, however many there are", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const streams = yield* Effect.forEach(Array.from({ length: 60 }), () => open(world, "after=now"), { concurrency: 20 })
      const polls = yield* Effect.forEach(
        Array.from({ length: 40 }),
        () => Effect.fork(world.send(`${path}?after=now&wait=30`, { headers: world.credentials.ownerless }))
      )
      yield* Effect.forEach(streams, ({ text }) => until(text, (messages) => messages.length > 0), { concurrency: 20 })
      const uid = yield* publish(world, "event")
      yield* Effect.forEach(streams, ({ text }) =>
        Effect.map(
          until(text, (messages) => messages.length >= 3),
          (messages) => expect(messages[1]?.data).toMatchObject({ uid })
        ), {
        concurrency: 20
      })
      expect(polls).toHaveLength(40)
    }), 30_000)
})
