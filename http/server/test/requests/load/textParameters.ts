import { longTexts } from "@agenda-engine/conformance/testing/longTexts"
import { openApi } from "@agenda-engine/http/api/Api"
import { at } from "../../../../test/world/at.js"
import { agendas } from "../../world/World.js"

const listed = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const contract: unknown = JSON.parse(JSON.stringify(openApi("https://agenda.example")))

/** Routes of pages that take text, and their parameters. */
const pages = {
  "/agendas/town-agenda": ["search", "month", "page", "lang", "keyword[]"],
  "/agendas/town-agenda/suggest": ["q"],
  "/agendas/town-agenda/events.rss": ["lang", "search"],
  "/agendas/town-agenda/events.ics": ["lang", "search"],
  "/embed/agendas/town-agenda": ["search", "month", "page", "lang"]
} as const

const operations = Object.entries(Object(at(contract, "paths"))).flatMap(([path, methods]) => {
  const parameters = listed(at(methods, "get", "parameters"))
  const names = parameters.filter((one) => at(one, "in") === "query").map((one) => String(at(one, "name")))
  return names.length === 0 ? [] : [{ path, names }]
})

/** Places in a path: the agenda and its slug, and unknown records. */
const filled = (path: string): string =>
  path.replaceAll("{agendaUid}", String(agendas.main)).replaceAll("{slug}", "town-agenda").replaceAll(/\{[^}]*\}/g, "1")

/** Export formats have the parameters of the list. */
const isExport = (path: string): boolean => /\/events\.(?!v2\.csv|csv)/.test(path)

/** The parameters of every route that answers GET: its path, and the name of a parameter that takes text. */
export const textParameters: ReadonlyArray<{ readonly path: string; readonly name: string }> = [
  ...operations.filter(({ path }) => !isExport(path)).flatMap(({ names, path }) => names.map((name) => ({ path: filled(path), name }))),
  ...Object.entries(pages).flatMap(([path, names]) => names.map((name) => ({ path, name }))),
  { path: `/v2/agendas/${agendas.main}/events`, name: "unknown-field" },
  { path: `/v2/agendas/${agendas.main}/events`, name: "additionalFields[unknown]" }
]

/** Octets of an encoded text: a request line takes no more. */
const encoded_max = 30_000

const kinds = new Set([
  "letters and a sign",
  "accented letters",
  "digits",
  "a chain of hyphens",
  "a chain of apostrophes",
  "a chain of dots and a word",
  "quotes",
  "marks of two classes",
  "letters with joiners",
  "Han",
  "a word again and again"
])

/** Texts of all kinds of characters, of half the length of a request line and of all of it. */
export const encodedTexts: ReadonlyArray<{ readonly kind: string; readonly half: string; readonly whole: string }> = longTexts
  .filter(([kind]) => kinds.has(kind))
  .map(([kind, textOf]) => {
    const each = encodeURIComponent(textOf(1_000)).length / 1_000
    const length = 2 * Math.floor(encoded_max / each / 2 - 2)
    return { kind, half: encodeURIComponent(textOf(length / 2)), whole: encodeURIComponent(textOf(length)) }
  })
