import { countWorkOf } from "@agenda-engine/conformance/testing/countWork"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestWorld } from "../../world/TestWorld.js"
import { type EncodedText, type TextPlace, textPlaces } from "./textPlaces.js"

/** What a request is allowed beside its text: headers, routing and logs. */
const overhead = 50_000

/** A longer segment of a path has no route (docs/limits.md), and takes other work. */
const segment_chars_max = 4_096

/** A text and one of twice its length; segments of both have a route, or neither has. */
const textsFor = ({ isSegment }: TextPlace, { half, quarter, whole }: EncodedText): readonly [text: string, twice: string] =>
  isSegment && decodeURIComponent(half).length <= segment_chars_max ? [quarter, half] : [half, whole]

/** Tests that in no place of a request the work grows faster than the text. */
export const countLongTexts = (texts: ReadonlyArray<EncodedText>): void =>
  layer(TestWorld.layer(), { excludeTestServices: true })("a long text", (it) => {
    it.effect.each(texts)(
      "of $kind takes twice the work of half of it in every place of a request",
      (encoded) =>
        Effect.gen(function*() {
          for (const one of yield* textPlaces(yield* TestWorld)) {
            const { place, send, statuses } = one
            const [text, twice] = textsFor(one, encoded)
            const ask = (text: string) =>
              Effect.tap(send(text), ({ status }) => Effect.sync(() => expect(statuses, `${place}: ${status}`).toContain(status)))
            const first = yield* countWorkOf(ask(text))
            const second = yield* countWorkOf(ask(twice))
            expect({ place, rereading: second.rereading }).toEqual({ place, rereading: [] })
            expect(second.visited, place).toBeLessThan(2.5 * first.visited + overhead)
          }
        })
    )
  })
