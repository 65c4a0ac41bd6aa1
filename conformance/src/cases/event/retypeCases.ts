import { operator } from "@agenda-engine/core/domain/access/Credential"
import { type FieldType, FieldType as FieldTypes, hasValues, isOptioned, isTextual } from "@agenda-engine/core/domain/field/AdditionalField"
import type { FieldValue } from "@agenda-engine/core/domain/field/FieldValue"
import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { FieldFilter } from "@agenda-engine/core/query/event/eventFilters"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { OfValues } from "@agenda-engine/core/query/event/EventView"
import type { FacetQuery } from "@agenda-engine/core/query/event/FacetQuery"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Networks } from "@agenda-engine/core/services/Networks"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { parseJson } from "@agenda-engine/core/validation/value/parseJson"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { type Case, caseTime_ms_max, demand } from "../../Case.js"
import { expectEqual } from "../../expect.js"
import { testEngine } from "../../testing/testEngine.js"

/** A type of field; `texts` ones are texts in several languages. */
interface Kind {
  readonly name: string
  readonly fieldType: FieldType
  readonly texts: boolean
}

const kinds: ReadonlyArray<Kind> = FieldTypes.literals.filter((fieldType) => hasValues({ fieldType })).flatMap((fieldType) => [
  { name: fieldType, fieldType, texts: false },
  ...(isTextual({ fieldType }) ? [{ name: `${fieldType}s`, fieldType, texts: true }] : [])
])

const options = [1, 2, 3].map((id) => ({ id, value: `option-${id}`, label: { fr: `Option ${id}` } }))

const definition = (field: string, { fieldType, texts }: Kind): JsonObject => ({
  field,
  label: { fr: field },
  fieldType,
  ...(isOptioned({ fieldType }) ? { options } : {}),
  ...(texts ? { languages: ["en", "fr"] } : {})
})

/** In UTF-8, longer than the keys of a database's index can be. */
const longLink = `http://example.org/B?c=${"展".repeat(1_900)}`

/** What the events of the case have in a field of each kind; the last one has nothing. */
const valuesOf = ({ fieldType, texts }: Kind): ReadonlyArray<FieldValue | null> => {
  switch (fieldType) {
    case "radio":
    case "select":
      return [[1], [2], [2], null]
    case "checkbox":
    case "multiselect":
      return [[1], [2, 1], [3, 2, 1], null]
    case "boolean":
      return [true, false, true, null]
    case "integer":
      return [0, 12, -3, null]
    case "number":
      return [0, 1.5, 12, null]
    case "link":
      return ["https://example.org/a", longLink, "https://example.org/a", null]
    case "email":
      return ["a@example.org", "Desk@example.org", "b@example.org", null]
    case "phone":
      return ["112", "+33 1 23 45 67 89", "112", null]
    case "date":
      return ["2031-05-10", "1969-12-31", "2031-05-10", null]
    case "file":
      return [file("https://example.org/a.pdf", 12), file("https://example.org/b", null), file("https://example.org/c", 0), null]
    case "image":
      return [poster("a"), poster("b"), poster("a"), null]
    default:
      return texts
        ? [{ fr: "Halle", en: "Market" }, { en: "Hall" }, { fr: "1" }, null]
        : [fieldType === "text" ? "Halle" : "Halle ".repeat(60).trim(), "1", "true", null]
  }
}

const file = (url: string, size: number | null): FieldValue => ({ url, name: "Plan", size, type: null })

/** An image of another server, which only imports may store. */
const poster = (name: string): FieldValue => ({
  filename: `${name}.jpg`,
  size: { width: 700, height: 400 },
  variants: [],
  base: "https://elsewhere.example/images/"
})

const refOf = (uid: number) => ({ _tag: "Uid" as const, uid })

const query: EventQuery = {
  filter: {},
  removed: "without",
  sort: [],
  start: { _tag: "First" },
  size: 100,
  detailed: true,
  includeSort: false,
  facets: []
}

const filtered = (field: string, filter: Partial<FieldFilter>): EventQuery => ({
  ...query,
  filter: { fields: { [field]: { values: [], ranges: [], others: [], ...filter } } }
})

const code = (index: number): string => `field${index}`

const isNothing = (value: Json): boolean => value === null || (typeof value === "object" && Object.keys(value).length === 0)

const idsOf = (value: Json): ReadonlyArray<Json> => Array.isArray(value) ? value : value === null ? [] : [value]

const textsOf = (value: Json): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : isJsonObject(value) ? Object.values(value).filter((text) => typeof text === "string") : []

const uidOf = (event: JsonObject): number => Number(event["uid"])

/** An event as one read shows it. */
type Shown = JsonObject

const matching = (shown: ReadonlyArray<Shown>, field: string, matches: (value: Json) => boolean): ReadonlyArray<number> =>
  shown.filter((event) => matches(event[field] ?? null)).map(uidOf).toSorted((left, right) => left - right)

