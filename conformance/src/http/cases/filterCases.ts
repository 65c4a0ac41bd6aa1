import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { askRefused, check, checkSame, eventsPath, need, page, sampleOf, uidAt, wholeSample } from "../check/checks.js"
import { isPlain, plain } from "../check/folding.js"
import { instantOf } from "../check/instants.js"
import { casesOf, type HttpCase } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"

const clause = "service.md, Filters; wire.md §6, Filters"

/** A filter taken from the sample, and whether an event matches it; null: no event has a value for it. */
type Drawn = readonly [query: string, matches: (event: unknown) => boolean] | null

const textsAt = (event: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = at(event, ...path)
  if (typeof found === "string") return [found]
  const lists = Array.isArray(found) ? [found] : Object.values(Object(found))
  return lists.flat().filter((text): text is string => typeof text === "string")
}

const sameText = (one: string, other: string): boolean => plain(one) === plain(other)

/** The first plain text at a path, and the events that have it in any case, with or without accents. */
const byText = (name: string, ...path: ReadonlyArray<string>) => (events: ReadonlyArray<unknown>): Drawn => {
  const value = events.flatMap((event) => textsAt(event, ...path)).find(isPlain)
  return value === undefined
    ? null
    : [`${name}[]=${encodeURIComponent(value.toUpperCase())}`, (event) => textsAt(event, ...path).some((text) => sameText(text, value))]
}

const byNumber = (name: string, ...path: ReadonlyArray<string>) => (events: ReadonlyArray<unknown>): Drawn => {
  const value = events.map((event) => at(event, ...path)).find((found) => typeof found === "number")
  return value === undefined ? null : [`${name}[]=${String(value)}`, (event) => at(event, ...path) === value]
}

const inRange = (name: string) => (events: ReadonlyArray<unknown>): Drawn => {
  const value = at(events[Math.floor(events.length / 2)], name)
  return typeof value !== "string"
    ? null
    : [`${name}[gte]=${encodeURIComponent(value)}`, (event) => instantOf(at(event, name)) >= instantOf(value)]
}

const upTo = (name: string) => (events: ReadonlyArray<unknown>): Drawn => {
  const value = at(events[Math.floor(events.length / 2)], name)
  return typeof value !== "string"
    ? null
    : [`${name}[lte]=${encodeURIComponent(value)}`, (event) => instantOf(at(event, name)) <= instantOf(value)]
}

const beginsOf = (event: unknown): ReadonlyArray<number> => itemsOf(event, "timings").map((slot) => instantOf(at(slot, "begin")))

const bySlot = (events: ReadonlyArray<unknown>): Drawn => {
  const begin = at(events[Math.floor(events.length / 2)], "firstTiming", "begin")
  if (typeof begin !== "string") return null
  const bound = encodeURIComponent(begin)
  return [`timings[gte]=${bound}&timings[lte]=${bound}`, (event) => beginsOf(event).includes(instantOf(begin))]
}

const bySlotsFrom = (events: ReadonlyArray<unknown>): Drawn => {
  const begin = at(events[Math.floor(events.length / 2)], "firstTiming", "begin")
  return typeof begin !== "string"
    ? null
    : [`timings[gte]=${encodeURIComponent(begin)}`, (event) => beginsOf(event).some((one) => one >= instantOf(begin))]
}

const degrees = (event: unknown, name: string): number => {
  const value = at(event, "location", name)
  return typeof value === "number" ? value : Number.NaN
}

const inBox = (events: ReadonlyArray<unknown>): Drawn => {
  const placed = events.find((event) => Math.abs(degrees(event, "latitude")) < 89 && Math.abs(degrees(event, "longitude")) < 179)
  if (placed === undefined) return null
  const [lat, lng] = [degrees(placed, "latitude"), degrees(placed, "longitude")]
  const query = `geo[northEast][lat]=${lat + 0.01}&geo[northEast][lng]=${lng + 0.01}&geo[southWest][lat]=${lat}&geo[southWest][lng]=${lng}`
  return [query, (event) => {
    const [north, east] = [degrees(event, "latitude"), degrees(event, "longitude")]
    return north >= lat && north <= lat + 0.01 && east >= lng && east <= lng + 0.01
  }]
}

