import { availabilityRow, offers, overrides, providers } from "@agenda-engine/conformance/testing/TicketArbitraries"
import { EventDraft } from "@agenda-engine/core/contract/EventDraft"
import { rawBody } from "@agenda-engine/core/contract/RawBody"
import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { accessibilityKinds } from "@agenda-engine/core/domain/event/Event"
import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { EventView } from "@agenda-engine/core/query/event/EventView"
import { Access, authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { setImmediate } from "node:timers/promises"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { everyType } from "./additionalCases.js"

const main = { _tag: "Uid" as const, uid: agendas.main }

const codes = everyType.map(({ field }) => field)

/** Text of any script and plane, with lone surrogates, control characters and marks of markdown and HTML. */
const text = FastCheck.oneof(
  FastCheck.string({ unit: "binary", maxLength: 20 }),
  FastCheck.string({
    unit: FastCheck.constantFrom(
      "a",
      "é",
      "e\u0301",
      " ",
      "\n",
      "\r",
      "\t",
      "\0",
      "\uD800",
      "\uDC00",
      "👨‍👩‍👧‍👦",
      "קונ",
      "*",
      "_",
      "<b>",
      "&",
      "[",
      "](x)",
      "#",
      "> ",
      "- "
    ),
    maxLength: 12
  })
)

const filled = text.map((one) => `a${one}`)

const byLanguage = <A extends Json>(value: FastCheck.Arbitrary<A>, languages: ReadonlyArray<string>): FastCheck.Arbitrary<JsonObject> =>
  FastCheck.record(Object.fromEntries(languages.map((lang) => [lang, value])))

const markup = FastCheck.oneof(
  text,
  text.map((one) => `<p>${one} <b>gras</b></p><ul><li>un</li></ul>`),
  text.map((one) => `**${one}**\n\n- a\n- b`)
)

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const firstBegin = 1_893_535_200_000 // 2030-01-01T22:00:00Z

const slots = FastCheck.uniqueArray(FastCheck.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 4 }).map((days) =>
  days.map((day) => ({
    begin: formatUtc(firstBegin + day * day_ms),
    end: formatUtc(firstBegin + day * day_ms + 4.5 * hour_ms)
  }))
)

const slotTickets = FastCheck.record({
  overrides,
  rows: FastCheck.dictionary(FastCheck.constantFrom(...providers), availabilityRow, { maxKeys: 3 })
})

/** Slots, what is sold of them, what is different for each, and what providers say of it. */
const ticketed = FastCheck.tuple(slots, offers, FastCheck.array(slotTickets, { minLength: 4, maxLength: 4 })).map((
  [days, offers, tickets]
) => ({
  offers,
  timings: days.map((day, index) => {
    const { overrides, rows } = tickets[index] ?? { overrides: [], rows: {} }
    return {
      id: `slot${index}`,
      ...day,
      offers: overrides.filter(({ provider }) => offers.some((entry) => entry.provider === provider)),
      availability: Object.entries(rows).map(([provider, row]) => ({ provider, ...row }))
    }
  })
}))

const membersOf = (list: unknown): ReadonlyArray<unknown> => Array.isArray(list) ? list : []

/**
 * What an event says of its tickets but for what follows from it. `reported` is the member that says what a provider
 * calls a row's status.
 */
const ticketsIn = (event: unknown, reported: "status" | "reportedStatus") => ({
  offers: membersOf(at(event, "offers")).map((entry) => ({ ...Object(entry), pricing: undefined })),
  slots: Object.fromEntries(
    membersOf(at(event, "timings")).map((slot) => [
      at(slot, "id"),
      {
        overrides: at(slot, "offers") ?? [],
        rows: membersOf(at(slot, "availability")).map((row) => ({ ...Object(row), status: at(row, reported), reportedStatus: undefined }))
      }
    ])
  )
})

const ages = FastCheck.tuple(FastCheck.option(FastCheck.nat(60)), FastCheck.option(FastCheck.integer({ min: 60, max: 150 })))

const ids = FastCheck.subarray([1, 2, 3])

