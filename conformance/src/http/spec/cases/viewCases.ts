import { agendaUid, anyNumber, textWith } from "../../answer/Pattern.js"
import type { Asked } from "../../spelling/Asked.js"
import { detailMembers, itemMembers } from "../eventMembers.js"
import { all, type Expectation, hasMembers, isRefused, needing, shows, showsAt, type SpecCase } from "../SpecCase.js"

const list = "/agendas/{agenda:main}/events"
const other = "/agendas/{agenda:other}/events"

const withoutMembers = (path: ReadonlyArray<string | number>, ...members: ReadonlyArray<string>): Expectation =>
  all(...members.map((member) => showsAt([...path, member], undefined)))

const match: Asked = { uid: ["{event:match}"] }

const inLists: ReadonlyArray<SpecCase> = [
  { clause: "wire.md §5, Default list item", path: other, asked: match, answers: hasMembers(["events", 0], ...itemMembers) },
  { clause: "service.md, detailed", path: other, asked: { ...match, detailed: "0" }, answers: hasMembers(["events", 0], ...itemMembers) },
  {
    clause: "service.md, detailed",
    path: other,
    asked: { ...match, detailed: "1" },
    answers: hasMembers(["events", 0], ...itemMembers, ...detailMembers)
  },
  {
    clause: "wire.md §5, Default list item",
    path: list,
    asked: { slug: ["july{tag}"] },
    answers: all(
      shows({
        events: [{
          genre: 1,
          room: 12,
          originAgenda: { uid: agendaUid("main"), title: "Town agenda", image: null },
          location: { name: "Opéra Garnier{tag}", address: "Place de l'Opéra", city: "Paris", latitude: 48.8719, longitude: 2.3316 },
          firstTiming: { begin: "2025-07-01T19:00:00+02:00", end: "2025-07-01T22:00:00+02:00" },
          lastTiming: { begin: "2025-07-02T19:00:00+02:00", end: "2025-07-02T22:00:00+02:00" }
        }]
      }),
      withoutMembers(["events", 0], "places", "bio", "notes", "budget", "backstage")
    )
  },
  {
    clause: "wire.md §5, detailed",
    path: list,
    asked: { slug: ["july{tag}"], detailed: "1" },
    answers: all(
      shows({ events: [{ places: 50, notes: "à revoir", bio: { fr: "Né à *Quimper*" }, locationUid: anyNumber }] }),
      withoutMembers(["events", 0], "budget", "backstage", "member", "stateHistory")
    )
  },
  {
    clause: "wire.md §5, read roles",
    path: list,
    as: "moderatorKey",
    asked: { slug: ["running{tag}"], detailed: "1" },
    answers: shows({ events: [{ budget: 1_000, backstage: 1, publics: [2], themes: [2, 1] }] })
  },
  {
    clause: "service.md, monolingual",
    path: list,
    asked: { slug: ["between{tag}", "english{tag}"], monolingual: "en" },
    answers: shows({
      events: [
        { title: "Summer concert", description: "Tout public" },
        { title: "Harvest lectures", description: "All ages" }
      ]
    })
  },
  {
    clause: "service.md, monolingual",
    path: list,
    asked: { slug: ["between{tag}", "english{tag}"], monolingual: "it" },
    answers: shows({ events: [{ title: "Concert d'été" }, { title: "Harvest lectures" }] })
  },
  {
    clause: "service.md, includeLabels",
    path: list,
    asked: { slug: ["running{tag}"], includeLabels: "1" },
    answers: shows({
      events: [{
        status: { id: 1, label: { fr: "Programmé" } },
        attendanceMode: { id: 1, label: { en: "In person" } },
        genre: { id: 2, label: { fr: "rock (fr)", en: "rock (en)" } },
        publics: [{ id: 2, label: { fr: "families (fr)" } }]
      }]
    })
  },
  {
    clause: "service.md, includeLabels",
    path: list,
    asked: { slug: ["running{tag}"], includeLabels: "1", monolingual: "en" },
    answers: shows({ events: [{ status: { id: 1, label: "Scheduled" }, genre: { id: 2, label: "rock (en)" } }] })
  },
  {
    clause: "service.md, includeFields",
    path: list,
    asked: { slug: ["july{tag}"], includeFields: ["slug", "location.city", "title.fr", "timings.begin"] },
    answers: showsAt(["events"], [{
      slug: "july{tag}",
      location: { city: "Paris" },
      title: { fr: "Opéra en plein air" },
      timings: [{ begin: "2025-07-01T19:00:00+02:00" }, { begin: "2025-07-02T19:00:00+02:00" }]
    }])
  },
  {
    clause: "service.md, includeFields",
    path: list,
    asked: { slug: ["july{tag}"], includeFields: ["places"] },
    answers: showsAt(["events"], [{ places: 50 }])
  },
  { clause: "wire.md §5, includeFields", path: list, asked: { includeFields: ["uid", "nonsense"] }, answers: isRefused(400) },
  { clause: "wire.md §5, includeFields", path: list, asked: { includeFields: ["budget"] }, answers: isRefused(400) },
  {
    clause: "service.md, longDescriptionFormat",
    path: list,
    asked: { slug: ["july{tag}"], detailed: "1", longDescriptionFormat: "HTML" },
    answers: shows({ events: [{ longDescription: { fr: textWith("<strong>nombreux</strong>") } }] })
  }
]

