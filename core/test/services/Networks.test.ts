import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../src/domain/access/Credential.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import { AgendaStore } from "../../src/ports/AgendaStore.js"
import type { NetworkStore } from "../../src/ports/NetworkStore.js"
import { Transaction } from "../../src/ports/Transaction.js"
import { Access, authorized } from "../../src/services/Access.js"
import { agendaFields, definitionsOfAgendas, readableFields } from "../../src/services/agenda/agendaFields.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Networks } from "../../src/services/Networks.js"
import { memberOf, testEngine } from "./testEngine.js"

const genre = { field: "genre", label: { fr: "Genre" }, fieldType: "text" }
const theme = { field: "theme", label: { fr: "Thème" }, fieldType: "radio", options: [{ id: 1, value: "a", label: { fr: "A" } }] }
const schemaOf = (...fields: ReadonlyArray<JsonObject>) => ({ fields })

const issues = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    "issues" in error && Array.isArray(error.issues)
      ? error.issues.map(({ code, field }: { readonly code: string; readonly field: string }) => `${code} ${field}`)
      : error._tag)

describe("Networks", () => {
  it.scoped("networks are created and read, and their fields are replaced", () =>
    Effect.gen(function*() {
      const networks = yield* Networks
      yield* TestClock.setTime(1_000)
      const made = yield* networks.create({ title: " Ouest ", uid: 5, schema: schemaOf(theme) })
      expect(made).toEqual({
        uid: 5,
        title: "Ouest",
        fields: [{ ...theme, optional: true, schemaType: "network" }],
        synonyms: [],
        createdAt: 1_000,
        updatedAt: 1_000
      })
      expect(yield* networks.get(5)).toEqual(made)
      yield* TestClock.setTime(2_000)
      expect(yield* networks.setSchema(5, schemaOf(theme))).toEqual(made)
      const changed = yield* networks.setSchema(5, schemaOf({ ...theme, options: [{ id: 2, value: "b", label: { fr: "B" } }] }, genre))
      expect(changed.fields.map(({ field }) => field)).toEqual(["theme", "genre"])
      expect(changed.fields[0]?.options).toEqual([
        { id: 2, value: "b", label: { fr: "B" } },
        { id: 1, value: "a", label: { fr: "A" }, withdrawn: true }
      ])
      expect([changed.createdAt, changed.updatedAt]).toEqual([1_000, 2_000])
      expect(yield* networks.get(5)).toEqual(changed)
      const other = yield* networks.create({ title: "Est" })
      expect(other.fields).toEqual([])
      expect((yield* networks.list).map(({ uid }) => uid)).toEqual([5, other.uid].sort((a, b) => a - b))
    }).pipe(Effect.provide(testEngine)))

  it.scoped("the synonyms of a network are replaced, and neither its fields nor its title", () =>
    Effect.gen(function*() {
      const networks = yield* Networks
      const made = yield* networks.create({ title: "Ouest", uid: 5, schema: schemaOf(theme), synonyms: [["expo", "exposition"]] })
      expect(made.synonyms).toEqual([["expo", "exposition"]])
      const synonyms = [["ciné", "cinéma"]]
      expect(yield* networks.setSynonyms(5, synonyms)).toEqual({ ...made, synonyms })
      expect(yield* networks.get(5)).toEqual({ ...made, synonyms })
      expect(yield* networks.setSchema(5, schemaOf(theme))).toEqual({ ...made, synonyms })
      expect(yield* issues(networks.setSynonyms(5, [["ciné"], "expo"]))).toEqual(["range synonyms[0]", "type.invalid synonyms[1]"])
      expect(yield* issues(networks.setSynonyms(6, []))).toBe("NotFound")
      const draft = { uid: 5, title: "Ouest" }
      expect((yield* networks.restore({ ...draft, synonyms })).outcome).toBe("unchanged")
      expect((yield* networks.restore(draft)).outcome).toBe("unchanged")
      expect(yield* networks.restore({ ...draft, synonyms: [] })).toMatchObject({ outcome: "updated", network: { synonyms: [] } })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("restoring a network creates it the first time, then applies only the changes of the draft", () =>
    Effect.gen(function*() {
      const networks = yield* Networks
      const draft = { uid: 5, title: "Ouest", schema: schemaOf(theme) }
      expect((yield* networks.restore(draft)).outcome).toBe("created")
      expect((yield* networks.restore(draft)).outcome).toBe("unchanged")
      const renamed = yield* networks.restore({ uid: 5, title: "Renommé" })
      expect(renamed).toMatchObject({ outcome: "updated", network: { title: "Renommé", fields: [{ field: "theme" }] } })
      expect(yield* networks.get(5)).toEqual(renamed.network)
      expect(yield* issues(networks.restore({ uid: 5, title: "" }))).toEqual(["required title"])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("creating a network reports all malformed and taken values at once", () =>
    Effect.gen(function*() {
      const networks = yield* Networks
      yield* networks.create({ title: "Ouest", uid: 5 })
      expect(yield* issues(networks.create({ title: " ", uid: 0, schema: schemaOf({ ...genre, field: "title" }, {}) }))).toEqual([
        "required title",
        "integer.invalid uid",
        "duplicate schema.fields[0].field",
        "required schema.fields[1].field",
        "required schema.fields[1].label"
      ])
      expect(yield* issues(networks.create({ title: "Ouest", uid: 5 }))).toEqual(["duplicate uid"])
      expect(yield* issues(networks.setSchema(5, schemaOf({ ...theme, options: [] })))).toEqual(["required schema.fields[0].options"])
      expect(yield* issues(networks.setSchema(6, schemaOf()))).toBe("NotFound")
      expect(yield* issues(networks.get(6))).toBe("NotFound")
    }).pipe(Effect.provide(testEngine)))
})

describe("the fields of an agenda", () => {
  it.scoped("an agenda has the network's fields and then its own, as soon as they are set", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const networks = yield* Networks
      yield* networks.create({ title: "Ouest", uid: 5, schema: schemaOf(theme) })
      const agenda = yield* agendas.create({ title: "Un", networkUid: 5, schema: schemaOf(genre) })
      const alone = yield* agendas.create({ title: "Deux" })
      const shown = (yield* agendaFields(agenda)).map(({ field, schemaType }) => `${schemaType} ${field}`)
      expect(shown).toEqual(["network theme", "agenda genre"])
      yield* networks.setSchema(5, schemaOf({ ...theme, field: "topic" }))
      expect((yield* agendaFields(agenda)).map(({ field }) => field)).toEqual(["topic", "genre"])
      const several = yield* definitionsOfAgendas([alone, agenda])
      expect([...several].map(([uid, fields]) => [uid, fields.length])).toEqual([[alone.uid, 0], [agenda.uid, 2]])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a field code is refused if the network or one of its agendas already defines it", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const networks = yield* Networks
      yield* networks.create({ title: "Ouest", uid: 5, schema: schemaOf(theme) })
      const first = { title: "Un", uid: 1, schema: schemaOf(theme) }
      expect(yield* issues(agendas.create({ ...first, networkUid: 5 }))).toEqual(["duplicate schema.fields[0].field"])
      expect(yield* issues(agendas.create({ ...first, networkUid: 6 }))).toEqual(["enum.invalid networkUid"])
      yield* agendas.create(first)
      expect(yield* issues(agendas.restore({ uid: 1, title: "Un", networkUid: 5 }))).toEqual(["duplicate networkUid"])
      const restored = yield* agendas.restore({ uid: 1, title: "Un", networkUid: 5, schema: schemaOf(genre) })
      expect(restored.agenda.networkUid).toBe(5)
      expect(yield* issues(networks.setSchema(5, schemaOf(theme, genre)))).toEqual(["duplicate schema.fields[1].field"])
      expect((yield* agendas.restore({ uid: 1, title: "Un" })).outcome).toBe("unchanged")
      const left = yield* agendas.restore({ uid: 1, title: "Un", networkUid: null })
      expect((yield* agendaFields(left.agenda)).map(({ field }) => field)).toEqual(["genre"])
      yield* networks.setSchema(5, schemaOf(theme, genre))
    }).pipe(Effect.provide(testEngine)))

  it.scoped("options that are no longer listed stay as withdrawn, and plain labels are stored in the default language", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const draft = { uid: 1, title: "Un", settings: { contribution: { defaultLang: "br" } } }
      yield* agendas.create({ ...draft, schema: schemaOf({ ...theme, label: "Tem" }) })
      const schema = schemaOf({ ...theme, label: "Tem", options: [{ id: 2, value: "b", label: "B" }] })
      const { agenda } = yield* agendas.restore({ uid: 1, title: "Un", schema })
      expect(yield* agendaFields(agenda)).toMatchObject([{
        label: { br: "Tem" },
        options: [{ id: 2, label: { br: "B" } }, { id: 1, withdrawn: true }]
      }])
      expect((yield* agendas.restore({ uid: 1, title: "Un", schema })).outcome).toBe("unchanged")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("additional fields are shown only to callers who may read them", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const agendas = yield* Agendas
      const agenda = yield* agendas.create({ title: "Un", schema: schemaOf(genre, { ...theme, read: ["administrator"] }) })
      const administrator = yield* memberOf(agenda.uid, "administrator", "ada")
      const contributor = yield* memberOf(agenda.uid, "contributor", "cleo")
      const ports = yield* Effect.context<NetworkStore>()
      const seen = yield* Effect.forEach([administrator.reader, contributor.token, operator], (caller) =>
        access.authorize(caller, { _tag: "Uid", uid: agenda.uid }, "agendas:read").pipe(
          Effect.flatMap((authorization) =>
            readableFields(ports, authorization)
          ),
          Effect.map((fields) => fields.map(({ field }) => field))
        ))
      expect(seen).toEqual([["genre", "theme"], ["genre"], ["genre", "theme"]])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("stored definitions of an older version are read as far as they are valid", () =>
    Effect.gen(function*() {
      const store = yield* AgendaStore
      const settings = JSON.stringify({ contribution: { defaultLang: "fr" } })
      const fields = JSON.stringify([{ field: "genre", label: "Genre" }, { field: 4 }, {
        field: "choix",
        fieldType: "radio",
        label: "Choix"
      }])
      const agenda = sampleAgenda(1, { settings, fields, networkUid: 77 })
      yield* Effect.flatMap(Transaction, ({ run }) => run(store.put(agenda)))
      expect(yield* agendaFields(agenda)).toEqual([
        { field: "genre", label: { fr: "Genre" }, fieldType: "text", optional: true, schemaType: "agenda" }
      ])
      const agendas = yield* Agendas
      const { schema } = yield* authorized(operator, { _tag: "Uid", uid: 1 }, "agendas:read", (by) => agendas.get(by, { detailed: true }))
      expect(schema).toMatchObject({
        fields: expect.arrayContaining([expect.objectContaining({ field: "genre", label: { fr: "Genre" } })])
      })
      expect(JSON.stringify(schema)).not.toContain("Choix")
    }).pipe(Effect.provide(testEngine)))
})
