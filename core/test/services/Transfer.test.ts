import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { operator } from "../../src/domain/access/Credential.js"
import type { Json, JsonObject } from "../../src/domain/text/Json.js"
import { AgendaStore } from "../../src/ports/AgendaStore.js"
import { LocationStore } from "../../src/ports/LocationStore.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Members } from "../../src/services/Members.js"
import { Transfer } from "../../src/services/Transfer.js"
import { Users } from "../../src/services/Users.js"
import { eventsAs } from "./access/callers.js"
import { bodyOf, everything, testEngine } from "./testEngine.js"

const agenda = (uid: number, more: JsonObject = {}): JsonObject => ({
  kind: "agenda",
  uid,
  title: `Agenda ${uid}`,
  slug: `agenda-${uid}`,
  ...more
})
const location = (uid: number, agendaUid: number): JsonObject => ({
  kind: "location",
  uid,
  agendaUid,
  name: `Hall ${uid}`,
  address: "1 rue des Écoles",
  countryCode: "fr",
  latitude: 48.85,
  longitude: 2.35,
  adminLevel4: "Paris"
})
const event = (agendaUid: number, value: string, data: Json = bodyOf(`Concert ${value}`), more: JsonObject = {}): JsonObject => ({
  kind: "event",
  agendaUid,
  extId: { key: "source", value },
  data,
  ...more
})

const sample: ReadonlyArray<JsonObject> = [
  agenda(20, { description: "Deux", private: true, settings: { contribution: { defaultLang: "fr" } } }),
  agenda(3, { official: true, schema: { fields: [{ field: "genre", label: "Genre" }] } }),
  location(9, 3),
  location(4, 3),
  event(3, "a", bodyOf("In person", { attendanceMode: 1, onlineAccessLink: null, locationUid: 9 })),
  event(3, "b", bodyOf("Refused", { keywords: { fr: ["jazz", "été"] } }), { state: -1, uid: 77, slug: "kept" }),
  event(20, "c", bodyOf("Old"), { createdAt: "2020-01-01T10:00:00.123Z", updatedAt: "2020-02-01T10:00:00.456Z" })
]

const text = (lines: ReadonlyArray<JsonObject | string>): string =>
  lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n")

const importText = (lines: string, options: { readonly ownerUid?: number; readonly dryRun?: boolean } = {}) =>
  Effect.flatMap(
    Transfer,
    (transfer) =>
      transfer.import(Stream.splitLines(Stream.make(lines)), { ownerUid: null, dryRun: false, progress: () => Effect.void, ...options })
  )

const exportText = (agendaUid: number | null = null) =>
  Effect.flatMap(Transfer, (transfer) => Stream.runFold(transfer.export(agendaUid), "", (all, line) => `${all}${line}\n`))

const totalOf = (uid: number) =>
  Effect.map(
    eventsAs(operator, { _tag: "Uid", uid }).list({ ...everything, filter: { state: [-1, 0, 1, 2] } }),
    ({ total }) => total
  )

