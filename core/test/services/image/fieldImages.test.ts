import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import { defaultLimits } from "../../../src/domain/Limits.js"
import { CurrentImageBase } from "../../../src/domain/media/Image.js"
import type { Json, JsonObject } from "../../../src/domain/text/Json.js"
import { ImageRecordStore } from "../../../src/ports/image/ImageRecordStore.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Events } from "../../../src/services/Events.js"
import { Images } from "../../../src/services/Images.js"
import { Members } from "../../../src/services/Members.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { Users } from "../../../src/services/Users.js"
import { eventsAs } from "../access/callers.js"
import { bodyOf, draftOf, testEngine } from "../testEngine.js"
import { picture } from "./plainImages.js"

const agenda = { _tag: "Uid", uid: 42 } as const
const editors = ["moderator", "administrator"]

const fields: ReadonlyArray<JsonObject> = [
  { field: "cover", label: { fr: "Couverture" }, fieldType: "image" },
  { field: "plan", label: { fr: "Plan" }, fieldType: "image", write: editors },
  { field: "proof", label: { fr: "Épreuve" }, fieldType: "image", read: editors, write: editors }
]

const define = (defined: ReadonlyArray<JsonObject>) =>
  Effect.flatMap(Agendas, (agendas) => agendas.update(42, { schema: { fields: defined } }))
const openAgenda = Effect.flatMap(Agendas, (agendas) => agendas.create({ uid: 42, title: "Ville", schema: { fields } }))

interface ImageFields {
  readonly cover: Json
  readonly plan: Json
  readonly proof: Json
}

type Files = { readonly [field: string]: string }

const optionsOf = (files: Files) => ({
  lang: null,
  files: new Map(Object.entries(files).map(([field, name]) => [field, name === "" ? new Uint8Array() : picture(name)]))
})

const create = (more: JsonObject, files: Files = {}, caller: Caller = operator) =>
  Effect.flatMap(
    Events,
    (events) =>
      authorized(caller, agenda, "events:write", (by) => events.create<ImageFields>(by, draftOf("Concert", more), optionsOf(files)))
  )

const change = (mode: "patch" | "replace", uid: Json, body: Json, files: Files = {}, caller: Caller = operator) =>
  Effect.flatMap(
    Events,
    (events) =>
      authorized(caller, agenda, "events:write", (by) =>
        events[mode]<ImageFields>(by, { _tag: "Uid", uid: Number(uid) }, rawBody(body), optionsOf(files)))
  )

const remove = (uid: Json) => eventsAs(operator, agenda).remove({ _tag: "Uid", uid: Number(uid) })

const read = (uid: Json) =>
  Effect.flatMap(
    Events,
    (events) =>
      Effect.map(
        authorized(operator, agenda, "events:read", (by) => events.get<ImageFields>(by, { _tag: "Uid", uid: Number(uid) })),
        ({ event }) => event
      )
  )

const nameOf = (image: Json | undefined): string => String(Object(image).filename)
const isServed = (image: Json | undefined) =>
  Effect.flatMap(Images, ({ get }) => get(nameOf(image))).pipe(Effect.as(true), Effect.catchTag("NotFound", () => Effect.succeed(false)))

/** Removes the images that have been unused long enough, and answers how many. */
const collect = Effect.zipRight(
  TestClock.adjust(`${defaultLimits.unusedImage_seconds} seconds`),
  Effect.flatMap(Images, ({ collect }) => collect)
)
const unused = Effect.flatMap(ImageRecordStore, (records) => records.scanUnused(Number.MAX_SAFE_INTEGER, 100))

const faultsOf = <A, E, R>(write: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(write), (error) => {
    const { issues = [] } = Object(error)
    return Array.from(issues, ({ code, field }: { readonly code: string; readonly field: string }) => `${code} ${field}`)
  })

const contributor = Effect.gen(function*() {
  const bob = yield* Effect.flatMap(Users, (users) => users.create({ email: "bob@example.org", name: "Bob" }))
  yield* Effect.flatMap(Members, (members) => members.add(42, bob.uid, "contributor"))
  return { _tag: "Key", keyId: "k", kind: "secret", userUid: bob.uid, agendaUids: null, operations: null, writes: true } as const
})

