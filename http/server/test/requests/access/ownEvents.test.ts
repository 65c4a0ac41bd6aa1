import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type CredentialName } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

layer(TestWorld.layer(), { excludeTestServices: true })("own unpublished events of a contributor", (it) => {
  const sent = (key: string, by: "contributorToken" | "moderatorToken", more: object = {}) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const answer = yield* send(`${main}/events`, {
        method: "POST",
        headers: credentials[by],
        body: { ...onlineBody, title: { fr: `Envoi ${key}` }, state: 0, extIds: [{ key: "own", value: key }], ...more }
      })
      expect(answer.status, answer.text).toBe(200)
      return { uid: Number(at(answer.body, "event", "uid")), slug: String(at(answer.body, "event", "slug")) }
    })
  const read = (path: string, by: Exclude<CredentialName, "none">) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      return yield* send(path, { headers: credentials[by] })
    })
  const never = (by: Exclude<CredentialName, "none">) => read(`${main}/events/999999`, by)

  describe("single reads", () => {
    it.effect("return it by every identifier to its contributor only, and to others the bytes of an unknown event", () =>
      Effect.gen(function*() {
        const { uid, slug } = yield* sent("single", "contributorToken")
        const others = yield* sent("others", "moderatorToken")
        for (const name of [`${uid}`, `slug/${slug}`, "ext/own/single"]) {
          const path = `${main}/events/${name}`
          // More than once, as answers that come again come from the cache.
          for (let times = 0; times < 3; times++) {
            const own = yield* read(path, "contributorToken")
            expect([own.status, at(own.body, "event", "uid"), at(own.body, "event", "state")]).toEqual([200, uid, 0])
            expect(at(own.body, "event", "member") ?? at(own.body, "event", "stateHistory")).toBeUndefined()
            for (const who of ["contributorKey", "ownerless", "agendaKey", "strangerToken", "strangerKey"] as const) {
              const hidden = yield* read(path, who)
              expect([who, hidden.status, hidden.text]).toEqual([who, 404, (yield* never(who)).text])
            }
          }
        }
        expect((yield* read(`${main}/events/${others.uid}`, "contributorToken")).status).toBe(404)
        expect((yield* read(`${main}/events/${uid}/structured-data`, "contributorToken")).status).not.toBe(403)
      }).pipe(Effect.orDie))

    it.effect("return another state as soon as it is moderated", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { uid } = yield* sent("moderated", "contributorToken")
        const path = `${main}/events/${uid}`
        for (const state of [0, 2, -1, 1]) {
          yield* send(path, { method: "PATCH", headers: credentials.moderatorToken, body: { state } })
          for (let times = 0; times < 3; times++) expect(at((yield* read(path, "contributorToken")).body, "event", "state")).toBe(state)
        }
      }))
  })
})