const byAge = (events: ReadonlyArray<unknown>): Drawn => {
  const aged = events.map((event) => at(event, "age")).find((age) => typeof at(age, "min") === "number")
  const min = at(aged, "min")
  if (typeof min !== "number") return null
  return [`age[gte]=${min}`, (event) => {
    const [low, high] = [at(event, "age", "min"), at(event, "age", "max")]
    return typeof high === "number" ? high >= min : typeof low === "number"
  }]
}

const byAccess = (events: ReadonlyArray<unknown>): Drawn => {
  const code = ["mi", "hi", "vi", "pi", "ii"].find((one) => events.some((event) => at(event, "accessibility", one) === true))
  return code === undefined ? null : [`accessibility[]=${code}`, (event) => at(event, "accessibility", code) === true]
}

const byFeatured = (): Drawn => ["featured[]=1", (event) => at(event, "featured") === true]

const drawn: ReadonlyArray<readonly [demand: string, title: string, draw: (events: ReadonlyArray<unknown>) => Drawn]> = [
  ["uid", "uid returns the event with this uid", byNumber("uid", "uid")],
  ["slug", "slug returns the event with this slug", (events) => {
    const slug = String(at(events[0], "slug"))
    return [`slug[]=${encodeURIComponent(slug)}`, (event) => at(event, "slug") === slug]
  }],
  ["city", "adminLevel4 returns the events of a city, case and accents folded", byText("adminLevel4", "location", "adminLevel4")],
  ["department", "adminLevel2 returns the events of a department", byText("adminLevel2", "location", "adminLevel2")],
  ["region", "adminLevel1 returns the events of a region", byText("adminLevel1", "location", "adminLevel1")],
  ["country", "countryCode returns the events of a country", byText("countryCode", "location", "countryCode")],
  ["keyword", "keyword returns the events with this keyword in any language", byText("keyword", "keywords")],
  ["location", "locationUid returns the events of a location", byNumber("locationUid", "locationUid")],
  ["attendance-mode", "attendanceMode returns the events of this mode", byNumber("attendanceMode", "attendanceMode")],
  ["status", "status returns the events of this status", byNumber("status", "status")],
  ["featured", "featured=1 returns the featured events", byFeatured],
  ["updated-from", "updatedAt[gte] returns the events changed at or after an instant", inRange("updatedAt")],
  ["updated-to", "updatedAt[lte] returns the events changed at or before an instant", upTo("updatedAt")],
  ["created-from", "createdAt[gte] returns the events created at or after an instant", inRange("createdAt")],
  ["slot", "timings[gte] and timings[lte] return the events with a slot that begins in the range", bySlot],
  ["slots-from", "timings[gte] returns the events with a slot that begins at or after an instant", bySlotsFrom],
  ["box", "geo returns the events located in the box, borders included", inBox],
  ["age", "age[gte] returns the events whose maximum age is at least this, or open", byAge],
  ["accessibility", "accessibility returns the events with this kind of access", byAccess]
]

/** Every match of the sample is returned, and nothing else. */
const returnsMatches = (draw: (events: ReadonlyArray<unknown>) => Drawn): HttpCase["run"] => (target) =>
  Effect.gen(function*() {
    const { events } = yield* wholeSample(target)
    const filter = draw(events)
    yield* need(filter !== null, "an event with a value for this filter")
    if (filter === null) return
    const [query, matches] = filter
    const { total, uids } = yield* page(target, `${query}&size=300`)
    const expected = events.filter(matches).map(uidAt)
    yield* check(total === expected.length, `total of ${query}`, expected.length, total)
    if (total <= 300) yield* checkSame(query, uids, expected)
  })

const totalOf = (target: Parameters<HttpCase["run"]>[0], query: string) => Effect.map(page(target, `${query}&size=0`), ({ total }) => total)

