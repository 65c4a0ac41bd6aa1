import * as Effect from "effect/Effect"
import { type Answer, at } from "../answer/Answer.js"
import { ask, askFor, askRefused, check, checkLike } from "../check/checks.js"
import { writing } from "../check/written.js"
import { Missing } from "../run/CaseFailure.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

/** A public address that answers nothing: webhooks of the suite are paused. */
const url = "https://example.org/conformance-hook"

/** The token of an administrator, and the path of the webhooks. */
const administrator = Effect.fnUntraced(function*(target: HttpTarget) {
  const { agenda, token } = yield* writing(target)
  const webhooks = `/v2/agendas/${agenda}/webhooks`
  const { status } = yield* ask(target, webhooks, { headers: token })
  if (status === 403) return yield* new Missing({ needs: "--secret of an administrator" })
  return [token, webhooks] as const
})

/** Creates a paused webhook that is removed at the end of the scope. */
const newWebhook = Effect.fnUntraced(function*(target: HttpTarget) {
  const [token, webhooks] = yield* administrator(target)
  const pathOf = ({ body }: Answer) => `${webhooks}/${String(at(body, "webhook", "id"))}`
  const made = yield* Effect.acquireRelease(
    askFor(target, 200, webhooks, { method: "POST", headers: token, body: { url, kinds: ["event.published"], state: "paused" } }),
    (answer) => Effect.ignore(target.send(pathOf(answer), { method: "DELETE", headers: token }))
  )
  return [made.body, pathOf(made), token] as const
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
    function*(target) {
      const [made, path, token] = yield* newWebhook(target)
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
    }
  ],
  [
    "changed",
    "wire.md §9, Webhooks",
    "a webhook is changed by PATCH, gets another secret by rotate, has no deliveries yet, and is gone after DELETE",
    function*(target) {
      const [made, path, token] = yield* newWebhook(target)
      const patched = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { kinds: [], detailed: true } })
      yield* checkLike("the changed webhook", at(patched.body, "webhook"), { url, kinds: [], detailed: true, state: "paused" })
      const rotated = yield* askFor(target, 200, `${path}/rotate`, { method: "POST", headers: token })
      const secret = at(rotated.body, "secret")
      yield* check(isSecret(secret) && secret !== at(made, "secret"), "the secret of rotate", "another one", secret)
      const deliveries = yield* askFor(target, 200, `${path}/deliveries`, { headers: token })
      yield* checkLike("the deliveries", deliveries.body, { success: true, items: [] }, true)
      yield* askFor(target, 200, path, { method: "DELETE", headers: token })
      yield* askRefused(target, 404, path, { headers: token })
    }
  ],
  [
    "refused",
    "wire.md §9, Webhooks",
    "addresses that are not http or in a private network, unknown kinds and missing addresses are refused",
    function*(target) {
      const [token, webhooks] = yield* administrator(target)
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
    }
  ],
  ["rights", "wire.md §9, Webhooks", "webhooks need a token, and an administrator", function*(target) {
    const { agenda, contributor } = yield* writing(target)
    const webhooks = `/v2/agendas/${agenda}/webhooks`
    for (const headers of [{}, target.key]) {
      yield* askRefused(target, 401, webhooks, { headers })
      yield* askRefused(target, 401, webhooks, { method: "POST", headers, body: { url } })
    }
    if (contributor === null) return
    yield* askRefused(target, 403, webhooks, { headers: contributor })
    yield* askRefused(target, 403, webhooks, { method: "POST", headers: contributor, body: { url } })
  }]
])
