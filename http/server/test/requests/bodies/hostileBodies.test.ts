import { Agendas } from "@agenda-engine/core/services/Agendas"
import { openApi } from "@agenda-engine/http/api/Api"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { gzipSync } from "node:zlib"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { expectProblem, isProblem } from "../../world/expectProblem.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Answer } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const everyRoute: ReadonlyArray<readonly [method: string, path: string]> = Object.entries(
  JSON.parse(JSON.stringify(openApi("https://agenda.example"))).paths
).flatMap(([path, methods]) => Object.keys(Object(methods)).map((method) => [method.toUpperCase(), path] as const))

/** Every route of the contract that reads a body, with something in place of its parameters. */
const writes = everyRoute
  .filter(([method, path]) => ["POST", "PUT", "PATCH"].includes(method) && !/\/(?:test|rotate)$/.test(path))
  .map(([method, path]) => [method, path.replace("{agendaUid}", String(agendas.main)).replaceAll(/\{\w+\}/g, "1")] as const)

const many = <A>(value: A) => Array.from({ length: 100_000 }, () => value)

const tier = { label: { fr: "Plein" }, priceCents: 1 }
const entry = { provider: "mapado", currency: "EUR", tiers: [tier] }
const row = { syncedAt: "2025-06-15T15:00:00Z" }

const fields = [
  { field: "genres", fieldType: "checkbox", label: { fr: "Genres" }, options: [{ id: 1, value: "jazz", label: { fr: "Jazz" } }] },
  { field: "score", fieldType: "number", label: { fr: "Note" } },
  { field: "subtitle", fieldType: "text", label: { fr: "Sous-titre" }, languages: ["fr"] }
]

const faultsOf = ({ body }: Answer): ReadonlyArray<string> => {
  const errors = at(body, "errors")
  return Array.isArray(errors) ? errors.map((error) => `${String(at(error, "code"))} ${String(at(error, "field"))}`) : []
}