/** Filters of the list of events, with values that the agenda holds. */
export const filterCases = [
  ...casesOf("read", "filter", drawn.map(([demand, title, draw]) => [demand, clause, title, returnsMatches(draw)] as const)),
  ...casesOf("read", "filter", [
    ["relative", "wire.md §6, Filters", "passed, current and upcoming partition all events", (target) =>
      Effect.gen(function*() {
        const { total } = yield* target.sample
        const passed = yield* page(target, "relative[]=passed&size=100&detailed=1")
        const upcoming = yield* page(target, "relative[]=upcoming&size=100&detailed=1")
        const current = yield* page(target, "relative[]=current&size=100&detailed=1")
        const totals = [passed.total, current.total, upcoming.total]
        yield* check(passed.total + current.total + upcoming.total === total, "passed, current and upcoming", total, totals)
        const wrong = [
          ...passed.events.filter((event) => at(event, "nextTiming") !== null),
          ...upcoming.events.filter((event) => at(event, "nextTiming", "begin") !== at(event, "firstTiming", "begin")),
          ...current.events.filter((event) => at(event, "nextTiming") === null)
        ]
        yield* check(wrong.length === 0, "the events of each", "slots that fit", wrong.map(uidAt))
      })],
    ["featured-partition", "service.md, Filters", "featured=1 and featured=0 partition all events", (target) =>
      Effect.gen(function*() {
        const { total } = yield* target.sample
        const totals = [yield* totalOf(target, "featured=1"), yield* totalOf(target, "featured=0")]
        yield* check(totals.reduce((sum, one) => sum + one, 0) === total, "featured=1 and featured=0", total, totals)
      })],
    ["values-or", "wire.md §6, Filters", "several values of one filter are combined with OR", (target) =>
      Effect.gen(function*() {
        const { events } = yield* sampleOf(target, 2)
        const uids = events.slice(0, 2).map(uidAt)
        const found = yield* page(target, uids.map((uid) => `uid[]=${uid}`).join("&"))
        yield* checkSame("two uids", found.uids, uids)
      })],
    ["filters-and", "wire.md §6, Filters", "different filters are combined with AND", (target) =>
      Effect.gen(function*() {
        const { events } = yield* sampleOf(target, 2)
        const query = `uid[]=${uidAt(events[0])}&slug[]=${encodeURIComponent(String(at(events[1], "slug")))}`
        const { total } = yield* page(target, query)
        yield* check(total === 0, "the uid of one event with the slug of another", 0, total)
      })],
    ["keywords-and", "service.md, keyword", "several keywords are combined with AND", (target) =>
      Effect.gen(function*() {
        const { events } = yield* wholeSample(target)
        const words = [...new Set(events.flatMap((event) => textsAt(event, "keywords")).filter(isPlain).map(plain))].slice(0, 2)
        yield* need(words.length === 2, "events with two keywords")
        const found = yield* page(target, `${words.map((word) => `keyword[]=${encodeURIComponent(word)}`).join("&")}&size=300`)
        const has = (event: unknown, word: string) => textsAt(event, "keywords").some((text) => sameText(text, word))
        yield* check(
          found.total === events.filter((event) => words.every((word) => has(event, word))).length,
          `keywords ${words.join(" and ")}`,
          "the events with both",
          found.total
        )
      })],
    [
      "nothing",
      "wire.md §2, Query syntax",
      "uid=-1 matches no event",
      (target) => Effect.flatMap(page(target, "uid[]=-1"), ({ total, uids }) => check(total === 0 && uids.length === 0, "uid=-1", 0, total))
    ],
    ["published", "service.md, States", "without state the list holds published events only", (target) =>
      Effect.gen(function*() {
        const { events } = yield* target.sample
        const others = events.filter((event) => at(event, "state") !== 2)
        yield* check(others.length === 0, "the states of the listed events", 2, others.map((event) => [uidAt(event), at(event, "state")]))
      })],
    [
      "published-only",
      "service.md, States; wire.md §6, Filters",
      "a public key does not list unpublished events",
      (target) =>
        Effect.forEach(["0", "1", "-1"], (state) => askRefused(target, 403, `/v2${eventsPath(target)}?state[]=${state}`), { discard: true })
    ]
  ])
]
