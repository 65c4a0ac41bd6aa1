import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import {
  afterQuery,
  askRefused,
  check,
  checkLike,
  checkOrder,
  eventsPath,
  need,
  type Page,
  page,
  pageAt,
  sampleOf,
  uidAt
} from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const pages_max = 12

/** Follows the cursors of a list, by pages of this size, to its end or for so many pages. */
export const pagesOf = (target: HttpTarget, path: string, query: string, size: number, upTo = pages_max) =>
  Effect.gen(function*() {
    const pages: Array<Page> = []
    let after: ReadonlyArray<string> | null = null
    do {
      const cursor: string = after === null ? "" : `&${afterQuery(after)}`
      const next: Page = yield* pageAt(target, path, `${query}${query === "" ? "" : "&"}size=${size}${cursor}`)
      pages.push(next)
      after = next.after
    } while (after !== null && pages.length < upTo)
    return pages
  })

const firstPages = (target: HttpTarget) =>
  Effect.gen(function*() {
    const { total } = yield* sampleOf(target, 2)
    return yield* pagesOf(target, eventsPath(target), "", Math.min(300, Math.max(1, Math.ceil(total / (pages_max - 2)))))
  })

const cursors: ReadonlyArray<readonly [sort: string, parts: number]> = [
  ["timingsWithFeatured.asc", 4],
  ["lastTimingWithFeatured.asc", 4],
  ["timings.asc", 3],
  ["lastTiming.asc", 3],
  ["updatedAt.desc", 2],
  ["location.adminLevel4.asc", 2]
]

