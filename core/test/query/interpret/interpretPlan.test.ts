import { applyStep, beginning, step } from "@agenda-engine/conformance/testing/History"
import { queryPlan } from "@agenda-engine/conformance/testing/PlanArbitraries"
import {
  day,
  hour,
  interval,
  noon,
  sampleAgenda,
  sampleEvent,
  sampleLocation,
  sampleTombstone
} from "@agenda-engine/conformance/testing/SampleRecords"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { compareCodePoints } from "../../../src/domain/text/compareCodePoints.js"
import { changeKeys, type Direction, placeOrders } from "../../../src/query/event/EventSort.js"
import type { PlanData } from "../../../src/query/event/PlanData.js"
import { countedSegments } from "../../../src/query/event/planSegments.js"
import type { PlanStart, QueryPlan, SearchResult } from "../../../src/query/event/QueryPlan.js"
import { interpretPlan } from "../../../src/query/interpret/interpretPlan.js"
import { planned } from "../planned.js"

const data: FastCheck.Arbitrary<PlanData> = FastCheck.array(step, { maxLength: 25, size: "max" }).map((steps) =>
  steps.reduce(applyStep, beginning)
)

const first: PlanStart = { _tag: "Skip", count: 0 }

const pages = (plan: QueryPlan, over: PlanData): ReadonlyArray<SearchResult> => {
  const answer = interpretPlan(plan, over)
  const last = answer.hits.at(-1)
  if (last === undefined || !answer.more) return [answer]
  return [answer, ...pages({ ...plan, start: { _tag: "After", segment: last.segment, position: last.position } }, over)]
}

const byText = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...list].sort((left, right) => compareCodePoints(JSON.stringify(left), JSON.stringify(right)))

/** An answer with what comes in any order in one. */
const settled = (answer: SearchResult): SearchResult => ({
  ...answer,
  locations: byText(answer.locations),
  tallies: answer.tallies.map((tally) => {
    switch (tally._tag) {
      case "Counts":
        return { ...tally, counts: byText(tally.counts) }
      case "Points":
        return { ...tally, points: byText(tally.points) }
      case "Span":
        return tally
    }
  })
})