describe("Transfer", () => {
  it.effect("lines of every kind are imported, and importing them again changes nothing", () =>
    Effect.gen(function*() {
      expect(yield* importText(text(sample))).toEqual({ created: 7, updated: 0, unchanged: 0, rejected: 0, errors: [] })
      expect(yield* importText(text(sample))).toEqual({ created: 0, updated: 0, unchanged: 7, rejected: 0, errors: [] })
      expect(yield* totalOf(3)).toBe(2)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an export imported into another engine is exported as the same bytes", () =>
    Effect.gen(function*() {
      yield* importText(text(sample))
      const exported = yield* exportText()
      const again = yield* Effect.zipRight(importText(exported), exportText()).pipe(Effect.provide(testEngine))
      expect(again).toBe(exported)
      const kinds = exported.trimEnd().split("\n").map((line) => {
        const { agendaUid, kind, uid }: { kind: string; uid: number; agendaUid?: number } = JSON.parse(line)
        return kind === "event" ? `event of ${agendaUid}` : `${kind} ${uid}`
      })
      expect(kinds).toEqual(["agenda 3", "location 4", "location 9", "agenda 20", "event of 3", "event of 3", "event of 20"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("networks and their fields are exported first and once", () =>
    Effect.gen(function*() {
      const options = [{ id: 1, value: "a", label: { fr: "A" } }, { id: 2, value: "b", label: { fr: "B" }, withdrawn: true }]
      const theme = { field: "theme", label: { fr: "Thème" }, fieldType: "radio", options }
      const genre = { field: "genre", label: { fr: "Genre" }, fieldType: "text" }
      const lines = [
        { kind: "network", uid: 9, title: "Ouest", schema: { fields: [theme] } },
        { kind: "network", uid: 5, title: "Est" },
        agenda(30, { networkUid: 9, schema: { fields: [genre] } }),
        agenda(31, { networkUid: 9 }),
        event(30, "d", bodyOf("Fielded", { theme: 1, genre: "Rock" }))
      ]
      expect(yield* importText(text(lines))).toEqual({ created: 5, updated: 0, unchanged: 0, rejected: 0, errors: [] })
      expect(yield* importText(text(lines))).toMatchObject({ unchanged: 5, rejected: 0 })
      const exported = yield* exportText()
      expect(yield* Effect.zipRight(importText(exported), exportText()).pipe(Effect.provide(testEngine))).toBe(exported)
      const kindsOf = (exportedLines: string) =>
        exportedLines.trimEnd().split("\n").map((line) => {
          const { kind, uid }: { readonly kind: string; readonly uid: number } = JSON.parse(line)
          return kind === "event" ? kind : `${kind} ${uid}`
        })
      expect(kindsOf(exported)).toEqual(["network 5", "network 9", "agenda 30", "agenda 31", "event"])
      expect(kindsOf(yield* exportText(30))).toEqual(["network 9", "agenda 30", "event"])
      const transfer = yield* Transfer
      expect([yield* transfer.size(null), yield* transfer.size(30)]).toEqual([5, 3])
      expect(exported).toContain('"genre":"Rock"')
      const report = yield* importText(text([agenda(32, { networkUid: 404 }), { kind: "network", uid: 9, title: "", schema: {} }]))
      expect(report.errors.map(({ errors, line }) => [line, ...errors.map(({ code, field }) => `${code} ${field}`)])).toEqual([
        [1, "enum.invalid networkUid"],
        [2, "required title", "type.invalid schema"]
      ])
    }).pipe(Effect.provide(testEngine)))

  it.effect("location sets are exported, and events at locations that another agenda of the set created", () =>
    Effect.gen(function*() {
      const lines = [
        { kind: "locationSet", uid: 9, title: "Côte" },
        { kind: "locationSet", uid: 5, title: "Terres" },
        agenda(30, { locationSetUid: 9 }),
        agenda(31, { locationSetUid: 9 }),
        { kind: "location", uid: 70, agendaUid: 31, name: "Halle", address: "1 quai", countryCode: "FR" },
        event(30, "d", bodyOf("Shared", { attendanceMode: 1, locationUid: 70 }))
      ]
      expect(yield* importText(text(lines))).toEqual({ created: 6, updated: 0, unchanged: 0, rejected: 0, errors: [] })
      expect(yield* importText(text(lines))).toMatchObject({ unchanged: 6, rejected: 0 })
      const exported = yield* exportText()
      expect(yield* Effect.zipRight(importText(exported), exportText()).pipe(Effect.provide(testEngine))).toBe(exported)
      expect(exported.split("\n").slice(0, 2)).toEqual([
        '{"kind":"locationSet","uid":5,"title":"Terres"}',
        '{"kind":"locationSet","uid":9,"title":"Côte"}'
      ])
      expect((yield* exportText(30)).split("\n")[0]).toBe('{"kind":"locationSet","uid":9,"title":"Côte"}')
      const transfer = yield* Transfer
      expect([yield* transfer.size(null), yield* transfer.size(31)]).toEqual([6, 3])
      const report = yield* importText(text([agenda(32, { locationSetUid: 404 }), { kind: "locationSet", uid: 9, title: " " }]))
      expect(report.errors.map(({ errors, line }) => [line, ...errors.map(({ code, field }) => `${code} ${field}`)])).toEqual([
        [1, "enum.invalid locationSetUid"],
        [2, "required title"]
      ])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a location is restored into the set it was created in, or into none", () =>
    Effect.gen(function*() {
      const place = (uid: number, agendaUid: number) => ({
        kind: "location",
        uid,
        agendaUid,
        name: "Halle",
        address: "1 quai",
        countryCode: "FR",
        extIds: [{ key: "erp", value: "1" }]
      })
      const sets = [{ kind: "locationSet", uid: 5, title: "Terres" }, { kind: "locationSet", uid: 9, title: "Côte" }]
      yield* importText(text([...sets, agenda(30), agenda(31), agenda(32), place(70, 30), place(71, 31), place(72, 32)]))
      const agendas = yield* Agendas
      yield* Effect.forEach([30, 31], (uid) => agendas.update(uid, { locationSetUid: 9 }))
      yield* importText(text([{ ...place(73, 31), extIds: [] }, { ...place(72, 32), setUid: 5 }]))
      yield* agendas.update(31, { locationSetUid: 5 })
      const stored = Effect.flatMap(LocationStore, (store) => store.findMany([70, 71, 72, 73])).pipe(
        Effect.map((found) => Object.fromEntries(found.map(({ setUid, uid }) => [uid, setUid])))
      )
      expect(yield* stored).toEqual({ 70: null, 71: null, 72: 5, 73: 9 })
      const exported = yield* exportText()
      expect(yield* importText(exported)).toMatchObject({ unchanged: 9 })
      yield* Effect.gen(function*() {
        expect(yield* importText(exported)).toMatchObject({ created: 9, rejected: 0 })
        expect(yield* stored).toEqual({ 70: null, 71: null, 72: 5, 73: 9 })
        expect(yield* exportText()).toBe(exported)
      }).pipe(Effect.provide(testEngine))
      const alone = yield* exportText(31)
      expect(yield* importText(alone).pipe(Effect.provide(testEngine))).toMatchObject({ created: 5, rejected: 0 })
      const refused = yield* importText(text([{ ...place(70, 30), setUid: 6 }, { ...place(70, 30), setUid: "5" }]))
      expect(refused.errors.map(({ errors }) => errors.map(({ code, field }) => `${code} ${field}`))).toEqual([
        ["enum.invalid setUid"],
        ["integer.invalid setUid"]
      ])
    }).pipe(Effect.provide(testEngine)))

  it.effect("stored definitions of an older version are exported as far as they are valid", () =>
    Effect.gen(function*() {
      const fields = JSON.stringify([{ field: "genre", label: "Genre" }, { field: "state", label: "State" }])
      yield* Effect.flatMap(AgendaStore, (store) => store.put(sampleAgenda(8, { fields })))
      const exported = yield* exportText(8)
      const report = yield* importText(exported).pipe(Effect.provide(testEngine))
      expect(report).toMatchObject({ created: 1, rejected: 0 })
      expect(exported).toContain('"fields":[{"field":"genre","label":{"und":"Genre"}')
    }).pipe(Effect.provide(testEngine)))

  it.effect("an imported event has the uid, slug, state and instants of its line", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_700_000_000_000)
      yield* importText(text(sample))
      const exported = yield* exportText()
      expect(exported).toContain('"uid":77,"slug":"kept","extId":{"key":"source","value":"b"}')
      expect(exported).toContain('"state":-1')
      expect(exported).toContain('"createdAt":"2020-01-01T10:00:00.123Z","updatedAt":"2020-02-01T10:00:00.456Z"')
    }).pipe(Effect.provide(testEngine)))

  it.effect("an import updates existing records to the lines", () =>
    Effect.gen(function*() {
      yield* importText(text(sample))
      const changed = [agenda(3, { title: "Renamed", official: true }), event(3, "b", bodyOf("Renamed")), event(3, "new")]
      expect(yield* importText(text(changed))).toMatchObject({ created: 1, updated: 2, unchanged: 0, rejected: 0 })
      expect(yield* totalOf(3)).toBe(3)
    }).pipe(Effect.provide(testEngine)))

  it.effect("every faulty line is reported by number with all its faults, and the others are imported", () =>
    Effect.gen(function*() {
      const slot = { begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }
      const report = yield* importText(text([
        agenda(1),
        "not JSON",
        "",
        { kind: "venue" },
        event(1, "overlapping", bodyOf("A", { timings: [slot, slot] })),
        event(1, "hopeless", bodyOf("", { timings: [] }), { createdAt: "never" }),
        event(999, "elsewhere"),
        agenda(2, { slug: "agenda-1" }),
        event(1, "good")
      ]))
      expect(report).toMatchObject({ created: 2, updated: 0, unchanged: 0, rejected: 6 })
      expect(report.errors.map(({ errors, line }) => [line, ...errors.map(({ code, field }) => `${code} ${field}`)])).toEqual([
        [2, "json.invalid "],
        [4, "enum.invalid kind"],
        [5, "overlap timings"],
        [6, "date.invalid createdAt", "required title", "required timings"],
        [7, "enum.invalid agendaUid"],
        [8, "duplicate slug"]
      ])
      expect(yield* totalOf(1)).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a dry run reports the same as the import and writes nothing", () =>
    Effect.gen(function*() {
      const dry = yield* importText(text([...sample, "not JSON"]), { dryRun: true })
      expect(yield* exportText()).toBe("")
      expect(dry).toEqual(yield* importText(text([...sample, "not JSON"])))
    }).pipe(Effect.provide(testEngine)))

  it.effect("the owner becomes administrator of the agendas and contributor of the events", () =>
    Effect.gen(function*() {
      const owner = yield* (yield* Users).create({ email: "ada@example.org", name: "Ada" })
      yield* importText(text(sample), { ownerUid: owner.uid })
      const members = yield* (yield* Members).list(3)
      expect(members.map(({ role, userUid }) => ({ role, userUid }))).toEqual([{ role: "administrator", userUid: owner.uid }])
      expect(yield* importText(text(sample), { ownerUid: owner.uid })).toMatchObject({ unchanged: 7, rejected: 0 })
      const error = yield* Effect.flip(importText(text(sample), { ownerUid: owner.uid + 1 }))
      expect(error).toMatchObject({ _tag: "NotFound", what: "user" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("the export of one agenda has as many lines as size returns", () =>
    Effect.gen(function*() {
      yield* importText(text(sample))
      const transfer = yield* Transfer
      const lines = (yield* exportText(3)).trimEnd().split("\n")
      expect(lines).toHaveLength(5)
      expect(yield* transfer.size(3)).toBe(5)
      expect(yield* transfer.size(null)).toBe(7)
      expect(yield* Effect.flip(exportText(4))).toMatchObject({ _tag: "NotFound", what: "agenda" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("an import of many lines reports its progress", () =>
    Effect.gen(function*() {
      const done: Array<number> = []
      const lines = [agenda(1), ...Array.from({ length: 249 }, (_, number) => event(1, `${number}`))]
      const report = yield* Effect.flatMap(Transfer, (transfer) =>
        transfer.import(
          Stream.fromIterable(lines.map((line) => JSON.stringify(line))),
          {
            ownerUid: null,
            dryRun: false,
            progress: (count) =>
              Effect.sync(() => {
                done.push(count)
              })
          }
        ))
      expect(report).toMatchObject({ created: 250, rejected: 0 })
      expect(done).toEqual([...done].sort((a, b) => a - b))
      expect(done.at(-1)).toBe(250)
      expect((yield* (yield* AgendaStore).find({ _tag: "Uid", uid: 1 }))?.title).toBe("Agenda 1")
      expect(yield* (yield* Agendas).list).toHaveLength(1)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("imported events have the instants of their lines only in agendas without changes", () =>
    Effect.gen(function*() {
      const old = { createdAt: "2020-01-01T00:00:00.000Z", updatedAt: "2020-02-01T00:00:00.000Z" }
      yield* TestClock.setTime("2030-01-01T00:00:00Z")
      yield* importText(text([agenda(3), event(3, "a", bodyOf("A"), old), event(3, "b", bodyOf("B"), old)]))
      yield* TestClock.setTime("2030-01-02T00:00:00Z")
      yield* importText(text([event(3, "c", bodyOf("C"), old)]))
      const { events: listed } = yield* eventsAs(operator, { _tag: "Uid", uid: 3 }).list({
        ...everything,
        sort: ["updatedAt.asc"],
        detailed: true
      })
      expect(listed.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
        [old.createdAt, old.updatedAt],
        [old.createdAt, old.updatedAt],
        [old.createdAt, "2030-01-02T00:00:00.000Z"]
      ])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a dry run finds the same faults as the import when faulty lines are between valid ones", () =>
    Effect.gen(function*() {
      const lines = text([
        agenda(3),
        { ...event(3, "a", bodyOf("Faulty")), slug: "no slug" },
        event(3, "a", bodyOf("Sound", { slug: "sound" })),
        event(3, "b", bodyOf("Taken", { slug: "sound" }))
      ])
      const dry = yield* importText(lines, { dryRun: true })
      const wet = yield* importText(lines)
      expect(dry).toEqual(wet)
      expect(wet).toMatchObject({ created: 2, updated: 0, unchanged: 0, rejected: 2 })
      expect(wet.errors.map(({ errors, line }) => [line, errors.map(({ field }) => field)])).toEqual([[2, ["slug"]], [4, ["slug"]]])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("every text of an imported agenda is normalized", () =>
    Effect.gen(function*() {
      yield* importText(text([agenda(3, { title: "A\u0000B", description: "c\u0000d", url: "https://example.org/\u0000" })]))
      const agendas = yield* AgendaStore
      expect(yield* agendas.find({ _tag: "Uid", uid: 3 })).toMatchObject({ title: "A B", description: "c d", url: "https://example.org/" })
    }).pipe(Effect.provide(testEngine)))
})
