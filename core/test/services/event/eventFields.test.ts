import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import { EventQuery } from "../../../src/query/event/EventQuery.js"
import type { EventView } from "../../../src/query/event/EventView.js"
import { selectFields } from "../../../src/query/event/FieldPath.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { eventsAs } from "../access/callers.js"
import { bodyOf, draftOf, everything, memberOf, testEngine } from "../testEngine.js"

const plain = { lang: null }

const editors = ["moderator", "administrator"]

const genres = {
  field: "genres",
  fieldType: "checkbox",
  label: { fr: "Genres" },
  options: [{ id: 1, value: "jazz", label: { fr: "Jazz", en: "Jazz (en)" } }, { id: 2, value: "rock", label: { fr: "Rock" } }]
}

const fields: ReadonlyArray<JsonObject> = [
  genres,
  { field: "audience", fieldType: "radio", label: { fr: "Public" }, options: [{ id: 4, value: "all", label: { fr: "Tous" } }] },
  { field: "places", fieldType: "integer", label: { fr: "Places" } },
  { field: "subtitle", fieldType: "text", label: { fr: "Sous-titre" }, languages: ["fr", "en"] },
  { field: "page", fieldType: "html", label: { fr: "Page" } },
  { field: "secret", fieldType: "text", label: { fr: "Secret" }, read: editors, write: editors }
]

const named = (...paths: ReadonlyArray<string>): EventView => ({
  detailed: false,
  fields: selectFields(paths.map((path) => path.split(".")))
})

/** An agenda with these fields and members. */
const make = Effect.gen(function*() {
  yield* TestClock.setTime("2030-01-01T00:00:00Z")
  const agendas = yield* Agendas
  const agenda = yield* agendas.create({ uid: 7, title: "Les Halles", schema: { fields } })
  return {
    ref: { _tag: "Uid" as const, uid: agenda.uid },
    moderator: (yield* memberOf(agenda.uid, "moderator", "mo")).token,
    contributor: (yield* memberOf(agenda.uid, "contributor", "cleo")).token,
    stranger: (yield* memberOf(agenda.uid, null, "out")).reader
  }
})

/** The agenda with other fields. */
const redefine = (defined: ReadonlyArray<JsonObject>) =>
  Effect.flatMap(Agendas, (agendas) => agendas.restore({ uid: 7, title: "Les Halles", schema: { fields: defined } }))

const uidOf = (event: JsonObject) => ({ _tag: "Uid" as const, uid: Number(event.uid) })

const listed = (caller: Caller, more: Partial<typeof everything> = {}) =>
  eventsAs(caller, { _tag: "Uid", uid: 7 }).list({ ...everything, ...more })

const exportText = Effect.flatMap(Transfer, (transfer) => Stream.runFold(transfer.export(null), "", (all, line) => `${all}${line}\n`))

const importText = (lines: string) =>
  Effect.flatMap(
    Transfer,
    (transfer) => transfer.import(Stream.splitLines(Stream.make(lines)), { ownerUid: null, dryRun: false, progress: () => Effect.void })
  )

const values = { genres: [2, 1], audience: 4, places: 40, subtitle: { fr: "Sous les étoiles" }, page: "<p>Une page</p>" }

