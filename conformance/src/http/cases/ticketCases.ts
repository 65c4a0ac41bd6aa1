import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { shown } from "../answer/mismatch.js"
import { askRefused, check, checkLike } from "../check/checks.js"
import { sampleBody, withEvent, writing } from "../check/written.js"
import { casesOf, type HttpCase } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"

/** The provider of the offers of the cases. */
export const provider = "billetweb"

/** An offer in euros. */
export const offer = (tiers: ReadonlyArray<object>) => ({
  provider,
  currency: "EUR",
  tiers,
  source: { ref: "1", url: "https://tickets.example.org/1" }
})

/** A tier with a price in cents. */
export const tier = (priceCents: number) => ({ label: { fr: "Plein tarif" }, priceCents })

const derives = (pricing: string, tiers: ReadonlyArray<object>): HttpCase["run"] => (target) =>
  withEvent(
    target,
    { offers: [offer(tiers)] },
    (event) => checkLike("the event", event, { offers: [{ pricing }], offersAggregate: { pricing } })
  )

/** Offers of the provider `billetweb`. */
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
  ])
]
