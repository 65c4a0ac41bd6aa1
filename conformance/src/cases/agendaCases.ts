import type { AgendaPlan } from "@agenda-engine/core/query/AgendaPlan"
import { interpretAgendaPlan } from "@agenda-engine/core/query/interpretAgendaPlan"
import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import { noon, sampleAgenda } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer, expectConflict, expectEqual } from "../expect.js"
import { agendas, fill, transact } from "../storeCalls.js"

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
  networkUid: 3,
  locationSetUid: 4,
  settings: '{"contribution":{"defaultLang":"fr"}}',
  fields: '[{"field":"theme"}]'
})

const searched = [
  sampleAgenda(1, { titleFolded: "jazz in brest" }),
  sampleAgenda(2, { titleFolded: "jazzy brest", official: true }),
  sampleAgenda(3, { titleFolded: "brest cinema" }),
  sampleAgenda(4, { titleFolded: "jazz et brest", private: true }),
  sampleAgenda(5, { titleFolded: "jazz brest", indexed: false }),
  sampleAgenda(6, { titleFolded: "l ete jazz brest" }),
  sampleAgenda(8, { titleFolded: "brestois jazz" })
]

const everything: AgendaPlan = { uids: null, slugs: null, official: null, words: [], sort: "uid", after: null, limit: 20 }

const search = (id: string, clause: string, title: string, plan: Partial<AgendaPlan>, uids: ReadonlyArray<number>): Case =>
  demand(
    id,
    clause,
    title,
    Effect.gen(function*() {
      const asked = { ...everything, ...plan }
      yield* fill({ agendas: searched })
      const answer = yield* agendas((store) => store.search(asked))
      yield* expectEqual("the agendas found, in order", answer.agendas.map(({ agenda }) => agenda.uid), uids)
      yield* expectEqual("the whole answer", answer, interpretAgendaPlan(asked, searched))
    })
  )