/** Values of the types that are compared as whole texts. */
const comparedTexts: { readonly [T in FieldType]?: ReadonlyArray<string> } = {
  text: ["Halle", "1"],
  link: ["https://example.org/a", longLink],
  email: ["Desk@example.org"],
  phone: ["112"]
}

/** Some values that a filter of the kind takes, each with what it matches. */
const asked = ({ fieldType }: Kind): ReadonlyArray<readonly [string, (value: Json) => boolean]> => {
  const without = ["empty", isNothing] as const
  if (isOptioned({ fieldType })) return [without, ...[1, 3].map((id) => [String(id), (value: Json) => idsOf(value).includes(id)] as const)]
  if (fieldType === "boolean") return [without, ["true", (value) => value === true]]
  if (fieldType === "integer" || fieldType === "number") {
    return [without, ...[12, 1.5].map((one) => [String(one), (value: Json) => value === one] as const)]
  }
  if (fieldType === "date") return [without, ["2031-05-10", (value) => value === "2031-05-10"]]
  const compared = comparedTexts[fieldType]
  return compared === undefined ? [without] : compared.map((one) => [one, (value: Json) => textsOf(value).includes(one)] as const)
}

const facetsOf = (field: string, { fieldType }: Kind): ReadonlyArray<FacetQuery> => {
  if (isOptioned({ fieldType }) || fieldType === "boolean") {
    return [{ type: "additionalFields", key: field, field, size: 10, missing: "none" }]
  }
  return fieldType === "integer" || fieldType === "number" ? [{ type: "additionalFieldMetrics", key: field, field, size: 10 }] : []
}

/** The buckets or metrics of a facet, without labels and in the order of their keys. */
const counted = (facet: Json): Json =>
  Array.isArray(facet)
    ? facet.map((bucket: Json) => isJsonObject(bucket) ? [bucket["id"] ?? bucket["key"] ?? null, bucket["eventCount"] ?? null] : bucket)
      .toSorted((left, right) => JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)
    : facet

const expectedFacet = (shown: ReadonlyArray<Shown>, field: string, { fieldType }: Kind): Json => {
  const values = shown.map((event) => event[field] ?? null)
  if (fieldType === "integer" || fieldType === "number") {
    const numbers = values.filter((value) => typeof value === "number")
    if (numbers.length === 0) return { sum: null, avg: null, min: null, max: null }
    const sum = numbers.reduce((total, value) => total + value, 0)
    return { sum, avg: sum / numbers.length, min: Math.min(...numbers), max: Math.max(...numbers) }
  }
  const keys = values.flatMap((value) => isNothing(value) ? ["none"] : idsOf(value))
  return counted([...new Set(keys)].map((key): JsonObject => ({ key, eventCount: keys.filter((one) => one === key).length })))
}

/** The value of an import line as a read shows it. */
const readBack = (value: Json, { fieldType, texts }: Kind): Json => {
  const html = (text: Json): Json => fieldType === "html" && typeof text === "string" ? `<p>${text}</p>` : text
  if (fieldType === "checkbox" || fieldType === "multiselect") return value ?? []
  if (Array.isArray(value)) return value[0] ?? null
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([lang, text]) => [lang, html(text)]))
  return value === null && texts ? {} : html(value)
}

const readAll = (agendaUid: number, uids: ReadonlyArray<number>) =>
  Effect.flatMap(
    Events,
    (events) =>
      Effect.forEach(uids, (uid) =>
        Effect.map(
          authorized(operator, refOf(agendaUid), "events:read", (by) => events.get<JsonObject>(by, refOf(uid))),
          ({ event }) => event
        ))
  )

/**
 * Demands that lists, filters, facets and the export of an agenda agree with the single reads, and that sending back
 * what is read changes nothing.
 */
