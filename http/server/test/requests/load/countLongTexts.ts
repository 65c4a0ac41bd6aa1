import { countWorkOf } from "@agenda-engine/conformance/testing/countWork"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestWorld } from "../../world/TestWorld.js"
import { type EncodedText, textPlaces } from "./textPlaces.js"

/** What a request is allowed beside its text: headers, routing and logs. */
const overhead = 50_000

/** Twice the text may take more than twice the work where it crosses a bound; four times is quadratic. */
const ratio_max = 3

/** Tests that in no place of a request the work grows faster than the text. */
export const countLongTexts = (texts: ReadonlyArray<EncodedText>): void =>
  layer(TestWorld.layer(), { excludeTestServices: true })("a long text", (it) => {
    it.effect.each(texts)(
      "of $kind takes at most three times the work of half of it in every place of a request",
      ({ half, whole }) =>
        Effect.gen(function*() {
          for (const { place, send, statuses } of yield* textPlaces(yield* TestWorld)) {
            const ask = (text: string) =>
              Effect.tap(send(text), ({ status }) => Effect.sync(() => expect(statuses, `${place}: ${status}`).toContain(status)))
            const first = yield* countWorkOf(ask(half))
            const second = yield* countWorkOf(ask(whole))
            expect({ place, rereading: second.rereading }).toEqual({ place, rereading: [] })
            expect(second.visited, place).toBeLessThan(ratio_max * first.visited + overhead)
          }
        })
    )
  })
