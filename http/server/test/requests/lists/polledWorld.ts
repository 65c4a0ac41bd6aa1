import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { expect } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer, make, type World, worldNow } from "../../world/World.js"

export const main = `/v2/agendas/${agendas.main}`
export const minute = 60_000

/**
 * A world whose clock can be advanced. It counts searches, and look-ups of single events and of members. `time_ms`
 * makes searches slow.
 */
export const polledWorld = (settings = {}) =>
  Effect.gen(function*() {
    const clock = { now: worldNow }
    const searches = { count: 0, finds: 0, members: 0, time_ms: 0 }
    const stores = Layer.map(MemoryStores.layer, (context) => {
      const events = Context.get(context, EventStore)
      const search = Context.get(context, EventSearch)
      const members = Context.get(context, MemberStore)
      return Context.add(context, EventStore, {
        ...events,
        find: (agendaUid, ref) =>
          Effect.suspend(() => {
            searches.finds++
            return events.find(agendaUid, ref)
          })
      }).pipe(
        Context.add(EventSearch, {
          ...search,
          search: (plan) =>
            Effect.suspend(() => {
              searches.count++
              return Effect.zipRight(Effect.sleep(searches.time_ms), search.search(plan))
            })
        }),
        Context.add(MemberStore, {
          ...members,
          findBy: (name) =>
            Effect.suspend(() => {
              searches.members++
              return members.findBy(name)
            })
        })
      )
    })
    const world = yield* make(stores, { now: () => clock.now, settings })
    return { ...world, clock, searches }
  })

/** Reads with the tag of an answer before. */
export const again = (
  world: World,
  path: string,
  before: Answer,
  headers: { readonly [name: string]: string } = world.credentials.ownerless
) => world.send(path, { headers: { ...headers, "if-none-match": String(before.headers.etag) } })

export const write = (world: World, path: string, method: string, body?: unknown) =>
  Effect.tap(
    world.send(path, { method, body, headers: world.credentials.moderatorToken }),
    ({ status, text }) => expect(status, text).toBe(200)
  )

/** Makes a location and an event in it, each with their path. */
export const populate = (world: World) =>
  Effect.gen(function*() {
    const location = String(at((yield* write(world, `${main}/locations`, "POST", locationBody)).body, "location", "uid"))
    const made = yield* write(world, `${main}/events/ext/n/1`, "PUT", { ...eventBody, locationUid: Number(location) })
    const event = String(at(made.body, "event", "uid"))
    const slug = String(at(made.body, "event", "slug"))
    return { location, event, slug }
  })
