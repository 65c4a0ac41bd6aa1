import { checkLike } from "../check/checks.js"
import { newEvent } from "../check/written.js"
import { casesOf } from "../run/HttpCase.js"

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

const donation = { label: { fr: "Don" }, offerType: "donation" }

/** What pricing follows from tiers. */
const derived: ReadonlyArray<readonly [pricing: string, tiers: ReadonlyArray<object>, title: string]> = [
  ["paid", [tier(1_800)], "tiers with prices above 0 are paid"],
  ["free", [tier(0)], "standard tiers of price 0 are free"],
  ["mixed", [tier(0), tier(500)], "a free tier beside a paid one is mixed"],
  ["unknown", [], "an offer without tiers is unknown"],
  ["donation", [donation], "a donation tier without a paid one is a donation"]
]

/** The pricing of offers. */
export const ticketCases = casesOf(
  "ticketing",
  "pricing",
  derived.map(([pricing, tiers, title]) =>
    [pricing, "service.md, Offers; wire.md §8, Pricing", title, function*(target) {
      const [event] = yield* newEvent(target, { offers: [offer(tiers)] })
      yield* checkLike("the event", event, { offers: [{ pricing }], offersAggregate: { pricing } })
    }] as const
  )
)
