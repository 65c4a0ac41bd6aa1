import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import { Networks } from "@agenda-engine/core/services/Networks"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { agendas, worldNow } from "../../world/World.js"
import { again, main, minute, polledWorld, populate, write } from "../lists/polledWorld.js"

describe("a tag changes", () => {
  it.live("with every kind of write that changes the response", () =>
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

  it.live("when an event becomes invisible, whose 404 has no tag", () =>
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

  it.live("when the response changes by time alone, and not before", () =>
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

  it.live("at the change of year, in the zone of the event", () =>
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
        "Dimanche 1er février 2026, 19h00",
        "Dimanche 1er février, 19h00"
      ])
    }).pipe(Effect.scoped))
})
