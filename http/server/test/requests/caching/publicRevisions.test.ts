import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type World } from "../../world/World.js"
import { main, minute, polledWorld, populate } from "../lists/polledWorld.js"

const formats = ["csv", "json", "json-feed", "rss", "ics", "xlsx"]

/** What everybody reads of an agenda, whose tags are computed without reading the events. */
const exported = [
  ...formats.map((format) => `/agendas/${agendas.main}/events.v2.${format}`),
  "/agendas/town-agenda/events.ics",
  `/agendas/${agendas.main}/events.v2.csv?search=soir`
]

/** Other public answers, whose tags are digests. */
const digested = [
  "/agendas/town-agenda",
  "/embed/agendas/town-agenda",
  "/agendas/town-agenda/suggest?q=soir",
  `${main}/events`,
  main
]

const writing = (world: World, headers: { readonly [name: string]: string }) => (method: string, path: string, body?: unknown) =>
  Effect.map(world.send(path, { method, headers, body }), (answer) => {
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  })

/** The tags of public answers; of a path that needs a key, with one. */
const tagsOf = ({ credentials, send }: World, paths: ReadonlyArray<string>, headers: { readonly [name: string]: string } = {}) =>
  Effect.forEach(
    paths,
    (path) =>
      Effect.map(send(path, { headers: path.startsWith("/v2") ? { ...credentials.ownerless, ...headers } : headers }), (answer) => {
        expect(answer.status, `${path} ${answer.text}`).toBe(200)
        return `${path} ${String(answer.headers.etag)}`
      })
  )

const titled = (title: string, state?: number) => ({ ...onlineBody, title: { fr: title }, ...(state === undefined ? {} : { state }) })

describe("what everybody reads depends on published events only:", () => {
  it.live("no write of another event changes a tag", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const contribute = writing(world, world.credentials.contributorToken)
      const moderate = writing(world, world.credentials.moderatorToken)
      const paths = [...exported, ...digested]
      const before = yield* tagsOf(world, paths)
      const expectSame = (what: string) => Effect.map(tagsOf(world, paths), (tags) => expect(tags, what).toEqual(before))

      const draft = `${main}/events/${String(at(yield* contribute("POST", `${main}/events`, titled("Soirée", 0)), "event", "uid"))}`
      yield* expectSame("a draft")
      yield* contribute("PATCH", draft, { title: { fr: "Autre soirée" } })
      yield* expectSame("its change")
      const extDraft = `${main}/events/ext/draft/1`
      yield* moderate("PUT", extDraft, titled("Soirée", 1))
      yield* expectSame("an event that is ready to be published")
      yield* moderate("PATCH", draft, { state: -1 })
      yield* expectSame("a refusal")
      yield* moderate("DELETE", draft)
      yield* expectSame("a removal")
      // The first answers are conditional, too: 304 without reading an event.
      const searched = world.searches.count
      for (const tag of before.slice(0, formats.length)) {
        const [path = "", etag = ""] = tag.split(/ (?=W?\/?")/)
        expect((yield* world.send(path, { headers: { "if-none-match": etag } })).status, path).toBe(304)
      }
      expect(world.searches.count).toBe(searched)
    }).pipe(Effect.scoped))

  it.live("every write that the public sees changes the tags of exports, and drafts change those of moderators", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const moderate = writing(world, world.credentials.moderatorToken)
      let before = yield* tagsOf(world, exported)
      const expectChanged = (what: string) =>
        Effect.map(tagsOf(world, exported), (tags) => {
          for (const [index, tag] of tags.entries()) expect(tag, what).not.toBe(before[index])
          before = tags
        })
      const made = `${main}/events/${String(at(yield* moderate("POST", `${main}/events`, titled("Soirée", 1)), "event", "uid"))}`
      const own = (yield* tagsOf(world, exported, world.credentials.moderatorToken))[0]
      yield* moderate("PATCH", made, { title: { fr: "Autre soirée" } })
      expect((yield* tagsOf(world, exported, world.credentials.moderatorToken))[0]).not.toBe(own)
      yield* moderate("PATCH", made, { state: 2 })
      yield* expectChanged("publishing")
      yield* moderate("PATCH", made, { title: { fr: "Grande soirée" } })
      yield* expectChanged("a change")
      world.clock.now += minute
      yield* moderate("PATCH", made, { state: 0 })
      yield* expectChanged("unpublishing")
      yield* moderate("DELETE", `${main}/events/${event}`)
      yield* expectChanged("a removal")
      yield* moderate("POST", `${main}/locations`, { ...locationBody, name: "Halle" })
      yield* expectChanged("a location")
    }).pipe(Effect.scoped))

  it.live("a draft does not make cached answers stale, and what was cached shows each publication", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const contribute = writing(world, world.credentials.contributorToken)
      const moderate = writing(world, world.credentials.moderatorToken)
      // Spreadsheets, which are streamed, and pages are not cached.
      const paths = [...exported.filter((path) => !path.endsWith("xlsx")), `${main}/events`]
      for (const _ of [1, 2, 3]) yield* tagsOf(world, paths)
      const searched = world.searches.count
      const draft = `${main}/events/${String(at(yield* contribute("POST", `${main}/events`, titled("Soirée", 0)), "event", "uid"))}`
      for (const path of paths) {
        yield* tagsOf(world, [path])
        expect(world.searches.count, path).toBe(searched)
      }
      yield* moderate("PATCH", draft, { state: 2 })
      for (const path of ["/agendas/town-agenda", `${main}/events`, `/agendas/${agendas.main}/events.v2.csv`]) {
        const headers = path.startsWith("/v2") ? world.credentials.ownerless : {}
        expect((yield* world.send(path, { headers })).text, path).toContain("Soirée")
      }
    }).pipe(Effect.scoped))
})
