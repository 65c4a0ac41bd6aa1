import { EventDraft } from "@agenda-engine/core/contract/EventDraft"
import { rawBody } from "@agenda-engine/core/contract/RawBody"
import type { Caller } from "@agenda-engine/core/domain/access/Credential"
import { LocationContent } from "@agenda-engine/core/domain/agenda/Location"
import { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { Access, authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Locations } from "@agenda-engine/core/services/Locations"
import { describe, expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { additionalCases, everyType } from "./additionalCases.js"
import { agendaCases } from "./agendaCases.js"
import { eventCases, type EventReferences, wholeEvent } from "./eventCases.js"
import type { FieldCase, FieldTable, Outcome } from "./FieldCase.js"
import { locationCases, wholeLocation } from "./locationCases.js"

const main = { _tag: "Uid" as const, uid: agendas.main }
const plain = { lang: null }

/** How a kind of thing is written in the main agenda, by one of its moderators. */
interface Writing {
  readonly whole: JsonObject
  /** What stands for nothing having been said of the fields that a full update leaves alone. */
  readonly nothing: JsonObject
  readonly create: (body: JsonObject) => Effect.Effect<JsonObject, unknown>
  readonly replace: (uid: number, body: Json) => Effect.Effect<JsonObject, unknown>
  readonly patch: (uid: number, body: Json) => Effect.Effect<JsonObject, unknown>
  readonly remove: (uid: number) => Effect.Effect<JsonObject, unknown>
}

/** What the cases name, an event and a location to change, and how they are written. */
class Written extends Context.Tag("test/Written")<Written, {
  readonly references: EventReferences
  readonly events: Writing
  readonly eventUid: number
  readonly locations: Writing
  readonly locationUid: number
}>() {
  static readonly layer = Layer.effect(
    Written,
    Effect.gen(function*() {
      const { credentials, send, within } = yield* TestWorld
      yield* within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema: { fields: everyType } })))
      const caller: Caller = yield* within(
        Effect.flatMap(Access, (access) => access.identify({ key: null, token: credentials.moderatorToken["access-token"] }))
      )
      const uidRef = (uid: number) => ({ _tag: "Uid" as const, uid })
      const eventOf = <E, R>(written: Effect.Effect<{ readonly event: JsonObject }, E, R>) => Effect.map(written, ({ event }) => event)
      const locationOf = <E, R>(written: Effect.Effect<{ readonly location: JsonObject }, E, R>) =>
        Effect.map(written, ({ location }) => location)
      const onLocations: Writing = {
        whole: wholeLocation,
        nothing: { extIds: [], image: null, state: 0 },
        create: (body) =>
          within(
            Effect.flatMap(Locations, (all) =>
              locationOf(authorized(caller, main, "locations:write", (by) => all.create(by, rawBody(body), plain))))
          ),
        replace: (uid, body) =>
          within(
            Effect.flatMap(Locations, (all) =>
              locationOf(authorized(caller, main, "locations:write", (by) => all.replace(by, uidRef(uid), rawBody(body), plain))))
          ),
        patch: (uid, body) =>
          within(
            Effect.flatMap(Locations, (all) =>
              locationOf(authorized(caller, main, "locations:write", (by) => all.patch(by, uidRef(uid), rawBody(body), plain))))
          ),
        remove: (uid) =>
          within(Effect.flatMap(Locations, (all) => authorized(caller, main, "locations:write", (by) => all.remove(by, uidRef(uid)))))
      }
      const place = yield* onLocations.create({ ...wholeLocation, timezone: "Europe/Paris" })
      const strange = yield* send(`/v2/agendas/${agendas.other}/locations`, {
        method: "POST",
        body: wholeLocation,
        headers: credentials.strangerToken
      })
      const located = { locationUid: Number(place["uid"]), strangeLocationUid: Number(at(strange.body, "location", "uid")), takenSlug: "" }
      const whole = wholeEvent(located)
      // Looking for a slug that is free takes the longer the more events have the same title.
      let count = 0
      const onEvents: Writing = {
        whole,
        nothing: { extIds: [], image: null, state: 2, featured: false, offers: [] },
        create: (body) =>
          within(
            Effect.flatMap(Events, (all) =>
              eventOf(authorized(caller, main, "events:write", (by) =>
                all.create(by, rawBody({ slug: `e-${count++}`, ...body }), plain))))
          ),
        replace: (uid, body) =>
          within(
            Effect.flatMap(Events, (all) =>
              eventOf(authorized(caller, main, "events:write", (by) => all.replace(by, uidRef(uid), rawBody(body), plain))))
          ),
        patch: (uid, body) =>
          within(
            Effect.flatMap(Events, (all) =>
              eventOf(authorized(caller, main, "events:write", (by) => all.patch(by, uidRef(uid), rawBody(body), plain))))
          ),
        remove: (uid) =>
          within(Effect.flatMap(Events, (all) => authorized(caller, main, "events:write", (by) => all.remove(by, uidRef(uid)))))
      }
      yield* onEvents.create({ ...whole, slug: "taken", extIds: [{ key: "taken", value: "1" }] })
      const event = yield* onEvents.create({ ...whole, slug: "kept" })
      const location = yield* onLocations.create(wholeLocation)
      return {
        references: { ...located, takenSlug: "taken" },
        events: onEvents,
        eventUid: Number(event["uid"]),
        locations: onLocations,
        locationUid: Number(location["uid"])
      }
    })
  ).pipe(Layer.provideMerge(TestWorld.layer()), Layer.orDie)
}

