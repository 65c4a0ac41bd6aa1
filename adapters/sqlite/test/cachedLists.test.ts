import { interval, noon, sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import { testEngine } from "@agenda-engine/conformance/testing/testEngine"
import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { Access } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as SqliteStores from "../src/SqliteStores.js"
import { withAgenda } from "./withAgenda.js"

const query: EventQuery = {
  filter: {},
  removed: "without",
  sort: [],
  start: { _tag: "First" },
  size: 2,
  detailed: false,
  includeSort: false,
  facets: [{ key: "keywords", type: "keywords", size: 10 }]
}

const put = (uid: number, bumped = "agenda:1") =>
  Effect.gen(function*() {
    const { index, record } = sampleEvent(uid, { at: [interval(uid)], keywords: ["jazz"] })
    const events = yield* EventStore
    const revisions = yield* RevisionStore
    yield* (yield* Transaction).run(Effect.zipRight(events.put(record, index), revisions.bump([bumped])))
  })

/** Lists of agenda 1 through the engine over a file of its own, and changes of the file that bump no revision. */
const withLists = <A, E>(
  test: (lists: {
    readonly list: (query: EventQuery) => Effect.Effect<
      { readonly total: number; readonly uids: ReadonlyArray<unknown>; readonly facets: unknown; readonly after: ReadonlyArray<string> },
      unknown
    >
    readonly put: (uid: number) => Effect.Effect<void, unknown>
    /** Unpublishes an event behind the back of the engine: cached values cannot show it. */
    readonly hide: (uid: number) => Effect.Effect<void, unknown>
    readonly bump: (topic: string) => Effect.Effect<void, unknown>
  }) => Effect.Effect<A, E>
) =>
  Effect.zipRight(
    TestClock.setTime(noon),
    withAgenda(({ bump, changeUnseen, filename }) => {
      const stores = SqliteStores.layer({ filename, migrate: false })
      const engine = testEngine.pipe(Layer.provide(stores))
      return Effect.flatMap(Effect.all([Access, Events]), ([access, events]) =>
        test({
          list: (query) =>
            access.authorize(anonymous, { _tag: "Uid", uid: 1 }, "events:read").pipe(
              Effect.flatMap((by) => events.list(by, query)),
              Effect.map(({ after, events, facets, total }) => ({
                total,
                uids: events.map((event) => event["uid"]),
                facets,
                after: after ?? []
              }))
            ),
          put: (uid) => Effect.provide(put(uid), stores),
          hide: (uid) =>
            Effect.zipRight(
              changeUnseen(`DELETE FROM agenda_slot WHERE event_uid = ${uid}`),
              Effect.zipRight(
                changeUnseen(`DELETE FROM agenda_filter_term WHERE event_uid = ${uid}`),
                changeUnseen(`UPDATE agenda_event SET state = 0 WHERE uid = ${uid}`)
              )
            ),
          bump
        })).pipe(Effect.provide(engine))
    })
  )

describe("cached lists of an agenda", () => {
  it.scoped("stay until a revision of the agenda changes, pages and counts alike", () =>
    withLists(({ bump, hide, list, put }) =>
      Effect.gen(function*() {
        for (const uid of [1, 2, 3]) yield* put(uid)
        // A page is cached at the second miss of its plan.
        yield* list(query)
        const first = yield* list(query)
        expect(first).toMatchObject({ total: 3, uids: [1, 2] })

        yield* hide(1)
        expect(yield* list(query)).toEqual(first)
        const next: EventQuery = { ...query, start: { _tag: "After", cursor: first.after } }
        expect(yield* list(next)).toMatchObject({ total: 3, uids: [3], facets: first.facets })
        expect(yield* list({ ...query, size: 1 })).toMatchObject({ total: 3, uids: [2] })
        yield* bump("agenda:2")
        expect(yield* list(query)).toEqual(first)

        yield* bump("agenda:1")
        const changed = yield* list(query)
        expect(changed).toMatchObject({ total: 2, uids: [2, 3] })
        expect(changed.facets).not.toEqual(first.facets)
      })
    ))

  it.scoped("show at once what another process writes", () =>
    withLists(({ list, put }) =>
      Effect.gen(function*() {
        for (const uid of [1, 2, 3, 4]) {
          yield* put(uid)
          for (const _ of [1, 2]) expect(yield* list(query)).toMatchObject({ total: uid })
        }
      })
    ))
})
