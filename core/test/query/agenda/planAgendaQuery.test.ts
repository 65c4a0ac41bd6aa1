import { agenda, event, location } from "@agenda-engine/conformance/testing/RecordArbitraries"
import { day, noon } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { defaultLimits } from "../../../src/domain/Limits.js"
import { encodeAgendaCursor } from "../../../src/query/agenda/AgendaCursor.js"
import type { AgendaPlan } from "../../../src/query/agenda/AgendaPlan.js"
import type { AgendaQuery } from "../../../src/query/agenda/AgendaQuery.js"
import { planAgendaQuery } from "../../../src/query/agenda/planAgendaQuery.js"
import { interpretAgendaPlan } from "../../../src/query/interpret/interpretAgendaPlan.js"

const plan = (query: Partial<AgendaQuery>, now = noon, within: ReadonlyArray<number> | null = null) =>
  planAgendaQuery({ size: 20, ...query }, { within, now, limits: defaultLimits })

const planned = (query: Partial<AgendaQuery>, now?: number) => Either.getOrThrow(plan(query, now))

const queries: ReadonlyArray<Partial<AgendaQuery>> = [
  {},
  { search: "jazz" },
  { sort: "createdAt.desc" },
  { search: "jazz", sort: "createdAt.desc" },
  { sort: "recentlyAddedEvents.desc" }
]

describe("planAgendaQuery", () => {
  it("the default order is relevance with a search, else uid", () => {
    expect(queries.map((query) => planned(query).sort)).toEqual(["uid", "relevance", "createdAt", "createdAt", "recentlyAddedEvents"])
    expect(planned({ search: "?!" })).toMatchObject({ sort: "relevance", uids: [], words: [] })
  })

  it("filters are copied into the plan", () => {
    const updatedAt = [{ gte: noon, lte: null }]
    expect(planned({ network: [9], locationSet: [5, 6], updatedAt, official: false, slug: ["a"], search: "Été à" })).toMatchObject({
      networkUids: [9],
      locationSetUids: [5, 6],
      updatedAt,
      official: false,
      slugs: ["a"],
      words: [{ beginning: "ete", forms: ["ete", "et"] }]
    })
    expect(planned({})).toMatchObject({ uids: null, networkUids: null, locationSetUids: null, updatedAt: null, official: null })
  })

  it("the plan is restricted to the agendas of the key", () => {
    expect(Either.getOrThrow(plan({}, noon, [1, 2])).uids).toEqual([1, 2])
    expect(Either.getOrThrow(plan({ uid: [2, 3] }, noon, [1, 2])).uids).toEqual([2])
  })

  it("every page counts events added in the thirty days before the first page", () => {
    const first = planned({ sort: "recentlyAddedEvents.desc" })
    expect(first.recent, "by the quarter of an hour").toEqual({ gte: noon - 30 * day, lte: noon + 899_999 })
    expect(planned({ sort: "recentlyAddedEvents.desc" }, noon + 60_001)).toEqual(first)
    const after = encodeAgendaCursor(first, { key: 3, uid: 7 })
    expect(planned({ sort: "recentlyAddedEvents.desc", after }, noon + day)).toEqual({ ...first, after: { key: 3, uid: 7 } })
  })

  it("a cursor of another order or an invalid cursor is refused", () => {
    for (const made of queries) {
      const after = encodeAgendaCursor(planned(made), { key: planned(made).sort === "uid" ? 0 : 4, uid: 7 })
      for (const query of queries) {
        const found = plan({ ...query, after })
        if (planned(query).sort === planned(made).sort) expect(found).toMatchObject({ right: { after: { uid: 7 } } })
        else expect(found).toMatchObject({ left: [{ code: "cursor.invalid", field: "after", origin: after }] })
      }
    }
    for (const after of [[], [1, 2], [1.5], [1, 2, 3, 4, 5], [Number.NaN]]) {
      for (const query of queries) expect(Either.isLeft(plan({ ...query, after })), JSON.stringify({ query, after })).toBe(true)
    }
  })
})

const pageAfter = (first: AgendaPlan, after: ReadonlyArray<number>, query: Partial<AgendaQuery>): AgendaPlan => ({
  ...planned({ ...query, after }, noon + day),
  limit: first.limit
})

describe("paging by `after`", () => {
  it("pages return every agenda once, in the order of the full list", () => {
    const data = FastCheck.record({
      agendas: FastCheck.uniqueArray(FastCheck.tuple(agenda, FastCheck.integer({ min: 1, max: 99 })), { selector: ([, uid]) => uid }).map(
        (made) => made.map(([record, uid]) => ({ ...record, uid }))
      ),
      events: FastCheck.array(event, { maxLength: 12 }),
      locations: FastCheck.uniqueArray(location, { selector: ({ record }) => record.uid })
    })
    FastCheck.assert(FastCheck.property(data, FastCheck.constantFrom(...queries), FastCheck.constantFrom(1, 2, 3), (data, query, limit) => {
      const first = { ...planned(query), limit }
      const whole = interpretAgendaPlan({ ...first, limit: 100 }, data)
      const met: Array<number> = []
      let answer = interpretAgendaPlan(first, data)
      for (;;) {
        expect(answer.total).toBe(whole.total)
        met.push(...answer.agendas.map((hit) => hit.agenda.uid))
        const last = answer.agendas.at(-1)
        if (!answer.more || last === undefined) break
        const after = encodeAgendaCursor(first, { key: last.key, uid: last.agenda.uid })
        answer = interpretAgendaPlan(pageAfter(first, after, query), data)
      }
      expect(met).toEqual(whole.agendas.map((hit) => hit.agenda.uid))
    }))
  })
})
