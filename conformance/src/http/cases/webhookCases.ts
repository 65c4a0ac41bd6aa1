import * as Effect from "effect/Effect"
import type { Answer } from "../answer/Answer.js"
import { at } from "../answer/at.js"
import { ask, askFor, askRefused, check, checkLike } from "../check/checks.js"
import { writing } from "../check/written.js"
import { Missing } from "../Missing.js"
import type { CaseFailure } from "../run/CaseFailure.js"
import { casesOf } from "../run/HttpCase.js"
import type { Credential, HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

/** A public address that answers nothing: webhooks of the suite are paused. */
const url = "https://example.org/conformance-hook"

const asAdministrator = <A>(
  target: HttpTarget,
  use: (token: Credential, webhooks: string) => Effect.Effect<A, CaseFailure>
): Effect.Effect<A, CaseFailure> =>
  writing(target, ({ agenda, token }) => {
    const webhooks = `/v2/agendas/${agenda}/webhooks`
    return Effect.flatMap(ask(target, webhooks, { headers: token }), ({ status }) =>
      status === 403 ? new Missing({ needs: "--secret of an administrator" }) : use(token, webhooks))
  })

/** Creates a paused webhook, uses it, and removes it whatever happened. */
const withWebhook = (
  target: HttpTarget,
  use: (made: unknown, path: string, token: Credential) => Effect.Effect<void, CaseFailure>
): Effect.Effect<void, CaseFailure> =>
  asAdministrator(target, (token, webhooks) => {
    const pathOf = ({ body }: Answer) => `${webhooks}/${String(at(body, "webhook", "id"))}`
    const body = { url, kinds: ["event.published"], state: "paused" }
    return Effect.acquireUseRelease(
      askFor(target, 200, webhooks, { method: "POST", headers: token, body }),
      (made) => use(made.body, pathOf(made), token),
      (made) => Effect.ignore(target.send(pathOf(made), { method: "DELETE", headers: token }))
    )
  })

const isSecret = (secret: unknown): boolean => {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(String(secret)) ?? []
  const bytes = Math.floor(base64.replace(/=+$/, "").length * 3 / 4)
  return bytes >= 24 && bytes <= 64
}

/** The cases of webhooks (wire.md §9). What they deliver, only their subscriber sees. */
export const webhookCases = casesOf("changes", "webhook", [
  [
    "shown",
    "wire.md §9, Webhooks",
    "a webhook is answered with a secret when it is made, and without it later, alone and in the list",
    (target) =>
      withWebhook(target, (made, path, token) =>
        Effect.gen(function*() {
          const members = { url, kinds: ["event.published"], detailed: false, state: "paused", reason: null, lastDeliveryAt: null }
          yield* checkLike("the webhook", made, { success: true, webhook: members })
          yield* check(isSecret(at(made, "secret")), "secret", "whsec_ and 24 to 64 bytes in base64", at(made, "secret"))
          const alone = yield* askFor(target, 200, path, { headers: token })
          yield* checkLike("the webhook alone", alone.body, { success: true, webhook: at(made, "webhook") })
          const list = yield* askFor(target, 200, path.replace(/\/[^/]+$/, ""), { headers: token })
          const listed = itemsOf(list.body, "items").find((item) => at(item, "id") === at(made, "webhook", "id"))
          yield* checkLike("the webhook in the list", listed, at(made, "webhook"))
          const shown = `${alone.text}${list.text}`
          yield* check(!shown.includes("whsec_"), "the secret in later answers", "absent", shown.slice(0, 300))
        }))
  ],
  [
    "changed",
    "wire.md §9, Webhooks",
    "a webhook is changed by PATCH, gets another secret by rotate, has no deliveries yet, and is gone after DELETE",
    (target) =>
      withWebhook(target, (made, path, token) =>
        Effect.gen(function*() {
          const patched = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { kinds: [], detailed: true } })
          yield* checkLike("the changed webhook", at(patched.body, "webhook"), { url, kinds: [], detailed: true, state: "paused" })
          const rotated = yield* askFor(target, 200, `${path}/rotate`, { method: "POST", headers: token })
          const secret = at(rotated.body, "secret")
          yield* check(isSecret(secret) && secret !== at(made, "secret"), "the secret of rotate", "another one", secret)
          const deliveries = yield* askFor(target, 200, `${path}/deliveries`, { headers: token })
          yield* checkLike("the deliveries", deliveries.body, { success: true, items: [] }, true)
          yield* askFor(target, 200, path, { method: "DELETE", headers: token })
          yield* askRefused(target, 404, path, { headers: token })
        }))
  ],
  [
    "refused",
    "wire.md §9, Webhooks",
    "addresses that are not http or in a private network, unknown kinds and missing addresses are refused",
    (target) =>
      asAdministrator(target, (token, webhooks) =>
        Effect.gen(function*() {
          const refused = (body: object) => askRefused(target, 400, webhooks, { method: "POST", headers: token, body })
          for (const bad of ["ftp://example.org/", "http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://169.254.169.254/"]) {
            const { body } = yield* refused({ url: bad })
            yield* checkLike(`the fault of ${bad}`, at(body, "errors", 0), { code: "url.invalid", field: "url" })
          }
          yield* checkLike("the fault of a kind", at((yield* refused({ url, kinds: ["event.born"] })).body, "errors", 0), {
            code: "enum.invalid",
            field: "kinds"
          })
          yield* checkLike("the fault without an address", at((yield* refused({})).body, "errors", 0), { code: "required", field: "url" })
        }))
  ],
  [
    "rights",
    "wire.md §9, Webhooks",
    "webhooks need a token, and an administrator",
    (target) =>
      writing(target, ({ agenda, contributor }) =>
        Effect.gen(function*() {
          const webhooks = `/v2/agendas/${agenda}/webhooks`
          for (const headers of [{}, target.key]) {
            yield* askRefused(target, 401, webhooks, { headers })
            yield* askRefused(target, 401, webhooks, { method: "POST", headers, body: { url } })
          }
          if (contributor === null) return
          yield* askRefused(target, 403, webhooks, { headers: contributor })
          yield* askRefused(target, 403, webhooks, { method: "POST", headers: contributor, body: { url } })
        }))
  ]
])
