import { longTexts } from "@agenda-engine/conformance/testing/longTexts"
import { openApi } from "@agenda-engine/http/api/Api"
import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { importEvents } from "../../exports/manyEvents.js"
import { agendas, type Answer, type World } from "../../world/World.js"

/** A place of a request that takes text. */
export interface TextPlace {
  readonly place: string
  /** Whether it is a segment of a path. */
  readonly isSegment: boolean
  /** How requests with any text are answered. */
  readonly statuses: ReadonlyArray<number>
  /** Sends a request with a percent-encoded text. */
  readonly send: (text: string) => Effect.Effect<Answer>
}

/** A path with names in braces, and the parameters that take text. */
interface Asked {
  readonly path: string
  readonly names: ReadonlyArray<string>
}

const listed = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const contract: unknown = JSON.parse(JSON.stringify(openApi("https://agenda.example")))

/** Export formats have the parameters of the list. */
const isExport = (path: string): boolean => /\/events\.(?!csv)/.test(path)

const operations: ReadonlyArray<Asked> = Object.entries(Object(at(contract, "paths"))).flatMap(([path, methods]) => {
  if (at(methods, "get") === undefined || isExport(path)) return []
  const parameters = listed(at(methods, "get", "parameters"))
  const named = path.replace("/agendas/slug/{slug}", "/agendas/slug/{agendaSlug}").replace(
    "/events/slug/{slug}",
    "/events/slug/{eventSlug}"
  )
  return [{ path: named, names: parameters.filter((one) => at(one, "in") === "query").map((one) => String(at(one, "name"))) }]
})

const address = ["month", "page", "day"]

/** Pages, their calendars, and exports without a credential. */
const pages: ReadonlyArray<Asked> = [
  { path: "/agendas/{agendaSlug}", names: ["search", "city", "keyword", "keyword[]", "lang", ...address] },
  { path: "/embed/agendas/{agendaSlug}", names: ["search", "month", "page", "lang"] },
  { path: "/agendas/{agendaSlug}/suggest", names: ["q"] },
  { path: "/agendas/{agendaSlug}/events.ics", names: ["search", "keyword[]", "lang"] },
  { path: "/agendas/{agendaSlug}/events/{eventSlug}", names: ["lang"] },
  { path: "/agendas/{agendaSlug}/events/{eventSlug}.ics", names: ["lang"] },
  { path: "/agendas/{agendaSlug}/events/{eventSlug}/{slot}", names: [] },
  ...exportFormatNames.map((format) => ({
    path: `/agendas/{agendaUid}/events.v2.${format}`,
    names: ["search", "keyword[]", "monolingual", "lang"]
  }))
]

/** Parameters that no route has. */
const unknown: Asked = { path: "/v2/agendas/{agendaUid}/events", names: ["unknown-field", "additionalFields[unknown]"] }

/** A header holds no other characters. */
const inHeader = (text: string): string => {
  const decoded = decodeURIComponent(text)
  return /^[ -~]*$/.test(decoded) ? decoded : text
}

/** Every place of requests that takes text: parameters, segments of paths, and headers. */
export const textPlaces = ({ credentials, send, within }: World): Effect.Effect<ReadonlyArray<TextPlace>> =>
  Effect.gen(function*() {
    yield* within(Effect.orDie(importEvents(agendas.main, 1)))
    const main = `/v2/agendas/${agendas.main}`
    const found = yield* send(`${main}/events/ext/place/0`, { headers: credentials.ownerless })
    const records = new Map([
      ["agendaUid", String(agendas.main)],
      ["agendaSlug", "town-agenda"],
      ["eventUid", String(at(found.body, "event", "uid"))],
      ["eventSlug", String(at(found.body, "event", "slug"))],
      ["key", "place"],
      ["value", "0"]
    ])
    const fill = (path: string, more: ReadonlyMap<string, string> = new Map()): string =>
      path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => more.get(name) ?? records.get(name) ?? "1")
    const get = (path: string) => send(path, { headers: path.startsWith("/v2") ? credentials.administratorToken : {} })

    const parameters = [...operations, ...pages, unknown].flatMap(({ names, path }) =>
      names.map((name): TextPlace => ({
        place: `${name} of ${path}`,
        isSegment: false,
        // A page of no month, day or number does not exist.
        statuses: pages.some((page) => page.path === path) && address.includes(name) ? [404] : [200, 400],
        send: (text) => get(`${fill(path)}?${encodeURIComponent(name)}=${text}`)
      }))
    )
    const segments = [...operations, ...pages].flatMap(({ path }) =>
      [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]): TextPlace => ({
        place: `${name} in ${path}`,
        isSegment: true,
        statuses: [400, 404],
        send: (text) => get(fill(path, new Map([[name, text]])))
      }))
    )
    const headers = [
      { name: "accept-language", path: "/agendas/{agendaSlug}" },
      { name: "accept-language", path: "/agendas/{agendaSlug}/events.ics" },
      { name: "accept", path: `${main}/events` },
      { name: "if-none-match", path: "/agendas/{agendaSlug}/events.ics" }
    ].map(({ name, path }): TextPlace => ({
      place: `header ${name} of ${path}`,
      isSegment: false,
      statuses: [200],
      send: (text) => send(fill(path), { headers: { ...credentials.ownerless, [name]: inHeader(text) } })
    }))
    const written: TextPlace = {
      place: "header lang of a write",
      isSegment: false,
      statuses: [400],
      send: (text) =>
        send(`${main}/events`, { method: "POST", headers: { ...credentials.administratorToken, lang: inHeader(text) }, body: onlineBody })
    }
    return [...parameters, ...segments, ...headers, written]
  })

/** Octets of an encoded text: a request line takes no more. */
const encoded_max = 30_000

const kinds = new Set([
  "letters and a sign",
  "accented letters",
  "digits",
  "a chain of hyphens",
  "a chain of commas",
  "a chain of apostrophes",
  "a chain of dots and a word",
  "quotes",
  "marks of two classes",
  "letters with joiners",
  "Han",
  "a word again and again"
])

/** A text of a kind of characters, percent-encoded: `whole` fills a request line, the others a part of it. */
export interface EncodedText {
  readonly kind: string
  readonly quarter: string
  readonly half: string
  readonly whole: string
}

/** Texts of all kinds of characters. */
export const encodedTexts: ReadonlyArray<EncodedText> = longTexts
  .filter(([kind]) => kinds.has(kind))
  .map(([kind, textOf]) => {
    const each = encodeURIComponent(textOf(1_000)).length / 1_000
    const quarter = Math.floor(encoded_max / each / 4 - 1)
    const encode = (parts: number): string => encodeURIComponent(textOf(parts * quarter))
    return { kind, quarter: encode(1), half: encode(2), whole: encode(4) }
  })
