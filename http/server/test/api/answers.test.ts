import { Api } from "@agenda-engine/http/api/Api"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import * as HttpApi from "@effect/platform/HttpApi"
import { expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { at } from "../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../test/world/bodies.js"
import { FilledWorld } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Call } from "../world/World.js"

interface Described {
  readonly name: string
  readonly method: string
  readonly path: string
  /** What it answers, by status. */
  readonly answers: ReadonlyMap<number, AST.AST>
}

const described: Array<Described> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, errors, successes }) => {
    const answers = [...successes, ...errors].flatMap(([status, { ast }]) => Option.isSome(ast) ? [[status, ast.value] as const] : [])
    described.push({ name: endpoint.name, method: endpoint.method, path: endpoint.path, answers: new Map(answers) })
  }
})

const matches = (template: string, path: string): boolean => {
  const parts = path.split("?")[0]?.split("/") ?? []
  const names = template.split("/")
  return names.length === parts.length && names.every((name, index) => name.startsWith(":") || name === parts[index])
}

/** The endpoint that a request is for: of several that match, the one with the fewest parameters. */
const endpointOf = (method: string, path: string): Described | undefined =>
  described.filter((one) => one.method === method && matches(one.path, path))
    .toSorted((a, b) => a.path.split(":").length - b.path.split(":").length)[0]

/** What an answer has that its description has not, or has in another way; nothing: it is as described. */
const differences = (ast: AST.AST, body: unknown): string =>
  Either.match(Schema.decodeUnknownEither(Schema.make(ast))(body, { onExcessProperty: "error" }), {
    onLeft: (error) => ParseResult.TreeFormatter.formatErrorSync(error),
    onRight: () => ""
  })

const main = `/v2/agendas/${agendas.main}`
const offers = [{
  provider: "mapado",
  currency: "EUR",
  tiers: [{ label: { fr: "Plein tarif" }, priceCents: 500, offerType: "standard", sourceRef: "t", extra: 1 }],
  source: { ref: "r", url: "https://tickets.example/1" },
  syncedAt: "2025-06-01T10:00:00+02:00"
}]
const row = {
  syncedAt: "2025-06-15T10:00:00+02:00",
  onSaleFrom: "2025-06-01T10:00:00+02:00",
  remaining: 5,
  lowStockThreshold: 10,
  status: "available"
}
const whole = {
  ...eventBody,
  longDescription: { fr: "# Texte\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ" },
  registration: ["a@example.org", "+33 1 23 45 67 89"],
  age: { min: 6, max: 12 },
  accessibility: { hi: true },
  conditions: { fr: "Gratuit" },
  extIds: [{ key: "desk", value: "a/b" }],
  genres: [1, 2],
  level: 1,
  free: true,
  places: 3,
  motto: "Devise",
  dossier: 1,
  budget: 1.5,
  unknown: 1,
  motive: "Parce que",
  offers
}

const facets = [
  "cities",
  "keywords",
  "languages",
  "states",
  "relative",
  "featured",
  "locations",
  "originAgendas",
  "viewport",
  "geohash",
  "timespan",
  "timings",
  "eventsByDateRanges"
]
const aggregations = [
  ...facets.map((type, index) => `aggregations[${index}][type]=${type}`),
  "aggregations[20][type]=additionalFields&aggregations[20][field]=genres",
  "aggregations[21][type]=additionalFieldMetrics&aggregations[21][field]=places"
].join("&")

it("describes each response once", () => {
  expect(described.length).toBeGreaterThan(30)
})

