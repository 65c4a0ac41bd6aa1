import { operator } from "@agenda-engine/core/domain/access/Credential"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type Json } from "@agenda-engine/core/domain/text/Json"
import { defaultProviders } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { readInvite } from "@agenda-engine/core/validation/agenda/readInvite"
import { readEvent } from "@agenda-engine/core/validation/event/readEvent"
import { readLocation } from "@agenda-engine/core/validation/location/readLocation"
import { readAvailability } from "@agenda-engine/core/validation/ticketing/readAvailability"
import { parseJson } from "@agenda-engine/core/validation/value/parseJson"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { parseJsonInSlices } from "../../src/request/parseJsonInSlices.js"
import { eventBody, locationBody, onlineBody } from "../world/bodies.js"
import { demand, demandSame } from "./demand.js"
import type { Draw } from "./Draw.js"
import type { Fuzzer } from "./runFuzzer.js"

const limits = defaultLimits
const now = 1_750_000_000_000

const full = {
  ...onlineBody,
  longDescription: { fr: "# Fête\n\n**Jazz** <b>et</b> [plus](https://example.org)" },
  conditions: { fr: "Gratuit" },
  age: { min: 6, max: 99 },
  accessibility: ["hi", "mi"],
  registration: ["https://example.org", "a@example.org", { type: "phone", value: "01 02 03" }],
  extIds: [{ key: "erp", value: "1" }],
  offers: [{
    provider: "mapado",
    currency: "EUR",
    tiers: [{ label: { fr: "Plein" }, priceCents: 1_800, saleStart: "2025-06-01T10:00:00+02:00" }],
    source: { url: "https://example.org/book" }
  }],
  timezone: "Europe/Paris",
  state: 2,
  slug: "fete"
}

const place = { ...locationBody, description: { fr: "Lieu" }, links: ["https://example.org"], extIds: { erp: "1" }, email: "a@example.org" }

const rows = {
  aaaaa: { mapado: { syncedAt: "2025-06-15T15:00:00Z", remaining: 3, lowStockThreshold: 5, status: "available" }, billetweb: null }
}

const invite = { role: "contributor", emails: ["a@example.org", "b@example.org"], message: "Bonjour" }

const bodies: readonly [Json, ...ReadonlyArray<Json>] = [
  JSON.parse(JSON.stringify(full)),
  JSON.parse(JSON.stringify(eventBody)),
  place,
  rows,
  invite
]

const values: readonly [Json, ...ReadonlyArray<Json>] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  "",
  " ",
  "\uD83C",
  "x".repeat(300),
  "2025-02-30T10:00:00Z",
  "9999-12-31T23:59:59+14:00",
  "javascript:alert(1)",
  "https://[::1]:99999/",
  "a@b",
  [],
  {},
  [null],
  [[]],
  { fr: null },
  { "": "" },
  { constructor: "x", toString: 1 },
  ["fr", "fr"]
]

/** A value with parts of it replaced, removed or moved to another name. */
const disturb = (draw: Draw, value: Json, depth: number): Json => {
  if (draw.once(14)) return draw.pick(values)
  if (draw.once(30)) return draw.pick(bodies)
  if (typeof value === "string") return draw.once(6) ? draw.mutate([value], ["\0", "é", "Z", "+25:00", "-", "<p>", "&#0;"]) : value
  if (typeof value === "number") return draw.once(6) ? draw.pick([0, -1, value + 1, value * 1e9, -value, 0.1]) : value
  if (depth === 0 || value === null || typeof value === "boolean") return value
  if (!isJsonObject(value)) {
    const items = value.map((item: Json) => disturb(draw, item, depth - 1))
    return draw.once(6) ? [...items, ...items] : items
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      draw.once(15)
        ? []
        : [[draw.once(25) ? draw.pick(["__proto__", "fr", "id", "length", name.toUpperCase()]) : name, disturb(draw, member, depth - 1)]]
    )
  )
}

const tokens = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "\\u0000",
  "\\ud83c",
  "1e999",
  "-",
  "NaN",
  "null",
  '{"data":',
  "[[[[[[[[",
  "/**/",
  "\uFEFF"
] as const

const modes = ["create", "replace", "patch"] as const

const fields = { definitions: [], writer: { caller: operator, role: null }, restored: false, toHtml: (markdown: string) => markdown }

/** Reads a value as every kind of body and returns the number of faults of each. */
const readAll = (body: Json, mode: (typeof modes)[number]): ReadonlyArray<number> => {
  const context = { mode, lang: null, defaultLang: "fr", limits, stored: null }
  return [
    readEvent(body, { ...context, fields, providers: defaultProviders, rows: {}, now }).issues.length,
    readLocation(body, context).issues.length,
    readInvite(body, limits).issues.length,
    readAvailability(body, { slots: new Set(["aaaaa"]), providers: defaultProviders, stored: {}, now, limits }).issues.length
  ]
}

/** JSON bodies, as text and as values: a value or one fault, which every reader of bodies takes without throwing. */
export const jsonFuzzer: Fuzzer<string> = {
  name: "JSON bodies",
  draw: (draw) => {
    const text = JSON.stringify(disturb(draw, draw.pick(bodies), 5))
    return draw.once(3) ? draw.mutate([text], tokens) : text
  },
  sizeOf: (text) => text.length,
  check: async (text) => {
    const parsed = parseJson(text, "data")
    const sliced = await Effect.runPromise(
      Effect.either(parseJsonInSlices(text, "data", { values_max: 1_000_000, members_max: 1_000_000, short_chars: 0 }))
    )
    demandSame(JSON.stringify(sliced), JSON.stringify(parsed), "JSON that is parsed in slices is the same")
    if (Either.isLeft(parsed)) return demand(parsed.left.code === "json.invalid" && parsed.left.field === "data", "the fault is typed")
    // A number beyond all numbers is printed as null.
    const printed = JSON.stringify(parsed.right)
    demandSame(JSON.stringify(Either.getOrNull(parseJson(printed, "data"))), printed, "JSON that is printed and parsed is the same")
    demand(readAll(parsed.right, modes[text.length % 3] ?? "create").every((count) => count <= limits.issues_max + 1), "faults are bounded")
    demand(!Object.hasOwn(Object.prototype, "fr"), "no prototype is written to")
  }
}
