import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { facetTypes } from "@agenda-engine/core/query/event/FacetQuery"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { usePostgres } from "../../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../../test/world/at.js"
import { eventBody, locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { comparable } from "../../world/comparable.js"
import { agendas, type Call, type CredentialName, make, type World } from "../../world/World.js"

const postgres = usePostgres()
const main = `/v2/agendas/${agendas.main}`

const everyState = "state[]=2&state[]=1&state[]=0&state[]=-1"
const sorts = [
  "timingsWithFeatured.asc",
  "timings.asc",
  "lastTimingWithFeatured.asc",
  "lastTiming.asc",
  "updatedAt.asc",
  "updatedAt.desc",
  "location.city.asc&sort=timings.asc",
  "score&search=fete&threshold=auto"
]

const slotsOf = (index: number) =>
  Array.from({ length: index % 4 + 1 }, (_, slot) => {
    const day = String((index * 7 + slot * 3) % 28 + 1).padStart(2, "0")
    const month = String((index + slot) % 9 + 4).padStart(2, "0")
    return {
      begin: `2025-${month}-${day}T${String(8 + slot).padStart(2, "0")}:30:00+02:00`,
      end: `2025-${month}-${day}T${10 + slot * 2}:30:00+02:00`
    }
  }).filter((slot, position, all) => all.findIndex(({ begin }) => begin.slice(0, 10) === slot.begin.slice(0, 10)) === position)

/** The additional fields of the agenda; `note` is for those who moderate. */
const schema = {
  fields: [
    {
      field: "genres",
      fieldType: "checkbox",
      label: { fr: "Genres" },
      options: [1, 2, 3].map((id) => ({ id, value: `g${id}`, label: { fr: `Genre ${id}` } }))
    },
    { field: "places", fieldType: "number", label: { fr: "Places" } },
    { field: "free", fieldType: "boolean", label: { fr: "Gratuit" } },
    { field: "note", fieldType: "text", label: { fr: "Note" }, read: ["moderator"] }
  ]
}

const everyFacet = [
  ...facetTypes.filter((type) => !type.startsWith("additionalField")).map((type) => `aggs[][t]=${type}`),
  "aggs[][t]=af&aggs[][f]=genres"
].map((facet, index) => facet.replaceAll("[]", `[${index}]`) + `&aggs[${index}][m]=none&aggs[${index}][interval]=week`).join("&")

/** What lists of one agenda and across agendas are asked alike. */
const questions = [
  "search=fete",
  "search=fete+jaz&includeSort=1",
  'search[]="n+3"&search[]=rock&size=3&sort=score',
  "search=fete&threshold=auto&includeSort=1&size=2",
  "search=jazz&threshold=17&sort=timings.asc",
  "age[gte]=8&age[lte]=12",
  "accessibility[]=hi&accessibility[]=vi",
  "languages=en",
  "countryCode=FR",
  "geo[northEast][lat]=48&geo[northEast][lng]=-4&geo[southWest][lat]=47&geo[southWest][lng]=-5",
  "geo[northEast][lat]=90&geo[northEast][lng]=-170&geo[southWest][lat]=-90&geo[southWest][lng]=0",
  "extId[key]=n&extId[value]=4",
  "createdAt[gte]=2025-01-01&createdAt[lte]=today",
  "sort[]=location.city.desc&sort[]=timings.asc&sort[]=createdAt.desc&size=5&includeSort=1",
  "sort=location.name.asc",
  "aggs[0][t]=cities&aggs[0][m]=none&city=none",
  "aggs[0][t]=keywords&aggs[0][s]=1&aggs[1][t]=timings&aggs[1][interval]=hour&timings[gte]=2025-06-01",
  "aggs=eventsByDateRanges&timings[gte]=2025-06-01&timings[lte]=2025-07-15&timings[tz]=Asia/Tokyo&size=0"
]

/** Does one thing after another to a world and answers all that came back, in order. */
const history = ({ credentials, send, within }: World) =>
  Effect.gen(function*() {
    yield* within(Effect.flatMap(Agendas, (all) => all.restore({ uid: agendas.main, title: "Town agenda", schema })))
    const answers: Array<{ readonly asked: string; readonly answer: ReturnType<typeof comparable> }> = []
    const ask = (as: Exclude<CredentialName, "none">, path: string, call: Call = {}) =>
      Effect.gen(function*() {
        const headers = { ...call.headers, ...credentials[as], "x-request-id": String(answers.length) }
        const answer = yield* send(path, { ...call, headers })
        answers.push({ asked: `${as} ${call.method ?? "GET"} ${path}`, answer: comparable(answer) })
        return answer.body
      })

    const place = yield* ask("contributorToken", `${main}/locations`, { method: "POST", body: locationBody })
    const locationUid = at(place, "location", "uid")
    const arena = { ...locationBody, name: "Arena", adminLevel4: "Brest", state: 1, extIds: [{ key: "default", value: "17" }] }
    for (const name of ["Arena", "Taken"]) yield* ask("moderatorToken", `${main}/locations`, { method: "POST", body: { ...arena, name } })
    for (let index = 0; index < 24; index++) {
      const body = {
        ...(index % 3 === 0 ? onlineBody : { ...eventBody, locationUid }),
        title: { fr: `Fête n° ${index}` },
        keywords: { fr: index % 2 === 0 ? ["Jazz", "été"] : ["rock"] },
        timings: slotsOf(index),
        featured: index % 5 === 0,
        state: [2, 2, 2, 1, 0, -1][index % 6],
        status: index % 6 + 1,
        ...(index % 4 === 3 ? {} : { genres: [index % 3 + 1, index % 2 + 1], places: index * 1.1, free: index % 2 === 0, note: "É" }),
        age: { min: index % 5 === 0 ? null : index, max: index % 3 === 0 ? null : index + 6 },
        accessibility: index % 2 === 0 ? ["hi", "mi"] : []
      }
      yield* ask("moderatorToken", `${main}/events/ext/n/${index}`, { method: "PUT", body })
    }
    const contributed = yield* ask("contributorToken", `${main}/events`, { method: "POST", body: onlineBody })
    yield* ask("contributorToken", `${main}/events/${String(at(contributed, "event", "uid"))}`, {
      method: "PATCH",
      body: { title: { en: "Mine" } }
    })
    yield* ask("moderatorToken", `${main}/events/ext/n/0`, { method: "PATCH", body: { state: 0, keywords: null } })
    yield* ask("moderatorToken", `${main}/events/ext/n/1`, { method: "POST", body: { ...onlineBody, title: { fr: "Autre" } } })
    yield* ask("moderatorToken", `${main}/events/ext/n/2`, { method: "DELETE" })
    yield* ask("moderatorToken", `${main}/events/ext/n/6`, { method: "DELETE" })
    yield* ask("moderatorToken", `${main}/events/ext/n/7`, { method: "PUT", body: { title: 5, timings: [{ begin: "x", end: "y" }] } })
    yield* ask("administratorToken", `${main}/events/ext/n/8`, { method: "PATCH", body: { extIds: [{ key: "n", value: "9" }] } })

    for (
      const path of [
        "/v2/agendas",
        "/v2/agendas?search=agenda&size=1",
        "/v2/agendas?search=jazz+ete&if=uid&if=summary",
        "/v2/agendas?search=quimper&official=0",
        "/v2/agendas?sort=recentlyAddedEvents.desc&size=1",
        "/v2/agendas?sort=createdAt.desc&updatedAt.lte=today&if=schema&if=slugSchemaOptionIdMap",
        main,
        `${main}?detailed=1`,
        "/v2/agendas/slug/other-agenda",
        `${main}/locations?sort=name.asc&detailed=1`,
        `${main}/locations?search=arena`,
        `${main}/locations?state=1&updatedAt[gte]=2025-01-01&createdAt[lte]=today&order=updatedAt.asc&size=1`,
        `${main}/locations?state[]=2&from=1&after=1`,
        `${main}/locations/ext/17`,
        `${main}/locations/ext/default/18`
      ]
    ) {
      yield* ask("ownerless", path)
    }
    for (const as of ["ownerless", "agendaKey", "contributorToken", "moderatorKey", "moderatorToken"] as const) {
      for (const path of ["/v2/me/agendas?limit=2", `${main}/members?limit=2`, `${main}?detailed=1`]) yield* ask(as, path)
      for (const index of [0, 1, 2, 3, 4, 5, 9]) yield* ask(as, `${main}/events/ext/n/${index}`)
      for (
        const query of [
          "",
          "detailed=1&includeSort=1",
          "removed=1",
          "removed=null&size=300",
          "removed=null&sort=updatedAt.asc&updatedAt[gte]=2025-06-15",
          everyState,
          "keyword[]=jazz&keyword[]=ETE",
          "city=quimper&relative[]=upcoming&relative[]=current",
          "timings[gte]=today&timings[lte]=2025-10-01&timings[tz]=Europe/Paris",
          "timings[0][lte]=2025-05-01&timings[1][gte]=2025-11-01",
          "featured=1",
          "status[]=1&status[]=2",
          "attendanceMode=2",
          `locationUid=${String(locationUid)}`,
          "uid[]=-1&uid[]=2147483648&uid[]=9007199254740991",
          "from=5&size=3",
          "from=1000",
          "size=0",
          "after[]=x",
          ...questions,
          everyFacet,
          `${everyState}&aggs=states&aggs=featured`,
          "genres=1&genres=3",
          "genres=empty",
          "places[gte]=5.5&places[lte]=11",
          "free=1&aggs[0][t]=additionalFieldMetrics&aggs[0][f]=places",
          "aggs[0][t]=af&aggs[0][f]=free&aggs[0][m]=null&free=null",
          "note=e",
          "aggs[0][t]=af&aggs[0][f]=note"
        ]
      ) {
        yield* ask(as, `${main}/events?${query}`)
      }
    }
    for (const as of ["ownerless", "agendaKey", "otherAgendaKey"] as const) {
      for (const question of ["", ...questions, "state=2", "aggs=originAgendas&aggs=keywords&size=1"]) {
        yield* ask(as, `/v2/events?${question}`)
      }
    }
    for (const sort of sorts) {
      for (const removed of ["0", "null"]) {
        let cursor = ""
        for (let page = 0; page < 20; page++) {
          const body = yield* ask(
            "moderatorKey",
            `${main}/events?${everyState}&includeSort=1&sort=${sort}&removed=${removed}&size=4${cursor}`
          )
          const after = at(body, "after")
          if (!Array.isArray(after)) break
          cursor = after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
        }
      }
    }
    return answers
  })

const played = (stores: Layer.Layer<Stores, StoreError>) =>
  Effect.scoped(Effect.flatMap(make(stores, { settings: { accessLog: false } }), history))

it.live("memory, SQLite and Postgres return the same bytes", () =>
  Effect.gen(function*() {
    const memory = yield* played(MemoryStores.layer)
    const url = yield* postgres.freshSchema
    const others = {
      SQLite: yield* played(SqliteStores.layer({ filename: ":memory:" })),
      Postgres: yield* played(PostgresStores.layer({ url }))
    }
    expect(memory.length).toBeGreaterThan(300)
    expect(memory.filter(({ answer }) => answer.status === 200).length).toBeGreaterThan(250)
    for (const question of [...questions, everyFacet]) {
      expect(memory.find(({ asked }) => asked === `moderatorKey GET ${main}/events?${question}`)?.answer.status, question).toBe(200)
    }
    for (const [name, answers] of Object.entries(others)) {
      expect(answers.length, name).toBe(memory.length)
      for (const [index, expected] of memory.entries()) expect(answers[index], `${name}: ${expected.asked}`).toEqual(expected)
    }
  }).pipe(Effect.scoped), 240_000)
