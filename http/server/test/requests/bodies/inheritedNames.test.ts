import { Agendas } from "@agenda-engine/core/services/Agendas"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

/** Names that every object of JavaScript has; the codes of fields cannot be these (`reservedFieldCodes`). */
const words = ["constructor", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"]

const names = ["__proto__", ...words]

layer(TestWorld.layer(), { excludeTestServices: true })("names that objects inherit", (it) => {
  const made = Effect.gen(function*() {
    const { credentials, send, within } = yield* TestWorld
    yield* within(
      Effect.flatMap(
        Agendas,
        (all) => all.restore({ uid: agendas.main, title: "Town agenda", settings: { search: { synonyms: [words] } } })
      )
    )
    const ask = (path: string, call: { readonly method?: string; readonly body?: unknown } = {}) =>
      send(path, { ...call, headers: credentials.moderatorToken })
    return { ask }
  })

  it.effect("are keys of external identifiers, keywords and searched words like others", () =>
    Effect.gen(function*() {
      const { ask } = yield* made
      for (const name of names) {
        const body = { ...onlineBody, keywords: { fr: [name] }, title: { fr: `Bal ${name}` } }
        const first = yield* ask(`${main}/events/ext/${name}/${name}`, { method: "PUT", body })
        expect(first.status, first.text).toBe(200)
        expect(at(first.body, "event", "extIds")).toEqual([{ key: name, value: name }])
        const again = yield* ask(`${main}/events/ext/${name}/${name}`, { method: "PUT", body })
        expect(at(again.body, "event", "uid")).toBe(at(first.body, "event", "uid"))
        for (const query of [`extId[key]=${name}&extId[value]=${name}`, `keyword=${name}`]) {
          expect((yield* ask(`${main}/events?${query}`)).body, query).toMatchObject({ total: 1 })
        }
        const facet = yield* ask(`${main}/events?keyword=${name}&aggs=keywords`)
        expect(JSON.stringify(at(facet.body, "aggregations", "keywords"))).toContain(`"${name}"`)
        expect((yield* ask(`${main}/events?search=${name}&includeSort=1&explain=1`)).status).toBe(200)
        expect((yield* ask(`${main}/events?aggs[0][t]=keywords&aggs[0][k]=${name}`)).status).toBe(200)
        for (
          const query of [`${name}=1`, `${name}[a]=1`, `timings[${name}]=2031-01-01`, `extId[${name}]=1`, `sort=${name}.asc`, `if=${name}`]
        ) {
          expect((yield* ask(`${main}/events?${query}`)).status, query).toBeLessThan(500)
        }
      }
    }))
})
