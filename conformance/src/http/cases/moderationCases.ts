import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { askFor, askRefused, check, checkLike, uidAt } from "../check/checks.js"
import { newEvent, writing } from "../check/written.js"
import { Missing } from "../run/CaseFailure.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"

const contributorOf = (target: HttpTarget) =>
  Effect.flatMap(
    writing(target),
    ({ contributor }) => contributor === null ? new Missing({ needs: "--contributor-secret" }) : Effect.succeed(contributor)
  )

/** States, and what roles may do. */
export const moderationCases = [
  ...casesOf(
    "moderation",
    "state",
    [0, 1, -1].map((state) =>
      [
        String(state).replace("-", "minus-"),
        "service.md, States; wire.md §3",
        `an event of state ${state} is answered to a public key as one that never was`,
        function*(target) {
          const [event, path, token] = yield* newEvent(target, { state })
          yield* checkLike("the event", event, { state })
          yield* askFor(target, 200, path, { headers: token })
          const hidden = yield* askRefused(target, 404, path)
          const never = yield* askRefused(target, 404, path.replace(/\d+$/, "9007199254740991"))
          yield* check(hidden.text === never.text, "the failure", "the bytes for an event that never was", hidden.text)
          const list = yield* askFor(target, 200, `${path.replace(/\/\d+$/, "")}?uid[]=${uidAt(event)}&removed=null`)
          yield* checkLike("the list", list.body, { total: 0 })
        }
      ] as const
    )
  ),
  ...casesOf("moderation", "state", [
    [
      "withdrawn",
      "wire.md §5, Removal and synchronisation",
      "an event that is no longer published is a tombstone for the public",
      function*(target) {
        const [event, path, token] = yield* newEvent(target, { state: 2 })
        yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { state: 0 } })
        yield* askRefused(target, 404, path)
        const list = yield* askFor(target, 200, `${path.replace(/\/\d+$/, "")}?uid[]=${uidAt(event)}&removed=null`)
        yield* checkLike("the list", list.body, { total: 1, events: [{ uid: uidAt(event), removed: true }] })
      }
    ],
    ["listed", "service.md, States", "a moderator lists unpublished events by asking for their state", function*(target) {
      const [event, path, token] = yield* newEvent(target, { state: 0 })
      const { body } = yield* askFor(target, 200, `${path.replace(/\/\d+$/, "")}?state[]=0&uid[]=${uidAt(event)}`, { headers: token })
      yield* checkLike("the list", body, { total: 1, events: [{ uid: uidAt(event) }] })
    }]
  ]),
  ...casesOf("moderation", "contributor", [
    ["own", "wire.md §3", "a contributor reads their own unpublished event", function*(target) {
      const contributor = yield* contributorOf(target)
      const [event, path] = yield* newEvent(target, {}, contributor)
      const { body } = yield* askFor(target, 200, path, { headers: contributor })
      yield* checkLike("the event", at(body, "event"), { uid: uidAt(event) })
    }],
    ["publish", "wire.md §7", "a state that a contributor sends is left alone with a warning", function*(target) {
      const contributor = yield* contributorOf(target)
      const [event, path] = yield* newEvent(target, {}, contributor)
      const sent = { state: at(event, "state") === 2 ? 1 : 2 }
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: contributor, body: sent })
      yield* checkLike("the event", at(body, "event"), { state: at(event, "state") })
    }],
    ["others", "wire.md §7", "a contributor may not change the event of another", function*(target) {
      const contributor = yield* contributorOf(target)
      const [, path] = yield* newEvent(target, { state: 2 })
      yield* askRefused(target, 403, path, { method: "PATCH", headers: contributor, body: { title: { fr: "Autre" } } })
    }],
    [
      "mine",
      "wire.md §3",
      "mine=1 lists the events that a contributor made, in every state, and is refused to a public key",
      function*(target) {
        const contributor = yield* contributorOf(target)
        const [event, path] = yield* newEvent(target, {}, contributor)
        const [other] = yield* newEvent(target, { state: 0 })
        const list = `${path.replace(/\/\d+$/, "")}?uid[]=${uidAt(event)}&uid[]=${uidAt(other)}`
        const { body } = yield* askFor(target, 200, `${list}&mine=1`, { headers: contributor })
        yield* checkLike("the list", body, { total: 1, events: [{ uid: uidAt(event) }] })
        yield* askRefused(target, 403, `${list}&mine=1`)
        yield* askRefused(target, 403, `${list}&state[]=0`, { headers: contributor })
      }
    ],
    [
      "availability",
      "wire.md §8, PATCH availability",
      "a contributor writes availability of their own event and not of another's",
      function*(target) {
        const contributor = yield* contributorOf(target)
        for (const [status, fields, as] of [[200, {}, contributor], [403, { state: 2 }, undefined]] as const) {
          const [event, path] = yield* newEvent(target, fields, as)
          const body = { [String(at(event, "timings", 0, "id"))]: { billetweb: { syncedAt: at(event, "createdAt"), remaining: 0 } } }
          yield* askFor(target, status, `${path}/availability`, { method: "PATCH", headers: contributor, body })
        }
      }
    ],
    [
      "rights",
      "wire.md §5, Locations; wire.md §7",
      "a contributor neither removes another's event, nor changes locations, nor lists or invites members",
      function*(target) {
        const contributor = yield* contributorOf(target)
        const [, path, token] = yield* newEvent(target, { state: 2 })
        const agenda = path.replace(/\/events\/\d+$/, "")
        const place = { name: "Conformité", address: "1 rue des Tests", countryCode: "FR" }
        const { body } = yield* askFor(target, 200, `${agenda}/locations`, { method: "POST", headers: contributor, body: place })
        const location = `${agenda}/locations/${uidAt(at(body, "location"))}`
        yield* askRefused(target, 403, path, { method: "DELETE", headers: contributor })
        yield* askRefused(target, 403, location, { method: "PATCH", headers: contributor, body: { name: "Autre" } })
        yield* askRefused(target, 403, location, { method: "DELETE", headers: contributor })
        yield* askRefused(target, 403, `${agenda}/members`, { headers: contributor })
        const invitation = { role: "contributor", emails: ["nobody@example.org"] }
        yield* askRefused(target, 403, `${agenda}/members/invite`, { method: "POST", headers: contributor, body: invitation })
        yield* askFor(target, 200, location, { method: "DELETE", headers: token })
      }
    ],
    [
      "own-rights",
      "wire.md §7",
      "a contributor changes and removes their own event, and reads neither its contributor nor its states",
      function*(target) {
        const contributor = yield* contributorOf(target)
        const [, path, token] = yield* newEvent(target, {}, contributor)
        const body = { title: { fr: "À moi" }, featured: true }
        const changed = yield* askFor(target, 200, path, { method: "PATCH", headers: contributor, body })
        const shows = { title: { fr: "À moi" }, featured: false, member: undefined, stateHistory: undefined }
        yield* checkLike("the event", at(changed.body, "event"), shows)
        const read = at((yield* askFor(target, 200, path, { headers: token })).body, "event")
        yield* check(
          at(read, "member") !== undefined && at(read, "stateHistory") !== undefined,
          "what a moderator reads",
          "member and stateHistory",
          Object.keys(Object(read))
        )
        yield* askFor(target, 200, path, { method: "DELETE", headers: contributor })
        yield* askRefused(target, 404, path, { headers: token })
      }
    ],
    ["unpublished", "wire.md §3", "a contributor learns nothing of the unpublished events of others", function*(target) {
      const contributor = yield* contributorOf(target)
      const [, path] = yield* newEvent(target, { state: 0 })
      yield* askRefused(target, 404, path, { headers: contributor })
    }]
  ])
]
