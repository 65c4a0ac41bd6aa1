import * as Effect from "effect/Effect"
import { at, instantOf } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askRefused, check, checkSame, eventsPath, need, page, sampleOf, uidAt } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { pagesOf } from "./pageCases.js"

const clause = "service.md, Synchronisation pattern; wire.md §5, Removal and synchronisation"

const isTombstone = (event: unknown): boolean => at(event, "removed") === true

const tombstones = (target: HttpTarget) =>
  Effect.tap(page(target, "removed=1&size=300"), ({ events }) => need(events.length > 0, "an agenda with a removed event"))

/** Removed events and synchronisation. */
export const syncCases = casesOf("sync", "removed", [
  ["default", clause, "removed events are not listed by default, nor with removed=0", function*(target) {
    const [absent, zero] = [yield* page(target, "size=300"), yield* page(target, "removed=0&size=300")]
    yield* check(!absent.events.some(isTombstone), "the default list", "no removed event", "one")
    yield* checkSame("removed=0", zero.uids, absent.uids)
  }],
  ["only", clause, "removed=1 lists removed events only", function*(target) {
    const { events } = yield* page(target, "removed=1&size=300")
    yield* check(events.every(isTombstone), "removed=1", "removed events only", events.filter((event) => !isTombstone(event)).map(uidAt))
  }],
  ["both", clause, "removed=null lists both, and its total is the sum of theirs", function*(target) {
    const totals = [yield* page(target, "removed=0&size=0"), yield* page(target, "removed=1&size=0")].map(({ total }) => total)
    const both = yield* page(target, "removed=null&size=0")
    const sum = totals.reduce((one, other) => one + other, 0)
    yield* check(both.total === sum, "total of removed=null", sum, both.total)
  }],
  ["empty-null", "wire.md §2, Query syntax", "an empty removed means null", function*(target) {
    const [word, empty] = [yield* page(target, "removed=null&size=5"), yield* page(target, "removed=&size=5")]
    yield* check(word.answer.text === empty.answer.text, "removed=", "the answer to removed=null", empty.answer.text.slice(0, 300))
  }],
  ["tombstone", clause, "a removed event is its uid, removed: true and updatedAt", function*(target) {
    const { events } = yield* tombstones(target)
    const wrong = events.filter((event) =>
      Object.keys(Object(event)).toSorted().join() !== "removed,uid,updatedAt" || !Number.isFinite(instantOf(at(event, "updatedAt")))
    )
    yield* check(wrong.length === 0, "removed events", "uid, removed and updatedAt", shown(wrong.slice(0, 3)))
  }],
  ["unreadable", "wire.md §3", "a removed event is answered 404, as one that never was", function*(target) {
    const { uids: [uid] } = yield* tombstones(target)
    yield* askRefused(target, 404, `/v2${eventsPath(target)}/${uid}`)
  }],
  ["filters", clause, "removed events answer to uid and updatedAt; other filters let them through", function*(target) {
    const { total, uids } = yield* tombstones(target)
    const filtered = yield* page(target, "removed=1&keyword[]=xyzzyqwertyplugh&size=0")
    yield* check(filtered.total === total, "removed=1 with a keyword", total, filtered.total)
    const one = yield* page(target, `removed=1&uid[]=${uids[0]}`)
    yield* checkSame("removed=1 with a uid", one.uids, uids.slice(0, 1))
  }],
  ["detailed", clause, "with removed=null events that are there come in the detailed form with removed: false", function*(target) {
    yield* sampleOf(target)
    const { events } = yield* page(target, "removed=null&size=20")
    const there = events.filter((event) => !isTombstone(event))
    yield* need(there.length > 0, "an event")
    const wrong = there.filter((event) =>
      at(event, "removed") !== false || at(event, "timings") === undefined || at(event, "updatedAt") === undefined
    )
    yield* check(wrong.length === 0, "events of removed=null", "removed: false and the detailed form", wrong.map(uidAt))
  }],
  ["include-fields", clause, "includeFields keeps uid, removed and updatedAt", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    const found = yield* page(target, `removed=null&uid[]=${uidAt(event)}&includeFields[]=slug`)
    const members = Object.keys(Object(found.events[0])).toSorted().join()
    yield* check(members === "removed,slug,uid,updatedAt", "members", "removed, slug, uid, updatedAt", members)
  }],
  ["pattern", clause, "updatedAt[gte], removed=null and sort=updatedAt.asc visit every later change once, in order", function*(target) {
    const everything = yield* page(target, "removed=null&sort=updatedAt.asc&size=300")
    yield* need(everything.events.length >= 3 && everything.after === null, "an agenda with 3 to 300 events, removed ones included")
    const changed = (event: unknown) => instantOf(at(event, "updatedAt"))
    const middle = everything.events[Math.floor(everything.events.length / 2)]
    const query = `updatedAt[gte]=${encodeURIComponent(String(at(middle, "updatedAt")))}&removed=null&sort=updatedAt.asc`
    const later = everything.events.filter((event) => changed(event) >= changed(middle))
    const pages = yield* pagesOf(target, eventsPath(target), query, Math.max(1, Math.ceil(later.length / 4)))
    const met = pages.flatMap(({ events }) => events)
    yield* checkSame(query, met.map(uidAt), later.map(uidAt))
    const wrong = met.filter((event, index) => index > 0 && changed(event) < changed(met[index - 1]))
    yield* check(wrong.length === 0, "updatedAt", "in ascending order", wrong.map(uidAt))
  }],
  ["last", clause, "under sorts by time removed events come last", function*(target) {
    yield* tombstones(target)
    const pages = yield* pagesOf(target, eventsPath(target), "removed=null", 300)
    const flags = pages.flatMap(({ events }) => events.map(isTombstone))
    yield* check(
      flags.every((flag, index) => flag || flags[index - 1] !== true),
      "the order",
      "removed events last",
      "one before an event"
    )
  }]
])
