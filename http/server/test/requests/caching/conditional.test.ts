import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas } from "../../world/World.js"
import { again, main, polledWorld, populate, write } from "../lists/polledWorld.js"

describe("a conditional read", () => {
  it.live("is 304 when nothing has changed, on every route that reads", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event, location, slug } = yield* populate(world)
      for (
        const path of [
          "/v2/agendas",
          main,
          `${main}?detailed=1`,
          "/v2/agendas/slug/town-agenda",
          `${main}/events`,
          `${main}/events?detailed=1&relative=upcoming&monolingual=fr`,
          `${main}/events?removed=null&size=1`,
          `${main}/events/${event}`,
          `${main}/events/slug/${slug}`,
          `${main}/events/ext/n/1?longDescriptionFormat=HTML`,
          `${main}/locations`,
          `${main}/locations/${location}`,
          "/v2/events"
        ]
      ) {
        const first = yield* world.send(path, { headers: world.credentials.ownerless })
        expect(first.status, path).toBe(200)
        expect(first.headers.etag, path).toMatch(/events\/(?!\?)/.test(path) ? /^"1\.[\w-]{22}"$/ : /^"[\w-]{22}"$/)
        for (const _ of [1, 2, 3]) {
          const repeated = yield* again(world, path, first)
          expect([repeated.status, repeated.text], path).toEqual([304, ""])
          const { "cache-control": cacheControl, etag, vary } = repeated.headers
          expect({ etag, "cache-control": cacheControl, vary }, path).toEqual({
            etag: first.headers.etag,
            "cache-control": "private, no-cache",
            vary: first.headers.vary
          })
          expect(repeated.headers["content-type"]).toBeUndefined()
          expect(repeated.headers["content-length"]).toBeUndefined()
        }
        const head = yield* world.send(path, { method: "HEAD", headers: world.credentials.ownerless })
        expect([head.status, head.headers.etag, head.headers["content-length"]], path).toEqual([
          200,
          first.headers.etag,
          first.headers["content-length"]
        ])
        const headAgain = yield* world.send(path, {
          method: "HEAD",
          headers: { ...world.credentials.ownerless, "if-none-match": String(first.headers.etag) }
        })
        expect(headAgain.status, path).toBe(304)
      }
    }).pipe(Effect.scoped))

  it.live("accepts lists, weak tags and the star, and nothing else", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const path = `${main}/events/${event}`
      const first = yield* world.send(path, { headers: world.credentials.ownerless })
      const tag = String(first.headers.etag)
      for (
        const [header, status] of [
          [`"x", ${tag}`, 304],
          [`W/${tag}`, 304],
          ["*", 304],
          [tag.replace('"1.', '"2.'), 200],
          [tag.replace('"1.', '"'), 200],
          [tag.replace(/"$/, '-br"'), 200],
          [tag.replaceAll('"', ""), 200],
          ["", 200]
        ] as const
      ) {
        for (const _ of [1, 2]) {
          const answer = yield* world.send(path, { headers: { ...world.credentials.ownerless, "if-none-match": header } })
          expect(answer.status, header).toBe(status)
          if (status === 200) expect(answer.text).toBe(first.text)
        }
      }
    }).pipe(Effect.scoped))

  it.live("runs only the checks when the response is cached", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const path = `${main}/events?size=1`
      const first = yield* world.send(path, { headers: world.credentials.ownerless })
      yield* again(world, path, first)
      const { count } = world.searches
      for (let poll = 0; poll < 5; poll++) expect((yield* again(world, path, first)).status).toBe(304)
      expect(world.searches.count).toBe(count)
      yield* write(world, `${main}/events/ext/n/1`, "PATCH", { keywords: { fr: ["nouveau"] } })
      expect((yield* again(world, path, first)).status).toBe(200)
      expect(world.searches.count).toBe(count + 1)
    }).pipe(Effect.scoped))

  it.live("authenticates the caller each time", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const path = `${main}/events/${event}`
      const { credentials } = world
      const first = yield* world.send(path, { headers: credentials.ownerless })
      for (const _ of [1, 2]) expect((yield* again(world, path, first)).status).toBe(304)
      for (
        const [headers, status] of [
          [{}, 401],
          [credentials.unknownKey, 403],
          [credentials.unknownToken, 401],
          [credentials.otherAgendaKey, 403]
        ] as const
      ) {
        const refused = yield* again(world, path, first, headers)
        expect(refused.status).toBe(status)
        expect(refused.headers.etag).toBeUndefined()
      }
      const moderators = yield* world.send(path, { headers: credentials.moderatorToken })
      expect(moderators.headers.etag).not.toBe(first.headers.etag)
      for (const _ of [1, 2]) {
        expect((yield* again(world, path, first, credentials.moderatorToken)).text).toBe(moderators.text)
        expect((yield* again(world, path, moderators)).text).toBe(first.text)
      }
    }).pipe(Effect.scoped))

  it.live("distinguishes every request", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld({ publicUrl: null })
      const { location } = yield* populate(world)
      yield* write(world, `${main}/events/ext/n/2`, "PUT", onlineBody)
      const { credentials } = world
      const questions = [
        [`${main}/events/ext/n/1`, credentials.ownerless],
        [`${main}/events/ext/n/2`, credentials.ownerless],
        [`${main}/events/ext/n/2?if=uid`, credentials.ownerless],
        [`${main}/events/ext/n/1`, credentials.moderatorToken],
        [`${main}/events`, credentials.ownerless],
        [`${main}/events?size=1`, credentials.ownerless],
        [`${main}/events?size=0`, credentials.ownerless],
        [`${main}/events?size=1&detailed=1`, credentials.ownerless],
        [`/v2/agendas/${agendas.other}/events`, credentials.ownerless],
        [`${main}/locations`, credentials.ownerless],
        [`${main}/locations/${location}`, credentials.ownerless],
        [`${main}/members`, credentials.moderatorToken],
        [main, credentials.ownerless],
        [`${main}?detailed=1`, credentials.ownerless]
      ] as const
      const answers = yield* Effect.forEach(questions, ([path, headers]) => world.send(path, { headers }))
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(questions.length)
      for (const _ of [1, 2]) {
        for (const [asked, [path, headers]] of questions.entries()) {
          for (const [other, answer] of answers.entries()) {
            expect((yield* again(world, path, answer, headers)).status, `${path} by the tag of ${other}`).toBe(asked === other ? 304 : 200)
          }
        }
      }
    }).pipe(Effect.scoped))

  it.live("is never 304 for a missing resource or a write", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const star = { ...world.credentials.administratorToken, "if-none-match": "*" }
      for (
        const [path, status] of [
          [`${main}/events/5`, 404],
          [`${main}/events?size=x`, 400],
          ["/v2/agendas/999", 404],
          ["/nowhere", 404],
          ["/health/live", 200]
        ] as const
      ) {
        const answer = yield* world.send(path, { headers: star })
        expect([answer.status, answer.headers.etag], path).toEqual([status, undefined])
      }
      const patched = yield* world.send(`${main}/events/${event}`, { method: "PATCH", body: { featured: true }, headers: star })
      expect(patched.status).toBe(200)
    }).pipe(Effect.scoped))
})