const expectAgreement = Effect.fnUntraced(
  function*(what: string, agendaUid: number, uids: ReadonlyArray<number>, fields: ReadonlyArray<Kind>) {
    const events = yield* Events
    const transfer = yield* Transfer
    const ref = refOf(agendaUid)
    const shown = yield* readAll(agendaUid, uids)
    const facets = fields.flatMap((kind, index) => facetsOf(code(index), kind))
    const valued: EventQuery & OfValues<JsonObject> = { ...query, facets }
    const list = yield* authorized(operator, ref, "events:read", (by) => events.list(by, valued))
    const listed = new Map(list.events.map((event) => [uidOf(event), event]))
    const lines = Chunk.toReadonlyArray(yield* Stream.runCollect(transfer.export(agendaUid)))
    const data = new Map(lines.flatMap((line) => {
      const parsed = Either.getOrNull(parseJson(line, "line"))
      return isJsonObject(parsed) && parsed["kind"] === "event" && isJsonObject(parsed["data"])
        ? [[Number(parsed["uid"]), parsed["data"]]]
        : []
    }))
    for (const [index, kind] of fields.entries()) {
      const field = code(index)
      const at = `${what}, ${field} is ${kind.name}`
      for (const event of shown) {
        const uid = uidOf(event)
        yield* expectEqual(`${at}: the list`, listed.get(uid)?.[field] ?? null, event[field] ?? null)
        yield* expectEqual(`${at}: the export`, readBack(data.get(uid)?.[field] ?? null, kind), event[field] ?? null)
      }
      for (const [value, matches] of asked(kind)) {
        const found = yield* authorized(operator, ref, "events:read", (by) => events.list(by, filtered(field, { values: [value] })))
        const expected = matching(shown, field, matches)
        yield* expectEqual(`${at}: the events with ${value}`, found.events.map(uidOf).toSorted((a, b) => a - b), expected)
        yield* expectEqual(`${at}: their total`, found.total, expected.length)
      }
      if (facetsOf(field, kind).length > 0) {
        yield* expectEqual(`${at}: the facet`, counted(list.facets?.[field] ?? null), expectedFacet(shown, field, kind))
      }
    }
    for (const event of shown) {
      const { outcome } = yield* authorized(
        operator,
        ref,
        "events:write",
        (by) => events.replace(by, refOf(uidOf(event)), event, { lang: null })
      )
      yield* expectEqual(`${what}: a full update with what was read`, outcome, "unchanged")
    }
    const report = yield* transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
    yield* expectEqual(`${what}: the import of the export`, report, {
      created: 0,
      updated: 0,
      unchanged: lines.length,
      rejected: 0,
      errors: []
    })
  }
)

/** Every field of one kind becomes one of each kind, is taken away and defined again, and becomes what it was. */
const retype = Effect.fnUntraced(function*(from: Kind, owner: Owner, agendaUid: number) {
  const agendas = yield* Agendas
  const events = yield* Events
  const networks = yield* Networks
  const schemaOf = (all: ReadonlyArray<Kind>) => ({ fields: all.map((kind, index) => definition(code(index), kind)) })
  const before = kinds.map(() => from)
  const title = "Les Halles"
  const networkUid = agendaUid + 1_000
  if (owner === "network") yield* networks.create({ uid: networkUid, title, schema: schemaOf(before) })
  yield* agendas.create({ uid: agendaUid, title, ...(owner === "network" ? { networkUid } : { schema: schemaOf(before) }) })
  const change = (all: ReadonlyArray<Kind>) =>
    owner === "network" ? networks.setSchema(networkUid, schemaOf(all)) : agendas.update(agendaUid, { schema: schemaOf(all) })
  const uids = yield* Effect.forEach(valuesOf(from), (value, position) => {
    const body = {
      title: { fr: `Bal ${position}` },
      description: { fr: "Un bal" },
      attendanceMode: 2 as const,
      onlineAccessLink: "https://example.org/live",
      timings: [{ begin: `2031-06-0${position + 1}T18:00:00+02:00`, end: `2031-06-0${position + 1}T20:00:00+02:00` }],
      ...Object.fromEntries(kinds.map((_, index) => [code(index), value]))
    }
    return authorized(operator, refOf(agendaUid), "events:write", (by) =>
      from.fieldType === "image"
        ? Effect.map(events.restore(by, {}, body), ({ uid }) => uid)
        : Effect.map(events.create(by, body, { lang: null }), ({ event }) => uidOf(event)))
  })
  const read = readAll(agendaUid, uids)
  const first = yield* read
  yield* change(kinds)
  yield* expectAgreement(`from ${from.name}`, agendaUid, uids, kinds)
  const retyped = yield* read
  yield* change([])
  yield* change(kinds)
  yield* expectEqual(`from ${from.name}, defined again`, yield* read, retyped)
  yield* change(before)
  yield* expectEqual(`${from.name} again`, yield* read, first)
})

type Owner = "agenda" | "network"

const owners: { readonly [O in Owner]: string } = { agenda: "an agenda", network: "a network" }

const retyped = (owner: Owner, name: string, types: ReadonlyArray<FieldType>): Case => ({
  ...demand(
    `field.retyped.${owner}-${name}`,
    "wire.md §5, field types",
    `after fields of ${owners[owner]}, of the types ${
      types.join(", ")
    }, change to each type, reads, lists, filters, facets, export and import agree`
  )(function*() {
    const chosen = kinds.filter(({ fieldType }) => types.includes(fieldType))
    yield* Effect.forEach(chosen, (kind, index) => retype(kind, owner, index + 1), { discard: true }).pipe(Effect.provide(testEngine))
  }),
  time_ms_max: 3 * caseTime_ms_max
})

/** The demands on additional fields whose type changes after events were stored: every pair of types. */
export const retypeCases: ReadonlyArray<Case> = [
  retyped("agenda", "choices", ["radio", "select", "checkbox", "multiselect"]),
  retyped("agenda", "values", ["boolean", "integer", "number"]),
  retyped("agenda", "texts", ["text", "textarea"]),
  retyped("agenda", "markup", ["markdown", "html"]),
  retyped("agenda", "contacts", ["link", "email", "phone"]),
  retyped("agenda", "days", ["date", "file", "image"]),
  retyped("network", "some", ["checkbox", "number", "text"])
]