/** A fault as the cases write it. */
const faultOf = ({ code, field, index, lang, origin }: Issue): readonly [string, Json] => [
  [code, field, ...(lang === undefined ? [] : [lang]), ...(index === undefined ? [] : [`#${index}`])].join(" "),
  origin ?? null
]

const withoutIds = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((slot: Json) => isJsonObject(slot) ? { begin: slot["begin"], end: slot["end"] } : slot) : value

const attempt = (write: Effect.Effect<JsonObject, unknown>) =>
  Effect.catchAll(
    Effect.map(write, (written) => ({ written, faults: [] as const })),
    (error) => error instanceof Invalid ? Effect.succeed({ written: null, faults: error.issues.map(faultOf) }) : Effect.die(error)
  )

const settle = (what: string, field: string, write: Effect.Effect<JsonObject, unknown>, { faults = [], reads }: Outcome) =>
  Effect.map(attempt(write), (outcome) => {
    expect(outcome.faults, what).toEqual(faults)
    if (reads === undefined || outcome.written === null) return outcome.written
    expect(field === "timings" ? withoutIds(outcome.written[field]) : outcome.written[field], what).toEqual(reads)
    return outcome.written
  })

/** Which writes a case is tried with, of create, full update and partial update. */
type Tries = readonly [create: boolean, replace: boolean, patch: boolean]

const check = (writing: Writing, uid: number, field: string, one: FieldCase, [onCreate, onReplace, onPatch]: Tries) =>
  Effect.gen(function*() {
    const { beside, patched = one, replaced = one, says, value } = one
    const named = { ...beside, [field]: value }
    const whole = { ...writing.whole, ...named }
    const made = onCreate ? yield* settle(`${field}, ${says}, on create`, field, writing.create(whole), one) : null
    const lasts = beside !== undefined || Object.hasOwn(writing.nothing, field)
    const tidy = lasts ? writing.replace(uid, { ...writing.whole, ...writing.nothing }) : Effect.void
    if (made !== null && lasts) yield* writing.remove(Number(made["uid"]))
    if (onReplace && (yield* settle(`${field}, ${says}, on full update`, field, writing.replace(uid, whole), replaced)) !== null) {
      yield* tidy
    }
    if (onPatch && (yield* settle(`${field}, ${says}, on partial update`, field, writing.patch(uid, named), patched)) !== null) yield* tidy
  })

const dummy = { locationUid: 1, strangeLocationUid: 2, takenSlug: "taken" }

const triesOf = ({ once = false, patched, replaced }: FieldCase, index: number, isThorough: boolean): Tries => {
  if (isThorough || patched !== undefined || replaced !== undefined || (!once && index < 2)) return [true, true, true]
  return [index % 3 === 0, index % 3 === 1, index % 3 === 2]
}

/**
 * The tests of every value of every field. Thorough, each with every kind of write; else most with one kind, each in
 * its turn, as what reads a value is the same for all.
 */
export const tryEveryField = (isThorough: boolean) =>
  layer(Written.layer, { excludeTestServices: true })("every field of a body", (it) => {
    it("is in the table", () => {
      expect(Object.keys(eventCases(dummy)).toSorted()).toEqual(
        Object.keys(EventDraft.fields).toSorted()
      )
      expect(Object.keys(locationCases).toSorted()).toEqual(Object.keys(LocationContent.fields).toSorted())
      expect(Object.keys(additionalCases).toSorted()).toEqual(everyType.map(({ field }) => field).toSorted())
    })

    const checkAll = (
      of: (written: Context.Tag.Service<Written>) => { readonly table: FieldTable; readonly writing: Writing; readonly uid: number },
      field: string
    ) =>
      Effect.gen(function*() {
        const { table, uid, writing } = of(yield* Written)
        for (const [index, one] of (table[field] ?? []).entries()) yield* check(writing, uid, field, one, triesOf(one, index, isThorough))
      })

    describe("of an event", () => {
      for (const field of Object.keys(eventCases(dummy))) {
        it.effect(
          field,
          () => checkAll(({ eventUid, events, references }) => ({ table: eventCases(references), writing: events, uid: eventUid }), field)
        )
      }
    })

    describe("of an event, additional", () => {
      for (const field of Object.keys(additionalCases)) {
        it.effect(field, () => checkAll(({ eventUid, events }) => ({ table: additionalCases, writing: events, uid: eventUid }), field))
      }
    })

    describe("of a location", () => {
      for (const field of Object.keys(locationCases)) {
        it.effect(
          field,
          () => checkAll(({ locationUid, locations }) => ({ table: locationCases, writing: locations, uid: locationUid }), field)
        )
      }
    })

    describe("of an agenda", () => {
      for (const [member, cases] of Object.entries(agendaCases)) {
        it.effect(member, () =>
          Effect.gen(function*() {
            const { within } = yield* TestWorld
            for (const { draft, faults = [], says, stored = {} } of cases) {
              const outcome = yield* within(Effect.flatMap(Agendas, (all) => all.create({ title: "An agenda", ...draft }))).pipe(
                Effect.map((agenda) => ({ agenda, faults: [] as const })),
                Effect.catchAll((error) =>
                  error instanceof Invalid
                    ? Effect.succeed({ agenda: {}, faults: error.issues.map(faultOf) })
                    : Effect.die(error)
                )
              )
              expect(outcome.faults, `${member}, ${says}`).toEqual(faults)
              expect(outcome.agenda, `${member}, ${says}`).toMatchObject(stored)
            }
          }))
      }
    })
  })
