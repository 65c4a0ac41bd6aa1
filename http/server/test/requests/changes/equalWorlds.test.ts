import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Members } from "@agenda-engine/core/services/Members"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, make, type World } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

/** What does not show in public: drafts, their contents, availability and removal, and members. */
const hide = ({ credentials, send, uids, within }: World, label: string) =>
  Effect.gen(function*() {
    const write = (method: string, path: string, body: object | undefined) =>
      send(`${main}${path}`, { method, headers: credentials.moderatorToken, ...(body === undefined ? {} : { body }) })
    const { body } = yield* write("POST", "/events", { ...onlineBody, title: { fr: `hidden ${label}` }, state: 0 })
    const uid = String(at(body, "event", "uid"))
    yield* write("PATCH", `/events/${uid}`, { title: { fr: `hidden still ${label}` } })
    yield* within(Effect.flatMap(Members, (members) => members.add(agendas.main, uids.contributor, "contributor"))).pipe(Effect.orDie)
    yield* write("DELETE", `/events/${uid}`, undefined)
  })

const nothing = () => Effect.void

/** What a public reader gets of a world, with the cursors by the order in which they first came. */
const feedOf = (hidden: (world: World, label: string) => Effect.Effect<void>) =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer)
    const { credentials, send } = world
    const cursors: Array<string> = []
    const numberOf = (cursor: string): number => {
      if (!cursors.includes(cursor)) cursors.push(cursor)
      return cursors.indexOf(cursor)
    }
    const feed: Array<string> = []
    const read = (path: string) =>
      Effect.map(send(path, { headers: credentials.ownerless }), ({ body, status, text }) => {
        const next = String(at(body, "next"))
        // Uids and slugs are drawn at random, and more of them where more is made.
        feed.push(`${status} ${text.replaceAll(next, `<${numberOf(next)}>`).replaceAll(/"uid":\d+/g, '"uid":0')}`)
        return next
      })
    const publish = (title: string) =>
      send(`${main}/events`, {
        method: "POST",
        headers: credentials.moderatorToken,
        body: { ...onlineBody, title: { fr: title }, state: 2 }
      })
    yield* hidden(world, "1")
    const start = yield* read(`${main}/changes?after=now`)
    const across = yield* read("/v2/changes?after=now")
    yield* hidden(world, "2")
    yield* read(`${main}/changes?after=${start}`)
    const { body } = yield* publish("first")
    yield* hidden(world, "3")
    const first = yield* read(`${main}/changes?after=${start}`)
    yield* read(`${main}/changes?after=${first}`)
    yield* hidden(world, "4")
    yield* read(`${main}/changes?after=${first}`)
    yield* read(`${main}/changes?after=now`)
    yield* send(`${main}/events/${String(at(body, "event", "uid"))}`, {
      method: "PATCH",
      headers: credentials.moderatorToken,
      body: { state: 0 }
    })
    yield* publish("second")
    yield* read(`${main}/changes?after=${start}&size=1`)
    yield* read(`${main}/changes?size=1000`)
    yield* read(`/v2/changes?after=${across}`)
    return feed
  })

describe("two worlds that are equal in public", () => {
  it.scopedLive("have the same feeds, whatever happens to drafts and members in one of them", () =>
    Effect.gen(function*() {
      const [plain, other] = [yield* feedOf(nothing), yield* feedOf(hide)]
      expect(other).toEqual(plain)
      expect(plain.join()).toContain("event.removed")
    }), 30_000)
})
