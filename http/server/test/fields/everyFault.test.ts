import { issue } from "@agenda-engine/core/domain/error/Issue"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { presentIssues } from "@agenda-engine/http/response/presentProblem"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { additionalCases, everyType } from "./additionalCases.js"
import { eventCases, wholeEvent } from "./eventCases.js"
import type { Fault, FieldTable } from "./FieldCase.js"
import { locationCases, wholeLocation } from "./locationCases.js"

const main = `/v2/agendas/${agendas.main}`

/**
 * Faults that another fault of the body changes: what attendance needs, and the languages in which a text is missed.
 */
const isAlone = ([line]: Fault): boolean => !/^(?:link|location)\.required|^required (?:title|description) /.test(line)

/** The refused value of each field at this index, the first where a field has fewer, and all their faults. */
const worst = (table: FieldTable, index: number) => {
  const chosen = Object.entries(table).flatMap(([field, cases]) => {
    const faulty = cases.filter(({ beside, faults = [], replaced }) =>
      faults.length > 0 && faults.every(isAlone) && beside === undefined && replaced === undefined
    )
    const one = faulty[index] ?? faulty[0]
    return one === undefined ? [] : [{ field, value: one.value, faults: one.faults ?? [] }]
  })
  return {
    body: Object.fromEntries(chosen.map(({ field, value }) => [field, value])),
    faults: chosen.flatMap(({ faults }) => faults)
  }
}

const shown = (origin: Json): Json =>
  presentIssues(origin === null ? [issue("ignored", "")] : [issue("ignored", "", { origin })], defaultLimits)[0]?.["origin"] ?? ""

const lineOf = (error: JsonObject): Json => {
  const index = error["index"]
  const parts = [error["code"], error["field"], error["lang"], typeof index === "number" ? `#${index}` : undefined]
  return [parts.filter((part) => typeof part === "string").join(" "), error["origin"] ?? ""]
}

const inOrder = (lines: ReadonlyArray<Json>): ReadonlyArray<string> => lines.map((line) => JSON.stringify(line)).toSorted()

layer(TestWorld.layer(), { excludeTestServices: true })("a body with a fault in every field", (it) => {
  const expectAll = (path: string, whole: JsonObject, table: FieldTable, rows: number) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (let index = 0; index < rows; index++) {
        const { body, faults } = worst(table, index)
        const answer = yield* send(path, { method: "POST", body: { ...whole, ...body }, headers: credentials.moderatorToken })
        expect(answer.status, answer.text).toBe(400)
        const errors = at(answer.body, "errors")
        const told = Array.isArray(errors) ? errors.filter((error: Json) => isJsonObject(error)).map(lineOf) : []
        expect(inOrder(told), `row ${index}`).toEqual(inOrder(faults.map(([line, origin]) => [line, shown(origin)])))
      }
    })

  it.effect("of an event gets all errors in one response", () =>
    Effect.gen(function*() {
      const { credentials, send, within } = yield* TestWorld
      yield* within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema: { fields: everyType } })))
      const references = { locationUid: 1, strangeLocationUid: 2, takenSlug: "taken" }
      const headers = credentials.moderatorToken
      const body = {
        ...wholeEvent(references),
        attendanceMode: 2,
        locationUid: null,
        slug: "taken",
        extIds: [{ key: "taken", value: "1" }]
      }
      expect((yield* send(`${main}/events`, { method: "POST", body, headers })).status).toBe(200)
      const table: FieldTable = { ...eventCases(references), ...additionalCases }
      yield* expectAll(`${main}/events`, wholeEvent(references), table, 8)
    }))

  it.effect("of a location gets all errors in one response", () => expectAll(`${main}/locations`, wholeLocation, locationCases, 5))

  it.effect("gets a thousand errors, and the information that there are more", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const body = { registration: Array.from({ length: 600 }, () => 5), accessibility: Array.from({ length: 600 }, () => "x") }
      const answer = yield* send(`${main}/events`, { method: "POST", body, headers: credentials.moderatorToken })
      expect(at(answer.body, "errors")).toHaveLength(1_001)
      expect(at(answer.body, "errors", 0)).toMatchObject({ code: "required", field: "title" })
      expect(at(answer.body, "errors", 1_000)).toMatchObject({ code: "tooMany", field: "errors" })
    }))

  it.effect("reports a missing text in each language of the body, in its order", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { description: _, ...whole } = wholeEvent({ locationUid: 1, strangeLocationUid: 2, takenSlug: "" })
      const body = {
        ...whole,
        attendanceMode: 2,
        locationUid: null,
        title: {},
        keywords: { it: ["a"], fr: [] },
        conditions: { de: "a", it: "b" }
      }
      const answer = yield* send(`${main}/events`, { method: "POST", body, headers: credentials.moderatorToken })
      expect(at(answer.body, "errors")).toMatchObject(
        ["title", "description"].flatMap((field) => ["it", "fr", "de"].map((lang) => ({ code: "required", field, lang })))
      )
    }))
})
