import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import type { EventList } from "../../../src/contract/EventResult.js"
import { rawBody } from "../../../src/contract/RawBody.js"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import type { EventState } from "../../../src/domain/event/Event.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import type { EventQuery } from "../../../src/query/event/EventQuery.js"
import { Access, authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Events } from "../../../src/services/Events.js"
import { Members } from "../../../src/services/Members.js"
import { PublishedEvents } from "../../../src/services/PublishedEvents.js"
import { eventsAs } from "../access/callers.js"
import { draftOf, everything, testAgenda, testEngine } from "../testEngine.js"

const plain = { lang: null }

const byUid = (event: JsonObject) => ({ _tag: "Uid" as const, uid: Number(event.uid) })

const at = (iso: string) => TestClock.setTime(iso)

const world = Effect.gen(function*() {
  yield* at("2030-01-01T00:00:00Z")
  const access = yield* Access
  const events = yield* Events
  const found = yield* testAgenda
  const { agenda, ref } = found
  const secretOf = (key: string) => access.identify({ key, token: null })
  const create = (caller: Caller, title: string, more: JsonObject = {}) =>
    Effect.map(
      eventsAs(caller, ref).create(draftOf(title, more), plain),
      ({ event }) => event
    )
  const list = (caller: Caller, query: Partial<EventQuery> = {}) =>
    eventsAs(caller, { _tag: "Uid", uid: agenda.uid }).list({ ...everything, ...query })
  const mine = (caller: Caller, query: Partial<EventQuery> = {}) => list(caller, { ...query, filter: { mine: true, ...query.filter } })
  const changes = (caller: Caller, query: Partial<EventQuery> = {}) =>
    Effect.map(
      list(caller, { removed: "with", sort: ["updatedAt.asc"], ...query }),
      (answer) => [answer.total, ...answer.events.map((event) => [event.uid, event.removed, event.updatedAt])]
    )
  return { ...found, events, secretOf, create, list, mine, changes }
})

const uids = (answer: { readonly events: ReadonlyArray<JsonObject> }) => answer.events.map(({ uid }) => uid)

