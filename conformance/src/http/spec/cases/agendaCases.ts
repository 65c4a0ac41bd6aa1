import { nativeFields } from "@agenda-engine/core/domain/field/nativeFields"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { at } from "../../answer/Answer.js"
import { agendaUid, anyNumber, atLeast, networkUid } from "../../answer/Pattern.js"
import type { Asked } from "../../spelling/Asked.js"
import {
  all,
  dated,
  type Expectation,
  hasMembers,
  hasText,
  isRefused,
  itemsOf,
  needing,
  type Ordered,
  reads,
  settled,
  shows,
  showsAt,
  type SpecCase
} from "../SpecCase.js"

const main = "main"
const other = "other"
const sports = "sports"

const uidsOf = (body: unknown) => itemsOf(body, "agendas").map((agenda) => at(agenda, "uid"))

/** The answer is a list of these agendas, in this order. */
const are = (...names: Ordered): Expectation => (answer, data) => {
  const uids = settled(data, names, "asc", "agenda").map(agendaUid)
  return all(reads("the agendas", uidsOf, uids), shows({ total: uids.length, after: null, success: true }))(answer, data)
}

/** The answer is the first of these agendas, which are equal in order, with a cursor. */
const first = (...names: ReadonlyArray<string>): Expectation => (answer, data) =>
  all(
    reads("the agendas", uidsOf, settled(data, [names], "asc", "agenda").slice(0, 1).map(agendaUid)),
    shows({ total: names.length, after: [anyNumber] })
  )(answer, data)

const searched: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{}, are([main, other, sports])],
  [{ official: "1" }, are(other)],
  [{ official: "0" }, are([main, sports])],
  [{ search: "SPORTS" }, are(sports)],
  [{ search: "bretagne" }, are(sports, [main, other])],
  [{ search: "waiyevo" }, are(main)],
  [{ search: "foot" }, are(other)],
  [{ search: "secret" }, are()],
  ...["🎷", "%", '""', " "].map((wordless) => [{ search: wordless }, are()] as const),
  [{ network: "{network}" }, are([main, sports])],
  [{ network: "8" }, are()],
  [{ locationSet: "5" }, are()],
  [{ updatedAt: { gte: "2025-06-15T14:17:00Z" } }, are(main, sports)],
  [{ updatedAt: { lte: "2025-06-15T14:17:00Z" } }, are(other)],
  [{ uid: ["{agenda:sports}", "{agenda:main}", "-1", "{agenda:private}", "{agenda:unindexed}"] }, are([main, sports])],
  [{ slug: ["{slug:main}", "{slug:sports}", "{slug:private}"] }, are([main, sports])],
  [{ sort: "createdAt.desc", size: "1" }, all(reads("the agendas", uidsOf, [agendaUid(sports)]), shows({ total: 3 }))],
  [{ sort: "recentlyAddedEvents.desc" }, are(main, other, sports)],
  [{ size: "100", network: "{network}", search: "town" }, are(main)],
  [{ size: "0" }, shows({ total: 3, agendas: [] })],
  [{ size: "1" }, first(main, other, sports)],
  [
    { uid: ["{agenda:main}"], includeFields: ["uid", "title", "network", "summary"] },
    all(
      hasMembers(["agendas", 0], "uid", "title", "network", "summary"),
      // Another run may write to the agenda.
      shows({
        agendas: [{
          network: { uid: networkUid },
          summary: { publishedEvents: { current: atLeast(3), passed: atLeast(3), upcoming: atLeast(10) } }
        }]
      })
    )
  ],
  [
    {
      uid: ["{agenda:main}"],
      includeFields: ["image", "description", "official", "slug", "schema", "locationSet", "settings"]
    },
    all(
      hasMembers(["agendas", 0], "image", "description", "official", "slug", "schema", "locationSet", "settings"),
      shows({ agendas: [{ locationSet: null }] })
    )
  ]
]

/** What depends on when the agendas were made, or on what else is written to them. */
const made: ReadonlyArray<readonly [Asked, Expectation]> = [
  [
    { uid: ["{agenda:main}"], includeFields: ["summary"] },
    shows({ agendas: [{ summary: { publishedEvents: { current: 3, passed: 3, upcoming: 10 } } }] })
  ],
  [{ sort: "createdAt.desc" }, are(sports, main, other)],
  [{ uid: ["{agenda:main}"], includeFields: ["createdAt"] }, showsAt(["agendas"], [{ createdAt: "2025-06-15T14:16:40.000Z" }])]
]

const inSearch = ([asked, answers]: readonly [Asked, Expectation]): SpecCase => ({
  clause: "service.md, search agendas",
  path: "/agendas",
  asked,
  answers
})

const wide = ["network", "locationSet", "slugSchemaOptionIdMap"]
const natives = nativeFields(defaultLimits).length
const plain = [
  "uid",
  "title",
  "description",
  "image",
  "official",
  "slug",
  "url",
  "private",
  "indexed",
  "networkUid",
  "locationSetUid",
  "memberSchemaId",
  "createdAt",
  "updatedAt",
  "officializedAt",
  "settings",
  "summary",
  "schema"
]

const hasFields = all(
  showsAt(["schema", "fields", 0, "field"], "title"),
  showsAt(["schema", "fields", 0, "schemaType"], "event"),
  showsAt(["schema", "fields", natives, "field"], "themes"),
  showsAt(["schema", "fields", natives, "schemaType"], "network"),
  showsAt(["schema", "fields", natives + 1, "schemaType"], "agenda"),
  hasText(/budget|backstage/, false)
)

const alone = (path: string): ReadonlyArray<SpecCase> => [
  {
    clause: "wire.md §1, §5, Agenda",
    path,
    asked: {},
    answers: all(hasMembers([], ...plain), shows({ uid: agendaUid(main), networkUid }), hasFields)
  },
  {
    clause: "wire.md §1, §5, Agenda",
    path,
    asked: { detailed: "1" },
    answers: all(
      hasMembers([], ...plain, ...wide),
      hasFields,
      showsAt(["slugSchemaOptionIdMap", 0], { slug: "danse", fieldName: "themes", optionId: 1, schemaId: anyNumber })
    )
  }
]

/** The agenda search, and single agendas. */
export const agendaCases: ReadonlyArray<SpecCase> = needing(["agendas"], [
  ...dated(searched.map(inSearch)),
  ...needing(["clock"], made.map(inSearch)),
  { clause: "wire.md §3", path: "/agendas", as: "agendaKey", asked: {}, answers: are(main) },
  ...alone("/agendas/{agenda:main}"),
  ...alone("/agendas/slug/{slug:main}"),
  {
    clause: "wire.md §5, Agenda",
    path: "/agendas/{agenda:main}",
    as: "moderatorKey",
    asked: { detailed: "1" },
    answers: hasText(/budget.*backstage/, true)
  },
  {
    clause: "wire.md §5, Agenda",
    path: "/agendas/{agenda:unindexed}",
    asked: {},
    answers: shows({ uid: agendaUid("unindexed"), indexed: false })
  },
  { clause: "wire.md §5, Agenda", path: "/agendas/{agenda:private}", asked: {}, answers: isRefused(403) },
  {
    clause: "wire.md §5, Agenda",
    path: "/agendas/{agenda:private}",
    as: "administratorKey",
    asked: {},
    answers: shows({ private: true })
  },
  { clause: "wire.md §4", path: "/agendas/9999", asked: {}, answers: isRefused(404) },
  { clause: "wire.md §4", path: "/agendas/slug/nonsense", asked: {}, answers: isRefused(404) }
])
