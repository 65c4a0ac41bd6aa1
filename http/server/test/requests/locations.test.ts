import { expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../test/world/at.js"
import { locationBody } from "../../../test/world/bodies.js"
import { expectProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}/locations`

/** Locations by name: what they are written with. */
const written = {
  "Arena": { state: 1, extIds: [{ key: "erp", value: "A/1 é" }, { key: "default", value: "17" }] },
  "Bibliothèque": { state: 0, adminLevel4: "Brest" },
  "cinéma": { state: 1, address: "2 rue du Stade" }
} as const

class Listed extends Context.Tag("test/Listed")<Listed, { readonly arena: number }>() {
  static readonly layer = Layer.effect(
    Listed,
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const uids: Array<number> = []
      for (const [name, fields] of Object.entries(written)) {
        const answer = yield* send(main, {
          method: "POST",
          body: { ...locationBody, ...fields, name },
          headers: credentials.contributorToken
        })
        expect(answer.status, answer.text).toBe(200)
        uids.push(Number(at(answer.body, "location", "uid")))
      }
      return { arena: uids[0] ?? 0 }
    })
  )
}

const listed = Listed.layer.pipe(Layer.provideMerge(TestWorld.layer()))

const read = (path: string) => Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { headers: credentials.ownerless }))

layer(listed, { excludeTestServices: true })("lists of locations", (it) => {
  it.effect("detailed adds the country and what the geocoder has done", () =>
    Effect.gen(function*() {
      const plain = yield* read(`${main}?search=arena`)
      const detailed = yield* read(`${main}?search=arena&detailed=1`)
      expect(at(plain.body, "locations", 0, "country")).toBeUndefined()
      expect(at(detailed.body, "locations", 0)).toEqual({
        ...Object(at(plain.body, "locations", 0)),
        country: expect.objectContaining({ code: "FR", fr: "France" }),
        geocoding: "off"
      })
    }))
})

layer(listed, { excludeTestServices: true })("single locations", (it) => {
  it.effect("are read by uid and by external identifier, the key default by its value alone", () =>
    Effect.gen(function*() {
      const { arena } = yield* Listed
      const byUid = yield* read(`${main}/${arena}`)
      expect(byUid.body).toMatchObject({ success: true, location: { uid: arena, name: "Arena", country: { code: "FR" } } })
      for (const path of ["erp/A%2F1%20%C3%A9", "erp/A%2F1%20e%CC%81", "default/17", "17", "17/"]) {
        const answer = yield* read(`${main}/ext/${path}`)
        expect([path, answer.status, answer.body]).toEqual([path, 200, byUid.body])
      }
    }))

  it.effect("are not found by uids and identifiers outside the agenda", () =>
    Effect.gen(function*() {
      const { arena } = yield* Listed
      const other = `/v2/agendas/${agendas.other}/locations`
      const none = ["ext/erp/17", "ext/18", "ext/default/A", `ext/${"x".repeat(300)}`, "ext", "5", "x"].map((path) => `${main}/${path}`)
      for (const path of [...none, `${other}/${arena}`, `${other}/ext/17`, `${other}/ext/default/17`]) {
        const answer = yield* read(path)
        expectProblem(answer, 404, "not-found", "location not found")
      }
    }))
})
