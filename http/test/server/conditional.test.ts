import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import { Networks } from "@agenda-engine/core/services/Networks"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { eventBody, locationBody, onlineBody } from "../world/bodies.js"
import { agendas, type Answer, at, make, type World, worldNow } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`
const minute = 60_000

/** A world whose clock can be put on, and whose searches are counted. */
const polledWorld = (settings = {}) =>
  Effect.gen(function*() {
    const clock = { now: worldNow }
    const searches = { count: 0 }
    const stores = Layer.map(MemoryStores.layer, (context) => {
      const events = Context.get(context, EventStore)
      return Context.add(context, EventStore, {
        ...events,
        search: (plan) => Effect.suspend(() => (searches.count++, events.search(plan)))
      })
    })
    const world = yield* make(stores, { now: () => clock.now, settings })
    return { ...world, clock, searches }
  })

/** Reads with the tag of an answer before. */
const again = (world: World, path: string, before: Answer, headers: { readonly [name: string]: string } = world.credentials.ownerless) =>
  world.send(path, { headers: { ...headers, "if-none-match": String(before.headers.etag) } })

const write = (world: World, path: string, method: string, body?: unknown) =>
  Effect.tap(
    world.send(path, { method, body, headers: world.credentials.moderatorToken }),
    ({ status, text }) => expect(status, text).toBe(200)
  )

/** Makes a location and an event in it, each with their path. */
const populate = (world: World) =>
  Effect.gen(function*() {
    const location = String(at((yield* write(world, `${main}/locations`, "POST", locationBody)).body, "location", "uid"))
    const made = yield* write(world, `${main}/events/ext/n/1`, "PUT", { ...eventBody, locationUid: Number(location) })
    const event = String(at(made.body, "event", "uid"))
    const slug = String(at(made.body, "event", "slug"))
    return { location, event, slug }
  })

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

  it.live("understands lists, weak tags and the star, and nothing else", () =>
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

  it.live("runs nothing but the checks once its answer is known", () =>
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

  it.live("asks who is calling each time", () =>
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

  it.live("tells every question from every other", () =>
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

  it.live("is never 304 where there is nothing to read, or where something is written", () =>
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

describe("a tag changes", () => {
  it.live("with every kind of write that its answer shows", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event, location } = yield* populate(world)
      const paths = {
        list: `${main}/events?detailed=1`,
        event: `${main}/events/${event}`,
        locations: `${main}/locations`,
        agenda: `${main}?detailed=1`
      }
      const { administratorToken } = world.credentials
      const read = (path: string) => world.send(path, { headers: administratorToken })
      let tags = { list: "", event: "", locations: "", agenda: "" }

      const expectChanged = (what: string, changed: ReadonlyArray<keyof typeof paths>) =>
        Effect.gen(function*() {
          for (const name of ["list", "event", "locations", "agenda"] as const) {
            const conditional = yield* world.send(paths[name], { headers: { ...administratorToken, "if-none-match": tags[name] } })
            const plain = yield* read(paths[name])
            expect(conditional.headers.etag, `${what}: ${name}`).toBe(plain.headers.etag)
            expect(conditional.status, `${what}: ${name}`).toBe(changed.includes(name) ? 200 : 304)
            if (changed.includes(name)) expect(conditional.text).toBe(plain.text)
            tags = { ...tags, [name]: String(plain.headers.etag) }
            yield* world.send(paths[name], { headers: { ...administratorToken, "if-none-match": tags[name] } })
          }
        })

      yield* expectChanged("at first", ["list", "event", "locations", "agenda"])
      yield* expectChanged("nothing", [])
      yield* write(world, paths.event, "PATCH", { title: { fr: "Autre titre", en: "Other title" } })
      yield* expectChanged("an event", ["list", "event"])
      yield* write(world, paths.event, "PATCH", { title: { fr: "Autre titre", en: "Other title" } })
      yield* expectChanged("a write that changes nothing", [])
      const made = yield* write(world, `${main}/events`, "POST", onlineBody)
      yield* expectChanged("another event", ["list", "agenda"])
      yield* write(world, `${main}/events/${String(at(made.body, "event", "uid"))}`, "DELETE")
      yield* expectChanged("a removal", ["list", "agenda"])
      yield* write(world, `${main}/locations`, "POST", { ...locationBody, name: "Halle" })
      yield* expectChanged("another location", ["locations"])
      yield* world.within(
        Effect.flatMap(Locations, (all) => all.restore(agendas.main, Number(location), { ...locationBody, name: "Grande médiathèque" }))
      )
      yield* expectChanged("a location that events show", ["list", "event", "locations"])
      const contribution = { defaultLang: "fr" }
      yield* world.within(
        Effect.flatMap(Agendas, (all) => all.restore({ uid: agendas.main, title: "Agenda of the town", settings: { contribution } }))
      )
      yield* expectChanged("the agenda", ["list", "event", "agenda"])
      const schema = (theme: string) => ({ fields: [{ field: "theme", fieldType: "text", label: { fr: theme } }] })
      const network = yield* world.within(Effect.flatMap(Networks, (all) => all.create({ title: "Network", schema: schema("Thème") })))
      yield* world.within(
        Effect.flatMap(Agendas, (all) => all.restore({ uid: agendas.main, title: "Agenda of the town", networkUid: network.uid }))
      )
      yield* expectChanged("the network it belongs to", ["list", "event", "agenda"])
      yield* world.within(Effect.flatMap(Networks, (all) => all.setSchema(network.uid, schema("Sujet"))))
      yield* expectChanged("a field of the network", ["agenda"])
      yield* world.within(Effect.flatMap(Members, (all) => all.add(agendas.main, world.uids.moderator, "administrator")))
      yield* expectChanged("who contributed, for those who may know", ["list", "event"])
    }).pipe(Effect.scoped))

  it.live("when an event goes from sight, whose 404 then has none", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const path = `${main}/events/${event}`
      const first = yield* world.send(path, { headers: world.credentials.ownerless })
      for (const _ of [1, 2]) expect((yield* again(world, path, first)).status).toBe(304)
      yield* write(world, path, "PATCH", { state: 1 })
      const gone = yield* again(world, path, first)
      expect([gone.status, gone.headers.etag]).toEqual([404, undefined])
      yield* write(world, path, "PATCH", { state: 2 })
      const back = yield* again(world, path, first)
      expect([back.status, String(back.headers.etag).slice(0, 3)]).toEqual([200, '"3.'])
    }).pipe(Effect.scoped))

  it.live("when time alone changes what its answer shows, and not before", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const now = worldNow - worldNow % (15 * minute) + minute
      world.clock.now = now
      const slot = (begin: number, end: number) => ({
        begin: formatUtc(now + begin * minute),
        end: formatUtc(now + end * minute)
      })
      yield* write(world, `${main}/events/ext/n/1`, "PUT", { ...onlineBody, timings: [slot(3, 7), slot(600, 660)] })
      yield* write(world, `${main}/events/ext/n/2`, "PUT", { ...onlineBody, timings: [slot(700, 720)] })
      const paths = [`${main}/events?size=1`, `${main}/events?relative=upcoming`, `${main}/events/ext/n/1`]
      for (const path of paths) {
        let before = yield* world.send(path, { headers: world.credentials.ownerless })
        const changes: Array<number> = []
        for (let minutes = 0; minutes <= 16; minutes += 0.5) {
          world.clock.now = now + minutes * minute
          for (const _ of [1, 2]) {
            const plain = yield* world.send(path, { headers: world.credentials.ownerless })
            const conditional = yield* again(world, path, before)
            expect(conditional.headers.etag, `${path} at ${minutes}`).toBe(plain.headers.etag)
            expect(conditional.status).toBe(plain.text === before.text ? 304 : 200)
            if (plain.text !== before.text) changes.push(minutes)
            before = plain
          }
        }
        world.clock.now = now
        expect(changes, path).toEqual(path.endsWith("/1") ? [7] : path.includes("relative") ? [3] : [3, 7, 14])
      }
    }).pipe(Effect.scoped))

  it.live("at the turn of the year, in the zone of the event", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const midnight = 1_767_222_000_000 // 2025-12-31T23:00:00Z
      const timings = [{ begin: "2026-02-01T19:00:00+01:00", end: "2026-02-01T20:00:00+01:00" }]
      yield* write(world, `${main}/events/ext/n/1`, "PUT", { ...onlineBody, timings, timezone: "Europe/Paris" })
      const path = `${main}/events?includeFields=dateRange&monolingual=fr`
      world.clock.now = midnight - 1
      const before = yield* world.send(path, { headers: world.credentials.ownerless })
      for (const _ of [1, 2]) expect((yield* again(world, path, before)).status).toBe(304)
      world.clock.now = midnight
      const after = yield* again(world, path, before)
      expect([at(before.body, "events", 0, "dateRange"), at(after.body, "events", 0, "dateRange")]).toEqual([
        "Dimanche 1 février 2026, 19h00",
        "Dimanche 1 février, 19h00"
      ])
    }).pipe(Effect.scoped))
})

describe("a summary", () => {
  it.live("is counted anew when an event ceases to be a recent one", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* write(world, `${main}/events/ext/n/1`, "PUT", onlineBody)
      const leaves = worldNow - worldNow % (15 * minute) + (30 * 1_440 + 15) * minute
      let before = yield* world.send(main, { headers: world.credentials.ownerless })
      const changes: Array<number> = []
      for (const passed of [-20 * minute, -minute, -1, 0, 1, minute]) {
        world.clock.now = leaves + passed
        for (const _ of [1, 2, 3]) {
          const plain = yield* world.send(main, { headers: world.credentials.ownerless })
          const conditional = yield* again(world, main, before)
          expect(conditional.headers.etag, String(passed)).toBe(plain.headers.etag)
          expect(conditional.status, String(passed)).toBe(plain.text === before.text ? 304 : 200)
          const added = (answer: Answer) => at(answer.body, "summary", "recentlyAddedEvents", "contribution")
          if (added(plain) !== added(before)) changes.push(passed)
          before = plain
        }
      }
      expect(changes).toEqual([0])
    }).pipe(Effect.scoped))
})

describe("a first page", () => {
  it.live("has the same cursor in every process, and it continues the list exactly", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      for (let index = 1; index <= 5; index++) {
        const day = `2025-06-${String(15 + index)}`
        const timings = [{ begin: `${day}T19:00:00Z`, end: `${day}T20:00:00Z` }]
        yield* write(world, `${main}/events/ext/n/${index}`, "PUT", { ...onlineBody, timings })
      }
      const across = "/v2/events?size=2&includeFields=uid"
      const path = `${main}/events?size=2&includeFields=uid`
      const firstAcross = yield* world.send(across, { headers: world.credentials.ownerless })
      expect(at(firstAcross.body, "after")).not.toBeNull()
      const first = yield* world.send(path, { headers: world.credentials.ownerless })
      world.clock.now += 2 * minute
      const later = yield* world.send(path, { headers: world.credentials.ownerless })
      expect(later.text).toBe(first.text)
      expect((yield* again(world, across, firstAcross)).status).toBe(304)
      const uids = new Set<unknown>()
      for (let body = later.body; body !== undefined;) {
        for (const index of [0, 1]) if (at(body, "events", index) !== undefined) uids.add(at(body, "events", index, "uid"))
        const after = at(body, "after")
        if (!Array.isArray(after)) break
        const cursor = after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
        body = (yield* world.send(path + cursor, { headers: world.credentials.ownerless })).body
      }
      expect(uids.size).toBe(5)
    }).pipe(Effect.scoped))

  it.live("tells by its cursor nothing of events that its reader may not know of", () =>
    Effect.gen(function*() {
      const quarter = worldNow - worldNow % (15 * minute)
      const put = (world: World, agendaUid: number, name: string, from: number, more: object = {}) =>
        Effect.gen(function*() {
          const answer = yield* world.send(`/v2/agendas/${agendaUid}/events/ext/n/${name}`, {
            method: "PUT",
            headers: world.credentials.administratorToken,
            body: {
              ...onlineBody,
              timings: [{ begin: formatUtc(quarter + from * minute), end: formatUtc(quarter + (from + 60) * minute) }],
              ...more
            }
          })
          expect(answer.status, answer.text).toBe(200)
        })
      const filled = (hidden: boolean) =>
        Effect.gen(function*() {
          const world = yield* polledWorld()
          for (const day of [1, 2, 3]) yield* put(world, agendas.main, String(day), day * 1_440)
          yield* put(world, agendas.private, "1", 1_440)
          yield* put(world, agendas.private, "2", 2_880)
          if (!hidden) return world
          for (const [index, state] of [-1, 0, 1].entries()) yield* put(world, agendas.main, `hidden${state}`, index + 1, { state })
          yield* put(world, agendas.private, "hidden", 4, { state: 1 })
          yield* put(world, agendas.private, "now", 5)
          yield* put(world, agendas.unindexed, "now", 5.5)
          return world
        })
      const without = yield* filled(false)
      const withHidden = yield* filled(true)
      const lists = [
        [`${main}/events?size=1`, "ownerless", null],
        [`${main}/events?size=1`, "agendaKey", null],
        [`${main}/events?size=1`, "contributorToken", null],
        ["/v2/events?size=1", "ownerless", null],
        ["/v2/events?size=1", "administratorToken", null],
        ["/v2/events?size=1", "agendaKey", null],
        [`${main}/events?size=1`, "moderatorToken", quarter + 3 * minute]
      ] as const
      for (const [path, as, moved] of lists) {
        const asOf = (world: World) =>
          Effect.map(world.send(path, { headers: world.credentials[as] }), (page) => {
            const after = at(page.body, "after")
            expect(Array.isArray(after), `${path}: ${page.text}`).toBe(true)
            return String(Array.isArray(after) ? after.at(-1) : "").split(".")[1]
          })
        expect(yield* asOf(without), `${path} as ${as}`).toBe(String(quarter))
        expect(yield* asOf(withHidden), `${path} as ${as}`).toBe(String(moved ?? quarter))
      }
    }).pipe(Effect.scoped))
})
