import { WebhookSender } from "@agenda-engine/core/ports/webhook/WebhookSender"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as WebhookPoster from "../src/WebhookPoster.js"
import { startSubscriber } from "./subscriber.js"

const withSender = <A, E>(
  use: (sender: WebhookSender["Type"]) => Effect.Effect<A, E>,
  options: WebhookPoster.PosterOptions = { privateAddresses: true }
) => Effect.provide(Effect.flatMap(WebhookSender, use), WebhookPoster.layer(options))

const requestTo = (url: string) => ({ url, headers: { "webhook-id": "1:2:0" }, body: '{"é":1}' })

const postTo = (port: number, path: string) => withSender(({ post }) => post(requestTo(`http://127.0.0.1:${port}${path}`)))

describe("WebhookPoster", () => {
  it.scopedLive("posts headers and body as they are, and reads the beginning of the answer", () =>
    Effect.gen(function*() {
      const { port, taken } = yield* startSubscriber((path, response) =>
        response.writeHead(path === "/created" ? 201 : 500, { "content-type": "text/plain" }).end(`é\u0000${"x".repeat(5_000)}`)
      )
      const created = yield* postTo(port, "/created")
      expect([created.status, created.body.slice(0, 3), created.body.length]).toEqual([201, "é x", 1_023])
      expect((yield* postTo(port, "/other")).status).toBe(500)
      expect(taken.map(({ body, path }) => [path, body])).toEqual([["/created", '{"é":1}'], ["/other", '{"é":1}']])
      expect(taken[0]?.headers["webhook-id"]).toBe("1:2:0")
    }))

  it.scopedLive("a redirect is an answer, and its target is not asked", () =>
    Effect.gen(function*() {
      const { port, taken } = yield* startSubscriber((_path, response) => response.writeHead(302, { location: "/inward" }).end())
      const { status } = yield* postTo(port, "/moved")
      expect([status, taken.map(({ path }) => path)]).toEqual([302, ["/moved"]])
    }))

  it.scopedLive("an endless answer counts by its status and is not read to its end", () =>
    Effect.gen(function*() {
      const { closed, port } = yield* startSubscriber((path, response) => {
        response.writeHead(200)
        if (path === "/flood") {
          const more = () => {
            while (response.write("x".repeat(65_536)));
            response.once("drain", more)
          }
          more()
        } else {
          response.write("slow")
        }
      })
      expect(yield* postTo(port, "/flood")).toEqual({ status: 200, body: "x".repeat(1_024) })
      expect(yield* postTo(port, "/slow")).toEqual({ status: 200, body: "slow" })
      expect(closed).toEqual(new Set(["/flood", "/slow"]))
    }))

  it.live("answers after a first request that is interrupted while the libraries load", () =>
    withSender((sender) =>
      Effect.gen(function*() {
        const first = yield* Effect.fork(sender.refusal("nowhere"))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(first)
        expect(yield* sender.refusal("nowhere")).toBe("an http or https URL is expected")
      })
    ))

  it.scopedLive("an interrupted request is aborted", () =>
    Effect.gen(function*() {
      const { closed, port, taken } = yield* startSubscriber(() => {})
      const asking = yield* Effect.fork(postTo(port, "/never"))
      yield* Effect.repeat(Effect.sleep(5), { until: () => taken.length > 0 })
      yield* Fiber.interrupt(asking)
      yield* Effect.repeat(Effect.sleep(5), { until: () => closed.size > 0 })
      expect(closed).toEqual(new Set(["/never"]))
    }))

  it.scopedLive("never connects to this machine or its network, and tells nothing of it", () =>
    Effect.gen(function*() {
      const { port, taken } = yield* startSubscriber((_path, response) => response.end("secret"))
      const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"]
      for (const host of [...hosts, "10.0.0.1", "169.254.169.254", "[fd00::1]"]) {
        const url = `http://${host}:${port}/`
        const asked = ({ post, refusal }: WebhookSender["Type"]) => Effect.all([refusal(url), Effect.flip(post(requestTo(url)))])
        const [refusal, failure] = yield* withSender(asked, {})
        expect([refusal, failure.message], host).toEqual(["the address is not public", "the address is not public"])
      }
      expect(taken).toEqual([])
    }))

  it.scopedLive("accepts an address whose name is not known yet, and says when nobody answers", () =>
    Effect.gen(function*() {
      expect(yield* withSender(({ refusal }) => refusal("https://hook.invalid/a"), {})).toBe(null)
      const closed = yield* Effect.scoped(Effect.map(startSubscriber(() => {}), ({ port }) => port))
      expect((yield* Effect.flip(postTo(closed, "/"))).message).toBe("the address did not answer (ECONNREFUSED)")
    }))
})
