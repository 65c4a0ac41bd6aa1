import { operator } from "@agenda-engine/core/domain/access/Credential"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Members } from "@agenda-engine/core/services/Members"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Transactions } from "@agenda-engine/core/services/transaction/Transactions"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type CredentialName, make, type World } from "../../world/World.js"

type Who = Exclude<CredentialName, "none">

const main = `/v2/agendas/${agendas.main}`

/** What a test does with a world. */
const acting = (world: World) => {
  const { credentials, send } = world
  const write = (method: string, path: string, body: unknown, who: Who = "moderatorToken") =>
    Effect.tap(
      send(`${main}${path}`, { method, headers: credentials[who], body }),
      ({ status, text }) => expect([path, status, text.slice(0, 300)]).toEqual([path, 200, expect.anything()])
    )
  const create = (title: string, state: number, who: Who = "moderatorToken") =>
    Effect.map(
      write("POST", "/events", { ...onlineBody, title: { fr: title }, state }, who),
      ({ body }) => Number(at(body, "event", "uid"))
    )
  const read = (query = "", who: Who = "ownerless", path = `${main}/changes`) => send(`${path}?${query}`, { headers: credentials[who] })
  const kinds = (body: unknown): ReadonlyArray<string> => {
    const changes = at(body, "changes")
    return Array.isArray(changes) ? changes.map((change) => `${String(at(change, "kind"))} ${String(at(change, "uid"))}`) : []
  }
  const now = (who: Who = "ownerless", path?: string) => Effect.map(read("after=now", who, path), ({ body }) => String(at(body, "next")))
  return { world, write, create, read, kinds, now }
}

/** Creates events in one transaction. */
const together = (titles: ReadonlyArray<string>) =>
  authorized(operator, { _tag: "Uid", uid: agendas.main }, "events:write", (by) =>
    Effect.gen(function*() {
      const [events, transactions] = [yield* Events, yield* Transactions]
      yield* transactions.run(Effect.forEach(titles, (title) => events.create(by, { ...onlineBody, title: { fr: title } })))
    }))

const nextOf = (body: unknown): string => String(at(body, "next"))

