import { at } from "@agenda-engine/conformance/http/answer/at"
import { agendaUid, anyNumber } from "@agenda-engine/conformance/http/answer/Pattern"
import {
  all,
  type Expectation,
  hasMembers,
  hasText,
  isRefused,
  itemsOf,
  needing,
  reads,
  shows,
  showsAt,
  type SpecCase
} from "@agenda-engine/conformance/http/spec/SpecCase"
import type { Asked } from "@agenda-engine/conformance/http/spelling/Asked"
import { nativeFields } from "@agenda-engine/core/domain/field/nativeFields"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"

const main = "main"
const other = "other"
const sports = "sports"

/** The answer is a list of these agendas. */
const are = (...names: ReadonlyArray<string>): Expectation =>
  all(
    reads("the agendas", (body) => itemsOf(body, "agendas").map((agenda) => at(agenda, "uid")), names.map(agendaUid)),
    shows({ total: names.length, after: null, success: true })
  )

const searched: ReadonlyArray<readonly [Asked, Expectation]> = [
  [{}, are(main, other, sports)],
  [{ official: "1" }, are(other)],
  [{ official: "0" }, are(main, sports)],
  [{ search: "SPORTS" }, are(sports)],
  [{ search: "bretagne" }, are(sports, main, other)],
  [{ search: "waiyevo" }, are(main)],
  [{ search: "foot" }, are(other)],
  [{ search: "secret" }, are()],
  ...["🎷", "%", '""', " "].map((wordless) => [{ search: wordless }, are()] as const),
  [{ network: "9" }, are(main, sports)],
  [{ network: "8" }, are()],
  [{ locationSet: "5" }, are()],
  [{ updatedAt: { gte: "2025-06-15T14:17:00Z" } }, are(main, sports)],
  [{ updatedAt: { lte: "2025-06-15T14:17:00Z" } }, are(other)],
  [{ uid: ["{agenda:sports}", "{agenda:main}", "-1", "{agenda:private}", "{agenda:unindexed}"] }, are(main, sports)],
  [{ slug: ["town-agenda", "sports-en-bretagne", "private-agenda"] }, are(main, sports)],
  [{ sort: "createdAt.desc" }, are(sports, main, other)],
  [{ sort: "recentlyAddedEvents.desc" }, are(main, other, sports)],
  [{ size: "100", network: "9", search: "town" }, are(main)],
  [{ size: "0" }, shows({ total: 3, agendas: [] })],
  [{ size: "1" }, shows({ total: 3, agendas: [{ uid: agendaUid(main) }], after: [anyNumber] })],
  [
    { uid: ["{agenda:main}"], includeFields: ["uid", "title", "network", "summary"] },
    all(
      hasMembers(["agendas", 0], "uid", "title", "network", "summary"),
      shows({ agendas: [{ network: { uid: 9 }, summary: { publishedEvents: { current: 3, passed: 3, upcoming: 10 } } }] })
    )
  ],
  [
    {
      uid: ["{agenda:main}"],
      includeFields: ["image", "description", "official", "slug", "schema", "createdAt", "locationSet", "settings"]
    },
    all(
      hasMembers(["agendas", 0], "image", "description", "official", "slug", "schema", "createdAt", "locationSet", "settings"),
      shows({ agendas: [{ createdAt: "2025-06-15T14:16:40.000Z", locationSet: null }] })
    )
  ]
]

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
    answers: all(hasMembers([], ...plain), shows({ uid: agendaUid(main), networkUid: 9 }), hasFields)
  },
  {
    clause: "wire.md §1, §5, Agenda",
    path,
    asked: { detailed: "1" },
    answers: all(
      hasMembers([], ...plain, ...wide),
      hasFields,
      showsAt(["slugSchemaOptionIdMap", 0], { slug: "danse", fieldName: "themes", optionId: 1, schemaId: 9 })
    )
  }
]

/** The agenda search, and single agendas. */
export const agendaCases: ReadonlyArray<SpecCase> = needing(["agendas"], [
  ...searched.map(([asked, answers]): SpecCase => ({ clause: "service.md, search agendas", path: "/agendas", asked, answers })),
  { clause: "wire.md §3", path: "/agendas", as: "agendaKey", asked: {}, answers: are(main) },
  ...alone("/agendas/{agenda:main}"),
  ...alone("/agendas/slug/town-agenda"),
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
