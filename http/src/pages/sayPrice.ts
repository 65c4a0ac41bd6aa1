import { readableAmount } from "@agenda-engine/core/derive/readableAmount"
import { exponentOf } from "@agenda-engine/core/domain/currencies"
import { formatAmount } from "@agenda-engine/core/domain/formatAmount"
import type { OffersEntry, Tier } from "@agenda-engine/core/domain/Offers"
import { remembering } from "@agenda-engine/core/domain/remembering"
import { localeOf } from "./localeOf.js"
import type { PageContext } from "./PageContext.js"

/** Formats that are kept before those not used for the longest are made anew. */
const formats_max = 100

const formatted = remembering(formats_max, (key) => {
  const [lang = "", currency = "", digits = ""] = key.split("|")
  return new Intl.NumberFormat(localeOf(lang), {
    style: "currency",
    currency,
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits)
  })
})

/** An amount in minor units as people read it, without decimals where they are noughts: `18 €`, `17,50 €`. */
const sayAmount = (minorUnits: number, currency: string, { lang }: PageContext): string => {
  const decimals = exponentOf(currency) ?? 2
  const isRound = minorUnits % 10 ** decimals === 0
  return formatted(`${lang}|${currency}|${isRound ? 0 : decimals}`).format(Number(formatAmount(minorUnits, currency)))
}

/** Whether one may pay more than it says. */
const isOpen = ({ minAmountCents, offerType, priceCents }: Tier): boolean =>
  (priceCents ?? 0) === 0 && (minAmountCents !== undefined || offerType === "donation")

/** What one tier costs. */
export const sayTier = (tier: Tier, currency: string, context: PageContext): string => {
  const { says } = context
  if (tier.priceCents !== undefined && tier.priceCents > 0) return sayAmount(tier.priceCents, currency, context)
  if (tier.minAmountCents !== undefined && tier.minAmountCents > 0) return says.from(sayAmount(tier.minAmountCents, currency, context))
  return isOpen(tier) ? says.asYouLike : says.free
}

/** What several entries cost: the least, in each currency; null where none says an amount. */
export const sayLeast = (entries: ReadonlyArray<Pick<OffersEntry, "currency" | "tiers">>, context: PageContext): string | null => {
  const { says } = context
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  const least = currencies.flatMap((currency) => {
    const tiers = entries.filter((entry) => entry.currency === currency).flatMap((entry) => entry.tiers)
    const amounts = tiers.map(readableAmount).filter((amount) => amount !== null)
    const [first, ...others] = amounts
    if (first === undefined) return []
    const lowest = Math.min(first, ...others)
    const highest = Math.max(first, ...others)
    if (highest === 0) return [tiers.some(isOpen) ? says.asYouLike : says.free]
    if (lowest === 0) return [`${says.free} – ${sayAmount(highest, currency, context)}`]
    const said = sayAmount(lowest, currency, context)
    return [lowest === highest && !tiers.some(isOpen) ? said : says.from(said)]
  })
  if (least.length > 0) return least.join(" · ")
  return entries.some(({ tiers }) => tiers.some(isOpen)) ? says.asYouLike : null
}