describe("additional fields of events", () => {
  it.effect("additional fields appear in write responses, single reads and lists, for callers who may read them", () =>
    Effect.gen(function*() {
      const { contributor, moderator, ref, stranger } = yield* make
      const { event } = yield* eventsAs(moderator, ref).create(draftOf("Bal", { ...values, secret: "code 42" }), plain)
      expect(event).toMatchObject({ ...values, secret: "code 42" })
      expect((yield* eventsAs(moderator, ref).get(uidOf(event))).event).toEqual(event)
      for (const caller of [stranger, contributor]) {
        const { event: read } = yield* eventsAs(caller, ref).get(uidOf(event))
        expect(read).toMatchObject(values)
        expect(JSON.stringify(read)).not.toMatch(/secret|code 42/)
        const list = yield* listed(caller)
        expect(list.events).toMatchObject([{ genres: [2, 1], audience: 4 }])
        expect(Object.keys(list.events[0] ?? {})).not.toEqual(expect.arrayContaining(["places"]))
        expect(JSON.stringify(yield* listed(caller, { detailed: true }))).not.toMatch(/secret|code 42/)
      }
      expect((yield* listed(moderator, { detailed: true })).events).toEqual([event])
    }).pipe(Effect.provide(testEngine)))

  it.effect("sending read additional fields back changes nothing, for every caller who may write the event", () =>
    Effect.gen(function*() {
      const { contributor, moderator, ref } = yield* make
      const { event } = yield* eventsAs(contributor, ref).create(draftOf("Bal", { ...values, state: 0 }), plain)
      yield* eventsAs(moderator, ref).patch(uidOf(event), rawBody({ secret: "code 42" }), plain)
      yield* TestClock.adjust("1 day")
      for (const caller of [contributor, moderator]) {
        const back = caller === moderator
          ? (yield* eventsAs(caller, ref).get(uidOf(event))).event
          : event
        expect(
          (yield* eventsAs(caller, ref).replace(uidOf(event), back, plain)).outcome
        ).toBe("unchanged")
      }
      const labelled = yield* eventsAs(moderator, ref).get(uidOf(event), { detailed: true, includeLabels: true })
      expect(labelled.event).toMatchObject({ genres: [{ id: 2 }, { id: 1 }], secret: "code 42" })
      expect(
        (yield* eventsAs(moderator, ref).replace(uidOf(event), rawBody(labelled.event), plain)).outcome
      ).toBe("unchanged")
      const changed = yield* eventsAs(contributor, ref).patch(uidOf(event), rawBody({ genres: [1] }), plain)
      expect(changed).toMatchObject({ outcome: "updated", event: { genres: [1], updatedAt: "2030-01-02T00:00:00.000Z" } })
    }).pipe(Effect.provide(testEngine)))

  it.effect("invalid additional fields are refused with all faults and store nothing", () =>
    Effect.gen(function*() {
      const { contributor, moderator, ref } = yield* make
      const body = bodyOf("Bal", { genres: [1, 9], audience: [4, 4, 5], places: "many", subtitle: 5, page: {} })
      const refused = yield* Effect.flip(eventsAs(contributor, ref).create(rawBody(body), plain))
      expect(refused).toMatchObject({
        _tag: "Invalid",
        issues: [
          { code: "option.unknown", field: "genres", index: 1, origin: 9 },
          { code: "option.unknown", field: "audience", index: 2, origin: 5 },
          { code: "integer.invalid", field: "places" },
          { code: "type.invalid", field: "subtitle" }
        ]
      })
      expect((yield* listed(moderator, { filter: { state: [2, 1, 0, -1] } })).total).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a required text of which nothing is left after its conversion is refused beside the other faults", () =>
    Effect.gen(function*() {
      const { moderator, ref } = yield* make
      yield* redefine(fields.map((field) => field.field === "page" ? { ...field, optional: false } : field))
      const refused = yield* Effect.flip(eventsAs(moderator, ref).create(draftOf("Bal", { places: "many", page: "<p></p>" }), plain))
      expect(refused).toMatchObject({
        _tag: "Invalid",
        issues: [{ code: "integer.invalid", field: "places" }, { code: "required", field: "page" }]
      })
      const alone = yield* Effect.flip(eventsAs(moderator, ref).create(draftOf("Bal", { page: "<p></p>" }), plain))
      expect(alone).toMatchObject({ _tag: "Invalid", issues: [{ code: "required", field: "page", origin: "<p></p>" }] })
      expect((yield* listed(moderator, { filter: { state: [2, 1, 0, -1] } })).total).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.effect("additional fields that a caller may not read count as unknown", () =>
    Effect.gen(function*() {
      const { contributor, ref, stranger, moderator } = yield* make
      const { event } = yield* eventsAs(moderator, ref).create(draftOf("Bal", { secret: "code 42" }), plain)
      const asked = (caller: Caller, ...paths: ReadonlyArray<string>) =>
        Effect.flip(Effect.all([
          eventsAs(caller, ref).get(uidOf(event), named(...paths)),
          listed(caller, named(...paths))
        ]))
      for (const caller of [stranger, contributor]) {
        const refused = yield* asked(caller, "uid", "secret")
        const none = yield* asked(caller, "uid", "nosuch")
        expect(JSON.stringify(refused).replaceAll("secret", "nosuch")).toBe(JSON.stringify(none))
        const list = yield* Effect.flip(listed(caller, named("secret.fr", "places.fr", "genres")))
        expect(list).toMatchObject({
          _tag: "Invalid",
          subject: "parameters",
          issues: [
            { code: "parameter.invalid", field: "includeFields", origin: "secret.fr" },
            { code: "parameter.invalid", field: "includeFields", origin: "places.fr" }
          ]
        })
      }
      expect(
        (yield* eventsAs(moderator, ref).get(uidOf(event), named("uid", "secret"))).event
      ).toEqual({ uid: event.uid, secret: "code 42" })
      expect((yield* listed(moderator, named("secret", "subtitle.fr"))).events).toEqual([{ subtitle: {}, secret: "code 42" }])
      const own = yield* eventsAs(contributor, ref).create(draftOf("Own", { secret: "guess" }), plain)
      expect(own.warnings).toMatchObject([{ code: "ignored", field: "secret" }])
      expect(own.event).not.toHaveProperty("secret")
    }).pipe(Effect.provide(testEngine)))

  it.effect("values of withdrawn options stay and can still be written", () =>
    Effect.gen(function*() {
      const { moderator, ref } = yield* make
      const { event } = yield* eventsAs(moderator, ref).create(draftOf("Bal", values), plain)
      yield* redefine([{ ...genres, options: genres.options.slice(0, 1) }, ...fields.slice(1)])
      const read = yield* eventsAs(moderator, ref).get(uidOf(event), { detailed: true, includeLabels: true, monolingual: "fr" })
      expect(read.event).toMatchObject({ genres: [{ id: 2, label: "Rock" }, { id: 1, label: "Jazz" }] })
      expect(
        (yield* eventsAs(moderator, ref).patch(uidOf(event), rawBody({ genres: [2, 1] }), plain)).outcome
      ).toBe("unchanged")
      expect(
        (yield* eventsAs(moderator, ref).patch(uidOf(event), rawBody({ genres: 2 }), plain)).event
      ).toMatchObject({ genres: [2] })
      expect(
        yield* Effect.flip(eventsAs(moderator, ref).patch(uidOf(event), rawBody({ genres: 3 }), plain))
      ).toMatchObject({
        issues: [{ code: "option.unknown", field: "genres", origin: 3 }]
      })
    }).pipe(Effect.provide(testEngine)))

  it.effect("values of a removed definition stay stored and reappear with the definition", () =>
    Effect.gen(function*() {
      const { moderator, ref } = yield* make
      const { event } = yield* eventsAs(moderator, ref).create(draftOf("Bal", values), plain)
      yield* redefine([])
      const without = yield* eventsAs(moderator, ref).replace(uidOf(event), draftOf("Renamed", values), plain)
      expect(without.warnings.map(({ field }) => field)).toEqual(Object.keys(values))
      expect(Object.keys(without.event)).not.toEqual(expect.arrayContaining(["genres"]))
      expect(yield* exportText).not.toContain("étoiles")
      yield* redefine(fields)
      expect(
        (yield* eventsAs(moderator, ref).get(uidOf(event))).event
      ).toMatchObject({ ...values, title: { fr: "Renamed" } })
    }).pipe(Effect.provide(testEngine)))

  it.effect("additional fields are indexed with the event", () =>
    Effect.gen(function*() {
      const { moderator, ref } = yield* make
      yield* eventsAs(moderator, ref).create(draftOf("Bal", values), plain)
      const found = (genre: string) => listed(moderator, { filter: { fields: { genres: { values: [genre], ranges: [], others: [] } } } })
      expect([(yield* found("2")).total, (yield* found("1")).total]).toEqual([1, 1])
      yield* redefine([genres])
      yield* eventsAs(moderator, ref).create(draftOf("Without"), plain)
      expect((yield* found("2")).total).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("additional fields survive export and import into another engine as the same bytes", () =>
    Effect.gen(function*() {
      const { contributor, moderator, ref } = yield* make
      yield* eventsAs(moderator, ref).create(draftOf("Bal", { ...values, secret: "code 42" }), plain)
      yield* eventsAs(contributor, ref).create(draftOf("Own", { genres: [2], page: "a *b*" }), plain)
      yield* redefine([
        { ...genres, optional: false, options: genres.options.slice(0, 1) },
        ...fields.slice(1, 2),
        { ...fields[2], optional: false },
        ...fields.slice(3)
      ])
      const exported = yield* exportText
      expect(exported).toContain('"audience":[4],"genres":[2,1],"page":"Une page","places":40,"secret":"code 42","subtitle":')
      const again = yield* Effect.gen(function*() {
        expect(yield* importText(exported)).toMatchObject({ created: 3, rejected: 0, errors: [] })
        const first = yield* exportText
        expect(yield* importText(exported)).toMatchObject({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
        return first
      }).pipe(Effect.provide(testEngine))
      expect(again).toBe(exported)
      const list = yield* eventsAs(operator, ref).list(
        EventQuery.make<{ readonly secret?: string }>({ state: [2, 1, 0, -1], detailed: true })
      )
      expect(list.events.map(({ secret }) => secret)).toEqual(expect.arrayContaining(["code 42", null]))
    }).pipe(Effect.provide(testEngine)))
})
