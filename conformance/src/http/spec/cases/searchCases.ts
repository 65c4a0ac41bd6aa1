import type { Asked } from "../../spelling/Asked.js"
import { all, type Expectation, lists, listsOf, shows, type SpecCase } from "../SpecCase.js"
import { published } from "./orders.js"

const path = "/agendas/{agenda:main}/events"

const rows: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ search: ["concert"] }, all(lists("between", "running", "july"), shows({ sort: "score" }))],
  [{ search: ["CONCERTS"] }, lists("running", "between", "july")],
  [{ search: ["jazz"] }, lists("tonight", "running", "between", "ended")],
  [{ search: ["quimp"] }, lists("soon", "after-midnight", "between", "english", "winter", "ended")],
  [{ search: ["garnier opéra"] }, lists("july", "running")],
  [{ search: ["opera garnier jazz"] }, lists("running")],
  [{ search: ['"plein air"'] }, lists("july", "between")],
  [{ search: ['"air plein"'] }, lists()],
  [{ search: ["air plein"] }, lists("july", "between")],
  [{ search: ["la veillée des contes"] }, lists("soon")],
  [{ search: ["nombreux"] }, lists("july")],
  [{ search: ["minuit", "noel"] }, lists("after-midnight", "winter")],
  [{ search: ["secret"] }, lists()],
  ...["🎷", "%", '""', " "].map((wordless) => [{ search: [wordless] }, lists()] as const),
  [{ search: ["🎷"], threshold: "auto" }, lists()],
  [{ search: ["🎷", "minuit"] }, lists("after-midnight")],
  [{ search: ["la de"] }, lists("tonight", "postponed", "ended-today")],
  [{ search: ["match de la"] }, lists("ended-today")],
  [{ search: ["concert"], threshold: "16" }, lists("between", "running")],
  [{ search: ["concert"], threshold: "16.5" }, lists()],
  [{ search: ["concert"], threshold: "auto" }, lists("between", "running")],
  [{ search: ["concert"], threshold: "off" }, lists("between", "running", "july")],
  [{ threshold: "auto" }, lists(...published)],
  [{ threshold: "100" }, lists(...published)],
  [{ search: ["concert"], sort: ["timingsWithFeatured.asc"] }, listsOf(published)("running", "between", "july")],
  [{ search: ["concert"], sort: ["score", "createdAt.desc"] }, lists("between", "running", "july")],
  [{ search: ["concert"], adminLevel4: ["Paris"], relative: ["upcoming"] }, lists("july")]
]

/** What a list of events is searched for. */
export const searchCases: ReadonlyArray<SpecCase> = rows.map(([asked, answers]) => ({ clause: "wire.md §6, Search", path, asked, answers }))
