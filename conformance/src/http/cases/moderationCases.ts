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
      "unpublished",
      "wire.md §3",
      "a contributor learns nothing of the unpublished events of others",
      asContributor((contributor) => (target) =>
        withEvent(target, { state: 0 }, (_event, path) => Effect.asVoid(askRefused(target, 404, path, { headers: contributor })))
      )
    ]
  ])
]
