import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { askFor, askRefused, check, checkLike, uidAt } from "../check/checks.js"
import { withEvent, writing } from "../check/written.js"
import { Missing } from "../Missing.js"
import { casesOf, type HttpCase } from "../run/HttpCase.js"
import type { Credential } from "../run/HttpTarget.js"

const asContributor = (run: (contributor: Credential) => HttpCase["run"]): HttpCase["run"] => (target) =>
  writing(target, ({ contributor }) => contributor === null ? new Missing({ needs: "--contributor-secret" }) : run(contributor)(target))

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
        (target) =>
          withEvent(target, { state }, (event, path, token) =>
            Effect.gen(function*() {
              yield* checkLike("the event", event, { state })
              yield* askFor(target, 200, path, { headers: token })
              const hidden = yield* askRefused(target, 404, path)
              const never = yield* askRefused(target, 404, path.replace(/\d+$/, "9007199254740991"))
              yield* check(hidden.text === never.text, "the failure", "the bytes for an event that never was", hidden.text)
              const list = yield* askFor(target, 200, `${path.replace(/\/\d+$/, "")}?uid[]=${uidAt(event)}&removed=null`)
              yield* checkLike("the list", list.body, { total: 0 })
            }))
      ] as const
    )
  ),
  ...casesOf("moderation", "state", [
    [
      "withdrawn",
      "wire.md §5, Removal and synchronisation",
      "an event that is no longer published is a tombstone for the public",
      (target) =>
        withEvent(target, { state: 2 }, (event, path, token) =>
          Effect.gen(function*() {
            yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { state: 0 } })
            yield* askRefused(target, 404, path)
            const list = yield* askFor(target, 200, `${path.replace(/\/\d+$/, "")}?uid[]=${uidAt(event)}&removed=null`)
            yield* checkLike("the list", list.body, { total: 1, events: [{ uid: uidAt(event), removed: true }] })
          }))
    ],
    [
      "listed",
      "service.md, States",
      "a moderator lists unpublished events by asking for their state",
      (target) =>
        withEvent(target, { state: 0 }, (event, path, token) =>
          Effect.flatMap(
            askFor(target, 200, `${path.replace(/\/\d+$/, "")}?state[]=0&uid[]=${uidAt(event)}`, { headers: token }),
            ({ body }) => checkLike("the list", body, { total: 1, events: [{ uid: uidAt(event) }] })
          ))
    ]
  ]),
  ...casesOf("moderation", "contributor", [
    [
      "own",
      "wire.md §3",
      "a contributor reads their own unpublished event",
      asContributor((contributor) => (target) =>
        withEvent(
          target,
          {},
          (event, path) =>
            Effect.flatMap(
              askFor(target, 200, path, { headers: contributor }),
              ({ body }) => checkLike("the event", at(body, "event"), { uid: uidAt(event) })
            ),
          contributor
        )
      )
    ],
    [
      "publish",
      "wire.md §7",
      "a state that a contributor sends is left alone with a warning",
      asContributor((contributor) => (target) =>
        withEvent(target, {}, (event, path) =>
          Effect.flatMap(
            askFor(target, 200, path, { method: "PATCH", headers: contributor, body: { state: at(event, "state") === 2 ? 1 : 2 } }),
            ({ body }) => checkLike("the event", at(body, "event"), { state: at(event, "state") })
          ), contributor)
      )
    ],
    [
      "others",
      "wire.md §7",
      "a contributor may not change the event of another",
      asContributor((contributor) => (target) =>
        withEvent(
          target,
          { state: 2 },
          (_event, path) =>
            Effect.asVoid(askRefused(target, 403, path, { method: "PATCH", headers: contributor, body: { title: { fr: "Autre" } } }))
        )
      )
    ],
    [
      "mine",
      "wire.md §3",
      "mine=1 lists the events that a contributor made, in every state, and is refused to a public key",
      asContributor((contributor) => (target) =>
        withEvent(target, {}, (event, path) =>
          withEvent(target, { state: 0 }, (other) =>
            Effect.gen(function*() {
              const list = `${path.replace(/\/\d+$/, "")}?uid[]=${uidAt(event)}&uid[]=${uidAt(other)}`
              const { body } = yield* askFor(target, 200, `${list}&mine=1`, { headers: contributor })
              yield* checkLike("the list", body, { total: 1, events: [{ uid: uidAt(event) }] })
              yield* askRefused(target, 403, `${list}&mine=1`)
              yield* askRefused(target, 403, `${list}&state[]=0`, { headers: contributor })
            })), contributor)
      )
    ],
    [
      "availability",
      "wire.md §8, PATCH availability",
      "a contributor writes availability of their own event and not of another's",
      asContributor((contributor) => (target) => {
        const patch = (status: number) => (event: unknown, path: string) => {
          const body = { [String(at(event, "timings", 0, "id"))]: { billetweb: { syncedAt: at(event, "createdAt"), remaining: 0 } } }
          return Effect.asVoid(askFor(target, status, `${path}/availability`, { method: "PATCH", headers: contributor, body }))
        }
        return Effect.zipRight(withEvent(target, {}, patch(200), contributor), withEvent(target, { state: 2 }, patch(403)))
      })
    ],
    [
      "rights",
      "wire.md §5, Locations; wire.md §7",
      "a contributor neither removes another's event, nor changes locations, nor lists or invites members",
      asContributor((contributor) => (target) =>
        withEvent(target, { state: 2 }, (_event, path, token) =>
          Effect.gen(function*() {
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
          }))
      )
    ],
    [
      "own-rights",
      "wire.md §7",
      "a contributor changes and removes their own event, and reads neither its contributor nor its states",
      asContributor((contributor) => (target) =>
        withEvent(target, {}, (_event, path, token) =>
          Effect.gen(function*() {
            const { body } = yield* askFor(target, 200, path, {
              method: "PATCH",
              headers: contributor,
              body: { title: { fr: "À moi" }, featured: true }
            })
            yield* checkLike("the event", at(body, "event"), {
              title: { fr: "À moi" },
              featured: false,
              member: undefined,
              stateHistory: undefined
            })
            const read = at((yield* askFor(target, 200, path, { headers: token })).body, "event")
            yield* check(
              at(read, "member") !== undefined && at(read, "stateHistory") !== undefined,
              "what a moderator reads",
              "member and stateHistory",
              Object.keys(Object(read))
            )
            yield* askFor(target, 200, path, { method: "DELETE", headers: contributor })
            yield* askRefused(target, 404, path, { headers: token })
          }), contributor)
      )
    ],
    [
      "unpublished",
      "wire.md §3",
      "a contributor learns nothing of the unpublished events of others",
      asContributor((contributor) => (target) =>
        withEvent(target, { state: 0 }, (_event, path) => Effect.asVoid(askRefused(target, 404, path, { headers: contributor })))
      )
    ]
  ])
]
