import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { shown } from "../answer/mismatch.js"
import { check, checkLike, page, sampleOf, uidAt } from "../check/checks.js"
import { isPlain, plain } from "../check/folding.js"
import { instantOf } from "../check/instants.js"
import { casesOf, type HttpCase } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"

/** The keys that an event is sorted by, smaller first; null: they cannot be told from outside. */
type Keys = (event: unknown) => ReadonlyArray<number | string> | null

const instant = (event: unknown, ...path: ReadonlyArray<string>): number => instantOf(at(event, ...path))

const hasEnded = (event: unknown): boolean => at(event, "nextTiming") === null

const byTime = (slot: "nextTiming" | "lastTiming"): Keys => (event) =>
  hasEnded(event) ? [1, -instant(event, "lastTiming", "end")] : [0, instant(event, slot, "begin")]

const featuredFirst = (keys: Keys): Keys => (event) => [at(event, "featured") === true ? 0 : 1, ...keys(event) ?? []]

const byPlace = (field: string): Keys => (event) => {
  const value = at(event, "location", field)
  if (value === null || value === undefined || value === "") return [1, ""]
  return typeof value === "string" && isPlain(value) ? [0, plain(value)] : null
}

const sorts: { readonly [sort: string]: Keys } = {
  "timings.asc": byTime("nextTiming"),
  "timingsWithFeatured.asc": featuredFirst(byTime("nextTiming")),
  "lastTiming.asc": byTime("lastTiming"),
  "lastTimingWithFeatured.asc": featuredFirst(byTime("lastTiming")),
  "updatedAt.asc": (event) => [instant(event, "updatedAt")],
  "updatedAt.desc": (event) => [-instant(event, "updatedAt")],
  "createdAt.asc": (event) => [instant(event, "createdAt")],
  "createdAt.desc": (event) => [-instant(event, "createdAt")],
  "location.adminLevel4.asc": byPlace("adminLevel4"),
  "location.name.asc": byPlace("name")
}

const compare = (left: ReadonlyArray<number | string>, right: ReadonlyArray<number | string>): number => {
  for (const [index, key] of left.entries()) {
    const other = right[index]
    if (other === undefined || key === other) continue
    return key < other ? -1 : 1
  }
  return 0
}

/** Checks neighbours: in the order of the keys, the smaller uid first where the keys are equal. */
const checkNeighbours = (sort: string, keys: Keys, ties: boolean): HttpCase["run"] => (target) =>
  Effect.gen(function*() {
    yield* sampleOf(target, 2)
    const { answer, events } = yield* page(target, `sort=${sort}&size=300&detailed=1`)
    yield* checkLike("the list", answer.body, { sort })
    for (const [index, event] of events.entries()) {
      const next = events[index + 1]
      const [one, other] = [keys(event), keys(next)]
      if (next === undefined || one === null || other === null) continue
      const order = compare(one, other)
      const holds = ties ? order !== 0 || uidAt(event) < uidAt(next) : order <= 0
      const key = ties ? "the smaller uid first" : "in the order of the sort"
      yield* check(
        holds,
        `sort=${sort}, positions ${index} and ${index + 1}`,
        key,
        `${uidAt(event)} ${shown(one)}, ${uidAt(next)} ${shown(other)}`
      )
    }
  })

/** Sorts of the list of events. */
export const sortCases = [
  ...casesOf(
    "read",
    "sort",
    Object.entries(sorts).map(([sort, keys]) =>
      [
        sort,
        "wire.md §6, Sorts",
        `sort=${sort} orders events by its key`,
        checkNeighbours(sort, keys, false)
      ] as const
    )
  ),
  ...casesOf("read", "sort", [
    [
      "ties",
      "wire.md §6, Sorts",
      "events with equal keys come in ascending order of uid",
      (target) => Effect.forEach(Object.entries(sorts), ([sort, keys]) => checkNeighbours(sort, keys, true)(target), { discard: true })
    ],
    ["several", "wire.md §6, Sorts", "several sorts apply in turn, and the answer lists them", (target) =>
      Effect.gen(function*() {
        yield* sampleOf(target, 2)
        const { answer, events } = yield* page(target, "sort[]=location.adminLevel4.asc&sort[]=updatedAt.desc&size=100&detailed=1")
        yield* checkLike("the list", answer.body, { sort: ["location.adminLevel4.asc", "updatedAt.desc"] })
        const city = byPlace("adminLevel4")
        for (const [index, event] of events.entries()) {
          const next = events[index + 1]
          const [one, other] = [city(event), city(next)]
          if (next === undefined || one === null || other === null) continue
          const order = compare([...one, -instant(event, "updatedAt")], [...other, -instant(next, "updatedAt")])
          yield* check(order <= 0, `positions ${index} and ${index + 1}`, "by city, then latest first", [uidAt(event), uidAt(next)])
        }
      })],
    [
      "include-sort",
      "service.md, includeSort",
      "includeSort=1 adds the sort keys to each event; without it there are none",
      (target) =>
        Effect.gen(function*() {
          yield* sampleOf(target)
          const { events } = yield* page(target, "sort=updatedAt.desc&includeSort=1&detailed=1&size=20")
          for (const event of events) {
            yield* checkLike(`sort of ${uidAt(event)}`, at(event, "sort"), [{ key: "updatedAt", value: at(event, "updatedAt") }])
          }
          const explained = yield* page(target, "includeSort=1&size=20")
          for (const event of explained.events) {
            const keys = itemsOf(event, "sort").map((item) => at(item, "key"))
            yield* checkLike(`sort of ${uidAt(event)}`, keys.slice(0, 2), ["featured", "relative"])
          }
          const silent = yield* page(target, "size=20")
          yield* check(
            silent.events.every((event) => at(event, "sort") === undefined),
            "events without includeSort",
            "no member sort",
            "one"
          )
        })
    ],
    [
      "unknown",
      "wire.md §2, Query syntax",
      "an unknown sort is refused",
      (target) =>
        Effect.flatMap(
          Effect.either(page(target, "sort=nonsense.asc")),
          (outcome) => check(outcome._tag === "Left", "sort=nonsense.asc", "status 400", "status 200")
        )
    ]
  ])
]
