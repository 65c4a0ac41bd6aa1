import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectConflict, expectEqual } from "../../expect.js"
import { agendas, fill, transact } from "../../storeCalls.js"
import { noon, sampleAgenda } from "../../testing/SampleRecords.js"
import { agendaSearchCases } from "./agendaSearchCases.js"

const put = (record: AgendaRecord) => transact(agendas((store) => store.put(record)))
const find = (uid: number) => agendas((store) => store.find({ _tag: "Uid", uid }))
const findSlug = (slug: string) => agendas((store) => store.find({ _tag: "Slug", slug }))

const full = sampleAgenda(7, {
  slug: "what-is-on",
  title: "L'Été à Brest ☀ 𝄞",
  titleFolded: "l ete a brest",
  description: '"quotes", a \\ and a\nnew line',
  image: "https://example.org/i.jpg",
  url: "https://example.org/",
  official: true,
  officializedAt: 1_600_000_000_001,
  networkUid: 3,
  locationSetUid: 4,
  settings: '{"contribution":{"defaultLang":"fr"}}',
  fields: '[{"field":"theme"}]'
})

const several = [1, 2, 3, 4, 5, 6, 8].map((uid) => sampleAgenda(uid, { private: uid === 4 }))

/** The demands on `AgendaStore`. */
export const agendaCases: ReadonlyArray<Case> = [
  demand("agenda.put.whole", "AgendaStore.put", "`find` returns an agenda exactly as it was put, in every member")(function*() {
    yield* put(full)
    yield* expectAnswer("the agenda by uid", find(7), full)
    yield* put(sampleAgenda(8, { private: true, indexed: false }))
    yield* expectAnswer("an agenda of defaults", find(8), sampleAgenda(8, { private: true, indexed: false }))
  }),
  demand("agenda.find.slug", "service.md, Agenda", "an agenda is found by its slug, compared exactly")(function*() {
    yield* put(full)
    yield* expectAnswer("the agenda by slug", findSlug("what-is-on"), full)
    yield* expectAnswer("a slug in other case", findSlug("What-Is-On"), null)
  }),
  demand("agenda.find.unknown", "AgendaStore.find", "`find` returns null for an unknown agenda")(function*() {
    yield* expectAnswer("an unknown uid", find(1), null)
    yield* expectAnswer("an unknown slug", findSlug("nothing"), null)
  }),
  demand("agenda.put.replaces", "AgendaStore.put", "a second `put` replaces the whole agenda and frees its old slug")(function*() {
    yield* put(full)
    const changed = sampleAgenda(7, { slug: "another" })
    yield* put(changed)
    yield* expectAnswer("the agenda by uid", find(7), changed)
    yield* expectAnswer("its old slug", findSlug("what-is-on"), null)
    yield* put(sampleAgenda(9, { slug: "what-is-on" }))
  }),
  demand("agenda.put.slug-conflict", "AgendaStore.put", "`put` with the slug of another agenda fails with `Conflict` and stores nothing")(
    function*() {
      yield* put(full)
      yield* expectConflict("a second agenda with the slug", put(sampleAgenda(8, { slug: "what-is-on" })))
      yield* expectAnswer("the second agenda", find(8), null)
      yield* put({ ...full, title: "Same slug, same agenda" })
    }
  ),
  demand("agenda.find-many", "AgendaStore.findMany", "`findMany` returns the agendas of several uids and omits unknown uids")(function*() {
    yield* fill({ agendas: several })
    const found = yield* agendas((store) => store.findMany([6, 1, 99, 4]))
    yield* expectEqual("the uids found", found.map(({ uid }) => uid).sort((left, right) => left - right), [1, 4, 6])
    yield* expectAnswer("none asked for", agendas((store) => store.findMany([])), [])
  }),
  demand("agenda.scan.pages", "AgendaStore.scan", "`scan` visits every agenda, private ones included, ordered by uid")(function*() {
    yield* fill({ agendas: [...several].reverse() })
    const scan = (after: number, limit: number) =>
      Effect.map(agendas((store) => store.scan(after, limit)), (records) => records.map(({ uid }) => uid))
    yield* expectAnswer("the first page", scan(0, 3), [1, 2, 3])
    yield* expectAnswer("the second page", scan(3, 3), [4, 5, 6])
    yield* expectAnswer("the last page", scan(6, 3), [8])
    yield* expectAnswer("after the last", scan(8, 3), [])
  }),
  demand(
    "agenda.uids-in",
    "AgendaStore.uidsIn",
    "`uidsIn` names the agendas of a network or a location set in order, private ones included, after they change too"
  )(function*() {
    yield* put(sampleAgenda(10, { networkUid: 3, locationSetUid: 4, private: true }))
    yield* put(sampleAgenda(2, { networkUid: 3 }))
    yield* put(sampleAgenda(1, { networkUid: 4 }))
    yield* expectAnswer("a network", agendas((store) => store.uidsIn({ networkUid: 3 })), [2, 10])
    yield* expectAnswer("a location set", agendas((store) => store.uidsIn({ locationSetUid: 4 })), [10])
    yield* put(sampleAgenda(2))
    yield* expectAnswer("a network that an agenda left", agendas((store) => store.uidsIn({ networkUid: 3 })), [10])
    yield* expectAnswer("an unknown network", agendas((store) => store.uidsIn({ networkUid: 5 })), [])
  }),
  demand("agenda.clock.starts-at-zero", "AgendaStore.lock", "`lock` returns clock 0 for a new agenda and null for an unknown one")(
    function*() {
      yield* put(full)
      yield* expectAnswer("the clock", transact(agendas((store) => store.lock(7))), { changedAt: 0 })
      yield* expectAnswer("no agenda's clock", transact(agendas((store) => store.lock(8))), null)
    }
  ),
  demand(
    "agenda.clock.kept",
    "AgendaStore.setClock",
    "`setClock` sets the clock of one agenda only, and a later `put` of that agenda does not change it"
  )(function*() {
    yield* fill({ agendas: [full, sampleAgenda(8)] })
    yield* transact(agendas((store) => store.setClock(7, { changedAt: noon })))
    yield* expectAnswer("the clock", transact(agendas((store) => store.lock(7))), { changedAt: noon })
    yield* put({ ...full, title: "Renamed" })
    yield* expectAnswer("the clock after put", transact(agendas((store) => store.lock(7))), { changedAt: noon })
    yield* expectAnswer("the other agenda's", transact(agendas((store) => store.lock(8))), { changedAt: 0 })
  }),
  ...agendaSearchCases
]
