import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import { at, instantOf } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askRefused, check, checkSame, eventsPath, need, page, sampleOf, uidAt, undisturbed } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const encoded = (value: unknown): string => encodeURIComponent(String(value))

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

/** The sample, which must be all events that the lists find. */
const wholeSample = (target: HttpTarget, events_min = 1) =>
  Effect.tap(
    sampleOf(target, events_min),
    ({ events, total }) => need(events.length === total && total <= 300, "an agenda of at most 300 events")
  )

const folded = (text: unknown): string => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

const placeFilters = [["city", "city"], ["department", "adminLevel2"], ["region", "region"]] as const

const beginsOf = (event: unknown) => itemsOf(event, "timings").map((slot) => instantOf(at(slot, "begin")))

/** Filters, sorts and facets, compared with the sample. */
export const selectionCases = [
  ...casesOf("read", "filter", [
    ["places", "service.md, Filters: places and words", "city, department and region select the events of a place", function*(target) {
      const { events } = yield* wholeSample(target)
      for (const [name, member] of placeFilters) {
        const value = events.map((event) => at(event, "location", member)).find(isText)
        yield* need(value !== undefined, `an event with a ${name}`)
        const { uids } = yield* page(target, `${name}[]=${encoded(value)}&size=300`)
        const there = events.filter((event) => folded(at(event, "location", member)) === folded(value))
        yield* checkSame(`${name}=${value}`, uids, there.map(uidAt))
      }
    }],
    ["names", "service.md, list events of an agenda", "uid and slug select an event", function*(target) {
      const { events: [event] } = yield* sampleOf(target)
      for (const query of [`uid=${uidAt(event)}`, `uid[]=${uidAt(event)}`, `slug=${encoded(at(event, "slug"))}`]) {
        yield* checkSame(query, (yield* page(target, query)).uids, [uidAt(event)])
      }
    }],
    ["featured", "service.md, list events of an agenda", "featured selects the events that are featured, or the others", function*(target) {
      const { events } = yield* wholeSample(target)
      for (const [value, flag] of [[1, true], [0, false]] as const) {
        const expected = events.filter((event) => at(event, "featured") === flag).map(uidAt)
        yield* checkSame(`featured=${value}`, (yield* page(target, `featured=${value}&size=300`)).uids, expected)
      }
    }],
    ["timings", "wire.md §6, Filters", "timings selects the events of which a slot begins in the range", function*(target) {
      const { events } = yield* wholeSample(target)
      const [begin = ""] = itemsOf(events[0], "timings").map((slot) => String(at(slot, "begin")))
      const from = `timings[gte]=${encoded(begin)}`
      for (const [query, to] of [[`${from}&timings[lte]=${encoded(begin)}`, instantOf(begin)], [from, Infinity]] as const) {
        const expected = events.filter((event) => beginsOf(event).some((one) => one >= instantOf(begin) && one <= to))
        yield* checkSame(query, (yield* page(target, `${query}&size=300`)).uids, expected.map(uidAt))
      }
    }],
    ["relative", "wire.md §6, Filters", "passed, current and upcoming part the events between them", function*(target) {
      const { events } = yield* wholeSample(target)
      const lists = yield* Effect.forEach(["passed", "current", "upcoming"], (name) => page(target, `relative[]=${name}&size=300`))
      yield* checkSame("the three lists", lists.flatMap(({ uids }) => uids), events.map(uidAt))
      const [passed, , upcoming] = lists.map(({ events }) => events)
      const ended = (passed ?? []).filter((event) => at(event, "nextTiming") !== null)
      yield* check(ended.length === 0, "nextTiming of passed events", null, ended.map(uidAt))
      const begun = (upcoming ?? []).filter((event) => at(event, "nextTiming", "begin") !== at(event, "firstTiming", "begin"))
      yield* check(begun.length === 0, "nextTiming of upcoming events", "firstTiming", begun.map(uidAt))
    }],
    [
      "parts",
      "wire.md §6, Cursor",
      "the totals of passed, current and upcoming events add up to the total, however great it is",
      function*(target) {
        yield* undisturbed(Effect.gen(function*() {
          const { total } = yield* page(target, "size=0")
          const parts = yield* Effect.forEach(["passed", "current", "upcoming"], (name) => page(target, `relative[]=${name}&size=0`))
          const sum = parts.reduce((sum, part) => sum + part.total, 0)
          yield* check(sum === total, "the sum of the totals", total, sum)
        }))
      }
    ],
    ["search", "wire.md §6, Search", "the words of a title find its event", function*(target) {
      const { events } = yield* sampleOf(target)
      const event = events.find((one) => Object.values(Object(at(one, "title"))).some((text) => /\p{L}{4}/u.test(String(text))))
      const title = Object.values(Object(at(event, "title"))).find((text) => /\p{L}{4}/u.test(String(text)))
      yield* need(title !== undefined, "an event whose title has a word of four letters")
      const { total, uids } = yield* page(target, `search=${encoded(title)}&size=300`)
      yield* need(total <= 300, "a title that finds at most 300 events")
      yield* check(uids.includes(uidAt(event)), `search=${String(title)}`, uidAt(event), shown(uids))
    }]
  ]),
  ...casesOf("read", "sort", [
    ["changes", "service.md, Pagination and sort", "updatedAt.asc and updatedAt.desc sort by the last change", function*(target) {
      yield* sampleOf(target, 2)
      for (const [sort, sign] of [["updatedAt.asc", 1], ["updatedAt.desc", -1]] as const) {
        const { events } = yield* page(target, `detailed=1&sort=${sort}&size=300`)
        const instants = events.map((event) => sign * instantOf(at(event, "updatedAt")))
        const fault = instants.findIndex((instant, index) => index > 0 && instant < Number(instants[index - 1]))
        yield* check(fault < 0, sort, "updatedAt in order", shown(at(events[fault], "uid")))
      }
    }],
    ["featured", "service.md, Pagination and sort", "sorts with featured put the featured events first", function*(target) {
      yield* sampleOf(target, 2)
      for (const sort of ["timingsWithFeatured.asc", "lastTimingWithFeatured.asc"]) {
        const { events } = yield* page(target, `sort=${sort}&size=300`)
        const flags = events.map((event) => at(event, "featured") === true)
        yield* check(
          flags.lastIndexOf(true) < Math.max(flags.indexOf(false), 0) || !flags.includes(false),
          sort,
          "featured first",
          flags
        )
      }
    }]
  ]),
  ...casesOf("read", "facet", [
    ["refused", "wire.md §6, Facets", "unknown types, sizes above 2 000 and intervals that are none are refused", function*(target) {
      yield* Effect.forEach(
        ["aggregations[]=nonsense", "aggs[0][t]=cities&aggs[0][s]=2001", "aggs[0][t]=timings&aggs[0][interval]=decade"],
        (query) => askRefused(target, 400, `/v2${eventsPath(target)}?${query}`),
        { discard: true }
      )
    }],
    ["counts", "service.md, aggregations", "facets count the events of the list, by their keys", function*(target) {
      const { events } = yield* wholeSample(target)
      const facets = [
        ["cities", (event: unknown) => at(event, "location", "city")],
        ["attendanceModes", (event: unknown) => at(event, "attendanceMode")],
        ["status", (event: unknown) => at(event, "status")],
        ["locations", (event: unknown) => at(event, "location", "uid")]
      ] as const
      for (const names of [["aggregations", "key", "type", "size"], ["aggs", "k", "t", "s"]] as const) {
        const [list, key, type, size] = names
        const asked = facets.map(([facet], index) =>
          `${list}[${index}][${key}]=f${index}&${list}[${index}][${type}]=${facet}`
          + `&${list}[${index}][${size}]=2000`
        )
        const { answer } = yield* page(target, `size=1&${asked.join("&")}`)
        for (const [index, [facet, read]] of facets.entries()) {
          const values = Array.groupBy(events.map(read).filter((value) => value !== undefined && value !== null), shown)
          const expected = Object.entries(values).map(([value, { length }]) => `${value}: ${length}`)
          const buckets = itemsOf(at(answer.body, "aggregations"), `f${index}`)
          const found = buckets.map((bucket) => `${shown(at(bucket, "key"))}: ${shown(at(bucket, "eventCount"))}`)
          yield* check(found.toSorted().join() === expected.toSorted().join(), `the facet ${facet}`, shown(expected), shown(found))
        }
      }
    }]
  ])
]
