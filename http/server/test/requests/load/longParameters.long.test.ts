import { countWorkOf } from "@agenda-engine/conformance/testing/countWork"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestWorld } from "../../world/TestWorld.js"
import { encodedTexts, textParameters } from "./textParameters.js"

/** What a request is allowed beside its text: headers, routing and logs. */
const overhead = 50_000

layer(TestWorld.layer(), { excludeTestServices: true })("a long text", (it) => {
  it.effect.each(encodedTexts)(
    "of $kind takes twice the work of half of it in every parameter",
    ({ half, whole }) =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const ask = (path: string, name: string, text: string) =>
          Effect.tap(
            send(`${path}?${encodeURIComponent(name)}=${text}`, { headers: path.startsWith("/v2") ? credentials.ownerless : {} }),
            ({ status }) => Effect.sync(() => expect([path, name, status < 500, status === 414]).toEqual([path, name, true, false]))
          )
        for (const { name, path } of textParameters) {
          const first = yield* countWorkOf(ask(path, name, half))
          const second = yield* countWorkOf(ask(path, name, whole))
          expect({ path, name, rereading: second.rereading }).toEqual({ path, name, rereading: [] })
          expect(second.visited, `${name} of ${path}`).toBeLessThan(2.5 * first.visited + overhead)
        }
      })
  )
})