layer(TestWorld.layer(), { excludeTestServices: true })("a hostile body", (it) => {
  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}, path = `${main}/events`, method = "POST") =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const token = path.includes("/webhooks") ? credentials.administratorToken : credentials.moderatorToken
      return yield* send(path, { method, body, headers: { ...headers, ...token } })
    })

  const text = (more: string): string => `${JSON.stringify(onlineBody).slice(0, -1)},${more}}`

  describe("without content", () => {
    const bodies: ReadonlyArray<readonly [string, unknown]> = [
      ["nothing", undefined],
      ["an empty text", ""],
      ["white space", " \r\n\t "],
      ["a byte order mark alone", Buffer.from("\uFEFF")],
      ["bytes that are not UTF-8", Buffer.from([0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D])],
      ["UTF-16", Buffer.from(JSON.stringify(onlineBody), "utf16le")],
      ["NaN", '{"latitude":NaN}'],
      ["lists within each other", "[".repeat(1_000_000)],
      ["objects within each other", `${'{"data":'.repeat(100_000)}1${"}".repeat(100_000)}`]
    ]
    for (const [method, path] of writes) {
      it.effect(`is json.invalid to ${method} ${path}`, () =>
        Effect.gen(function*() {
          for (const [what, body] of bodies) {
            const answer = yield* post(body, { "content-type": "application/json" }, path, method)
            const isToken = path.endsWith("/requestAccessToken")
            expect(answer.status, `${what}: ${answer.text}`).toBe(400)
            expect(isProblem(answer.body), what).toBe(true)
            if (!isToken || body !== "") expect(at(answer.body, "errors", 0, "code"), what).toBe("json.invalid")
          }
        }))
    }
  })

  it.effect("is not decompressed", () =>
    Effect.gen(function*() {
      for (
        const [coding, body] of [["gzip", gzipSync(JSON.stringify(onlineBody))], ["x-gzip", "x"], ["br", "x"], ["deflate", "x"]] as const
      ) {
        expectProblem(yield* post(body, { "content-encoding": coding }), 415, "unsupported-media-type", "encoded bodies are not read")
      }
      expect((yield* post(JSON.stringify(onlineBody), { "content-encoding": "identity" })).status).toBe(200)
    }))

  it.effect("is read as UTF-8, whatever charset it declares", () =>
    Effect.gen(function*() {
      const body = { ...onlineBody, title: { fr: "Été" } }
      const spelt = yield* post(Buffer.from(JSON.stringify(body)), { "content-type": "application/json; charset=iso-8859-1" })
      expect(at(spelt.body, "event", "title")).toEqual({ fr: "Été" })
      const latin = yield* post(Buffer.from(JSON.stringify(body), "latin1"), { "content-type": "application/json; charset=iso-8859-1" })
      expect(latin.status).toBe(400)
      expect(at(latin.body, "errors")).toMatchObject([{ code: "json.invalid", field: "data" }])
    }))

  it.effect("uses the last of duplicate members", () =>
    Effect.gen(function*() {
      const answer = yield* post(text('"title":{"fr":"Premier","fr":"Second"},"status":2,"status":6'))
      expect(at(answer.body, "event")).toMatchObject({ title: { fr: "Second" }, status: 6 })
    }))

  it.effect("cannot change the prototypes of objects", () =>
    Effect.gen(function*() {
      const { within } = yield* TestWorld
      yield* within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema: { fields: JSON.parse(JSON.stringify(fields)) } })))
      const alien = '{"polluted":true,"state":-1,"title":{"fr":"x"}}'
      const root = yield* post(text(`"__proto__":${alien},"constructor":{"prototype":${alien}},"prototype":${alien},"toString":1`))
      expect(root.status, root.text).toBe(200)
      expect(at(root.body, "event")).toMatchObject({ title: onlineBody.title, state: 2 })
      expect(at(root.body, "warnings")).toEqual(
        ["__proto__", "constructor", "prototype", "toString"].map((field) => ({ code: "ignored", field }))
      )
      expect((yield* post(`{"__proto__":${JSON.stringify(onlineBody)}}`)).status).toBe(400)
      for (const field of ["title", "conditions", "longDescription", "keywords", "subtitle"]) {
        const answer = yield* post(text(`"${field}":{"__proto__":"a","constructor":"b"}`))
        expect(at(answer.body, "errors"), field).toMatchObject(
          ["__proto__", "constructor"].map((lang) => ({ code: "enum.invalid", field, lang }))
        )
      }
      for (const [field, value] of [["age", 7], ["extIds", 7], ["timings", { begin: "x" }], ["genres", { id: 1 }], ["registration", "a"]]) {
        const answer = yield* post(text(`${JSON.stringify(field)}:[{"__proto__":${JSON.stringify(value)}}]`))
        expect(answer.status, JSON.stringify(field)).toBe(400)
      }
      const sold = yield* post(text(`"offers":[{"__proto__":${JSON.stringify(entry)}}]`))
      expect(faultsOf(sold)).toEqual(["provider", "currency", "tiers"].map((member) => `required offers[0].${member}`))
      const labelled = yield* post(
        text(`"offers":[{"provider":"mapado","currency":"EUR","tiers":[{"label":{"__proto__":"a","constructor":"b"}}]}]`)
      )
      expect(at(labelled.body, "errors")).toMatchObject(
        ["__proto__", "constructor"].map((lang) => ({ code: "enum.invalid", field: "offers[0].tiers[0].label", lang }))
      )
      const made = yield* post({ ...onlineBody, timings: [{ ...eventBody.timings[0], id: "aaaaa" }], offers: [entry] })
      const path = `${main}/events/${String(at(made.body, "event", "uid"))}`
      const merged = yield* post(`{"offers":{"__proto__":null,"constructor":null,"toString":${JSON.stringify(entry)}}}`, {}, path, "PATCH")
      expect(faultsOf(merged)).toEqual([0, 1, 2].map((index) => `provider.unknown offers[${index}].provider`))
      const rows = `{"mapado":${JSON.stringify(row)},"__proto__":${JSON.stringify(row)},"constructor":null}`
      const patched = yield* post(`{"__proto__":${rows},"constructor":{},"aaaaa":${rows}}`, {}, `${path}/availability`, "PATCH")
      expect(faultsOf(patched)).toEqual([
        "timing.unknown __proto__",
        "timing.unknown constructor",
        "provider.unknown aaaaa.__proto__",
        "provider.unknown aaaaa.constructor"
      ])
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
      expect(Object.hasOwn(Object.prototype, "mapado")).toBe(false)
    }))

  it.effect("may contain numbers beyond the range of a double", () =>
    Effect.gen(function*() {
      const answer = yield* post(text(
        `"age":{"min":1e400,"max":-1e400},"status":1e400,"locationUid":1e400,"score":1e400,"genres":[1e400],"extIds":[{"key":"a","value":1e400}],
        "offers":[{"provider":"mapado","currency":"EUR","tiers":[{"label":{"fr":"x"},"priceCents":1e400},{"label":{"fr":"x"},"minAmountCents":1e300}]}]`
      ))
      expect(answer.status, answer.text).toBe(400)
      expect(at(answer.body, "errors")).toMatchObject([
        { code: "enum.invalid", field: "status" },
        { code: "integer.invalid", field: "locationUid" },
        { code: "integer.invalid", field: "age.min" },
        { code: "integer.invalid", field: "age.max" },
        { code: "type.invalid", field: "extIds[0].value" },
        { code: "integer.invalid", field: "offers[0].tiers[0].priceCents" },
        { code: "range", field: "offers[0].tiers[1].minAmountCents" },
        { code: "option.unknown", field: "genres" },
        { code: "number.invalid", field: "score" }
      ])
      const made = yield* post({ ...onlineBody, timings: [{ ...eventBody.timings[0], id: "aaaaa" }] })
      const rows = `{"aaaaa":{"mapado":{"syncedAt":1e400,"remaining":1e400,"lowStockThreshold":9007199254740993}}}`
      const patched = yield* post(rows, {}, `${main}/events/${String(at(made.body, "event", "uid"))}/availability`, "PATCH")
      expect(faultsOf(patched)).toEqual(
        ["date.invalid aaaaa.mapado.syncedAt", "integer.invalid aaaaa.mapado.remaining", "range aaaaa.mapado.lowStockThreshold"]
      )
      const place = yield* post({ ...locationBody, latitude: "9".repeat(400) }, {}, `${main}/locations`)
      expect(at(place.body, "errors")).toMatchObject([{ code: "latitude.invalid", field: "latitude" }])
      const far = yield* post(text('"locationUid":123456789012345678901234567890'))
      expect(at(far.body, "errors")).toMatchObject([{ code: "location.unknown", field: "locationUid" }])
    }))

  it.effect("may contain arrays of a hundred thousand and objects of twenty thousand members", () =>
    Effect.gen(function*() {
      const { begin, end } = eventBody.timings[0]
      const members = (name: string, value: unknown) => many(value).slice(0, 19_000).map((one, index) => [`${name}${index}`, one] as const)
      const lists: ReadonlyArray<readonly [string, unknown, string]> = [
        ["registration", many("0"), "string.toolong"],
        ["registration", many(5), "type.invalid"],
        ["extIds", many(5), "tooMany"],
        ["extIds", many({ key: 1, value: 1 }).slice(0, 80_000), "tooMany"],
        ["accessibility", many("x"), "enum.invalid"],
        ["keywords", { fr: many("a").map((one, index) => `${one}${index}`) }, "string.toolong"],
        ["timings", many({}), "tooMany"],
        ["timings", many({ begin, end }).slice(0, 20_000), "tooMany"],
        ["genres", many(9), "option.unknown"],
        ["offers", many(5), "type.invalid"],
        ["offers", many(entry).slice(0, 15_000), "duplicate"],
        ["offers", [{ ...entry, tiers: many({}) }], "tooMany"],
        ["offers", [{ ...entry, tiers: many(tier).slice(0, 30_000) }], "tooMany"],
        ["timings", [{ begin, end, offers: many(5) }], "type.invalid"],
        ["timings", [{ begin, end, availability: many(5) }], "type.invalid"],
        ["title", Object.fromEntries(members("l", "a")), "tooMany"]
      ]
      for (const [field, value, code] of lists) {
        const answer = yield* post({ ...onlineBody, [field]: value })
        expect(answer.status, answer.text.slice(0, 300)).toBe(400)
        expect(at(answer.body, "errors", 0), field).toMatchObject({ code, field: expect.stringMatching(`^${field}`) })
        expect(answer.bytes.byteLength, field).toBeLessThan(1_000_000)
      }
      const made = yield* post(onlineBody)
      const path = `${main}/events/${String(at(made.body, "event", "uid"))}/availability`
      const rows = yield* post(Object.fromEntries(members("x", {})), {}, path, "PATCH")
      expect(rows.status).toBe(400)
      expect(faultsOf(rows)).toHaveLength(1_001)
      const unknown = yield* post({ ...onlineBody, ...Object.fromEntries(members("unknown", 1)) })
      expect(unknown.status).toBe(200)
      expect(at(unknown.body, "warnings")).toHaveLength(1_001)
      expect((yield* post({ ...onlineBody, title: Object.fromEntries([...members("l", "a"), ...members("m", "a")]) })).status).toBe(413)
    }))

  it.effect("with much HTML does not block other writers of the agenda", () =>
    Effect.gen(function*() {
      const html = (lang: string) => `<p>${lang} ${"un <b>mot</b> et <a href='https://example.org'>un lien</a> ".repeat(130)}</p>`
      const languages = "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split(" ")
      const done: Array<string> = []
      const large = yield* Effect.fork(Effect.tap(
        post({ ...onlineBody, longDescription: Object.fromEntries(languages.map((lang) => [lang, html(lang)])) }),
        () => Effect.sync(() => done.push("large"))
      ))
      yield* Effect.sleep(20)
      const small = yield* post(onlineBody)
      done.push("small")
      expect(small.status).toBe(200)
      expect((yield* Fiber.join(large)).status).toBe(200)
      expect(done).toEqual(["small", "large"])
    }))
})