const optional = (languages: ReadonlyArray<string>): { readonly [field: string]: FastCheck.Arbitrary<Json> } => ({
  longDescription: byLanguage(markup, languages),
  conditions: byLanguage(text, languages),
  keywords: byLanguage(FastCheck.array(text, { maxLength: 3 }), languages),
  imageCredits: text,
  status: FastCheck.constantFrom(1, 2, 3, 4, 5, 6),
  accessibility: FastCheck.subarray([...accessibilityKinds]),
  age: ages.map(([min, max]) => ({ min, max })),
  registration: FastCheck.array(FastCheck.constantFrom("https://example.org/a", "a@example.org", "01 02"), { maxLength: 3 }),
  timezone: FastCheck.constantFrom("Europe/Paris", "Pacific/Chatham", "UTC"),
  extIds: FastCheck.uniqueArray(FastCheck.constantFrom("a", "b", "c"), { maxLength: 3 }).map((keys) =>
    keys.map((key) => ({ key, value: key }))
  ),
  state: FastCheck.constantFrom(-1, 0, 1, 2),
  featured: FastCheck.boolean(),
  radio: ids.map((chosen) => chosen.slice(0, 1)),
  select: ids.map((chosen) => chosen.slice(0, 1)),
  checkbox: ids,
  multiselect: ids,
  boolean: FastCheck.boolean(),
  integer: FastCheck.maxSafeInteger(),
  number: FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
  link: FastCheck.webUrl(),
  email: FastCheck.constantFrom("a@example.org", "desk+1@example.org"),
  phone: FastCheck.constantFrom("112", "+33 1 23 45 67 89"),
  day: FastCheck.constantFrom("2031-05-10", "2032-02-29T12:00:00Z"),
  file: FastCheck.constantFrom("https://example.org/a.pdf", { url: "https://example.org/", name: "Plan", size: 5 }),
  ...Object.fromEntries(["text", "textarea"].map((field) => [field, text])),
  ...Object.fromEntries(["markdown", "html"].map((field) => [field, markup])),
  ...Object.fromEntries(["texts", "textareas"].map((field) => [field, byLanguage(text, languages)])),
  ...Object.fromEntries(["markdowns", "htmls"].map((field) => [field, byLanguage(markup, languages)]))
})

/** A body that can be written, in these languages and no other; whatever is optional may be there or not. */
const bodyIn = (languages: ReadonlyArray<string>): FastCheck.Arbitrary<JsonObject> =>
  FastCheck.tuple(
    FastCheck.record({ title: byLanguage(filled, languages), description: byLanguage(filled, languages) }),
    ticketed,
    FastCheck.record(optional(languages), { requiredKeys: [] })
  ).map(([needed, tickets, more]) => ({
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/live",
    ...needed,
    ...tickets,
    ...more
  }))

const body = FastCheck.uniqueArray(FastCheck.constantFrom("fr", "en", "de", "pt-BR"), { minLength: 1, maxLength: 3 }).chain((languages) =>
  bodyIn(languages).map((event) => ({ languages, event }))
)

/**
 * Writes so many events, reads each in every form that may be posted back, posts it back, and expects that nothing
 * changes and that what is read-only is warned of.
 */
export const expectRoundTrips = (runs: number) =>
  Effect.gen(function*() {
    const { credentials, within } = yield* TestWorld
    yield* within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { schema: { fields: everyType } })))
    const events = yield* within(Events)
    const caller = yield* within(
      Effect.flatMap(Access, (access) => access.identify({ key: null, token: credentials.moderatorToken["access-token"] }))
    )

    const checkBack = (uid: number, view: EventView, lang: string | null) =>
      Effect.gen(function*() {
        const ref = { _tag: "Uid" as const, uid }
        const { event } = yield* authorized(caller, main, "events:read", (by) => events.get(by, ref, view))
        const readOnly = Object.keys(event).filter((member) => !Object.hasOwn(EventDraft.fields, member) && !codes.includes(member))
        for (const write of [events.replace, events.patch]) {
          const back = yield* authorized(caller, main, "events:write", (by) => write(by, ref, rawBody({ ...event }), { lang }))
          expect(back.outcome, JSON.stringify(event)).toBe("unchanged")
          expect(back.warnings.map(({ code, field }) => `${code} ${field}`)).toEqual(readOnly.map((member) => `ignored ${member}`))
        }
      })

    const check = (event: JsonObject, languages: ReadonlyArray<string>) =>
      Effect.gen(function*() {
        const { event: written } = yield* authorized(
          caller,
          main,
          "events:write",
          (by) => events.create(by, rawBody(event), { lang: null })
        )
        const uid = written["uid"]
        expect(ticketsIn(written, "reportedStatus")).toEqual(ticketsIn(event, "status"))
        const ref = { _tag: "Uid" as const, uid }
        const [lang = "", ...others] = languages
        yield* Effect.gen(function*() {
          expect((yield* authorized(caller, main, "events:read", (by) => events.get(by, ref))).event).toEqual(written)
          yield* checkBack(uid, { detailed: true }, null)
          yield* checkBack(uid, { detailed: true, includeLabels: true }, null)
          yield* checkBack(uid, { detailed: true, longDescriptionFormat: "HTML" }, null)
          if (others.length === 0) yield* checkBack(uid, { detailed: true, monolingual: lang, includeLabels: true }, lang)
          expect((yield* authorized(caller, main, "events:read", (by) => events.get(by, ref))).event).toEqual(written)
        }).pipe(Effect.ensuring(Effect.ignore(authorized(caller, main, "events:write", (by) => events.remove(by, ref)))))
      })

    const holds = FastCheck.asyncProperty(body, async ({ event, languages }) => {
      await Effect.runPromise(within(check(event, languages)))
      // Memory answers without a wait: bodies by the hundred keep the worker from its runner, which counts a minute of
      // that as its death.
      await setImmediate()
    })
    // Shrinking a body takes longer than a test may: it would end without a word of what failed.
    yield* Effect.promise(() => FastCheck.assert(holds, { numRuns: runs, endOnFailure: true }))
  })
