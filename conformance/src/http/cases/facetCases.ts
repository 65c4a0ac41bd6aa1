import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { shown } from "../answer/mismatch.js"
import { askRefused, check, eventsPath, need, page, sampleOf } from "../check/checks.js"
import { casesOf, type HttpCase } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const clause = "wire.md §6, Facets"

/** The filter that selects the events of a bucket, by type of facet. */
const filters: { readonly [type: string]: string } = {
  cities: "adminLevel4",
  regions: "adminLevel1",
  departments: "adminLevel2",
  countryCodes: "countryCode",
  keywords: "keyword",
  languages: "languages",
  status: "status",
  attendanceModes: "attendanceMode",
  relative: "relative",
  featured: "featured",
  locations: "locationUid"
}

const bucketsOf = (target: HttpTarget, type: string, more = "") =>
  Effect.map(
    page(target, `aggregations[0][type]=${type}${more}&size=0`),
    ({ answer: { body } }) =>
      itemsOf(at(body, "aggregations"), type).map((bucket) => ({ key: at(bucket, "key"), count: Number(at(bucket, "eventCount")) }))
  )

const agreesWithFilter = (type: string, filter: string): HttpCase["run"] => (target) =>
  Effect.gen(function*() {
    const buckets = yield* bucketsOf(target, type, "&aggregations[0][size]=2")
    yield* need(buckets.length > 0, "an event with a value for this facet")
    for (const { count, key } of buckets) {
      const value = key === true ? "1" : key === false ? "0" : String(key)
      const { total } = yield* page(target, `${filter}[]=${encodeURIComponent(value)}&size=0`)
      yield* check(total === count, `the bucket ${shown(key)} of ${type}`, `${total} events, the total of ${filter}=${value}`, count)
    }
  })

const sumsToTotal = (type: string, more: string): HttpCase["run"] => (target) =>
  Effect.gen(function*() {
    const { total } = yield* sampleOf(target)
    const buckets = yield* bucketsOf(target, type, more)
    const sum = buckets.reduce((all, { count }) => all + count, 0)
    yield* check(sum === total, `the buckets of ${type}`, `${total} events`, `${sum}: ${shown(buckets)}`)
  })

const whole = "&aggregations[0][size]=2000"

/** Facets of the list of events. */
export const facetCases = [
  ...casesOf(
    "read",
    "facet",
    Object.entries(filters).map(([type, filter]) =>
      [
        type,
        clause,
        `a bucket of ${type} counts the events that ${filter} selects`,
        agreesWithFilter(type, filter)
      ] as const
    )
  ),
  ...casesOf(
    "read",
    "facet-sum",
    ["relative", "featured", "states", "status", "attendanceModes"].map((type) =>
      [
        type,
        clause,
        `the buckets of ${type} add up to the total`,
        sumsToTotal(type, whole)
      ] as const
    )
  ),
  ...casesOf("read", "facet", [
    [
      "missing",
      clause,
      "missing counts the events without a value, so that the buckets add up to the total",
      sumsToTotal(
        "countryCodes",
        `${whole}&aggregations[0][missing]=none`
      )
    ],
    ["order", clause, "buckets come by count, most first, then by key", (target) =>
      Effect.gen(function*() {
        const buckets = yield* bucketsOf(target, "cities", whole)
        const wrong = buckets.filter(({ count }, index) => count > (buckets[index - 1]?.count ?? count))
        yield* check(wrong.length === 0, "the buckets of cities", "by count, most first", wrong)
      })],
    ["size", clause, "a facet has 10 buckets by default, and as many as size says", (target) =>
      Effect.gen(function*() {
        const every = yield* bucketsOf(target, "keywords", whole)
        const first = yield* bucketsOf(target, "keywords")
        const two = yield* bucketsOf(target, "keywords", "&aggregations[0][size]=2")
        const lengths = [Math.min(10, every.length), Math.min(2, every.length)]
        yield* check(shown([first.length, two.length]) === shown(lengths), "the number of buckets", lengths, [first.length, two.length])
      })],
    [
      "key",
      clause,
      "key names the facet in the answer",
      (target) =>
        Effect.flatMap(
          page(target, "aggs[0][t]=cities&aggs[0][k]=towns&size=0"),
          ({ answer: { body } }) =>
            check(Array.isArray(at(body, "aggregations", "towns")), "aggregations", "a list under towns", shown(at(body, "aggregations")))
        )
    ],
    ["filtered", clause, "facets count the filtered events", (target) =>
      Effect.gen(function*() {
        const { total } = yield* page(target, "relative[]=passed&size=0")
        const buckets = yield* bucketsOf(target, "states", "&relative[]=passed")
        yield* check(buckets.reduce((sum, { count }) => sum + count, 0) === total, "the facet of passed events", total, buckets)
      })],
    [
      "none",
      clause,
      "without aggregations there are none in the answer",
      (target) =>
        Effect.flatMap(
          page(target, "size=0"),
          ({ answer: { body } }) => check(at(body, "aggregations") === undefined, "aggregations", undefined, at(body, "aggregations"))
        )
    ],
    [
      "unknown",
      clause,
      "a facet of an unknown type is refused",
      (target) => Effect.asVoid(askRefused(target, 400, `/v2${eventsPath(target)}?aggregations[]=nonsense`))
    ]
  ])
]