/** What holds of the changes of an agenda, and of those across agendas, on a store. */
export const testChanges = (name: string, layer: Layer.Layer<Stores, StoreError>): void => {
  describe(`changes over ${name}`, () => {
    const inWorld = (run: (tools: ReturnType<typeof acting>) => Effect.Effect<void, unknown, Scope.Scope>) =>
      Effect.flatMap(make(layer), (world) => run(acting(world)))

    it.scopedLive(
      "show each caller what its view underwent",
      () =>
        inWorld(({ create, kinds, now, read, write }) =>
          Effect.gen(function*() {
            const before = { public: yield* now(), moderator: yield* now("moderatorToken"), contributor: yield* now("contributorToken") }
            const shown = yield* create("shown", 2)
            const draft = yield* create("draft", 0)
            const own = yield* create("own", 0, "contributorToken")
            yield* write("PATCH", `/events/${draft}`, { conditions: { fr: "gratuit" } })
            yield* write("PATCH", `/events/${shown}`, { state: 0 })
            const { body } = yield* read(`after=${before.public}`)
            expect(body).toEqual({
              success: true,
              changes: [{
                kind: "event.removed",
                type: "event",
                uid: shown,
                agendaUid: agendas.main,
                version: 2,
                at: "2025-06-15T15:06:40.000Z",
                removed: true
              }],
              next: expect.any(String),
              upToDate: true
            })
            expect(kinds((yield* read(`after=${before.moderator}`, "moderatorToken")).body)).toEqual([
              `event.created ${own}`,
              `event.updated ${draft}`,
              `event.unpublished ${shown}`
            ])
            expect(kinds((yield* read(`after=${before.contributor}`, "contributorToken")).body)).toEqual([
              `event.created ${own}`,
              `event.removed ${shown}`
            ])
            const pages: Array<string> = []
            let after = before.public
            for (let last = false; !last;) {
              const page = yield* read(`after=${after}&size=1`)
              pages.push(...kinds(page.body))
              after = nextOf(page.body)
              last = at(page.body, "upToDate") === true
            }
            expect(pages).toEqual([`event.published ${shown}`, `event.removed ${shown}`])
            yield* write("PATCH", `/events/${shown}`, { state: 2 })
            yield* write("PATCH", `/events/${shown}`, { title: { fr: "other" } })
            expect(kinds((yield* read(`after=${after}`)).body)).toEqual([`event.updated ${shown}`])
            expect(kinds((yield* read(`after=${after}&size=1&kind[]=event.published`)).body)).toEqual([`event.published ${shown}`])
            yield* write("DELETE", `/events/${shown}`, undefined)
            expect(kinds((yield* read(`after=${after}`)).body)).toEqual([`event.removed ${shown}`])
            expect(kinds((yield* read(`after=${after}&kind=event.updated`)).body)).toEqual([])
          })
        ),
      30_000
    )

    it.scopedLive("begin with the oldest kept one, and repeat `next` when there is nothing new", () =>
      inWorld(({ create, kinds, read }) =>
        Effect.gen(function*() {
          const uid = yield* create("first", 2)
          const all = yield* read()
          expect(kinds(all.body)).toEqual([`agenda.updated ${agendas.main}`, `event.published ${uid}`])
          const again = yield* read(`after=${nextOf(all.body)}`)
          expect(again.body).toEqual({ success: true, changes: [], next: nextOf(all.body), upToDate: true })
          yield* create("hidden", 0)
          expect((yield* read(`after=${nextOf(all.body)}`)).text).toBe(again.text)
          expect((yield* read("after=now")).text).toBe(again.text)
        })
      ))

    it.scopedLive("show locations, members and settings, and events as a single read does", () =>
      inWorld(({ create, kinds, now, read, world, write }) =>
        Effect.gen(function*() {
          const after = { public: yield* now(), moderator: yield* now("moderatorToken") }
          const location = { name: "Hall", address: "1 rue", countryCode: "FR" }
          const made = yield* write("POST", "/locations", location)
          const place = at(made.body, "location", "uid")
          yield* write("DELETE", `/locations/${String(place)}`, undefined)
          const { uids } = world
          yield* world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, uids.contributor))).pipe(Effect.orDie)
          const uid = yield* create("event", 2)
          expect(kinds((yield* read(`after=${after.public}`)).body)).toEqual(expect.arrayContaining([`location.removed ${String(place)}`]))
          expect(kinds((yield* read(`after=${after.public}`)).body).join()).not.toContain("member")
          expect(kinds((yield* read(`after=${after.moderator}`, "moderatorToken")).body).join()).toContain("member.removed")
          const detailed = yield* read(`after=${after.public}&detailed=1&monolingual=fr&kind=event.published`)
          const single = yield* world.send(`${main}/events/${uid}?monolingual=fr`, { headers: world.credentials.ownerless })
          expect(at(detailed.body, "changes", 0, "event")).toEqual(at(single.body, "event"))
          yield* write("PATCH", `/events/${uid}`, { state: 0 })
          const withdrawn = yield* read(`after=${after.public}&detailed=1&size=1000`)
          const changes = at(withdrawn.body, "changes")
          expect(Array.isArray(changes) ? changes.at(-1) : null).toMatchObject({ kind: "event.removed", event: null })
        })
      ))

    it.scopedLive("refuse what is no cursor of theirs with 400, and one that has expired with 410", () =>
      inWorld(({ create, now, read, world }) =>
        Effect.gen(function*() {
          yield* create("event", 2)
          const cursor = yield* now()
          const flipped = `${cursor.slice(0, 20)}${cursor[20] === "A" ? "B" : "A"}${cursor.slice(21)}`
          const foreign = yield* now("ownerless", `/v2/agendas/${agendas.other}/changes`)
          const across = yield* now("ownerless", "/v2/changes")
          for (const after of ["x", "1", flipped, cursor.slice(1), `${cursor}A`, foreign, across]) {
            const refused = yield* read(`after=${after}`)
            expect([after, refused.status, at(refused.body, "errors", 0, "code")]).toEqual([after, 400, "cursor.invalid"])
          }
          for (const query of ["size=0", "size=1001", "wait=61", "wait=-1", "kind=event.deleted", "detailed=2", "after=now&after=x"]) {
            const refused = yield* read(query)
            expect([query, refused.status, at(refused.body, "errors", 0, "code")]).toEqual([query, 400, "parameter.invalid"])
          }
          const ofModerator = yield* now("moderatorToken")
          const expired = yield* read(`after=${ofModerator}`)
          expect([expired.status, at(expired.body, "type"), at(expired.body, "full")]).toEqual([
            410,
            "https://agenda.example/problems/cursor-expired",
            `https://agenda.example${main}/events?detailed=1&size=300&sort=updatedAt.asc`
          ])
          expect(nextOf(expired.body)).toBe(cursor)
          const full = new URL(String(at(expired.body, "full")))
          expect((yield* world.send(`${full.pathname}${full.search}`, { headers: world.credentials.ownerless })).status).toBe(200)
          const elsewhere = acting(yield* make(MemoryStores.layer))
          yield* elsewhere.create("event", 2)
          const other = yield* elsewhere.now()
          expect((yield* read(`after=${other}`)).status).toBe(410)
        })
      ))

    it.scopedLive(
      "may be kept by who read them once others follow, unless they show events or several agendas",
      () =>
        inWorld(({ create, now, read, world, write }) =>
          Effect.gen(function*() {
            const cursor = yield* now("moderatorToken")
            const uids = [yield* create("first", 2), yield* create("draft", 0), yield* create("third", 2)]
            const page = (query: string) => read(`after=${cursor}&${query}`, "moderatorToken")
            const kept = yield* page("size=2")
            expect([kept.headers["cache-control"], kept.headers["vary"]]).toEqual([
              "private, max-age=300, immutable",
              "key, access-token, authorization, accept-encoding"
            ])
            yield* write("PATCH", `/events/${uids[0]}`, { title: { fr: "other" } })
            yield* write("DELETE", `/events/${uids[1]}`, undefined)
            expect((yield* page("size=2")).text).toBe(kept.text)
            const same = yield* world.send(`${main}/changes?after=${cursor}&size=2`, {
              headers: { ...world.credentials.moderatorToken, "if-none-match": String(kept.headers["etag"]) }
            })
            expect([same.status, same.headers["cache-control"]]).toEqual([304, "private, max-age=300, immutable"])
            const across = yield* now("moderatorToken", "/v2/changes")
            yield* create("fourth", 2)
            yield* create("fifth", 2)
            // The next reader of this address begins later.
            const awaited = yield* Effect.fork(read("after=now&wait=20&size=1", "moderatorToken"))
            yield* Effect.sleep("300 millis")
            yield* world.within(together(["fifth", "sixth"])).pipe(Effect.orDie)
            const begun = yield* Fiber.join(awaited)
            expect([begun.body, begun.headers["cache-control"]]).toMatchObject([{ upToDate: false }, "private, no-cache"])
            const others = [
              yield* page("size=1000"),
              yield* page("size=2&detailed=1"),
              yield* read("size=2", "moderatorToken"),
              yield* read("after=now", "moderatorToken"),
              yield* read(`after=${across}&size=1`, "moderatorToken", "/v2/changes"),
              yield* page("size=0")
            ]
            expect(others.map(({ headers }) => headers["cache-control"])).toEqual(others.map(() => "private, no-cache"))
            expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400])
            yield* world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.moderator))).pipe(Effect.orDie)
            const expired = yield* page("size=2")
            expect([expired.status, expired.headers["cache-control"]]).toEqual([410, "private, no-cache"])
          })
        ),
      30_000
    )

    it.scopedLive("need the rights of a read", () =>
      inWorld(({ now, read, world }) =>
        Effect.gen(function*() {
          const hidden = `/v2/agendas/${agendas.private}/changes`
          expect((yield* world.send(`${main}/changes`)).status).toBe(401)
          expect((yield* read("", "unknownKey")).status).toBe(403)
          expect((yield* read("", "ownerless", hidden)).status).toBe(403)
          expect((yield* read("", "ownerless", "/v2/agendas/999/changes")).status).toBe(404)
          expect((yield* read("", "administratorToken", hidden)).status).toBe(200)
          expect((yield* world.send(`${main}/changes`, { method: "HEAD", headers: world.credentials.ownerless })).status).toBe(200)
          const preflight = yield* world.send(`${main}/changes`, { method: "OPTIONS", headers: { "access-control-request-method": "GET" } })
          expect(preflight.status).toBe(204)
          const cursor = yield* now("administratorToken", hidden)
          yield* world.within(Effect.flatMap(Removals, (removals) => removals.agenda(agendas.private))).pipe(Effect.orDie)
          expect((yield* read(`after=${cursor}`, "administratorToken", hidden)).status).toBe(404)
          yield* world.within(Effect.flatMap(Agendas, (all) => all.create({ uid: agendas.private, title: "Again" }))).pipe(Effect.orDie)
          expect((yield* read(`after=${cursor}`, "moderatorToken", hidden)).status).toBe(410)
        })
      ))

    it.scopedLive("across agendas are those of public, indexed agendas, and with a token those of the caller", () =>
      inWorld(({ create, now, read, world }) =>
        Effect.gen(function*() {
          const path = "/v2/changes"
          const agendasIn = (body: unknown) => {
            const changes = at(body, "changes")
            return Array.isArray(changes) ? [...new Set(changes.map((change) => Number(at(change, "agendaUid"))))] : []
          }
          expect(agendasIn((yield* read("", "ownerless", path)).body)).toEqual([agendas.main, agendas.other])
          expect(agendasIn((yield* read("", "agendaKey", path)).body)).toEqual([agendas.main])
          expect(agendasIn((yield* read("", "administratorToken", path)).body).toSorted((left, right) => left - right)).toEqual(
            Object.values(agendas)
          )
          const after = yield* now("ownerless", path)
          const uid = yield* create("event", 2)
          yield* create("draft", 0)
          const page = yield* read(`after=${after}`, "ownerless", path)
          expect(at(page.body, "changes", 0)).toMatchObject({ kind: "event.published", uid, agendaUid: agendas.main })
          expect(at(page.body, "changes", 1)).toBeUndefined()
          yield* world.within(Effect.flatMap(Agendas, (all) => all.create({ uid: 105, title: "New agenda" }))).pipe(Effect.orDie)
          expect(agendasIn((yield* read(`after=${nextOf(page.body)}`, "ownerless", path)).body)).toEqual([105])
          yield* world.within(Effect.flatMap(Removals, (removals) => removals.agenda(105))).pipe(Effect.orDie)
          const latest = yield* read(`after=${nextOf(page.body)}`, "ownerless", path)
          expect(latest.status).toBe(200)
        })
      ))

    it.scopedLive(
      "wait for a change, and show nothing of what happened in a world that is equal in public",
      () =>
        inWorld(({ create, kinds, now, read }) =>
          Effect.gen(function*() {
            const after = yield* now()
            const waiting = yield* Effect.fork(read(`after=${after}&wait=20`))
            yield* create("draft", 0)
            const uid = yield* create("event", 2)
            const page = yield* Fiber.join(waiting)
            expect(kinds(page.body)).toEqual([`event.published ${uid}`])
            expect((yield* read(`after=${nextOf(page.body)}&wait=1`)).body).toMatchObject({ changes: [], next: nextOf(page.body) })
          })
        ),
      30_000
    )
  })
}
