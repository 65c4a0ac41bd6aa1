import { minimumAmount } from "@agenda-engine/core/derive/availability/pricing"
import { memoize } from "@agenda-engine/core/domain/LruCache"
import { exponentOf, formatAmount } from "@agenda-engine/core/domain/ticketing/currency"
import type { OffersEntry, Tier } from "@agenda-engine/core/domain/ticketing/Offers"
import type { PageContext } from "../PageContext.js"
import { pageLanguages } from "../pageLanguages.js"
import { localeOf } from "./localText.js"

/** Maximum size of the LRU cache of formats. */
const formats_max = 100

const formatted = memoize(formats_max, (key) => {
  const [lang = "", currency = "", digits = ""] = key.split("|")
  return new Intl.NumberFormat(localeOf(lang), {
    style: "currency",
    currency,
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits)
  })
})

/** Formats an amount in minor units, without decimals when they are zero: `18 €`, `17,50 €`. */
const formatCurrency = (minorUnits: number, currency: string, { lang }: PageContext): string => {
  const decimals = exponentOf(currency) ?? 2
  const isRound = minorUnits % 10 ** decimals === 0
  return formatted(`${lang}|${currency}|${isRound ? 0 : decimals}`).format(Number(formatAmount(minorUnits, currency)))
}

/** Whether the amount is a minimum and one may pay more. */
const isOpen = ({ minAmountCents, offerType, priceCents }: Tier): boolean =>
  (priceCents ?? 0) === 0 && (minAmountCents !== undefined || offerType === "donation")

/** Price of one tier. */
export const formatTier = (tier: Tier, currency: string, context: PageContext): string => {
  const { texts } = context
  if (tier.priceCents !== undefined && tier.priceCents > 0) return formatCurrency(tier.priceCents, currency, context)
  if (tier.minAmountCents !== undefined && tier.minAmountCents > 0) {
    return texts.from(formatCurrency(tier.minAmountCents, currency, context))
  }
  return isOpen(tier) ? texts.asYouLike : texts.free
}

/** The lowest price of several entries, in each currency; null when none has an amount. */
export const formatLowestPrice = (entries: ReadonlyArray<Pick<OffersEntry, "currency" | "tiers">>, context: PageContext): string | null => {
  const { texts } = context
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  const least = currencies.flatMap((currency) => {
    const tiers = entries.filter((entry) => entry.currency === currency).flatMap((entry) => entry.tiers)
    const amounts = tiers.map(minimumAmount).filter((amount) => amount !== null)
    const [first, ...others] = amounts
    if (first === undefined) return []
    const lowest = Math.min(first, ...others)
    const highest = Math.max(first, ...others)
    if (highest === 0) return [tiers.some(isOpen) ? texts.asYouLike : texts.free]
    if (lowest === 0) return [`${texts.free} – ${formatCurrency(highest, currency, context)}`]
    const said = formatCurrency(lowest, currency, context)
    return [lowest === highest && !tiers.some(isOpen) ? said : texts.from(said)]
  })
  if (least.length > 0) return least.join(" · ")
  return entries.some(({ tiers }) => tiers.some(isOpen)) ? texts.asYouLike : null
}

const numberFormat = memoize(
  pageLanguages.length,
  (lang) => new Intl.NumberFormat(localeOf(lang), { maximumFractionDigits: 20 })
)

/** Formats a number in the language, with all decimals: `1 250,5`. */
export const formatNumber = (value: number, lang: string): string => numberFormat(lang).format(value)
