import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { shown } from "../answer/mismatch.js"
import { askFor, askRefused, check, checkLike } from "../check/checks.js"
import { sampleBody, withEvent, writing } from "../check/written.js"
import { casesOf, type HttpCase } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"

const provider = "billetweb"

const offer = (tiers: ReadonlyArray<object>) => ({
  provider,
  currency: "EUR",
  tiers,
  source: { ref: "1", url: "https://tickets.example.org/1" }
})

const tier = (priceCents: number) => ({ label: { fr: "Plein tarif" }, priceCents })

const derives = (pricing: string, tiers: ReadonlyArray<object>): HttpCase["run"] => (target) =>
  withEvent(
    target,
    { offers: [offer(tiers)] },
    (event) => checkLike("the event", event, { offers: [{ pricing }], offersAggregate: { pricing } })
  )

/** Offers and availability, of the provider `billetweb`. */
export const ticketCases = [
  ...casesOf("ticketing", "pricing", [
    ["paid", "service.md, Offers; wire.md §8, Pricing", "tiers with prices above 0 are paid", derives("paid", [tier(1_800)])],
    ["free", "service.md, Offers; wire.md §8, Pricing", "standard tiers of price 0 are free", derives("free", [tier(0)])],
    ["mixed", "service.md, Offers; wire.md §8, Pricing", "a free tier beside a paid one is mixed", derives("mixed", [tier(0), tier(500)])],
    ["unknown", "service.md, Offers; wire.md §8, Pricing", "an offer without tiers is unknown", derives("unknown", [])],
    [
      "donation",
      "service.md, Offers; wire.md §8, Pricing",
      "a donation tier without a paid one is a donation",
      derives("donation", [
        { label: { fr: "Don" }, offerType: "donation" }
      ])
    ],
    [
      "mismatch",
      "wire.md §8, Pricing",
      "a pricing that differs from the derived one is refused",
      (target) =>
        writing(target, ({ token }, events) =>
          Effect.flatMap(
            askRefused(target, 400, events, {
              method: "POST",
              headers: token,
              body: { ...sampleBody, offers: [{ ...offer([tier(1_800)]), pricing: "free" }] }
            }),
            ({ body }) => checkLike("errors", itemsOf(body, "errors")[0], { code: "pricing.mismatch" })
          ))
    ]
  ]),
  ...casesOf("ticketing", "offers", [
    [
      "registration",
      "service.md, Projection into registration",
      "the URL of an offer is read as a link of registration",
      (target) =>
        withEvent(target, { offers: [offer([tier(1_800)])] }, (event) =>
          check(
            itemsOf(event, "registration").some((entry) =>
              at(entry, "type") === "link" && at(entry, "value") === "https://tickets.example.org/1"
            ),
            "registration",
            "the URL of the offer as a link",
            shown(at(event, "registration"))
          ))
    ],
    ["provider", "wire.md §8", "an unknown provider is refused", (target) =>
      writing(target, ({ token }, events) =>
        Effect.flatMap(
          askRefused(target, 400, events, {
            method: "POST",
            headers: token,
            body: { ...sampleBody, offers: [{ ...offer([]), provider: "no-such-provider" }] }
          }),
          ({ body }) => checkLike("errors", itemsOf(body, "errors")[0], { code: "provider.unknown" })
        ))]
  ]),
  ...casesOf("ticketing", "availability", [
    [
      "sold-out",
      "service.md, Per-slot availability; wire.md §8",
      "remaining 0 is soldOut, without moving updatedAt",
      (target) =>
        withEvent(target, { state: 2, offers: [offer([tier(1_800)])] }, (event, path, token) =>
          Effect.gen(function*() {
            const slot = String(at(event, "timings", 0, "id"))
            const rows = { [slot]: { [provider]: { syncedAt: at(event, "createdAt"), remaining: 0 } } }
            const { body } = yield* askFor(target, 200, `${path}/availability`, { method: "PATCH", headers: token, body: rows })
            yield* checkLike("the answer", body, { success: true, written: 1, applied: [{ slot, provider }] })
            const read = at((yield* askFor(target, 200, path)).body, "event")
            yield* checkLike("the event", read, {
              updatedAt: at(event, "updatedAt"),
              timings: [{ id: slot, availability: [{ provider, status: "soldOut" }] }],
              offersAggregate: { availability: { status: "soldOut", occurrencesAvailable: 0, occurrencesTotal: 1, nextAvailable: null } }
            })
          }))
    ],
    [
      "unknown-slot",
      "wire.md §8, PATCH availability",
      "one unknown slot refuses the whole write",
      (target) =>
        withEvent(target, { offers: [offer([tier(1_800)])] }, (event, path, token) =>
          Effect.gen(function*() {
            const row = { [provider]: { syncedAt: at(event, "createdAt"), remaining: 3 } }
            const rows = { [String(at(event, "timings", 0, "id"))]: row, zzzzz: row }
            const { body } = yield* askFor(target, 400, `${path}/availability`, { method: "PATCH", headers: token, body: rows })
            yield* checkLike("the answer", body, { success: false, applied: [], written: 0 })
          }))
    ]
  ])
]
