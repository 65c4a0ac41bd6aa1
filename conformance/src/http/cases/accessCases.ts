import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { askFor, askRefused, check, checkLike, eventsPath, uidAt } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"

const unknown = "0123456789abcdefghijklmnopqrstuv"
const unknownUid = 9_007_199_254_740_991

/** What clients read of a failure. */
const toldOf = (message: string) => ({ success: false, message, error: message })

const reads = (target: HttpTarget) => ["/v2/agendas", `/v2${eventsPath(target)}`, `/v2/agendas/${target.agenda}`]

/** Credentials, what does not exist, and what the public does not read. */
export const accessCases = [
  ...casesOf("read", "access", [
    ["anonymous", "wire.md §3", "a request without a credential is refused with 401", function*(target) {
      yield* Effect.forEach([...reads(target), "/v2/events"], (path) => askRefused(target, 401, path, { headers: {} }), { discard: true })
    }],
    ["unknown-key", "wire.md §3", "an unknown key is refused with 403", function*(target) {
      yield* Effect.forEach(reads(target), (path) =>
        Effect.flatMap(
          askFor(target, 403, path, { headers: { key: unknown } }),
          ({ body }) => checkLike(`the failure of ${path}`, body, toldOf("could not find user or agenda matching key"))
        ), { discard: true })
    }],
    ["unknown-token", "wire.md §3", "an unknown token is refused with 401, even beside a good key", function*(target) {
      yield* askRefused(target, 401, `/v2${eventsPath(target)}`, { headers: { ...target.key, "access-token": unknown } })
    }],
    ["nonce", "wire.md §3", "a header nonce is ignored", function*(target) {
      yield* askFor(target, 200, `/v2${eventsPath(target)}?size=1`, { headers: { ...target.key, nonce: "12" } })
    }],
    ["key-in-query", "service.md, Authentication", "a key is also accepted in the query string", function*(target) {
      const path = `/v2${eventsPath(target)}?size=2`
      const { text } = yield* askFor(target, 200, path)
      const { key = "" } = target.key
      const answer = yield* askFor(target, 200, `${path}&key=${encodeURIComponent(key)}`, { headers: {} })
      yield* check(answer.text === text, path, "the answer to the key in a header", answer.text.slice(0, 300))
    }],
    ["members", "service.md, list members", "a public key does not list members", function*(target) {
      yield* askRefused(target, 403, `/v2/agendas/${target.agenda}/members`)
    }],
    ["unknown-agenda", "wire.md §4", "an unknown agenda is answered 404", function*(target) {
      yield* Effect.forEach(
        ["/v2/agendas/9007199254740991", "/v2/agendas/9007199254740991/events", "/v2/agendas/slug/no-such-agenda-here"],
        (path) =>
          Effect.flatMap(
            askFor(target, 404, path),
            ({ body }) => checkLike(`the failure of ${path}`, body, toldOf("agenda not found"))
          ),
        { discard: true }
      )
    }],
    ["unknown-event", "wire.md §4", "an unknown event is answered 404", function*(target) {
      yield* Effect.forEach(["9007199254740991", "slug/no-such-event-here", "ext/nonsense/none"], (name) =>
        Effect.flatMap(
          askFor(target, 404, `/v2${eventsPath(target)}/${name}`),
          ({ body }) => checkLike(`the failure of ${name}`, body, toldOf("event not found"))
        ), { discard: true })
    }],
    ["failures", "wire.md §4, Errors", "the body of a failure has every member", function*(target) {
      yield* Effect.zipRight(
        Effect.forEach([...reads(target), "/v2/events"], (path) => askRefused(target, 403, path, { headers: { key: unknown } })),
        Effect.forEach(
          [`/v2/agendas/${unknownUid}`, `/v2${eventsPath(target)}/${unknownUid}`, `/v2/agendas/${target.agenda}/locations/${unknownUid}`],
          (path) => askRefused(target, 404, path),
          { discard: true }
        )
      )
    }],
    ["unknown-location", "wire.md §4", "an unknown location is answered 404", function*(target) {
      const { body } = yield* askFor(target, 404, `/v2/agendas/${target.agenda}/locations/${unknownUid}`)
      yield* checkLike("the failure", body, toldOf("location not found"))
    }]
  ]),
  ...casesOf("read", "filter", [
    ["published", "service.md, States", "without state the list holds published events only", function*(target) {
      const { events } = yield* target.sample
      const others = events.filter((event) => at(event, "state") !== 2)
      yield* check(others.length === 0, "the states of the listed events", 2, others.map((event) => [uidAt(event), at(event, "state")]))
    }],
    ["published-only", "service.md, States; wire.md §6, Filters", "a public key does not list unpublished events", function*(target) {
      yield* Effect.forEach(["0", "1", "-1"], (state) => askRefused(target, 403, `/v2${eventsPath(target)}?state[]=${state}`), {
        discard: true
      })
    }]
  ])
]
