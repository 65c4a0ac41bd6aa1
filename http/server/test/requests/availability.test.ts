import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { dailySlots } from "../world/dailySlots.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Answer, type Call } from "../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const syncedAt = "2025-06-15T15:00:00Z"

type Token = "moderatorToken" | "contributorToken" | "strangerToken"

const sendAs = (token: Token, path: string, call: Call = {}) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { ...call, headers: { ...credentials[token], ...call.headers } }))

/** An event of the moderator with an external identifier; answers its path. */
const make = (extId: string, slots: number) =>
  Effect.gen(function*() {
    const body = { ...onlineBody, timings: dailySlots(slots), state: 2 }
    const made = yield* sendAs("moderatorToken", `${events}/ext/n/${extId}`, { method: "PUT", body })
    expect(made.status, made.text).toBe(200)
    return `${events}/${String(at(made.body, "event", "uid"))}`
  })

const patch = (path: string, body: unknown, { token = "moderatorToken", ...call }: Call & { readonly token?: Token } = {}) =>
  sendAs(token, `${path}/availability`, { ...call, method: "PATCH", body })

/**
 * When the stored row of a slot and provider was asked for: told of what is older. Where there is none, one is made.
 */
const storedAt = (path: string, slot: string, provider: string) =>
  Effect.map(
    patch(path, { [slot]: { [provider]: { syncedAt: "0001-01-01T00:00:00Z" } } }),
    ({ body }) => at(body, "errors", 0, "info", "stored")
  )

const faultsOf = ({ body }: Answer): ReadonlyArray<string> => {
  const errors = at(body, "errors")
  return Array.isArray(errors) ? errors.map((error) => `${String(at(error, "code"))} ${String(at(error, "field"))}`) : []
}

describe("PATCH availability", () => {
  it.layer(TestWorld.layer())((it) => {
    it.effect("writes rows by uid and by external identifier, in every form of a body", () =>
      Effect.gen(function*() {
        const path = yield* make("forms", 2)
        const rows = { s0000: { mapado: { syncedAt, remaining: 4 } }, s0001: { mapado: null } }
        const form = { "content-type": "application/x-www-form-urlencoded" }
        const answers = [
          yield* patch(path, rows),
          yield* patch(path, { data: rows }),
          yield* patch(`${events}/ext/n/forms`, rows),
          yield* sendAs("moderatorToken", `${events}/ext/n/forms/availability/`, {
            method: "PATCH",
            body: `data=${encodeURIComponent(JSON.stringify(rows))}`,
            headers: form
          })
        ]
        for (const answer of answers) {
          expect([answer.status, answer.body]).toEqual([200, {
            success: true,
            applied: [{ slot: "s0000", provider: "mapado" }, { slot: "s0001", provider: "mapado" }],
            written: 2,
            errors: []
          }])
        }
        expect(yield* storedAt(path, "s0000", "mapado")).toBe(syncedAt)
      }))

    it.effect("reports every error, and reports a malformed body without writing", () =>
      Effect.gen(function*() {
        const path = yield* make("faults", 3)
        const refused = yield* patch(path, { s0000: { mapado: { status: "mixed" } }, zzzzz: { mapado: null } })
        expect([refused.status, faultsOf(refused)]).toEqual([400, [
          "required s0000.mapado.syncedAt",
          "enum.invalid s0000.mapado.status",
          "timing.unknown zzzzz"
        ]])
        for (const body of ["{", "[]", "", `{"data":3}`]) {
          const broken = yield* patch(path, body)
          expect([body, broken.status, at(broken.body, "applied"), at(broken.body, "written")]).toEqual([body, 400, [], 0])
        }
        const ignored = yield* patch(path, { s0000: { mapado: { syncedAt, mood: "good" } } })
        expect(at(ignored.body, "warnings")).toEqual([{ code: "ignored", field: "s0000.mapado.mood" }])
      }))
  })
})
