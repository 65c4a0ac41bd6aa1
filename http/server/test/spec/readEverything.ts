import { walkCases } from "@agenda-engine/conformance/http/spec/cases/walkCases"
import { checkSpec } from "@agenda-engine/conformance/http/spec/checkSpec"
import { uidOf } from "@agenda-engine/conformance/http/spec/SpecData"
import { tables } from "@agenda-engine/conformance/http/spec/tables"
import { checkWalk } from "@agenda-engine/conformance/http/spec/walk"
import type { Asked } from "@agenda-engine/conformance/http/spelling/Asked"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { SpecWorld } from "./SpecWorld.js"

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
 * others are sent. Then they walk every list, where all are sent by single items too.
 */
export const readEverything = (on: string, stores: Layer.Layer<Stores, StoreError>, spelled: "every way" | "one way"): void =>
  layer(SpecWorld.layer(stores), { excludeTestServices: true })(`requests of the specification, spelled ${spelled}, on ${on}`, (it) => {
    for (const [table, cases] of Object.entries(tables)) {
      describe(table, () => {
        for (const one of cases) {
          it.effect(
            nameOf(one),
            () => Effect.flatMap(SpecWorld, (data) => checkSpec(one, data, spelled === "one way" ? 1 : undefined))
          )
        }
      })
    }

    describe("cursors", () => {
      const sizes = spelled === "one way" ? [3] : [1, 3]
      for (const one of walkCases) {
        it.effect(nameOf(one), () => Effect.flatMap(SpecWorld, (data) => checkWalk(one, sizes, data)))
      }
    })

    it.effect("names nothing that the data does not hold", () =>
      Effect.gen(function*() {
        const data = yield* SpecWorld
        const named = JSON.stringify([tables, walkCases]).match(/\{(event|place|agenda):[^}]*\}/g) ?? []
        expect(named.length).toBeGreaterThan(0)
        expect(named.filter((placeholder) => uidOf(data, placeholder) < 0)).toEqual([])
      }))
  })
