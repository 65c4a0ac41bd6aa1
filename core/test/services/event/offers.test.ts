import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { rawBody } from "../../../src/contract/RawBody.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { Registration } from "../../../src/domain/event/Event.js"
import type { Json, JsonObject } from "../../../src/domain/text/Json.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { projectRegistration } from "../../../src/present/presentEvent.js"
import { type Access, authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { availabilityOf, eventOf } from "../../../src/services/event/EventRecords.js"
import { Events } from "../../../src/services/Events.js"
import { eventsAs } from "../access/callers.js"
import { bodyOf, draftOf, testEngine } from "../testEngine.js"

const lang = null
const hour = (day: number) => ({ begin: `2030-06-0${day}T18:00:00+02:00`, end: `2030-06-0${day}T19:00:00+02:00` })
const tier = (priceCents: number) => ({ label: { fr: "Plein" }, priceCents, offerType: "standard" })
const entry = (provider: string, priceCents: number) => ({ provider, currency: "EUR", tiers: [tier(priceCents)] })
const row = { syncedAt: "1970-01-01T00:00:00Z", remaining: 3 }

const inAgenda = <A, E>(
  use: (agenda: { readonly _tag: "Uid"; readonly uid: number }) => Effect.Effect<A, E, Access | EventStore | Events>
) =>
  Effect.gen(function*() {
    const owner = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "A" }))
    return yield* use({ _tag: "Uid", uid: owner.uid })
  }).pipe(Effect.provide(testEngine))

/** A stored event with its availability rows. */
const storedOf = (agendaUid: number, uid: Json | undefined) =>
  Effect.gen(function*() {
    const record = yield* Effect.flatMap(EventStore, (events) => events.find(agendaUid, { _tag: "Uid", uid: Number(uid) }))
    if (record === null) return yield* Effect.dieMessage("there is no such event")
    return { event: yield* eventOf(record), rows: yield* availabilityOf(record), record }
  })

const slots = [
  { id: "aaaaa", ...hour(1), offers: [{ provider: "mapado", tiers: [] }] },
  { id: "bbbbb", ...hour(2), availability: [{ provider: "mapado", ...row }] }
]
const body = (more: JsonObject = {}) =>
  bodyOf("Concert", { timings: slots, offers: [entry("mapado", 1_800), entry("weezevent", 0)], ...more })

describe("the offers of an event", () => {
  it.effect("offers stay in a full update without them, are merged by a PATCH, and are removed by empty ones", () =>
    inAgenda((agenda) =>
      Effect.gen(function*() {
        const { event: made } = yield* eventsAs(operator, agenda).create(rawBody(body()), { lang })
        const ref = { _tag: "Uid" as const, uid: made["uid"] }
        const stored = storedOf(agenda.uid, made["uid"])
        const providers = Effect.map(stored, ({ event }) => event.offers.map(({ provider }) => provider))

        const bare = bodyOf("Concert", { timings: [{ id: "aaaaa", ...hour(1) }, { id: "bbbbb", ...hour(2) }] })
        expect((yield* eventsAs(operator, agenda).replace(ref, rawBody(bare), { lang })).outcome)
          .toBe(
            "unchanged"
          )

        yield* eventsAs(operator, agenda).patch(ref, rawBody({ offers: [{ ...entry("weezevent", 500) }] }), { lang })
        expect((yield* stored).event.offers).toEqual([entry("mapado", 1_800), entry("weezevent", 500)])
        expect((yield* stored).event.slotOffers).toEqual({ aaaaa: [{ provider: "mapado", tiers: [] }] })

        yield* eventsAs(operator, agenda).patch(ref, rawBody({ offers: { mapado: null } }), { lang })
        expect(yield* providers).toEqual(["weezevent"])
        expect((yield* stored).event.slotOffers).toEqual({})

        yield* eventsAs(operator, agenda).replace(ref, { ...Object(bare), offers: null }, { lang })
        expect(yield* providers).toEqual([])
      })
    ))

  it.effect("changed offers move version and updatedAt, and availability of new slots moves availabilityUpdatedAt", () =>
    inAgenda((agenda) =>
      Effect.gen(function*() {
        const events = yield* Events
        const { event: made } = yield* eventsAs(operator, agenda).create(rawBody(body()), { lang })
        const ref = { _tag: "Uid" as const, uid: made["uid"] }
        const before = yield* storedOf(agenda.uid, made["uid"])
        expect(before.rows).toEqual({ bbbbb: { mapado: row } })
        expect(before.record.availabilityUpdatedAt).toBe(before.record.updatedAt)

        yield* eventsAs(operator, agenda).patch(ref, rawBody({ offers: [entry("mapado", 2_000)] }), { lang })
        const after = yield* storedOf(agenda.uid, made["uid"])
        expect(after.record).toMatchObject({ version: 2, availabilityUpdatedAt: before.record.availabilityUpdatedAt })

        // A row of an existing slot is not written; a different one causes an issue.
        const other = [{ provider: "mapado", ...row, syncedAt: "1970-01-01T00:00:01Z" }]
        const { warnings } = yield* authorized(operator, agenda, "events:write", (by) =>
          events.patch(
            by,
            ref,
            rawBody({
              timings: [{ id: "aaaaa", ...hour(1), availability: other }, {
                id: "bbbbb",
                ...hour(2),
                availability: [{ provider: "mapado", ...row }]
              }]
            }),
            { lang }
          ))
        expect(warnings.map(({ code, field }) => `${code} ${field}`)).toEqual(["ignored timings[0].availability"])
        expect((yield* storedOf(agenda.uid, made["uid"])).rows).toEqual({ bbbbb: { mapado: row } })

        // Ticket facts with the same sync instant are told apart; a client that sends them back without facts changes
        // nothing.
        const told = (availability: Json, more: JsonObject = {}) =>
          authorized(operator, agenda, "events:write", (by) =>
            events.patch(
              by,
              ref,
              rawBody({
                timings: [{ id: "aaaaa", ...hour(1) }, { id: "bbbbb", ...hour(2), availability, ...more }]
              }),
              { lang }
            )).pipe(Effect.map((answer) => answer.warnings.map(({ code, field }) => `${code} ${field}`)))
        expect(yield* told([{ provider: "mapado", ...row, lowStockThreshold: 3 }])).toEqual(["ignored timings[1].availability"])
        expect(yield* told([{ provider: "mapado", syncedAt: row.syncedAt, status: "unknown" }])).toEqual([])
        expect(yield* told("many")).toEqual(["ignored timings[1].availability"])
        expect(yield* told([], { colour: "red" })).toEqual(["ignored timings[1].colour"])

        // The same applies to a slot matched by its begin alone; the rows of a new slot are stored, except of unknown
        // providers.
        const { warnings: more } = yield* authorized(operator, agenda, "events:write", (by) =>
          events.patch(
            by,
            ref,
            rawBody({
              timings: [
                { id: "aaaaa", ...hour(1) },
                { ...hour(2), availability: { mapado: { ...row, syncedAt: "1970-01-01T00:00:01Z" } } },
                {
                  ...hour(3),
                  availability: [{ provider: "mapado", ...row, colour: "red", reportedStatus: null }]
                }
              ]
            }),
            { lang }
          ))
        expect(more.map(({ code, field }) => `${code} ${field}`)).toEqual([
          "ignored timings[1].availability",
          "ignored timings[2].availability[0].colour"
        ])
        expect(Object.values((yield* storedOf(agenda.uid, made["uid"])).rows)).toEqual([{ mapado: row }, { mapado: row }])

        yield* eventsAs(operator, agenda).patch(ref, { timings: [{ id: "aaaaa", ...hour(1) }] }, { lang })
        expect((yield* storedOf(agenda.uid, made["uid"])).rows).toEqual({})
      })
    ))

  it.effect("faults of offers, overrides, rows and slots are reported together", () =>
    inAgenda((agenda) =>
      Effect.gen(function*() {
        const faulty = body({
          offers: [entry("mapado", -1)],
          timings: [
            { id: "aaaaa", ...hour(1), offers: [{ provider: "weezevent", tiers: [tier(1.5)] }] },
            { id: "aaaaa", ...hour(2), availability: { mapado: { status: "mixed" }, nobody: row } }
          ]
        })
        const refused = yield* Effect.flip(
          eventsAs(operator, agenda).create(rawBody(faulty), { lang })
        )
        expect(refused._tag === "Invalid" ? refused.issues.map(({ code, field }) => `${code} ${field}`).toSorted() : refused).toEqual([
          "duplicate timings[1].id",
          "enum.invalid timings[1].availability[0].status",
          "integer.invalid timings[0].offers[0].tiers[0].priceCents",
          "provider.unknown timings[0].offers[0].provider",
          "provider.unknown timings[1].availability[1].provider",
          "range offers[0].tiers[0].priceCents",
          "required timings[1].availability[0].syncedAt"
        ])
      })
    ))
})

