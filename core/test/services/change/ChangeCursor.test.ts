import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { Secrets } from "../../../src/ports/Secrets.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { changeCursors } from "../../../src/services/change/ChangeCursor.js"

const content = { scope: "agenda:1", rights: "public", places: [{ agendaUid: 1, position: 12, ordinal: 3 }], watermark: null }

const withCursors = <A, E>(
  use: (cursors: ReturnType<typeof changeCursors>, other: ReturnType<typeof changeCursors>) => Effect.Effect<A, E>
) =>
  Effect.flatMap(Secrets, (secrets) => use(changeCursors(secrets, "one"), changeCursors(secrets, "other"))).pipe(
    Effect.provide(WebCryptoSecrets.layer)
  )

describe("a cursor of changes", () => {
  it.effect("is opened as it was sealed, and is the same for the same contents", () =>
    withCursors((cursors) =>
      Effect.gen(function*() {
        const sealed = yield* cursors.seal(content)
        expect(sealed).toMatch(/^[\w-]+$/)
        expect(yield* cursors.open(sealed)).toEqual(content)
        expect(yield* cursors.seal(content)).toBe(sealed)
        const next = yield* cursors.seal({ ...content, places: [{ agendaUid: 1, position: 12, ordinal: 4 }] })
        expect(next.slice(8, -8)).not.toContain(sealed.slice(8, 30))
      })
    ))

  it.effect("has the places of a thousand agendas in half of the longest URL", () =>
    withCursors((cursors) =>
      Effect.gen(function*() {
        const places = Array.from({ length: 1_000 }, (_, index) => ({
          agendaUid: 10_000_000 + index * 77_777,
          position: 1_000 + index,
          ordinal: index % 10 === 0 ? index : 0
        }))
        const sealed = yield* cursors.seal({ ...content, places })
        expect(yield* cursors.open(sealed)).toEqual({ ...content, places })
        expect(sealed.length).toBeLessThan(16 * 1_024)
        expect(yield* cursors.open(yield* cursors.seal({ ...content, places: [] }))).toEqual({ ...content, places: [] })
      })
    ))

  it.effect("of another log is told from a text that is none", () =>
    withCursors((cursors, other) =>
      Effect.gen(function*() {
        expect(yield* cursors.open(yield* other.seal(content))).toBe("other log")
        for (const text of ["", "now", "x".repeat(80), "é"]) expect(yield* cursors.open(text)).toBe("malformed")
      })
    ))

  it.effect("with any other character is malformed", () =>
    withCursors((cursors) =>
      Effect.gen(function*() {
        const sealed = yield* cursors.seal(content)
        const changed = FastCheck.sample(
          FastCheck.tuple(FastCheck.nat(sealed.length - 1), FastCheck.constantFrom(..."0aZ_-")),
          { numRuns: 60 }
        ).map(([index, letter]) => sealed.slice(0, index) + letter + sealed.slice(index + 1)).filter((text) => text !== sealed)
        for (const text of changed) expect([text, yield* cursors.open(text)]).toEqual([text, "malformed"])
      })
    ))
})