describe("interpretPlan", () => {
  it("pages of any size return each match once", () => {
    FastCheck.assert(FastCheck.property(queryPlan, data, FastCheck.integer({ min: 1, max: 5 }), (plan, over, limit) => {
      const whole = interpretPlan({ ...plan, start: first, limit: 1_000 }, over)
      const walked = pages({ ...plan, start: first, limit }, over)
      expect(walked.flatMap(({ hits }) => hits)).toEqual(whole.hits)
      expect(walked.map(({ total }) => total)).toEqual(walked.map(() => whole.hits.length))
      expect(new Set(whole.hits.map((hit) => hit.position.uid)).size).toBe(whole.hits.length)
      expect(whole.more).toBe(false)
    }))
  })

  it("pages by a descending sort return the reverse of the ascending one, records without a value apart", () => {
    const keys = [...changeKeys, ...placeOrders.map((field) => `location.${field}` as const)]
    FastCheck.assert(FastCheck.property(FastCheck.constantFrom(...keys), queryPlan, data, FastCheck.nat(4), (key, plan, over, size) => {
      const walked = (direction: Direction) => {
        const segments = planned({ sort: [`${key}.${direction}`] }).plan.segments
        return pages({ ...plan, removed: null, segments, start: first, limit: size + 1 }, over).flatMap(({ hits }) => hits)
      }
      const reversed = walked("asc").toReversed()
      const isLast = ({ position }: SearchResult["hits"][number]) => position.values[0] === null
      expect(walked("desc")).toEqual([...reversed.filter((hit) => !isLast(hit)), ...reversed.filter(isLast)])
    }))
  })

  it("offset pages return the same records as one large page", () => {
    FastCheck.assert(FastCheck.property(queryPlan, data, FastCheck.nat(8), FastCheck.nat(8), (plan, over, count, limit) => {
      const whole = interpretPlan({ ...plan, start: first, limit: 1_000 }, over)
      const answer = interpretPlan({ ...plan, start: { _tag: "Skip", count }, limit }, over)
      expect(answer.hits).toEqual(whole.hits.slice(count, count + limit))
      expect(answer.more).toBe(limit > 0 && whole.hits.length > count + limit)
    }))
  })

  it("an unordered count equals the number of listed records", () => {
    FastCheck.assert(FastCheck.property(queryPlan, data, (plan, over) => {
      const removed = plan.live === null ? "only" : plan.removed === null ? "without" : "with"
      const counted = interpretPlan({ ...plan, segments: countedSegments(removed), start: first, limit: 0 }, over)
      expect(counted.total).toBe(interpretPlan(plan, over).total)
    }))
  })

  it("plans that were serialized as JSON or cloned have the same result", () => {
    FastCheck.assert(FastCheck.property(queryPlan, data, (plan, over) => {
      const answer = interpretPlan(plan, over)
      expect(interpretPlan(structuredClone(plan), over)).toEqual(answer)
      const sent: typeof plan = JSON.parse(JSON.stringify(plan))
      expect(sent).toEqual(plan)
    }))
  })

  it("the result does not depend on the order of the records", () => {
    FastCheck.assert(FastCheck.property(queryPlan, data, (plan, over) => {
      const reversed = { ...over, events: [...over.events].reverse(), tombstones: [...over.tombstones].reverse() }
      expect(settled(interpretPlan(plan, reversed))).toEqual(settled(interpretPlan(plan, over)))
    }))
  })

  it("a list without filters returns every published event", () => {
    FastCheck.assert(FastCheck.property(queryPlan, data, (plan, over) => {
      const live = [{ _tag: "State", in: [2] } as const]
      const segments = [{ source: "live", featured: null, endedFilter: null, order: [], ties: "asc" } as const]
      const answer = interpretPlan({
        ...plan,
        live,
        removed: null,
        segments,
        start: first,
        limit: 100,
        scope: { _tag: "Agenda", agendaUid: 1 }
      }, over)
      const uids = over.events.filter(({ record }) => record.state === 2 && record.agendaUid === 1).map(({ record }) => record.uid)
      expect(answer.hits.map((hit) => hit.position.uid)).toEqual(uids.sort((left, right) => left - right))
    }))
  })

  it("the result contains heads, bodies, next slots, locations, tombstones and positions", () => {
    const event = sampleEvent(1, { locationUid: 5, at: [interval(-1), interval(1)], extIds: [{ key: "a", value: "b" }] })
    const location = sampleLocation(5, 1)
    const { availability: rows, detail, extIds, retiredSlotIds, slots, ...head } = event.record
    const plan: QueryPlan = {
      scope: { _tag: "Agenda", agendaUid: 1 },
      audience: "public",
      asOf: noon - day,
      shownAt: noon + 2 * hour,
      live: [],
      removed: [],
      segments: [
        { source: "live", featured: null, endedFilter: "notEnded", order: [{ key: "nextBegin", direction: "asc" }], ties: "asc" },
        { source: "removed", featured: null, endedFilter: null, order: [], ties: "asc" }
      ],
      start: first,
      limit: 2,
      bodies: true,
      locations: true,
      tallies: [{ _tag: "Location" }]
    }
    const over: PlanData = {
      agendas: [sampleAgenda(1)],
      events: [event],
      locations: [location, sampleLocation(6, 1)],
      tombstones: [sampleTombstone(3), sampleTombstone(2)]
    }
    expect(interpretPlan(plan, over)).toEqual({
      hits: [
        {
          _tag: "Event",
          segment: 0,
          position: { values: [interval(-1).begin], uid: 1 },
          head,
          body: { availability: rows, detail, extIds, retiredSlotIds, slots },
          next: null,
          availability: null
        },
        { _tag: "Tombstone", segment: 1, position: { values: [], uid: 2 }, tombstone: sampleTombstone(2) }
      ],
      locations: [location.record],
      segments: [1, 2],
      total: 3,
      more: true,
      tallies: [{ _tag: "Counts", counts: [{ value: 5, spelling: null, count: 1 }] }]
    })
  })
})
