import * as Effect from "effect/Effect"
import { shown } from "../answer/mismatch.js"
import { ask, askFor, check, checkLike, eventsPath, sampleOf, uidAt, undisturbed } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"

const paths = (target: HttpTarget) =>
  Effect.map(sampleOf(target), ({ events: [event] }) => [
    "/v2/agendas?size=1",
    `/v2/agendas/${target.agenda}`,
    `/v2${eventsPath(target)}?size=2`,
    `/v2${eventsPath(target)}/${uidAt(event)}`,
    `/v2/agendas/${target.agenda}/locations?size=2`
  ])

const answersHead = (target: HttpTarget, path: string) =>
  undisturbed(Effect.gen(function*() {
    const get = yield* askFor(target, 200, path)
    const head = yield* askFor(target, 200, path, { method: "HEAD" })
    yield* check(head.text === "", `HEAD ${path}`, "no body", head.text.length)
    for (const name of ["content-type", "etag", "cache-control"]) {
      yield* check(head.headers[name] === get.headers[name], `${name} of HEAD ${path}`, get.headers[name], head.headers[name])
    }
  }))

/** Headers, methods and conditional requests of reads. */
export const headerCases = casesOf("read", "http", [
  ["head", "wire.md §1, Routes", "HEAD is answered as GET, without a body", function*(target) {
    const each = yield* paths(target)
    yield* Effect.forEach(each, (path) => answersHead(target, path), { discard: true })
  }],
  ["across", "wire.md §1, Routes", "HEAD is answered as GET across agendas, too", function*(target) {
    yield* answersHead(target, "/v2/events?size=2")
  }],
  ["head-body", "wire.md §1, Routes", "no byte follows the headers of the answer to HEAD", function*(target) {
    const each = yield* paths(target)
    yield* Effect.forEach(each, (path) =>
      Effect.flatMap(target.rawHead(path), (text) => {
        const [head = "", ...rest] = text.split("\r\n\r\n")
        return check(
          head.startsWith("HTTP/1.1 ") && rest.join("") === "",
          `HEAD ${path}`,
          "headers and no body",
          text.slice(0, 600)
        )
      }), { discard: true })
  }],
  ["trailing-slash", "wire.md §1, Routes", "a trailing slash is accepted", function*(target) {
    const path = `/v2${eventsPath(target)}`
    const [plain, slashed] = [yield* askFor(target, 200, `${path}?size=2`), yield* askFor(target, 200, `${path}/?size=2`)]
    yield* check(plain.text === slashed.text, `${path}/`, "the same answer as without slash", slashed.text.slice(0, 300))
  }],
  ["etag", "wire.md §4, ETag", "an event has an entity tag, a version and a hash", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    const { headers } = yield* askFor(target, 200, `/v2${eventsPath(target)}/${uidAt(event)}`)
    yield* check(/^"\d+\.[^"]+"$/.test(String(headers["etag"])), "etag", '"<version>.<hash>"', headers["etag"])
  }],
  ["not-modified", "wire.md §4, ETag", "If-None-Match with the entity tag is answered 304 without a body", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    const path = `/v2${eventsPath(target)}/${uidAt(event)}`
    const tag = String((yield* askFor(target, 200, path)).headers["etag"])
    const same = yield* askFor(target, 304, path, { headers: { ...target.key, "if-none-match": tag } })
    yield* check(same.text === "", "the answer 304", "no body", same.text)
    yield* askFor(target, 200, path, { headers: { ...target.key, "if-none-match": '"0.other"' } })
  }],
  ["tag-of-view", "wire.md §4, ETag", "another view of the same event has another entity tag", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    const path = `/v2${eventsPath(target)}/${uidAt(event)}`
    const whole = yield* askFor(target, 200, path)
    const part = yield* askFor(target, 200, `${path}?if[]=uid`)
    yield* check(whole.headers["etag"] !== part.headers["etag"], "etag", "another for other bytes", part.headers["etag"])
  }],
  ["caching", "wire.md §1, Routes", "reads send Cache-Control: private, no-cache and vary by credential and encoding", function*(target) {
    for (const path of yield* paths(target)) {
      const { headers } = yield* askFor(target, 200, path)
      yield* checkLike(`headers of ${path}`, headers, { "cache-control": "private, no-cache" })
      const vary = String(headers["vary"]).toLowerCase().split(/\s*,\s*/)
      const missing = ["key", "access-token", "authorization", "accept-encoding"].filter((name) => !vary.includes(name))
      yield* check(missing.length === 0, `vary of ${path}`, "key, access-token, authorization, accept-encoding", vary)
    }
  }],
  ["cors", "wire.md §1, Routes", "reads allow any origin and expose ETag, Location and RateLimit", function*(target) {
    const headers = { ...target.key, origin: "https://page.example" }
    const answer = yield* askFor(target, 200, `/v2${eventsPath(target)}?size=1`, { headers })
    yield* check(
      answer.headers["access-control-allow-origin"] === "*",
      "access-control-allow-origin",
      "*",
      answer.headers["access-control-allow-origin"]
    )
    const exposed = String(answer.headers["access-control-expose-headers"]).toLowerCase()
    const missing = ["etag", "location", "ratelimit"].filter((name) => !exposed.includes(name))
    yield* check(missing.length === 0, "access-control-expose-headers", "ETag, Location, RateLimit", exposed)
  }],
  ["problem", "wire.md §4, Errors", "a failure is application/problem+json for who asks for it", function*(target) {
    const path = `/v2${eventsPath(target)}?size=x`
    const answer = yield* ask(target, path, { headers: { ...target.key, accept: "application/problem+json" } })
    yield* check(
      String(answer.headers["content-type"]).startsWith("application/problem+json"),
      "content-type",
      "application/problem+json",
      shown(answer.headers["content-type"])
    )
  }]
])