const link = FastCheck.tuple(
  FastCheck.constantFrom("https://example.org", "HTTPS://EXAMPLE.ORG:443", "http://example.org"),
  FastCheck.constantFrom("", "/", "/a", "/a/", "/b"),
  FastCheck.constantFrom("", "?utm_source=x", "?x=1", "#top")
).map((parts) => parts.join(""))

const ways = FastCheck.array(
  FastCheck.oneof(
    link.map((value): Registration => ({ type: "link", value })),
    FastCheck.constant<Registration>({ type: "email", value: "a@example.org" })
  ),
  { maxLength: 3 }
)

describe("the ways to register", () => {
  it.effect("ways to register that are read and sent back change nothing, whatever the offers are", () =>
    inAgenda((agenda) =>
      Effect.gen(function*() {
        const runtime = yield* Effect.runtime<Access | Events | EventStore>()
        const check = (explicit: ReadonlyArray<Registration>, urls: ReadonlyArray<string>) =>
          Effect.gen(function*() {
            const offers = urls.map((url, index) => ({
              provider: index === 0 ? "mapado" : "weezevent",
              currency: "EUR",
              tiers: [],
              source: { url }
            }))
            const { event: made } = yield* eventsAs(operator, agenda).create(draftOf("A", { registration: explicit }), { lang })
            const ref = { _tag: "Uid" as const, uid: made["uid"] }
            yield* eventsAs(operator, agenda).patch(ref, { offers }, { lang })
            const { event } = yield* storedOf(agenda.uid, made["uid"])
            const shown = projectRegistration(event.registration, event.offers)
            const back = yield* eventsAs(operator, agenda).patch(ref, { registration: shown }, { lang })
            expect(back.outcome).toBe("unchanged")
            // Without the offers the event is as before: the presented ways to register were not stored.
            yield* eventsAs(operator, agenda).patch(ref, { registration: shown, offers: [] }, { lang })
            expect((yield* storedOf(agenda.uid, made["uid"])).event.registration).toEqual(explicit)
            yield* eventsAs(operator, agenda).remove(ref)
          })
        const holds = FastCheck.asyncProperty(
          ways,
          FastCheck.array(link, { minLength: 1, maxLength: 2 }),
          (explicit, urls) => Effect.runPromise(Effect.provide(check(explicit, urls), runtime))
        )
        yield* Effect.promise(() => FastCheck.assert(holds, { numRuns: 25 }))
      })
    ))
})
