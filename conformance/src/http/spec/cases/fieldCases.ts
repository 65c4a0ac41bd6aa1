import type { Asked } from "../../spelling/Asked.js"
import { type Expectation, isRefused, lists, needing, showsAt, type SpecCase } from "../SpecCase.js"
import { finds, published } from "./orders.js"

const path = "/agendas/{agenda:main}/events"
const clause = "service.md, Filters: additional fields"

/** Filters by fields that the caller may not read are ignored, whatever their values. */
const hidden: ReadonlyArray<readonly [Asked, Expectation]> = [
  { budget: ["1000"] },
  { budget: ["empty"] },
  { budget: { gte: "many" } },
  { backstage: ["1"] },
  { backstage: ["nonsense"] },
  { backstage: { deep: "1" } }
].map((asked) => [asked, lists(...published)])

const everybody: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ genre: ["1"] }, finds("ended", "july")],
  [{ genre: ["1", "3"] }, finds("ended", "july", "august")],
  [{ room: ["12"] }, finds("july")],
  [{ publics: ["1"] }, finds("ended", "august")],
  [{ publics: ["1", "2"], genre: ["2"] }, finds("running")],
  [{ themes: ["1"] }, finds("ended", "running")],
  [{ themes: ["3"] }, lists()],
  [{ genre: ["99"] }, lists()],
  [{ genre: ["empty"], featured: ["1"] }, finds("between", "ended-today")],
  [{ genre: ["empty", "2"], keyword: ["jazz"] }, finds("running", "between", "tonight")],
  [{ free: ["1"] }, finds("ended")],
  [{ free: ["0"] }, finds("running")],
  [{ places: ["50"] }, finds("ended", "july")],
  [{ places: { gte: "51", lte: "200" } }, finds("running")],
  [{ places: [{ lte: "50" }, { gte: "200" }] }, finds("ended", "july", "running")],
  [{ genre: ["1"], places: { gte: "1" }, free: ["1"] }, finds("ended")],
  [{ price: { lte: "12.5" } }, finds("ended", "running")],
  [{ price: ["12.5", "8.0"] }, finds("ended", "running")],
  [{ artist: ["EMILE"] }, finds("ended", "running")],
  [{ artist: ["emil"] }, lists()],
  ...hidden,
  [{ sort: ["backstage.asc"] }, isRefused(400)],
  [{ genre: ["jazz"] }, isRefused(400)],
  [{ aggregations: [{ type: "additionalFields", field: "backstage" }] }, isRefused(400)]
]

const moderators: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{ budget: { gte: "1000" } }, finds("running", "july")],
  [{ backstage: ["1", "2"] }, finds("running")],
  [
    { aggregations: [{ type: "additionalFields", field: "backstage" }], size: "0" },
    showsAt(["aggregations", "additionalFields"], [
      { id: 1, label: { fr: "open (fr)", en: "open (en)" }, eventCount: 1 }
    ])
  ],
  [{ backstage: ["nonsense"] }, isRefused(400)]
]

/** The filters by additional fields, those included that not everybody may read. */
export const fieldCases: ReadonlyArray<SpecCase> = needing(["fields"], [
  ...everybody.map(([asked, answers]): SpecCase => ({ clause, path, asked, answers })),
  ...hidden.map(([asked, answers]): SpecCase => ({ clause, path, asked, answers, as: "contributorKey" })),
  ...moderators.map(([asked, answers]): SpecCase => ({ clause, path, asked, answers, as: "moderatorKey" }))
])
