import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { FilledWorld, type Name, namesIn } from "../../world/FilledWorld.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type World } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}/events`

const box = (north: number, east: number, south: number, west: number): string =>
  `geo[northEast][lat]=${north}&geo[northEast][lng]=${east}&geo[southWest][lat]=${south}&geo[southWest][lng]=${west}`

layer(FilledWorld.layer, { excludeTestServices: true })("filters of event lists", (it) => {
  const ask = (query: string, as: keyof World["credentials"] = "ownerless") =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`${main}?${query}`, { headers: credentials[as] }))
  const list = (query: string, as: keyof World["credentials"] = "ownerless") =>
    Effect.tap(ask(query, as), ({ status, text }) => expect(status, `${query}: ${text}`).toBe(200))

  const whole: ReadonlyArray<Name> = ["lost", "jazz", "rock", "opera", "talk"]
  const filters: ReadonlyArray<readonly [string, ReadonlyArray<Name>]> = [
    ["", whole],
    ["countryCode=FR", ["lost", "jazz", "rock"]],
    ["countryCode[]=fj&countryCode[]=de", ["opera"]],
    ["languages=br", ["rock"]],
    ["languages[]=br&languages[]=FR", ["jazz", "rock"]],
    ["accessibility=mi", ["jazz"]],
    ["accessibility[]=vi&accessibility[]=hi", ["jazz"]],
    ["accessibility=vi", []],
    ["age[gte]=13", ["rock"]],
    ["age[gte]=7&age[lte]=8", ["jazz", "rock"]],
    ["age[lte]=5", ["rock"]],
    ["age[gte]=19", []],
    ["age[0][gte]=13&age[1][lte]=5", ["rock"]],
    [box(49, -4, 47, -5), ["jazz", "rock"]],
    [box(48.39, -4.49, 48.39, -4.49), ["rock"]],
    [box(-10, -175, -20, 175), ["opera"]],
    [box(-10, 175, -20, -175), []],
    ["geo.northEast.lat=48.1&geo.northEast.lng=-4&geo.southWest.lat=47&geo.southWest.lng=-5", ["jazz"]],
    ["createdAt[gte]=2025-06-15", whole],
    ["createdAt[lte]=2025-06-14", []],
    [`originAgendaUid=${agendas.main}`, whole],
    [`originAgendaUid=${agendas.other}`, []],
    ["extId[key]=name&extId[value]=opera", ["opera"]],
    ["extId[0][key]=name&extId[0][value]=opera&extId[1][key]=name&extId[1][value]=jazz", ["jazz", "opera"]],
    ["extId[key]=%20name&extId[value]=opera%20", ["opera"]],
    ["extId[key]=other&extId[value]=opera", []],
    ["keyword[]=jazz&keyword[]=plein+air", ["jazz", "rock"]],
    ["genres=1", ["jazz", "rock"]],
    ["genres[]=2&genres[]=3", ["rock", "opera"]],
    ["genres=99", []],
    ["genres=empty", ["lost", "talk"]],
    ["genres[]=empty&genres[]=3", ["lost", "opera", "talk"]],
    ["level=2", ["opera"]],
    ["free=1", ["jazz"]],
    ["free=false", ["rock"]],
    ["free[]=true&free[]=0", ["jazz", "rock"]],
    ["places=100", ["jazz"]],
    ["places[gte]=100", ["jazz", "rock"]],
    ["places[gte]=60&places[lte]=100", ["jazz"]],
    ["places[0][lte]=50&places[1][gte]=300", ["rock", "opera"]],
    ["places.lte=99.5", ["opera"]],
    ["motto=plein+ETE", ["opera"]],
    ["motto=plein", []],
    ["genres=1&places[gte]=200&free=0", ["rock"]],
    ["utm_source=mail&nonsense[a][b]=1", whole],
    ["aggs[0][t]=cities&aggs[0][m]=none&city=none", ["lost", "talk"]],
    ["aggs[0][t]=cities&aggs[0][m]=none&city[]=none&city[]=brest", ["lost", "rock", "talk"]],
    ["city=none", []],
    ["aggs[0][t]=locations&aggs[0][m]=null&locationUid=null", ["talk"]],
    ["aggs[0][t]=keywords&aggs[0][m]=null&keyword=null", ["lost", "talk"]],
    ["aggs[0][t]=accessibilities&aggs[0][m]=null&accessibility[]=null&accessibility[]=mi", whole],
    ["aggs[0][t]=af&aggs[0][f]=genres&aggs[0][m]=null&genres=null", ["lost", "talk"]]
  ]
  for (const [query, expected] of filters) {
    it.effect(query === "" ? "none" : query, () =>
      Effect.gen(function*() {
        const { body } = yield* list(query)
        expect(namesIn(body)).toEqual(expected)
        expect(at(body, "total")).toBe(expected.length)
      }))
  }

  describe("searches", () => {
    const searches: ReadonlyArray<readonly [string, ReadonlyArray<Name>]> = [
      ["search=jazz", ["jazz", "rock"]],
      ["search=JAZ", ["jazz", "rock"]],
      ["search=concerts+jazz", ["jazz", "rock"]],
      ["search[]=opera&search[]=talk", ["opera", "talk"]],
      ['search="concert+de+jazz"', ["jazz"]],
      ["search=quartz", ["rock"]],
      ["search=suva", ["opera"]],
      ["search=brouillon", []],
      ["search=nothing", []],
      ["search=jazz&threshold=1000", []],
      ["search=jazz&sort=timings.asc&threshold=off", ["jazz", "rock"]],
      ["search=jazz&city=brest", ["rock"]],
      ["threshold=auto", whole]
    ]
    for (const [query, expected] of searches) {
      it.effect(query, () =>
        Effect.gen(function*() {
          const { body } = yield* list(query)
          expect(new Set(namesIn(body))).toEqual(new Set(expected))
          expect(at(body, "total")).toBe(expected.length)
        }))
    }

    it.effect("are sorted by score, and show it", () =>
      Effect.gen(function*() {
        const { body } = yield* list("search=jazz&includeSort=1")
        expect(at(body, "sort")).toBe("score")
        const events = at(body, "events")
        const scores = Array.isArray(events) ? events.map((event: unknown) => at(event, "sort", 0)) : []
        expect(scores).toEqual([{ key: "search", value: expect.any(Number) }, { key: "search", value: expect.any(Number) }])
        const best = Number(at(scores[0], "value"))
        expect(best).toBeGreaterThan(0)
        expect((yield* list(`search=jazz&threshold=${best + 1}`)).body).toMatchObject({ total: 0 })
        expect(at((yield* list(`search=jazz&threshold=${best}`)).body, "total")).toBeGreaterThan(0)
      }))
  })

  describe("additional fields that the caller may not read", () => {
    const spellings = ["dossier=1", "dossier[]=2", "dossier=empty", "dossier=nonsense", "budget[gte]=1", "budget=many", "dossier[a]=1"]
    for (const query of spellings) {
      it.effect(`ignores ${query}`, () =>
        Effect.gen(function*() {
          expect(namesIn((yield* list(query)).body)).toEqual(whole)
          expect(namesIn((yield* list(query, "contributorKey")).body)).toEqual(whole)
        }))
    }
    it.effect("filters for callers who may read them", () =>
      Effect.gen(function*() {
        expect(namesIn((yield* list("dossier=1", "moderatorKey")).body)).toEqual(["opera"])
        expect(namesIn((yield* list("budget[gte]=900&budget[lte]=901", "moderatorKey")).body)).toEqual(["opera"])
        expect(namesIn((yield* list("dossier=2", "moderatorKey")).body)).toEqual([])
        expect(namesIn((yield* list("dossier=2&state[]=1&state[]=2", "moderatorKey")).body)).toEqual(["draft"])
        expect((yield* ask("dossier=open", "moderatorKey")).status).toBe(400)
      }))
    it.effect("reveals nothing in counts, searches and sorts", () =>
      Effect.gen(function*() {
        for (const query of ["search=draft", "genres=2", "keyword=brouillon", "timings[gte]=2025-07-03&timings[lte]=2025-07-04"]) {
          expect(namesIn((yield* list(query)).body), query).not.toContain("draft")
        }
        expect((yield* ask("state=1")).status).toBe(403)
        expect((yield* ask("state=1", "contributorKey")).status).toBe(403)
        expect((yield* ask("sort=dossier.asc")).status).toBe(400)
      }))
  })

  describe("several sorts", () => {
    const walk = (query: string, pages = 10) =>
      Effect.gen(function*() {
        const names: Array<Name> = []
        const widths: Array<number> = []
        let cursor = ""
        for (let page = 0; page < pages; page++) {
          const { body } = yield* list(`${query}${cursor}`)
          names.push(...namesIn(body))
          const after = at(body, "after")
          if (!Array.isArray(after)) break
          widths.push(after.length)
          cursor = after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
        }
        return { names, widths: new Set(widths) }
      })

    it.effect("apply in order, and are shown in order", () =>
      Effect.gen(function*() {
        const query = "sort[]=location.city.desc&sort[]=timings.asc&includeSort=1"
        const { body } = yield* list(query)
        expect(at(body, "sort")).toEqual(["location.adminLevel4.desc", "timings.asc"])
        expect(namesIn(body)).toEqual(["opera", "jazz", "rock", "lost", "talk"])
        expect(at(body, "events", 0, "sort")).toEqual([
          { key: "location.adminLevel4", value: "Suva" },
          { key: "relative", value: "upcoming" },
          { key: "firstTiming", value: "2025-08-10T09:00:00+02:00" }
        ])
        expect(at(body, "events", 4, "sort", 1)).toEqual({ key: "relative", value: "passed" })
        expect((yield* walk(`${query}&size=1`)).names).toEqual(["opera", "jazz", "rock", "lost", "talk"])
      }))

    it.effect("have a cursor with one string per key plus one", () =>
      Effect.gen(function*() {
        for (
          const [query, width] of [
            ["sort=timingsWithFeatured.asc", 4],
            ["sort=lastTimingWithFeatured.asc", 4],
            ["sort=timings.asc", 3],
            ["sort=lastTiming.asc", 3],
            ["sort=updatedAt.desc", 2],
            ["sort=createdAt.asc", 2],
            ["sort=location.name.asc", 2],
            ["sort=score&search=jazz", 2],
            ["search=jazz&threshold=auto", 3],
            ["search=jazz&threshold=auto&sort=timings.asc", 4],
            ["sort[]=location.city.asc&sort[]=updatedAt.asc", 3],
            ["sort[]=location.city.asc&sort[]=timings.asc&sort[]=createdAt.asc", 5]
          ] as const
        ) {
          const { names } = yield* walk(`${query}&size=300`)
          const paged = yield* walk(`${query}&size=1`)
          expect(paged.names, query).toEqual(names)
          expect([...paged.widths], query).toEqual([width])
        }
      }))

    it.effect("count facets equally on every page", () =>
      Effect.gen(function*() {
        const query = "sort[]=location.city.asc&sort[]=updatedAt.asc&aggs=cities&aggs=relative&size=2"
        const first = yield* list(query)
        const after = at(first.body, "after")
        const cursor = (Array.isArray(after) ? after : []).map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
        const second = yield* list(`${query}${cursor}`)
        expect(namesIn(second.body)).not.toEqual(namesIn(first.body))
        expect(at(second.body, "aggregations")).toEqual(at(first.body, "aggregations"))
      }))
  })

  describe("a refusal", () => {
    it.effect("reports all errors at once", () =>
      Effect.gen(function*() {
        const { body, status } = yield* ask(
          "size=999&sort=nonsense&after[]=x&uid=y&genres=rock&places[gte]=few&geo[northEast][lat]=1&extId[key]=a&aggs[0][t]=colours&aggs[1][t]=af&aggs[1][f]=dossier&aggs[2][t]=cities&aggs[3][t]=cities&aggs[3][s]=5&if=colour"
        )
        expect(status).toBe(400)
        const errors = at(body, "errors")
        const found = Array.isArray(errors)
          ? errors.map((error: unknown) => `${String(at(error, "code"))} ${String(at(error, "field"))}`)
          : []
        expect(found.toSorted()).toEqual([
          "cursor.invalid after",
          "parameter.invalid aggs[0][t]",
          "parameter.invalid aggs[1][f]",
          "parameter.invalid aggs[3]",
          "parameter.invalid extId[value]",
          "parameter.invalid genres",
          "parameter.invalid geo[northEast][lng]",
          "parameter.invalid geo[southWest][lat]",
          "parameter.invalid geo[southWest][lng]",
          "parameter.invalid if",
          "parameter.invalid places[gte]",
          "parameter.invalid size",
          "parameter.invalid sort",
          "parameter.invalid uid"
        ])
      }))
    it.effect("includes an invalid cursor", () =>
      Effect.gen(function*() {
        const { body } = yield* ask("after[]=null&status=9")
        expect(at(body, "errors")).toMatchObject([{ field: "status" }, { code: "cursor.invalid" }])
      }))
  })
})