layer(FilledWorld.layer, { excludeTestServices: true })("every response", (it) => {
  it.effect("matches the contract on every route, with no undeclared member", () =>
    Effect.gen(function*() {
      const { credentials, secrets, send } = yield* TestWorld
      const asked = new Set<string>()
      const found: Array<string> = []
      const ask = (path: string, call: Call = {}) =>
        Effect.map(send(path, { ...call, headers: { ...credentials.moderatorToken, ...call.headers } }), (answer) => {
          const endpoint = endpointOf(call.method ?? "GET", path)
          const ast = endpoint?.answers.get(answer.status)
          if (endpoint !== undefined && answer.status === 200) asked.add(endpoint.name)
          const isBinary = String(answer.headers["content-type"]).startsWith("application/vnd")
          const body = answer.body ?? (isBinary ? answer.bytes : answer.text)
          const difference = ast === undefined ? `status ${answer.status} is not described: ${answer.text}` : differences(ast, body)
          if (difference !== "") found.push(`${call.method ?? "GET"} ${path} ${answer.status}: ${difference}`)
          return answer.body
        })
      const write = (method: string, path: string, body?: unknown) =>
        ask(`${main}${path}`, { method, ...(body === undefined ? {} : { body }) })

      const location = at(yield* write("POST", "/locations", { ...locationBody, unknown: 1 }), "location")
      const place = String(at(location, "uid"))
      const made = at(yield* write("POST", "/events", { ...whole, locationUid: Number(place) }), "event")
      const uid = String(at(made, "uid"))
      const slot = String(at(made, "timings", 0, "id"))
      yield* write("PATCH", `/events/${uid}/availability`, { [slot]: { mapado: { ...row, unknown: 1 } } })
      yield* write("PATCH", "/events/ext/desk/a%2Fb/availability", { [slot]: { mapado: { ...row, syncedAt: "2024-06-15T10:00:00Z" } } })
      yield* write("PATCH", `/events/${uid}/availability`, { zzzzz: { nobody: { remaining: -1 } } })
      const timings = [{ id: slot, ...eventBody.timings[0], offers: [{ provider: "mapado", bookingUrl: "https://tickets.example/slot" }] }]
      yield* write("PATCH", `/events/${uid}`, { timings, featured: true, state: 1 })
      yield* write("PATCH", "/events/ext/desk/a%2Fb", { state: 2, age: { maximum: 1 } })

      const views = [
        "",
        "detailed=1",
        "detailed=1&includeLabels=1&monolingual=fr&includeSort=1",
        "longDescriptionFormat=HTMLWithEmbeds&detailed=1",
        "removed=null",
        "state[]=0&state[]=1&state[]=2",
        "sort[]=updatedAt.desc&sort[]=location.city.asc&size=2",
        "if[]=uid&if[]=title",
        `size=0&${aggregations}`
      ]
      for (const view of views) yield* ask(`${main}/events?${view}`)
      for (const view of views.slice(0, 4)) {
        yield* ask(`${main}/events?${view}`, { headers: credentials.contributorToken })
        yield* ask(`/v2/events?${view}`)
      }
      for (const format of exportFormatNames) yield* ask(`${main}/events.${format}?detailed=1`)
      for (const view of ["", "includeLabels=1&monolingual=fr", "explain=1"]) {
        for (const one of [uid, `slug/${String(at(made, "slug"))}`, "ext/desk/a%2Fb"]) yield* ask(`${main}/events/${one}?${view}`)
      }
      yield* ask(`${main}/events/${uid}/structured-data`)
      for (const agenda of [`${agendas.main}`, "slug/town-agenda"]) yield* ask(`/v2/agendas/${agenda}?schema=1&detailed=1`)
      for (const part of ["settings", "settings/eventSchema", "schema", "summary"]) yield* ask(`${main}/${part}`)
      yield* ask(`${main}/sources`, { headers: credentials.administratorToken })
      for (const query of ["", "?if[]=uid&if[]=summary&if[]=schema&if[]=settings"]) yield* ask(`/v2/agendas${query}`)
      for (const path of ["/v2/agendas/suggest?q=tow", `${main}/suggest?q=con`]) yield* ask(path)
      yield* ask(`/v2/me/agendas/${agendas.main}`)
      yield* ask(`/v2/me/agendas/${agendas.other}`)
      yield* ask(`/v2/agendas/${agendas.main}/changes?detailed=1`)
      yield* ask("/v2/changes")
      const administer = (method: string, path: string, body?: unknown) =>
        ask(`${main}/webhooks${path}`, { method, headers: credentials.administratorToken, ...(body === undefined ? {} : { body }) })
      const hook = yield* administer("POST", "", { url: "https://93.184.216.34/hook", kinds: ["event.published"], detailed: true })
      const webhook = `/${String(at(hook, "webhook", "id"))}`
      yield* administer("GET", "")
      yield* administer("GET", webhook)
      yield* administer("PATCH", webhook, { state: "paused" })
      yield* administer("POST", `${webhook}/test`)
      yield* administer("POST", `${webhook}/replay`, { from: "2025-06-01T00:00:00Z" })
      yield* administer("POST", `${webhook}/rotate`)
      yield* administer("GET", `${webhook}/deliveries`)
      yield* administer("DELETE", webhook)
      yield* ask("/v2/me/agendas")
      yield* ask(`${main}/members`)
      yield* write("POST", "/members/invite", { role: "contributor", emails: ["new@example.org"], unknown: 1 })
      yield* ask("/v2/requestAccessToken", { method: "POST", body: { code: secrets.administrator } })

      for (const method of ["PUT", "POST"]) {
        yield* write(method, `/events/${uid}`, at(yield* ask(`${main}/events/${uid}`), "event"))
        yield* write(method, `/events/ext/made/${method}`, onlineBody)
      }
      yield* write("PUT", "/locations/ext/erp/1", { ...locationBody, extIds: [{ key: "erp", value: "2" }] })
      yield* write("PUT", "/locations/ext/1", locationBody)
      yield* write("POST", `/locations/${place}`, location)
      yield* write("PATCH", `/locations/${place}`, { state: 1 })
      yield* write("PATCH", "/locations/ext/erp/1", { access: { fr: "Tram" } })
      yield* write("PATCH", "/locations/ext/1", { links: ["https://a.example"] })
      for (const query of ["", "?detailed=1", "?size=1"]) yield* ask(`${main}/locations${query}`)
      for (const one of [place, "ext/erp/1", "ext/1"]) yield* ask(`${main}/locations/${one}`)

      for (const one of [`/events/${uid}`, "/events/ext/made/PUT", "/locations/ext/erp/1", "/locations/ext/1"]) yield* write("DELETE", one)
      yield* write("DELETE", `/locations/${place}`)
      yield* ask(`${main}/events?removed=1`)
      yield* ask(`${main}/events?size=x&unknown[]=1`)
      yield* ask(`${main}/events/1`)
      yield* ask(`/v2/agendas/${agendas.private}/events`, { headers: credentials.strangerToken })
      yield* ask(`${main}/events`, { headers: credentials.unknownToken })
      yield* write("POST", "/events", { title: { fr: "" }, timings: [{ begin: "x" }], offers: [{}] })

      expect(found).toEqual([])
      expect(described.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([])
    }))
})
