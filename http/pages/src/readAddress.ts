import { type CivilDate, isCivilDate } from "@agenda-engine/core/domain/time/CivilDate"
import { oneTextOf } from "@agenda-engine/http/query/itemsOf"
import type { QueryTree } from "@agenda-engine/http/query/parseQueryString"
import type { AgendaAddress, YearMonth } from "./PageContext.js"

/** Longer searches, cities and keywords are truncated. */
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

const readDay = (written: string): CivilDate | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  return isCivilDate(date) ? date : null
}

/** Parses the query string of an agenda's page; null when it is invalid. A day replaces the month. */
export const readAddress = (tree: QueryTree): AgendaAddress | null => {
  const month = text(tree, "month")
  const page = text(tree, "page")
  const found = readMonth(month)
  const day = text(tree, "day")
  const asked = readDay(day)
  if (day !== "" && asked === null) return null
  if (month !== "" && found === null || page !== "" && !/^[1-9]\d{0,3}$/.test(page) || Number(page) > page_max) return null
  return {
    search: readSearch(text(tree, "search")),
    city: readSearch(text(tree, "city")),
    keyword: readSearch(text(tree, "keyword")),
    day: asked,
    month: asked === null ? found : null,
    page: page === "" ? 1 : Number(page)
  }
}