/** The demands on `AgendaStore`. */
export const agendaCases: ReadonlyArray<Case> = [
  demand(
    "agenda.put.whole",
    "AgendaStore.put",
    "an agenda comes back as it was put, member by member",
    Effect.gen(function*() {
      yield* put(full)
      yield* expectAnswer("the agenda by uid", find(7), full)
      yield* put(sampleAgenda(8, { private: true, indexed: false }))
      yield* expectAnswer("an agenda of defaults", find(8), sampleAgenda(8, { private: true, indexed: false }))
    })
  ),
  demand(
    "agenda.find.slug",
    "service.md, Agenda",
    "an agenda is found by its slug, exactly as written",
    Effect.gen(function*() {
      yield* put(full)
      yield* expectAnswer("the agenda by slug", findSlug("what-is-on"), full)
      yield* expectAnswer("a slug in other case", findSlug("What-Is-On"), null)
    })
  ),
  demand(
    "agenda.find.unknown",
    "AgendaStore.find",
    "an agenda that is not there is null",
    Effect.gen(function*() {
      yield* expectAnswer("an unknown uid", find(1), null)
      yield* expectAnswer("an unknown slug", findSlug("nothing"), null)
    })
  ),
  demand(
    "agenda.put.replaces",
    "AgendaStore.put",
    "putting an agenda again replaces it whole, and its old slug is free",
    Effect.gen(function*() {
      yield* put(full)
      const changed = sampleAgenda(7, { slug: "another" })
      yield* put(changed)
      yield* expectAnswer("the agenda by uid", find(7), changed)
      yield* expectAnswer("its old slug", findSlug("what-is-on"), null)
      yield* put(sampleAgenda(9, { slug: "what-is-on" }))
    })
  ),
  demand(
    "agenda.put.slug-conflict",
    "AgendaStore.put",
    "a slug that another agenda holds is a conflict, and nothing is stored",
    Effect.gen(function*() {
      yield* put(full)
      yield* expectConflict("a second agenda with the slug", put(sampleAgenda(8, { slug: "what-is-on" })))
      yield* expectAnswer("the second agenda", find(8), null)
      yield* put({ ...full, title: "Same slug, same agenda" })
    })
  ),
  demand(
    "agenda.find-many",
    "AgendaStore.findMany",
    "several agendas are found at once, unknown ones left out",
    Effect.gen(function*() {
      yield* fill({ agendas: searched })
      const found = yield* agendas((store) => store.findMany([6, 1, 99, 4]))
      yield* expectEqual("the uids found", found.map(({ uid }) => uid).sort((left, right) => left - right), [1, 4, 6])
      yield* expectAnswer("none asked for", agendas((store) => store.findMany([])), [])
    })
  ),
  demand(
    "agenda.scan.pages",
    "AgendaStore.scan",
    "a scan visits every agenda, private ones too, in order of uid",
    Effect.gen(function*() {
      yield* fill({ agendas: [...searched].reverse() })
      const scan = (after: number, limit: number) =>
        Effect.map(agendas((store) => store.scan(after, limit)), (records) => records.map(({ uid }) => uid))
      yield* expectAnswer("the first page", scan(0, 3), [1, 2, 3])
      yield* expectAnswer("the second page", scan(3, 3), [4, 5, 6])
      yield* expectAnswer("the last page", scan(6, 3), [8])
      yield* expectAnswer("behind the last", scan(8, 3), [])
    })
  ),
  demand(
    "agenda.clock.starts-at-zero",
    "AgendaStore.lock",
    "the clock of a new agenda stands at 0; of none at null",
    Effect.gen(function*() {
      yield* put(full)
      yield* expectAnswer("the clock", transact(agendas((store) => store.lock(7))), { changedAt: 0 })
      yield* expectAnswer("no agenda's clock", transact(agendas((store) => store.lock(8))), null)
    })
  ),
  demand(
    "agenda.clock.kept",
    "AgendaStore.setClock",
    "the clock stands where it was set, for that agenda alone, also after the agenda is put again",
    Effect.gen(function*() {
      yield* fill({ agendas: [full, sampleAgenda(8)] })
      yield* transact(agendas((store) => store.setClock(7, { changedAt: noon })))
      yield* expectAnswer("the clock", transact(agendas((store) => store.lock(7))), { changedAt: noon })
      yield* put({ ...full, title: "Renamed" })
      yield* expectAnswer("the clock after put", transact(agendas((store) => store.lock(7))), { changedAt: noon })
      yield* expectAnswer("the other agenda's", transact(agendas((store) => store.lock(8))), { changedAt: 0 })
    })
  ),
  search("agenda.search.all", "service.md, GET /v2/agendas", "without criteria every public, indexed agenda is found, by uid", {}, [
    1,
    2,
    3,
    6,
    8
  ]),
  search("agenda.search.uids", "service.md, GET /v2/agendas", "uids narrow; unknown and private ones are not found", {
    uids: [8, 4, 2, 77]
  }, [2, 8]),
  search("agenda.search.slugs", "service.md, GET /v2/agendas", "slugs narrow", { slugs: ["agenda-3", "nothing"] }, [3]),
  search("agenda.search.none-asked", "AgendaPlan", "an empty list of uids matches nothing, unlike none", { uids: [] }, []),
  search("agenda.search.official", "service.md, GET /v2/agendas", "official agendas alone", { official: true }, [2]),
  search("agenda.search.unofficial", "service.md, GET /v2/agendas", "agendas that are not official alone", { official: false }, [
    1,
    3,
    6,
    8
  ]),
  search(
    "agenda.search.words",
    "AgendaPlan",
    "every word begins a word of the title; whole words count double; ties by uid",
    { words: ["jazz", "brest"], sort: "relevance" },
    [1, 6, 2, 8]
  ),
  search("agenda.search.prefix", "AgendaPlan", "the beginning of a word is enough, its middle is not", {
    words: ["rest"],
    sort: "relevance"
  }, []),
  search("agenda.search.words-by-uid", "AgendaPlan", "words narrow under the sort by uid too, with score 0", { words: ["jazz"] }, [
    1,
    2,
    6,
    8
  ]),
  search("agenda.search.limit", "AgendaPlan", "a page holds at most its limit; total counts all and `more` tells", { limit: 2 }, [1, 2]),
  search("agenda.search.after-uid", "AgendaPlan", "a page goes on after a uid", { after: { score: 0, uid: 2 }, limit: 3 }, [3, 6, 8]),
  search(
    "agenda.search.after-score",
    "AgendaPlan",
    "a page of relevance goes on after a score and uid",
    { words: ["jazz", "brest"], sort: "relevance", after: { score: 4, uid: 1 }, limit: 2 },
    [6, 2]
  ),
  search(
    "agenda.search.wildcards",
    "AgendaPlan",
    "characters that mean something to a query language mean themselves",
    { words: ["%"], sort: "relevance" },
    []
  )
]
