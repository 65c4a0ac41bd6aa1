import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import sharp from "sharp"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { testImages } from "../../../../test/world/testImages.js"
import { expectProblem } from "../../world/expectProblem.js"
import { formOf } from "../../world/formOf.js"
import { agendas, type Answer, make, type World } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

/** Stores whose searches of this word wait for `release`. */
const storesWaiting = (release: Deferred.Deferred<void>) =>
  Layer.map(MemoryStores.layer, (context) => {
    const events = Context.get(context, EventSearch)
    return Context.add(context, EventSearch, {
      ...events,
      search: (plan) =>
        JSON.stringify(plan).includes("slowly") ? Effect.zipRight(Deferred.await(release), events.search(plan)) : events.search(plan)
    })
  })

/** Images whose sizes wait for `release`. */
const imagesWaiting = (release: Deferred.Deferred<void>): typeof testImages =>
  Layer.map(testImages, (context) => {
    const renderer = Context.get(context, ImageRenderer)
    const { scale } = renderer
    return scale === null ? context : Context.add(context, ImageRenderer, {
      ...renderer,
      scale: (original, size, caller) => Effect.zipRight(Deferred.await(release), scale(original, size, caller))
    })
  })

const calendar = "/agendas/town-agenda/events.ics"

/**
 * Sends many slow requests. Others, `kinds` of slow ones among them, are answered before any of these has gone on, and
 * those for which there is no place are refused meanwhile.
 */
const expectOthersServed = (
  { credentials, send }: World,
  paths: ReadonlyArray<string>,
  release: Deferred.Deferred<void>,
  kinds: ReadonlyArray<string>
) =>
  Effect.gen(function*() {
    const refused: Array<Answer> = []
    const slow = yield* Effect.fork(Effect.forEach(
      paths,
      (path) =>
        Effect.tap(send(path, { headers: credentials.ownerless }), (answer) => {
          if (answer.status === 503) refused.push(answer)
        }),
      { concurrency: "unbounded" }
    ))
    const image = yield* Effect.promise(() =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: "#3366cc" } }).jpeg().toBuffer()
    )
    const form = formOf(onlineBody, { bytes: image })
    while (refused.length === 0) yield* Effect.sleep("10 millis")
    const whole = `${main}/events?size=300&detailed=1`
    for (const path of [main, `${main}/events`, whole, "/agendas/town-agenda", "/v2/agendas", ...kinds]) {
      expect((yield* send(path, { headers: credentials.ownerless })).status, path).toBe(200)
    }
    const uploaded = yield* send(`${main}/events`, {
      ...form,
      method: "POST",
      headers: { ...form.headers, ...credentials.administratorToken }
    })
    expect(uploaded.status, uploaded.text).toBe(200)
    expect(Option.isNone(yield* Fiber.poll(slow))).toBe(true)
    yield* Deferred.succeed(release, undefined)
    const answers = yield* Fiber.join(slow)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const answer of refused) {
      expectProblem(answer, 503, "unavailable", "the store is busy, try again")
      expect(answer.headers["retry-after"]).toBe("5")
    }
    return answers.filter(({ status }) => status === 200).length
  })

describe("slow requests that wait do not keep others waiting:", () => {
  const formats = ["csv", "json", "json-feed", "rss", "ics", "xlsx"]

  it.live.each(formats)("300 exports as %s", (format) =>
    Effect.gen(function*() {
      const release = yield* Deferred.make<void>()
      const world = yield* make(storesWaiting(release), { sockets: { queue_seconds: 60 } })
      const paths = Array.from({ length: 300 }, (_, number) => `/agendas/${agendas.main}/events.v2.${format}?search=slowly${number}`)
      expect(yield* expectOthersServed(world, paths, release, [calendar])).toBeLessThanOrEqual(36)
    }).pipe(Effect.scoped))

  it.live("300 page calendars", () =>
    Effect.gen(function*() {
      const release = yield* Deferred.make<void>()
      const world = yield* make(storesWaiting(release), { sockets: { queue_seconds: 60 } })
      const paths = Array.from({ length: 300 }, (_, number) => `${calendar}?search=slowly${number}`)
      expect(yield* expectOthersServed(world, paths, release, formats.map((format) => `${main}/events.${format}`))).toBeLessThanOrEqual(36)
    }).pipe(Effect.scoped))

  it.live("280 sizes of images that are not made yet", () =>
    Effect.gen(function*() {
      const release = yield* Deferred.make<void>()
      const world = yield* make(MemoryStores.layer, { images: imagesWaiting(release), sockets: { queue_seconds: 60 } })
      const { credentials, send } = world
      const paths: Array<string> = []
      for (let made = 0; made < 14; made++) {
        const bytes = yield* Effect.promise(() =>
          sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: { r: made, g: 0, b: 0 } } }).jpeg().toBuffer()
        )
        const form = formOf(onlineBody, { bytes })
        const answer = yield* send(`${main}/events`, {
          ...form,
          method: "POST",
          headers: { ...form.headers, ...credentials.administratorToken }
        })
        const name = String(at(answer.body, "event", "image", "filename"))
        for (let width = 10; width <= 1_400; width += 70) paths.push(`/images/${name}?w=${width}`)
      }
      yield* expectOthersServed(world, paths, release, [calendar, `${main}/events.csv`])
    }).pipe(Effect.scoped), 60_000)
})