describe("images of additional fields", () => {
  it.effect("are taken as a file, by a URL or as they were read, and a full update without them removes them", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({ plan: { url: "https://example.org/plan.jpg" } }, { cover: "a", image: "b" })
      const shape = { size: { width: 700, height: 400 }, base: "/images/" }
      expect(event).toMatchObject({ image: shape, cover: shape, plan: shape, proof: null })
      expect(new Set([event.image, event.cover, event.plan].map(nameOf)).size).toBe(3)
      const { cover, plan, uid } = event
      expect(yield* change("patch", uid, {}, { cover: "a" })).toMatchObject({ outcome: "unchanged", warnings: [] })
      expect(yield* change("patch", uid, { cover: cover ?? null, plan: `https://elsewhere.example/images/${nameOf(plan)}` })).toMatchObject(
        {
          outcome: "unchanged"
        }
      )
      expect(yield* change("patch", uid, { title: { fr: "Bal" } })).toMatchObject({ event: { cover, plan } })
      const whole = yield* read(uid)
      expect(yield* change("replace", uid, JSON.parse(JSON.stringify(whole)))).toMatchObject({ outcome: "unchanged" })
      expect(yield* change("patch", uid, { cover: plan ?? null }, { plan: "c" })).toMatchObject({ event: { cover: plan } })
      expect(yield* change("replace", uid, bodyOf("Concert"), { cover: "d" })).toMatchObject({
        event: { image: event.image, cover: shape, plan: null }
      })
      expect(yield* change("patch", uid, { cover: null })).toMatchObject({ event: { cover: null } })
    }).pipe(Effect.provide(testEngine)))

  it.effect("are refused with the path of the field, together with the other faults, and nothing is changed", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, { cover: "a" })
      const { uid } = event
      const refused = change("patch", uid, { title: null, plan: { url: "https://nowhere.example/a.jpg" }, proof: "b.jpg" }, { cover: "" })
      expect(yield* faultsOf(refused)).toEqual(["required title", "format.unknown cover", "url.invalid plan", "type.invalid proof"])
      yield* define([...fields.slice(1), { ...fields[0], optional: false }])
      expect(yield* faultsOf(create({}))).toEqual(["required cover"])
      expect(yield* faultsOf(change("patch", uid, { cover: null }))).toEqual(["required cover"])
      expect(yield* faultsOf(change("patch", uid, { cover: { filename: "../a.jpg", size: 1 } }))).toEqual(["type.invalid cover"])
      expect(yield* read(uid)).toEqual(event)
    }).pipe(Effect.provide(testEngine)))

  it.effect("are not fetched or rendered for a field that the caller may not write", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const bob = yield* contributor
      const url = "https://example.org/a.jpg"
      expect(yield* faultsOf(create({ plan: { url } }, {}, bob))).toEqual(["unauthorized plan"])
      expect(yield* faultsOf(create({}, { plan: "a" }, bob))).toEqual(["unauthorized plan"])
      const { event, warnings } = yield* create({ proof: { url } }, { proof: "a", other: "b" }, bob)
      expect(warnings.map(({ code, field }) => `${code} ${field}`).toSorted()).toEqual(["ignored other", "ignored proof", "ignored proof"])
      expect([event, yield* unused]).toEqual([expect.not.objectContaining({ proof: expect.anything() }), []])
      // What moderators wrote is sent back by who may read it.
      const { event: written } = yield* change("patch", event.uid ?? null, {}, { plan: "p", proof: "q" })
      const sent = { plan: written.plan ?? null, title: { fr: "Bal" } }
      const { event: shown } = yield* change("patch", event.uid ?? null, sent, {}, bob)
      expect(shown).toMatchObject({ plan: written.plan, title: { fr: "Bal" } })
      expect(shown).not.toHaveProperty("proof")
      yield* change("replace", event.uid ?? null, bodyOf("Concert"), {}, bob)
      expect(yield* read(event.uid ?? null)).toMatchObject({ plan: written.plan, proof: written.proof })
    }).pipe(Effect.provide(testEngine)))

  it.effect("are kept while an event has them, also in a field that is no longer defined, and then collected", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, { cover: "a", plan: "b", proof: "c" })
      const { cover, plan, proof, uid } = event
      expect(yield* change("patch", uid, {}, { image: "a" })).toMatchObject({ event: { image: cover } })
      yield* change("patch", uid, { image: null })
      yield* define(fields.slice(0, 1))
      yield* change("patch", uid, { title: { fr: "Bal" } })
      expect([yield* collect, yield* Effect.forEach([cover, plan, proof], isServed)]).toEqual([0, [true, true, true]])
      yield* define(fields)
      expect(yield* read(uid)).toMatchObject({ cover, plan, proof })
      yield* change("patch", uid, { plan: null })
      expect([yield* collect, yield* Effect.forEach([cover, plan, proof], isServed)]).toEqual([1, [true, false, true]])
      yield* remove(uid)
      expect([yield* collect, yield* Effect.forEach([cover, proof], isServed), yield* unused]).toEqual([2, [false, false], []])
    }).pipe(Effect.provide(testEngine)))

  it.effect("survive export and import, in the same engine and in another", () =>
    Effect.gen(function*() {
      yield* openAgenda
      const { event } = yield* create({}, { cover: "a" })
      const { uid } = event
      const exported = Effect.flatMap(Transfer, (transfer) => Effect.map(Stream.runCollect(transfer.export(null)), (lines) => [...lines]))
      const imported = (lines: ReadonlyArray<string>) =>
        Effect.flatMap(Transfer, (transfer) =>
          transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void }))
      const lines = yield* exported
      yield* change("patch", uid, { cover: null })
      expect(yield* imported(lines)).toMatchObject({ updated: 1, rejected: 0 })
      expect([yield* collect, yield* isServed(event.cover), (yield* read(uid)).cover]).toEqual([0, true, event.cover])
      const elsewhere = Effect.gen(function*() {
        expect(yield* imported(lines)).toMatchObject({ rejected: 0 })
        expect(yield* imported(lines)).toMatchObject({ created: 0, updated: 0, rejected: 0 })
        expect((yield* read(uid)).cover).toEqual(event.cover)
        return yield* Effect.provideService(exported, CurrentImageBase, "https://elsewhere.example/images/")
      })
      expect(yield* Effect.provide(elsewhere, Layer.fresh(testEngine))).toEqual(lines)
      const hostile = imported(lines.map((line) =>
        line.replaceAll("https://here.example/images/", "javascript:alert(1)//")
      ))
      const { errors } = yield* Effect.provide(hostile, Layer.fresh(testEngine))
      expect(errors.flatMap((error) => error.errors).map(({ code, field }) => `${code} ${field}`)).toEqual(["type.invalid cover"])
    }).pipe(Effect.provide(testEngine), Effect.provideService(CurrentImageBase, "https://here.example/images/")))
})
