import { readableAmount } from "@agenda-engine/core/derive/readableAmount"
import { exponentOf } from "@agenda-engine/core/domain/currencies"
import { formatAmount } from "@agenda-engine/core/domain/formatAmount"
import type { OffersEntry, Tier } from "@agenda-engine/core/domain/Offers"
import type { PageContext } from "./PageContext.js"

/** An amount in minor units as people read it: `18,00 €`. */
const sayAmount = (minorUnits: number, currency: string, { lang }: PageContext): string => {
  const decimals = exponentOf(currency) ?? 2
  const isRound = minorUnits % 10 ** decimals === 0
  const digits = isRound ? 0 : decimals
  const format = new Intl.NumberFormat(lang === "en" ? "en-GB" : lang, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits
  })
  return format.format(Number(formatAmount(minorUnits, currency)))
}

/** What one tier costs. */
export const sayTier = (tier: Tier, currency: string, context: PageContext): string => {
  const { says } = context
  if (tier.priceCents !== undefined && tier.priceCents > 0) return sayAmount(tier.priceCents, currency, context)
  if (tier.minAmountCents !== undefined && tier.minAmountCents > 0) return says.from(sayAmount(tier.minAmountCents, currency, context))
  return tier.offerType === "donation" || tier.minAmountCents !== undefined ? says.asYouLike : says.free
}

/** What several entries cost: the least, in each currency; null where none says an amount. */
export const sayLeast = (entries: ReadonlyArray<Pick<OffersEntry, "currency" | "tiers">>, context: PageContext): string | null => {
  const { says } = context
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  const least = currencies.flatMap((currency) => {
    const amounts = entries
      .filter((entry) => entry.currency === currency)
      .flatMap(({ tiers }) => tiers.map(readableAmount))
      .filter((amount) => amount !== null)
    const [first, ...others] = amounts
    if (first === undefined) return []
    const lowest = Math.min(first, ...others)
    const highest = Math.max(first, ...others)
    if (highest === 0) return [says.free]
    const said = lowest === 0 ? says.free : sayAmount(lowest, currency, context)
    return [lowest === highest ? said : lowest === 0 ? `${said} – ${sayAmount(highest, currency, context)}` : says.from(said)]
  })
  if (least.length > 0) return least.join(" · ")
  return entries.some(({ tiers }) => tiers.some(({ offerType }) => offerType === "donation")) ? says.asYouLike : null
}
