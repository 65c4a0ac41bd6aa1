import { applyStep, beginning, step } from "@agenda-engine/conformance/testing/History"
import { queryPlan } from "@agenda-engine/conformance/testing/PlanArbitraries"
import { event as indexedEvent } from "@agenda-engine/conformance/testing/RecordArbitraries"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { indexEvent } from "../../../src/derive/indexing/indexEvent.js"
import type { Event } from "../../../src/domain/event/Event.js"
import { readsContent } from "../../../src/query/event/planQuery.js"
import { interpretPlan } from "../../../src/query/interpret/interpretPlan.js"
import type { EventIndex } from "../../../src/record/EventRecord.js"
import { recordOf } from "../../../src/services/event/EventRecords.js"
import { relists } from "../../../src/services/transaction/relists.js"
import { storedEvent, untouched } from "../../validation/storedEvent.js"

/** Another value of each member of an event, and whether lists without search may filter or sort by it. */
const changes: { readonly [F in Exclude<keyof Event, "agendaUid" | "uid">]: readonly [Partial<Event>, isListed: boolean] } = {
  slug: [{ slug: "opera" }, true],
  state: [{ state: 0 }, true],
  featured: [{ featured: true }, true],
  contributorUid: [{ contributorUid: null }, true],
  createdAt: [{ createdAt: 1 }, true],
  updatedAt: [{ updatedAt: 1_665_000_000_009 }, false],
  version: [{ version: 2 }, false],
  title: [{ title: { fr: "Opéra" } }, false],
  description: [{ description: { fr: "Un opéra" } }, false],
  longDescription: [{ longDescription: { fr: "https://youtu.be/x" } }, false],
  conditions: [{ conditions: { fr: "Payant" } }, false],
  keywords: [{ keywords: { fr: ["jazz"] } }, true],
  image: [{ image: null }, false],
  imageCredits: [{ imageCredits: "Toi" }, false],
  attendanceMode: [{ attendanceMode: 2 }, true],
  onlineAccessLink: [{ onlineAccessLink: "https://example.org/2" }, false],
  status: [{ status: 6 }, true],
  locationUid: [{ locationUid: null }, true],
  accessibility: [{ accessibility: { ...storedEvent.accessibility, ii: true } }, true],
  age: [{ age: { min: 8, max: null } }, true],
  registration: [{ registration: [] }, false],
  timezone: [{ timezone: "UTC" }, true],
  timezoneNamed: [{ timezoneNamed: true }, true],
  timings: [{ timings: [storedEvent.timings[0]] }, true],
  extIds: [{ extIds: [] }, true],
  offers: [{ offers: [{ provider: "mapado", currency: "EUR", tiers: [] }] }, true],
  slotOffers: [{ slotOffers: { aaaaa: [] } }, true],
  fields: [{ fields: { genre: [1] } }, true]
}

const listedIndex = ({ availability: _intervals, search: _search, ...index }: EventIndex) => index

describe("relists", () => {
  const before = recordOf(storedEvent, untouched)

  it.each(Object.entries(changes))("a change of %s", (_member, [change, isListed]) => {
    const after = { ...storedEvent, ...change }
    expect(recordOf(after, untouched)).not.toEqual(before)
    expect(relists(before, recordOf(after, untouched))).toBe(isListed)
    if (!isListed) expect(listedIndex(indexEvent(after, [], {}))).toEqual(listedIndex(indexEvent(storedEvent, [], {})))
  })

  it("any changes together: those that do not relist leave the index as it was, beside search and availability", () => {
    FastCheck.assert(FastCheck.property(FastCheck.subarray(Object.values(changes)), (chosen) => {
      const after = chosen.reduce<Event>((event, [change]) => ({ ...event, ...change }), storedEvent)
      const isRelisted = relists(before, recordOf(after, untouched))
      expect(isRelisted).toBe(chosen.some(([, isListed]) => isListed))
      if (!isRelisted) expect(listedIndex(indexEvent(after, [], {}))).toEqual(listedIndex(indexEvent(storedEvent, [], {})))
    }))
  })

  it.each([
    ["another language", { title: { fr: "Concert", en: "Concert" } }, true],
    ["an empty language", { title: { fr: "Concert", en: " " } }, false],
    ["a language less", { conditions: {} }, false]
  ])("%s", (_what, change, isListed) => {
    const after = { ...storedEvent, ...change }
    expect(relists(before, recordOf(after, untouched)) || !isListed).toBe(true)
    const languages = ({ terms }: EventIndex) => terms.filter(({ dimension }) => dimension === "language")
    if (isListed) expect(languages(indexEvent(after, [], {}))).not.toEqual(languages(indexEvent(storedEvent, [], {})))
  })

  it("a change of availability rows does not", () => {
    const sold = { ...before, availability: '{"aaaaa":{"box":{"status":"soldOut"}}}', availabilityUpdatedAt: 5 }
    expect(relists(before, sold)).toBe(false)
  })

  it("a change of a large event counts", () => {
    const long = (fr: string) => recordOf({ ...storedEvent, longDescription: { fr } }, untouched)
    expect(relists(long("a"), long("b"))).toBe(false)
    expect([relists(long("a".repeat(65_536)), before), relists(before, long("b".repeat(65_536)))]).toEqual([true, true])
  })

  it("a field that is named like a text counts", () => {
    const titled = (title: number) => recordOf({ ...storedEvent, fields: { title } }, untouched)
    expect(relists(titled(1), titled(2))).toBe(true)
  })
})

const data = FastCheck.array(step, { maxLength: 25, size: "max" }).map((steps) => steps.reduce(applyStep, beginning))

describe("a plan that does not read content", () => {
  it("has the same page, order and total after the texts of an event changed", () => {
    let compared = 0
    FastCheck.assert(
      FastCheck.property(queryPlan, data, indexedEvent, FastCheck.nat(), (made, over, other, nth) => {
        const plan = {
          ...made,
          tallies: [],
          tombstones: undefined,
          removed: null,
          segments: made.segments.filter(({ source }) => source === "live")
        }
        const { tombstones: _none, ...asked } = plan
        if (readsContent(asked) || asked.segments.length !== made.segments.length) return
        const chosen = over.events[nth % Math.max(1, over.events.length)]
        const events = over.events.map((event) =>
          event === chosen
            ? {
              record: { ...event.record, updatedAt: other.record.updatedAt, availabilityUpdatedAt: other.record.availabilityUpdatedAt },
              index: { ...event.index, search: other.index.search }
            }
            : event
        )
        const places = (now: typeof over) => {
          const { hits, more, total } = interpretPlan(asked, now)
          return { total, more, hits: hits.map(({ position, segment }) => [segment, position]) }
        }
        expect(places({ ...over, events })).toEqual(places(over))
        compared += over.events.length > 0 ? 1 : 0
      }),
      { numRuns: 400 }
    )
    expect(compared).toBeGreaterThan(20)
  })
})
