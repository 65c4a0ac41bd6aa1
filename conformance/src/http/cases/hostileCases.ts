import * as Effect from "effect/Effect"
import { ask, askRefused, check, checkSame, eventsPath, page, uidAt } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"

const many = (count: number): string => Array.from({ length: count }, (_, index) => `uid[]=${900_000_000 + index}`).join("&")

/** Malformed and oversized requests: each is refused as a whole, none is answered 5xx. */
export const hostileCases = casesOf("hostile", "request", [
  ["many-values", "wire.md §2, Query syntax", "a list of 400 unknown uids and a known one finds that one", function*(target) {
    const known = (yield* target.sample).events.slice(0, 1).map(uidAt)
    const { uids } = yield* page(target, [many(400), ...known.map((uid) => `uid[]=${uid}`)].join("&"))
    yield* checkSame("400 unknown uids and a known one", uids, known)
  }],
  ["too-long", "wire.md §2, Query syntax", "a request line of more than 32 KiB is refused with 414", function*(target) {
    yield* askRefused(target, 414, `/v2${eventsPath(target)}?${many(2_300)}`)
  }],
  ["prototype", "wire.md §2, Query syntax", "names of object prototypes are unknown parameters", function*(target) {
    const { answer } = yield* page(target, "size=1")
    const other = yield* page(target, "size=1&__proto__[size]=7&constructor[prototype][size]=9&toString=1")
    yield* check(
      other.answer.text === answer.text,
      "__proto__ and constructor",
      "the answer without them",
      other.answer.text.slice(0, 300)
    )
  }],
  ["deep", "wire.md §2, Query syntax", "deeply nested names are not answered 5xx", function*(target) {
    const { status } = yield* ask(target, `/v2${eventsPath(target)}?a${"[b]".repeat(500)}=1&timings${"[x]".repeat(50)}=1`)
    yield* check(status < 500, "nested names", "a status below 500", status)
  }],
  ["escapes", "wire.md §4", "malformed percent escapes are not answered 5xx", function*(target) {
    yield* Effect.forEach(
      [`/v2${eventsPath(target)}?search=%E0%A4%A`, `/v2${eventsPath(target)}/slug/%FF`, "/v2/agendas?search=%00"],
      (path) => Effect.flatMap(ask(target, path), ({ status }) => check(status < 500, path, "a status below 500", status)),
      { discard: true }
    )
  }],
  ["quotes", "wire.md §6, Filters", "quotes and wildcards in values match themselves only", function*(target) {
    yield* Effect.forEach(["'", "' OR 1=1 --", "%", "_", "\\"], (text) =>
      Effect.flatMap(
        page(target, `adminLevel4[]=${encodeURIComponent(text)}`),
        ({ total }) => check(total === 0, `adminLevel4=${text}`, 0, total)
      ), { discard: true })
  }],
  ["huge-numbers", "wire.md §2, Query syntax", "numbers beyond every range are refused", function*(target) {
    yield* Effect.forEach(
      ["size=99999999999999999999", "from=-1", "age[gte]=1e400"],
      (query) => askRefused(target, 400, `/v2${eventsPath(target)}?${query}`),
      { discard: true }
    )
  }],
  ["no-stack", "wire.md §4, Errors", "a failure shows nothing of the inside", function*(target) {
    const { text } = yield* askRefused(target, 400, `/v2${eventsPath(target)}?sort=nonsense`)
    yield* check(
      !/node_modules|\bat .+:\d+:\d+|SELECT |SQLITE|\.js:\d+/.test(text),
      "the failure",
      "no stack and no SQL",
      text.slice(0, 300)
    )
  }],
  ["unknown-route", "wire.md §4", "an unknown route is answered 404 with the body of a failure", function*(target) {
    yield* askRefused(target, 404, "/v2/no-such-route")
  }]
])
