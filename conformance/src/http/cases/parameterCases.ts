import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askFor, askRefused, check, checkSame, eventsPath, need, page, sampleOf, uidAt } from "../check/checks.js"
import { casesOf, type Check } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"
import type { Asked } from "../spelling/Asked.js"
import { spellings } from "../spelling/spellings.js"

/** A query that no list of events accepts: the parameter at fault, and the value that its error repeats. */
interface BadQuery {
  readonly query: string
  readonly field: string
  readonly origin: string
}

const bad = (name: string, ...values: ReadonlyArray<string>): ReadonlyArray<BadQuery> =>
  values.map((origin) => ({ query: `${name}=${encodeURIComponent(origin)}`, field: name, origin }))

const instants = ["soon", "2025-02-30", "2025-13-01", "2025-06-15T25:00"]

/** Values that parameters of the list of events cannot take, by parameter (service.md, wire.md §2). */
const badValues: { readonly [parameter: string]: ReadonlyArray<BadQuery> } = {
  size: bad("size", "x", "1.5", "-1", "301"),
  from: bad("from", "x", "-1"),
  sort: bad("sort", "title.asc", "timings", "location.nonsense.asc"),
  removed: bad("removed", "nonsense", "2"),
  relative: bad("relative", "nonsense"),
  state: bad("state", "nonsense", "7"),
  featured: bad("featured", "nonsense", "2"),
  attendanceMode: bad("attendanceMode", "nonsense", "9"),
  status: bad("status", "nonsense", "9"),
  accessibility: bad("accessibility", "nonsense"),
  uid: bad("uid", "x", "1.5"),
  locationUid: bad("locationUid", "x"),
  timings: instants.flatMap((instant) => [...bad("timings[gte]", instant), ...bad("timings[lte]", instant)]),
  updatedAt: instants.flatMap((instant) => bad("updatedAt[gte]", instant)),
  timezone: bad("timings[tz]", "Mars/Phobos"),
  age: [...bad("age[gte]", "x", "1.5"), ...bad("age[lte]", "old")],
  detailed: bad("detailed", "nonsense", "2"),
  includeLabels: bad("includeLabels", "nonsense"),
  includeSort: bad("includeSort", "nonsense"),
  monolingual: bad("monolingual", "french"),
  longDescriptionFormat: bad("longDescriptionFormat", "nonsense"),
  threshold: bad("threshold", "some")
}

/** Every bad value is refused, and the error names the parameter, the value and what the parameter takes. */
const refuses = (queries: ReadonlyArray<BadQuery>): Check =>
  function*(target) {
    for (const { field, origin, query } of queries) {
      const { body } = yield* askRefused(target, 400, `/v2${eventsPath(target)}?${query}`)
      const error = itemsOf(body, "errors").find((one) => at(one, "field") === field)
      const message = at(error, "message")
      yield* check(
        at(error, "origin") === origin && typeof at(error, "code") === "string" && typeof message === "string" && message.length > 10,
        `errors of ${query}`,
        `an error with field ${field}, origin ${origin}, a code and a message that says what it takes`,
        shown(at(body, "errors"))
      )
    }
  }

/** All spellings of a request get the same bytes. */
const spelledAlike = (target: HttpTarget, asked: Asked) =>
  Effect.gen(function*() {
    const texts: Array<string> = []
    for (const [spelling, query] of spellings(asked)) {
      const { text } = yield* askFor(target, 200, `/v2${eventsPath(target)}?${query}`)
      texts.push(text)
      yield* check(text === texts[0], `${spelling}: ${query}`, "the answer to the first spelling", text.slice(0, 300))
    }
  })

/** Parameters of query strings. */
export const parameterCases = [
  ...casesOf(
    "read",
    "bad-value",
    Object.entries(badValues).map(([parameter, queries]) =>
      [
        parameter,
        "wire.md §2, Query syntax",
        `a bad value of ${parameter} is refused with its name, the value and what it takes`,
        refuses(queries)
      ] as const
    )
  ),
  ...casesOf("read", "parameter", [
    ["unknown", "wire.md §2, Query syntax", "unknown parameters are ignored", function*(target) {
      const path = `/v2${eventsPath(target)}?size=2`
      const { text } = yield* askFor(target, 200, path)
      const answer = yield* askFor(target, 200, `${path}&utm_source=x&nonsense[deep][er][]=1`)
      yield* check(answer.text === text, "unknown parameters", "the answer without them", answer.text.slice(0, 300))
    }],
    ["empty", "wire.md §2, Query syntax", "an empty value is an absent one", function*(target) {
      const path = `/v2${eventsPath(target)}?size=2`
      const { text } = yield* askFor(target, 200, path)
      const answer = yield* askFor(target, 200, `${path}&sort=&search=&keyword[]=&timings[gte]=&state=`)
      yield* check(answer.text === text, "empty values", "the answer without them", answer.text.slice(0, 300))
    }],
    ["every-fault", "wire.md §4, Errors", "errors lists every fault of a request, not the first alone", function*(target) {
      const { body } = yield* askRefused(target, 400, `/v2${eventsPath(target)}?size=x&relative[]=never&status=soon`)
      const fields = itemsOf(body, "errors").map((error) => at(error, "field"))
      const named = ["size", "relative", "status"]
      yield* check(named.every((name) => fields.includes(name)), "the fields of errors", named.join(", "), fields)
    }],
    [
      "brackets",
      "wire.md §2, Query syntax",
      "a list is a repeated name, with brackets, with numbers in them, or with them encoded",
      function*(target) {
        const { events } = yield* sampleOf(target, 2)
        const uids = events.slice(0, 2).map(uidAt)
        for (const named of [() => "uid", () => "uid[]", (index: number) => `uid[${index}]`, (index: number) => `uid%5B${index}%5D`]) {
          const query = uids.map((uid, index) => `${named(index)}=${uid}`).join("&")
          yield* checkSame(query, (yield* page(target, query)).uids, uids)
        }
      }
    ],
    ["lists", "wire.md §2, Query syntax", "every spelling of a list means the same", function*(target) {
      const { events } = yield* sampleOf(target, 2)
      const uid = events.slice(0, 2).map((event) => String(uidAt(event)))
      yield* spelledAlike(target, { uid, relative: ["current", "passed", "upcoming"] })
    }],
    ["aliases", "wire.md §2, Aliases", "aliases mean the same as the names", function*(target) {
      const { events } = yield* sampleOf(target)
      const city = events.map((event) => at(event, "location", "city")).find((found) => typeof found === "string")
      yield* need(city !== undefined, "an event with a city")
      yield* spelledAlike(target, { adminLevel4: [String(city)], includeFields: ["uid", "slug"], size: "5" })
    }],
    ["nested", "wire.md §2, Query syntax", "every spelling of nested names means the same", function*(target) {
      yield* spelledAlike(target, {
        timings: { gte: "2020-01-01", lte: "2035-01-01", tz: "Europe/Paris" },
        aggregations: [{ type: "cities", size: "2" }],
        size: "2"
      })
    }]
  ])
]