const single = (path: string): ReadonlyArray<SpecCase> => {
  const row = (clause: string, asked: Asked, answers: Expectation): SpecCase => ({ clause, path, asked, answers })
  return [
    row(
      "wire.md §5, single read",
      {},
      shows({ success: true, event: { slug: "july{tag}", state: 2, locationUid: anyNumber, genre: 1 } })
    ),
    row(
      "service.md, longDescriptionFormat",
      { longDescriptionFormat: "markdown" },
      shows({ event: { longDescription: { fr: "Venez **nombreux**" } } })
    ),
    row(
      "service.md, longDescriptionFormat",
      { longDescriptionFormat: "HTML" },
      shows({ event: { longDescription: { fr: textWith("<strong>nombreux</strong>") } } })
    ),
    row(
      "service.md, longDescriptionFormat",
      { longDescriptionFormat: "HTMLWithEmbeds" },
      shows({ event: { longDescription: { fr: textWith("<strong>nombreux</strong>") } } })
    ),
    row(
      "service.md, includeLabels",
      { includeLabels: "1" },
      shows({ event: { attendanceMode: { id: 3 }, genre: { id: 1 }, room: { id: 12 } } })
    ),
    row("wire.md §5, content parameters", { monolingual: "fr" }, shows({ event: { title: "Opéra en plein air", bio: "Né à *Quimper*" } })),
    row(
      "wire.md §5, content parameters",
      { includeFields: ["slug", "location.city"] },
      showsAt(["event"], { slug: "july{tag}", location: { city: "Paris" } })
    ),
    row(
      "wire.md §5, content parameters",
      { detailed: "0" },
      all(shows({ event: { slug: "july{tag}" } }), withoutMembers(["event"], "timings", "state"))
    )
  ]
}

const ranged: ReadonlyArray<SpecCase> = needing(["clock"], [
  {
    clause: "wire.md §5, Default list item",
    path: list,
    asked: { slug: ["july{tag}"] },
    answers: shows({ events: [{ dateRange: { fr: "1er et 2 juillet", en: "1 and 2 July" } }] })
  },
  {
    clause: "service.md, monolingual",
    path: list,
    asked: { slug: ["between{tag}"], monolingual: "en" },
    answers: shows({ events: [{ dateRange: "1 and 20 June" }] })
  }
])

/** How events are looked at, in lists and alone. */
export const viewCases: ReadonlyArray<SpecCase> = needing(["agendas", "fields"], [
  ...inLists,
  ...ranged,
  ...single(`${list}/{event:july}`),
  ...single(`${list}/slug/july{tag}`),
  ...single(`${list}/ext/spec/july{tag}`),
  ...single(`${list}/ext/other/A%2F1%20%C3%A9%3Bb{tag}`)
])