/** Pages and cursors of the list of events. */
export const pageCases = casesOf("read", "page", [
  ["envelope", "service.md, list events of an agenda; wire.md §1", "a list has total, events, after, sort and success", function*(target) {
    const { answer: { body } } = yield* page(target, "")
    yield* Effect.zipRight(
      checkLike("the list", body, { success: true, sort: "timingsWithFeatured.asc" }),
      check(
        Number.isSafeInteger(at(body, "total")) && Array.isArray(at(body, "events"))
          && (at(body, "after") === null || Array.isArray(at(body, "after"))),
        "the list",
        "an integer total, a list of events, and null or a list as after",
        shown(body)
      )
    )
  }],
  ["once", "wire.md §6, Cursor", "following the cursor visits no event twice", function*(target) {
    const pages = yield* firstPages(target)

    const uids = pages.flatMap(({ uids }) => uids)
    yield* check(
      new Set(uids).size === uids.length,
      "the walk",
      "each event once",
      uids.filter((uid, index) => uids.indexOf(uid) !== index)
    )
  }],
  ["total", "wire.md §6, Cursor", "total is the number of events that the cursor visits, on every page", function*(target) {
    const pages = yield* firstPages(target)
    const totals = [...new Set(pages.map(({ total }) => total))]
    yield* check(totals.length === 1, "total", "the same on every page", totals)
    const met = pages.reduce((sum, { uids }) => sum + uids.length, 0)
    yield* need(pages.at(-1)?.after === null, "an agenda of at most 3 000 events")
    yield* check(met === totals[0], "the walk", `${totals[0]} events`, `${met} events`)
  }],
  ["full", "service.md, size", "every page but the last holds as many events as were asked for", function*(target) {
    yield* sampleOf(target, 4)
    const pages = yield* pagesOf(target, eventsPath(target), "", 3, 4)
    for (const { after, uids } of pages) {
      yield* check(after === null ? uids.length <= 3 : uids.length === 3, "a page of size 3", "3 events before the last page", uids)
    }
  }],
  ["end", "wire.md §6, Cursor", "after is null exactly when nothing is left", function*(target) {
    const { total } = yield* sampleOf(target, 2)
    yield* need(total <= 300, "an agenda of at most 300 events")
    const exact = yield* page(target, `size=${total}`)
    yield* check(exact.after === null, `size=${total} of ${total} events`, "after null", exact.after)
    const short = yield* page(target, `size=${total - 1}`)
    yield* check(short.after !== null, `size=${total - 1} of ${total} events`, "a cursor", null)
  }],
  ["sizes", "wire.md §6, Cursor", "the order does not depend on the size of pages", function*(target) {
    yield* sampleOf(target, 2)
    const whole = yield* page(target, "size=20")
    for (const size of [1, 7]) {
      const pages = yield* pagesOf(target, eventsPath(target), "", size, Math.min(4, Math.ceil(whole.uids.length / size)))
      const met = pages.flatMap(({ uids }) => uids)
      yield* checkOrder(`pages of ${size}`, met.slice(0, whole.uids.length), whole.uids.slice(0, 4 * size))
    }
  }],
  ["from", "service.md, Pagination and sort", "from skips events of the same order and returns a cursor", function*(target) {
    const { total } = yield* sampleOf(target, 3)
    const whole = yield* page(target, "size=20")
    const skipped = yield* page(target, "from=1&size=2")
    yield* checkOrder("from=1&size=2", skipped.uids, whole.uids.slice(1, 3))
    yield* check((skipped.after === null) === (total <= 3), "from=1&size=2", "after as with cursors", skipped.after)
    const past = yield* page(target, `from=${total}`)
    yield* check(
      past.uids.length === 0 && past.after === null && past.total === total,
      `from=${total}`,
      "an empty page",
      shown(past.answer.body)
    )
  }],
  ["default-size", "service.md, Limits", "a page holds 20 events by default and 300 at most", function*(target) {
    const { total } = yield* sampleOf(target)
    const { uids } = yield* page(target, "")
    yield* check(uids.length === Math.min(20, total), "the default page", Math.min(20, total), uids.length)
    yield* page(target, "size=300")
    yield* askRefused(target, 400, `/v2${eventsPath(target)}?size=301`)
  }],
  ["size-zero", "wire.md §6, Cursor", "size=0 returns the total and no events", function*(target) {
    const { total } = yield* target.sample
    const empty = yield* page(target, "size=0")
    yield* checkLike("size=0", empty.answer.body, { total, events: [], success: true })
  }],
  ["cursor-shape", "wire.md §6, Cursor", "a cursor is a list of texts, as many as its sort says", function*(target) {
    yield* sampleOf(target, 2)
    for (const [sort, parts] of cursors) {
      const { answer } = yield* page(target, `sort=${sort}&size=1`)
      const after = at(answer.body, "after")
      const isCursor = Array.isArray(after) && after.length === parts && after.every((part: unknown) => typeof part === "string")
      yield* check(isCursor, `after of sort=${sort}`, `${parts} texts`, after)
    }
  }],
  ["cursor-of-other-sort", "wire.md §6, Cursor", "a cursor made under another sort is refused", function*(target) {
    yield* sampleOf(target, 2)
    const { after } = yield* page(target, "sort=updatedAt.desc&size=1")
    const refused = yield* askRefused(target, 400, `/v2${eventsPath(target)}?sort=createdAt.desc&size=1&${afterQuery(after ?? [])}`)
    yield* checkLike("errors", itemsOf(refused.body, "errors")[0], { code: "cursor.invalid", field: "after" })
  }],
  ["cursor-malformed", "wire.md §6, Cursor", "a malformed cursor is refused", function*(target) {
    yield* Effect.forEach(["after=1", "after[]=1&after[]=2", "after[]=1&after[]=2&after[]=3&after[]=4"], (query) =>
      Effect.flatMap(
        askRefused(target, 400, `/v2${eventsPath(target)}?${query}`),
        ({ body }) => checkLike(`errors of ${query}`, itemsOf(body, "errors")[0], { code: "cursor.invalid", field: "after" })
      ), { discard: true })
  }],
  ["cursor-and-from", "wire.md §2, Query syntax", "after and from together are refused", function*(target) {
    yield* askRefused(target, 400, `/v2${eventsPath(target)}?after[]=1&from=1`)
  }],
  ["filtered", "wire.md §6, Cursor", "a filtered, detailed list is walked in the order of its one page", function*(target) {
    const { events } = yield* sampleOf(target, 3)
    const uids = events.slice(0, 5).map((event) => `uid[]=${uidAt(event)}`).join("&")
    const whole = yield* page(target, `${uids}&detailed=1`)
    const pages = yield* pagesOf(target, eventsPath(target), `${uids}&detailed=1`, 2)
    yield* checkOrder("pages of 2", pages.flatMap(({ uids }) => uids), whole.uids)
  }]
])
