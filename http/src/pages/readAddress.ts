import { oneTextOf } from "../query/itemsOf.js"
import type { QueryTree } from "../query/parseQueryString.js"
import type { AgendaAddress, YearMonth } from "./PageContext.js"

/** Longer searches are truncated. */
const search_chars_max = 200

/** Maximum page number. */
const page_max = 1_000

const text = (tree: QueryTree, name: string): string => oneTextOf(tree[name])?.trim() ?? ""

/** Truncates between characters: a link cannot hold half of a surrogate pair. */
const readSearch = (written: string): string => written.slice(0, search_chars_max).replace(/[\uD800-\uDBFF]$/, "")

const readMonth = (written: string): YearMonth | null => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(written) ?? []
  return year === undefined || month === undefined ? null : { year: Number(year), month: Number(month) }
}

/** Parses the query string of an agenda's page; null when it is invalid. */
export const readAddress = (tree: QueryTree): AgendaAddress | null => {
  const month = text(tree, "month")
  const page = text(tree, "page")
  const found = readMonth(month)
  if (month !== "" && found === null || page !== "" && !/^[1-9]\d{0,3}$/.test(page) || Number(page) > page_max) return null
  return { search: readSearch(text(tree, "search")), month: found, page: page === "" ? 1 : Number(page) }
}

/**
 * Absolute URL of an agenda's page, without a trailing slash; the pages of its events and slots are below it. `base` is
 * the base of absolute URLs.
 */
export const agendaUrlOf = (base: string) => (slug: string): string => `${base}/agendas/${encodeURIComponent(slug)}`