describe("a contributor's own events", () => {
  it.scoped("contributors read their own events in every state with a token or a secret key only", () =>
    Effect.gen(function*() {
      const { contributor, create, other, ref, secretOf } = yield* world
      const publications = yield* PublishedEvents
      const event = yield* create(contributor.token, "Brouillon", { extIds: [{ key: "own", value: "1" }] })
      const names = [byUid(event), { _tag: "Slug", slug: "brouillon" }, { _tag: "ExtId", key: "own", value: "1" }] as const
      for (const caller of [contributor.token, yield* secretOf(contributor.secret)]) {
        for (const name of names) {
          expect((yield* eventsAs(caller, ref).get(name)).event).toMatchObject({
            uid: event.uid,
            state: 0
          })
        }
        expect((yield* authorized(caller, ref, "events:read", (by) => publications.event(by, byUid(event)))).event.uid).toBe(event.uid)
        const { event: shown } = yield* eventsAs(caller, ref).get(byUid(event))
        expect("member" in shown || "stateHistory" in shown).toBe(false)
      }
      for (const caller of [contributor.reader, other.token, yield* secretOf(other.secret)]) {
        for (const name of names) {
          expect((yield* Effect.flip(eventsAs(caller, ref).get(name)))._tag).toBe("NotFound")
        }
        expect((yield* Effect.flip(authorized(caller, ref, "events:read", (by) => publications.event(by, byUid(event)))))._tag).toBe(
          "NotFound"
        )
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("mine lists the caller's own events in every state, or in the filtered ones, and no others", () =>
    Effect.gen(function*() {
      const { administrator, contributor, create, list, mine, other, secretOf } = yield* world
      const draft = yield* create(contributor.token, "Brouillon")
      const another = yield* create(contributor.token, "Autre")
      yield* create(other.token, "Secret")
      const own = yield* create(administrator.token, "Fête")
      const facets = [{ type: "states" as const, key: "states", size: 10 }]
      for (const caller of [contributor.token, yield* secretOf(contributor.secret)]) {
        const answer = yield* mine(caller, { facets, sort: ["createdAt.asc"] })
        expect([answer.total, new Set(uids(answer))]).toEqual([2, new Set([draft.uid, another.uid])])
        expect(answer.facets).toMatchObject({ states: [{ key: 0, eventCount: 2 }] })
        expect((yield* mine(caller, { filter: { state: [2] } })).total).toBe(0)
        expect((yield* mine(caller, { filter: { state: [0] } })).total).toBe(2)
        expect((yield* mine(caller, { filter: { search: ["secret"] } })).total).toBe(0)
        expect((yield* list(caller)).total).toBe(1)
        expect((yield* Effect.flip(list(caller, { filter: { state: [0] } })))._tag).toBe("Forbidden")
      }
      expect(uids(yield* mine(administrator.token))).toEqual([own.uid])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("mine is refused without membership, with public keys and for the operator", () =>
    Effect.gen(function*() {
      const { administrator, anyone, contributor, mine, moderator, outsider } = yield* world
      for (
        const caller of [anyone, contributor.reader, moderator.reader, administrator.reader, outsider.token, outsider.reader, operator]
      ) {
        expect((yield* Effect.flip(mine(caller)))._tag).toBe("Forbidden")
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("the tombstone of a removed unpublished event is visible to its contributor and not to other members", () =>
    Effect.gen(function*() {
      const { administrator, changes, contributor, create, other, ref } = yield* world
      const never = yield* create(contributor.token, "Jamais")
      const once = yield* create(contributor.token, "Une fois")
      const own = { filter: { mine: true } }
      const setState = (event: JsonObject, state: number) =>
        eventsAs(administrator.token, ref).patch(byUid(event), rawBody({ state }), plain)
      yield* at("2030-01-01T00:00:01Z")
      yield* setState(once, 2)
      yield* at("2030-01-01T00:00:02Z")
      yield* setState(once, -1)
      expect((yield* changes(contributor.token, own)).slice(1)).toEqual([
        [never.uid, false, "2030-01-01T00:00:00.000Z"],
        [once.uid, false, "2030-01-01T00:00:02.000Z"]
      ])
      yield* at("2030-01-01T00:00:03Z")
      yield* eventsAs(administrator.token, ref).remove(byUid(never))
      yield* eventsAs(administrator.token, ref).remove(byUid(once))
      const gone = "2030-01-01T00:00:03.000Z"
      expect(new Set((yield* changes(contributor.token, own)).slice(1))).toEqual(
        new Set([[never.uid, true, gone], [once.uid, true, gone]])
      )
      const public_ = [1, [once.uid, true, "2030-01-01T00:00:02.000Z"]]
      expect(yield* changes(contributor.token)).toEqual(public_)
      expect(yield* changes(other.token)).toEqual(public_)
      expect(yield* changes(other.token, own)).toEqual(public_)
      expect(yield* changes(administrator.token)).toEqual(public_)
    }).pipe(Effect.provide(testEngine)))
})

describe("tombstones of events that are no longer published", () => {
  it.scoped("tombstones are in lists of published events and not in lists of the new state", () =>
    Effect.gen(function*() {
      const { administrator, anyone, changes, create, moderator, ref } = yield* world
      const event = yield* create(administrator.token, "Publié", { state: 2 })
      const setState = (state: number) => eventsAs(administrator.token, ref).patch(byUid(event), rawBody({ state }), plain)
      yield* at("2030-01-01T00:00:01Z")
      yield* setState(1)
      const first = "2030-01-01T00:00:01.000Z"
      for (const caller of [anyone, administrator.token, moderator.token, moderator.reader]) {
        expect(yield* changes(caller)).toEqual([1, [event.uid, true, first]])
      }
      const asking = (...state: ReadonlyArray<EventState>) => changes(moderator.reader, { filter: { state } })
      expect(yield* asking(2, 1)).toEqual([1, [event.uid, false, first]])
      expect(yield* asking(1)).toEqual([1, [event.uid, false, first]])
      expect(yield* asking(2, 0)).toEqual([1, [event.uid, true, first]])
      yield* at("2030-01-01T00:00:02Z")
      yield* setState(-1)
      const second = "2030-01-01T00:00:02.000Z"
      // A client that listed it by its state learns that it has left that state too.
      expect(yield* asking(2, 1)).toEqual([1, [event.uid, true, second]])
      expect(yield* asking(2)).toEqual([1, [event.uid, true, first]])
      expect(yield* asking(2, 1, 0, -1)).toEqual([1, [event.uid, false, second]])
      expect(yield* changes(moderator.token, { removed: "only", filter: { state: [2, 1], updatedAt: [{ gte: null, lte: 0 }] } })).toEqual([
        0
      ])
      yield* at("2030-01-01T00:00:03Z")
      yield* eventsAs(administrator.token, ref).remove(byUid(event))
      expect(yield* asking(2, 1)).toEqual([1, [event.uid, true, "2030-01-01T00:00:03.000Z"]])
      expect(yield* asking(2)).toEqual([1, [event.uid, true, first]])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("tombstones are sorted by their own instant in a list with several sort orders", () =>
    Effect.gen(function*() {
      const { administrator, anyone, create, list, ref } = yield* world
      const created: Array<JsonObject> = []
      for (const second of [0, 1, 2, 3]) {
        yield* at(`2030-01-01T00:00:0${second}Z`)
        created.push(yield* create(administrator.token, `Fête ${second}`, { state: 2 }))
      }
      const [first, second, third, fourth] = created
      if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error("no events")
      yield* at("2030-01-01T00:00:04Z")
      yield* eventsAs(administrator.token, ref).remove(byUid(second))
      yield* at("2030-01-01T00:00:05Z")
      yield* eventsAs(administrator.token, ref).patch(byUid(first), { status: 6 }, plain)
      const order = [third.uid, fourth.uid, second.uid, first.uid]
      for (const other of ["timings.asc", "location.name.asc", "score"] as const) {
        const asked = { removed: "with", sort: ["updatedAt.asc", other] } as const
        expect(uids(yield* list(anyone, asked))).toEqual(order)
        const walked: Array<unknown> = []
        let start: EventQuery["start"] = { _tag: "First" }
        for (let pages = 0; pages < 9; pages++) {
          const page: EventList = yield* list(anyone, { ...asked, size: 1, start })
          walked.push(...uids(page))
          if (page.after === null) break
          start = { _tag: "After", cursor: page.after }
        }
        expect(walked).toEqual(order)
      }
    }).pipe(Effect.provide(testEngine)))
})

describe("an identifier that a hidden event has", () => {
  it.scoped("an identifier of a hidden event is the same conflict for every way to create an event", () =>
    Effect.gen(function*() {
      const { administrator, contributor, create, other, ref } = yield* world
      yield* create(other.token, "Caché", { slug: "cache", extIds: [{ key: "feed", value: "1" }] })
      const feed = { key: "feed", value: "1" }
      const codes = (error: { readonly _tag: string; readonly message: string; readonly issues?: unknown }) => [error._tag, error.message]
      const byUpsert = yield* Effect.flip(
        eventsAs(contributor.token, ref).upsert(feed, draftOf("Autre"), plain)
      )
      const byCreate = yield* Effect.flip(
        eventsAs(contributor.token, ref).create(draftOf("Autre", { extIds: [feed] }), plain)
      )
      const bySlug = yield* Effect.flip(
        eventsAs(contributor.token, ref).create(draftOf("Autre", { slug: "cache" }), plain)
      )
      for (const error of [byUpsert, byCreate, bySlug]) {
        expect(codes(error)).toEqual(["Conflict", "an identifier of this event is taken"])
        expect(error._tag === "Conflict" ? error.issues?.map(({ code }) => code) : []).toEqual(["duplicate"])
      }
      // A caller who may see the event gets an issue of the body.
      expect(
        (yield* Effect.flip(
          eventsAs(administrator.token, ref).create(draftOf("Autre", { extIds: [feed] }), plain)
        ))._tag
      ).toBe("Invalid")
      expect((yield* eventsAs(other.token, ref).upsert(feed, draftOf("Vu"), plain)).outcome)
        .toBe(
          "updated"
        )
      // A write that creates nothing fails as for an event that never existed.
      expect(
        (yield* Effect.flip(
          eventsAs(contributor.token, ref).patch({ _tag: "ExtId", ...feed }, {}, plain)
        ))._tag
      ).toBe("NotFound")
      expect(
        (yield* eventsAs(contributor.token, ref).upsert({ key: "feed", value: "2" }, draftOf("Autre"), plain)).outcome
      ).toBe("created")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a slug of a visible event of another agenda is an issue of the body", () =>
    Effect.gen(function*() {
      const { administrator, contributor, ref } = yield* world
      const agendas = yield* Agendas
      const members = yield* Members
      const open = yield* agendas.create({ title: "Ouvert" })
      const closed = yield* agendas.create({ title: "Fermé", private: true })
      const fill = (uid: number, title: string, state: number) =>
        eventsAs(operator, { _tag: "Uid", uid }).create(draftOf(title, { slug: title, state }), plain)
      yield* fill(open.uid, "open-published", 2)
      yield* fill(open.uid, "open-draft", 0)
      yield* fill(closed.uid, "closed-published", 2)
      const answers = (caller: Caller) =>
        Effect.forEach(["open-published", "open-draft", "closed-published"], (slug) =>
          Effect.map(
            Effect.flip(eventsAs(caller, ref).create(draftOf("Autre", { slug }), plain)),
            (error) =>
              error._tag === "Invalid" || error._tag === "Conflict"
                ? [
                  error._tag,
                  error.issues?.map(({ code }) => code)
                ]
                : [error._tag]
          ))
      const [fault, conflict] = [["Invalid", ["duplicate"]], ["Conflict", ["duplicate"]]]
      expect(yield* answers(contributor.token)).toEqual([fault, conflict, conflict])
      expect(yield* answers(administrator.token)).toEqual([fault, conflict, conflict])
      yield* members.add(open.uid, administrator.user.uid, "moderator")
      yield* members.add(closed.uid, contributor.user.uid, "contributor")
      expect(yield* answers(administrator.token)).toEqual([fault, fault, conflict])
      expect(yield* answers(contributor.token)).toEqual([fault, conflict, fault])
      expect(yield* answers(operator)).toEqual([fault, fault, fault])
    }).pipe(Effect.provide(testEngine)))
})
