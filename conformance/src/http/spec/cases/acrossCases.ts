import { agendaUid } from "../../answer/Pattern.js"
import type { Asked } from "../../spelling/Asked.js"
import {
  all,
  dated,
  type Expectation,
  isRefused,
  lists,
  listsOf,
  needing,
  type Ordered,
  shows,
  showsAt,
  type SpecCase
} from "../SpecCase.js"
import { timeOrders } from "./orders.js"

const path = "/events"
const clause = "wire.md §6, Across agendas"

const town = timeOrders["timings.asc"]

const everywhere: Ordered = [
  "derby",
  ...town.slice(0, town.indexOf("july") + 1),
  "match",
  ...town.slice(town.indexOf("july") + 1, -1),
  "old-match",
  "ended"
]

const finds = listsOf(everywhere)

const rows: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{}, lists(...everywhere)],
  [
    { size: "1" },
    shows({ sort: "timings.asc", total: 19, events: [{ originAgenda: { uid: agendaUid("other"), title: "Other agenda" } }] })
  ],
  [{ relative: ["current"] }, finds("derby", "running", "begins-now", "between")],
  [
    { relative: ["current", "upcoming"], adminLevel4: ["brest", "paris"] },
    finds("derby", "running", "tonight", "july", "match", "postponed")
  ],
  [{ originAgendaUid: ["{agenda:other}"] }, finds("derby", "match", "old-match")],
  [{ keyword: ["jazz"] }, finds("ended", "running", "between", "tonight")],
  [{ uid: ["{event:hidden}", "{event:unlisted}", "{event:ready}", "{event:match}"] }, finds("match")],
  [{ extId: { key: "spec", value: "derby{tag}" } }, finds("derby")],
  [{ search: ["%"] }, lists()],
  [{ search: ["match"], sort: ["createdAt.asc"] }, lists("ended-today", "match", "old-match")],
  [
    { aggregations: [{ type: "cities", size: "2" }], size: "0" },
    showsAt(["aggregations", "cities"], [
      { key: "Brest", eventCount: 6 },
      { key: "Quimper", eventCount: 6 }
    ])
  ],
  [
    { aggregations: [{ type: "originAgendas" }], size: "0" },
    showsAt(["aggregations", "originAgendas"], [
      {
        key: agendaUid("main"),
        eventCount: 16,
        agenda: { uid: agendaUid("main"), title: "Town agenda", slug: "{slug:main}", image: null, url: null }
      },
      {
        key: agendaUid("other"),
        eventCount: 3,
        agenda: { uid: agendaUid("other"), title: "Other agenda", slug: "{slug:other}", image: null, url: null }
      }
    ])
  ],
  [
    { sort: ["location.adminLevel4.asc", "createdAt.desc"], keyword: ["jazz"], includeSort: "1" },
    all(
      lists("tonight", "running", "between", "ended"),
      showsAt(["events", 0, "sort", 0], { key: "location.adminLevel4", value: "Brest" })
    )
  ],
  [{ sort: ["lastTiming.asc"], uid: ["{event:soon}", "{event:match}", "{event:winter}"] }, lists("match", "winter", "soon")],
  [{ timings: { gte: "today", lte: "today", tz: "Europe/Paris" }, adminLevel4: ["Brest"] }, finds("derby", "tonight", "ended-today")],
  [
    { uid: ["{event:july}"], detailed: "1", monolingual: "fr", includeFields: ["title", "location.region", "originAgenda.slug"] },
    showsAt(["events"], [{ title: "Opéra en plein air", originAgenda: { slug: "{slug:main}" }, location: { region: "Île-de-France" } }])
  ],
  [{ genre: ["1"], budget: ["many"] }, lists(...everywhere)],
  [{ includeFields: ["nonsense"] }, isRefused(400)],
  [{ state: ["2"] }, isRefused(400)],
  [{ featured: ["1"] }, isRefused(400)],
  [{ sort: ["timingsWithFeatured.asc"] }, isRefused(400)],
  [{ sort: ["lastTimingWithFeatured.asc"] }, isRefused(400)],
  ...["states", "featured", "additionalFields", "additionalFieldMetrics"].map((type): readonly [Asked, Expectation] => [
    { aggregations: [{ type, field: "genre" }] },
    isRefused(400)
  ])
]

/** The list across agendas: of the public and indexed ones. */
export const acrossCases: ReadonlyArray<SpecCase> = needing(["agendas"], [
  ...dated(rows.map(([asked, answers]): SpecCase => ({ clause, path, asked, answers }))),
  {
    clause,
    path,
    needs: ["clock"],
    asked: { sort: ["createdAt.desc"], uid: ["{event:tonight}"], includeSort: "1" },
    answers: showsAt(["events", 0, "sort"], [{ key: "createdAt", value: "2025-06-15T14:34:40.000Z" }])
  },
  { clause, path, as: "moderatorKey", asked: {}, answers: lists(...everywhere) },
  { clause, path, as: "agendaKey", asked: {}, answers: lists(...town) },
  { clause, path, as: "otherAgendaKey", asked: {}, answers: lists("derby", "match", "old-match") },
  {
    clause,
    path,
    as: "administratorToken",
    asked: { uid: ["{event:hidden}", "{event:unlisted}", "{event:derby}"] },
    answers: lists("derby")
  }
])
