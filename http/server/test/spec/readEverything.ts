import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { answersTo } from "./answersTo.js"
import type { Asked } from "./Asked.js"
import { walkCases } from "./cases/walkCases.js"
import { SpecWorld } from "./SpecWorld.js"
import { tables } from "./tables.js"
import { walk } from "./walk.js"

const shown_chars_max = 160

const nameOf = (
  { as, asked, clause, path }: { readonly as?: string; readonly asked: Asked; readonly clause: string; readonly path: string }
): string => {
  const said = JSON.stringify(asked)
  const shown = said.length > shown_chars_max ? `${said.slice(0, shown_chars_max)}…` : said
  return `${clause}: ${path} ${shown}${as === undefined ? "" : ` as ${as}`}`
}

/**
 * Declares the tests that send every request of the tables to a world over these stores. What the first spelling is
 * answered is what the specification says, and every other is answered the same bytes; `spelled` says whether the
 * others are sent. Then they walk every list, in the longer run by single items too.
 */
export const readEverything = (on: string, stores: Layer.Layer<Stores, StoreError>, spelled: "every way" | "one way" = "every way"): void =>
  layer(SpecWorld.layer(stores), { excludeTestServices: true })(`requests of the specification, spelled ${spelled}, on ${on}`, (it) => {
    for (const [table, cases] of Object.entries(tables)) {
      describe(table, () => {
        for (const one of cases) {
          it.effect(nameOf(one), () =>
            Effect.gen(function*() {
              const data = yield* SpecWorld
              const [first, ...others] = yield* answersTo(one, data, spelled === "one way" ? 1 : undefined)
              if (first === undefined) throw new Error("a request has at least one spelling")
              one.answers(first.answer, data)
              for (const { answer, request, spelling } of others) {
                expect(answer.status, `${spelling}: ${request}\n${answer.text}`).toBe(first.answer.status)
                if (first.answer.status !== 200) continue
                expect(answer.text, `${spelling}: ${request}`).toBe(first.answer.text)
                expect(answer.headers.etag, `${spelling}: ${request}`).toBe(first.answer.headers.etag)
              }
            }))
        }
      })
    }

    describe("cursors", () => {
      const sizes = spelled === "one way" ? [3] : [1, 3]
      for (const one of walkCases) {
        it.effect(nameOf(one), () =>
          Effect.gen(function*() {
            const data = yield* SpecWorld
            const whole = yield* walk(one, 100, data)
            expect(whole.length).toBeGreaterThan(1)
            expect(new Set(whole).size).toBe(whole.length)
            for (const size of sizes) expect(yield* walk(one, size, data), `by ${size}`).toEqual(whole)
          }))
      }
    })
  })
