import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { FilledWorld } from "../../world/FilledWorld.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type World } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}/events`

const bucket = (key: unknown, eventCount: number) => ({ key, eventCount })

layer(FilledWorld.layer, { excludeTestServices: true })("facets", (it) => {
  const ask = (query: string, as: keyof World["credentials"] = "ownerless") =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`${main}?size=0&${query}`, { headers: credentials[as] }))
  const count = (query: string, as: keyof World["credentials"] = "ownerless") =>
    Effect.map(ask(query, as), ({ body, status, text }) => {
      expect(status, `${query}: ${text}`).toBe(200)
      return at(body, "aggregations")
    })

  const facets: ReadonlyArray<readonly [string, unknown]> = [
    ["aggregations=cities", { cities: [bucket("Brest", 1), bucket("Quimper", 1), bucket("Suva", 1)] }],
    ["aggs=regions&aggs=departments", { regions: [bucket("Bretagne", 2)], departments: [bucket("Finistère", 2)] }],
    ["aggs[]=districts&aggs[]=adminLevels3&aggs[]=adminLevels5", { districts: [], adminLevels3: [], adminLevels5: [] }],
    ["aggs=countryCodes", { countryCodes: [bucket("FR", 3), bucket("FJ", 1)] }],
    ["aggs=keywords", { keywords: [bucket("Plein Air", 3), bucket("Jazz", 2)] }],
    ["aggs=languages", { languages: [bucket("en", 5), bucket("fr", 2), bucket("br", 1)] }],
    ["aggs=accessibilities", { accessibilities: [bucket("hi", 1), bucket("mi", 1)] }],
    ["aggs=status&aggs=attendanceModes", { status: [bucket(1, 4), bucket(6, 1)], attendanceModes: [bucket(1, 4), bucket(2, 1)] }],
    ["aggs=states", { states: [bucket(2, 5)] }],
    ["aggs=relative", { relative: [bucket("upcoming", 4), bucket("passed", 1)] }],
    ["aggs=featured", { featured: [bucket(false, 4), bucket(true, 1)] }],
    ["aggs=members&aggs=sourceAgendas&aggs=addMethods&aggs=valid", { members: [], sourceAgendas: [], addMethods: [], valid: [] }],
    ["aggs[0][type]=cities&aggs[0][key]=places&aggs[0][size]=1", { places: [bucket("Brest", 1)] }],
    ["aggs=cities&aggsSizeLimit=2", { cities: [bucket("Brest", 1), bucket("Quimper", 1)] }],
    ["aggs[0][t]=cities&aggs[0][m]=none&aggs[0][s]=1", { cities: [bucket("none", 2), bucket("Brest", 1)] }],
    ["aggs[0][t]=locations&aggs[0][m]=null&city=brest&city=none", {
      locations: [{ key: expect.any(Number), eventCount: 1, location: { uid: expect.any(Number), name: "Le Quartz" } }]
    }],
    ["aggs[0][t]=keywords&aggs[0][m]=null&genres=3&genres=empty", { keywords: [bucket("null", 2), bucket("plein air", 1)] }],
    ["aggs[0][t]=af&aggs[0][f]=genres&aggs[0][k]=genres&aggs[0][m]=null", {
      genres: [
        { id: 1, label: { fr: "Musique", en: "music" }, eventCount: 2 },
        { key: "null", eventCount: 2 },
        { id: 2, label: { fr: "Danse", en: "dance" }, eventCount: 1 },
        { id: 3, label: { fr: "Opéra", en: "opera" }, eventCount: 1 }
      ]
    }],
    ["aggs[0][t]=af&aggs[0][f]=level&monolingual=de", {
      additionalFields: [{ id: 1, label: "Facile", eventCount: 1 }, { id: 2, label: "Difficile", eventCount: 1 }]
    }],
    ["aggs[0][t]=af&aggs[0][f]=free", { additionalFields: [bucket(false, 1), bucket(true, 1)] }],
    ["aggs[0][t]=additionalFieldMetrics&aggs[0][f]=places", { additionalFieldMetrics: { sum: 450, avg: 150, min: 50, max: 300 } }],
    ["aggs[0][t]=additionalFieldMetrics&aggs[0][f]=places&genres=empty", {
      additionalFieldMetrics: { sum: null, avg: null, min: null, max: null }
    }],
    ["aggs=viewport", {
      viewport: { topLeft: { latitude: 48.39, longitude: -4.49 }, bottomRight: { latitude: -18.14, longitude: 178.44 } }
    }],
    ["aggs=viewport&uid=-1", { viewport: null }],
    ["aggs[0][t]=geohash&aggs[0][zoom]=0", {
      geohash: [
        { key: "g", eventCount: 2, latitude: 67.5, longitude: -22.5 },
        { key: "r", eventCount: 1, latitude: -22.5, longitude: 157.5 }
      ]
    }],
    ["aggs=timespan", { timespan: { first: "2025-05-01T10:00:00+02:00", last: "2025-10-26T02:45:00+01:00" } }],
    ["aggs[0][t]=timespan&aggs[0][timezone]=UTC&uid=-1", { timespan: null }],
    ["aggs=timings", {
      timings: [
        { key: "2025-05-01", timingCount: 1 },
        { key: "2025-07-01", timingCount: 1 },
        { key: "2025-07-02", timingCount: 2 },
        { key: "2025-08-10", timingCount: 1 },
        { key: "2025-10-26", timingCount: 2 }
      ]
    }],
    ["aggs[0][t]=timings&aggs[0][interval]=hour&timings[gte]=2025-10-01", {
      timings: [{ key: "2025-10-26T02:00:00+02:00", timingCount: 1 }, { key: "2025-10-26T02:00:00+01:00", timingCount: 1 }]
    }],
    ["aggs[0][t]=timings&aggs[0][interval]=month&timings[gte]=2025-07-02&timings[lte]=2025-09-01", {
      timings: [{ key: "2025-07", timingCount: 2 }, { key: "2025-08", timingCount: 1 }]
    }],
    [
      "aggs[0][t]=timings&aggs[0][interval]=week&timings[gte]=2025-07-01&timings[lte]=2025-07-31&aggs[1][t]=timings&aggs[1][k]=years&aggs[1][interval]=year",
      {
        timings: [{ key: "2025-W27", timingCount: 3 }],
        years: [{ key: "2025", timingCount: 3 }]
      }
    ],
    ["aggs=eventsByDateRanges&date[gte]=2025-06-30&date[lte]=2025-07-03&date[tz]=Europe/Paris", {
      eventsByDateRanges: [bucket("2025-06-30", 0), bucket("2025-07-01", 1), bucket("2025-07-02", 2), bucket("2025-07-03", 0)]
    }],
    ["aggs=cities&search=jazz", { cities: [bucket("Brest", 1), bucket("Quimper", 1)] }],
    ["aggs=cities&search=jazz&threshold=100000", { cities: [] }]
  ]
  for (const [query, expected] of facets) it.effect(query, () => Effect.map(count(query), (found) => expect(found).toEqual(expected)))

  it.effect("of this month include every day of it", () =>
    Effect.gen(function*() {
      const days = at(yield* count("aggs=eventsByDateRanges"), "eventsByDateRanges")
      expect(days).toHaveLength(30)
      expect(at(days, 0)).toEqual(bucket("2025-06-01", 0))
    }))

  it.effect("of agendas include the titles", () =>
    Effect.gen(function*() {
      const { body } = yield* ask("aggs=originAgendas")
      expect(at(body, "aggregations")).toEqual({
        originAgendas: [{
          key: agendas.main,
          eventCount: 5,
          agenda: { uid: agendas.main, title: "Town agenda", slug: "town-agenda", image: null, url: null }
        }]
      })
      expect(body).toMatchObject({ total: 5, events: [], after: null })
    }))

  it.effect("count the events that threshold=auto keeps", () =>
    Effect.gen(function*() {
      const { body } = yield* ask("search=jazz&threshold=auto&aggs=countryCodes")
      expect(at(body, "aggregations", "countryCodes", 0, "eventCount")).toBe(at(body, "total"))
    }))

  it.effect("are absent unless requested", () => Effect.map(ask(""), ({ body }) => expect(body).not.toHaveProperty("aggregations")))

  it.effect("count the requested states", () =>
    Effect.gen(function*() {
      const counted = yield* count("aggs=states&aggs=keywords&state[]=1&state[]=2", "moderatorKey")
      expect(counted).toMatchObject({ states: [bucket(2, 5), bucket(1, 1)] })
      expect(yield* count("aggs=states", "moderatorKey")).toEqual({ states: [bucket(2, 5)] })
      expect(JSON.stringify(yield* count("aggs=keywords&aggs=locations&aggs=timings"))).not.toContain("brouillon")
    }))

  describe("by a field that the caller may not read", () => {
    const of = (field: string, type = "af") => `aggs[0][t]=${type}&aggs[0][f]=${field}`
    it.effect("are refused like those by an unknown field", () =>
      Effect.gen(function*() {
        for (const as of ["ownerless", "contributorKey", "contributorToken"] as const) {
          for (const [field, type] of [["dossier", "af"], ["budget", "additionalFieldMetrics"]] as const) {
            const hidden = yield* ask(of(field, type), as)
            const unknown = yield* ask(of("nothere", type), as)
            expect(hidden.status).toBe(400)
            expect(hidden.text.replaceAll(field, "…")).toBe(unknown.text.replaceAll("nothere", "…"))
          }
        }
      }))
    it.effect("are counted for callers who may", () =>
      Effect.gen(function*() {
        expect(yield* count(of("dossier"), "moderatorKey")).toMatchObject({ additionalFields: [{ id: 1, eventCount: 1 }] })
        expect(yield* count(of("budget", "additionalFieldMetrics"), "moderatorKey")).toEqual({
          additionalFieldMetrics: { sum: 900.5, avg: 900.5, min: 900.5, max: 900.5 }
        })
      }))
  })

  it.effect("that are equal are counted once", () =>
    Effect.gen(function*() {
      const once = yield* ask("aggs=cities")
      const twice = yield* ask("aggs=cities&aggregations[0][type]=cities")
      expect(twice.status).toBe(200)
      expect(at(twice.body, "aggregations")).toEqual(at(once.body, "aggregations"))
    }))

  it.effect("with an unknown type, missing members or a duplicate key are refused", () =>
    Effect.gen(function*() {
      for (
        const [query, field] of [
          ["aggs=colours", "aggs"],
          ["aggs=af", "aggs[field]"],
          ["aggs[0][t]=af", "aggs[0][field]"],
          ["aggs[0][t]=af&aggs[0][f]=nonsense", "aggs[0][f]"],
          ["aggs[0][t]=af&aggs[0][f]=places", "aggs[0][f]"],
          ["aggregations[0][t]=additionalFieldMetrics&aggregations[0][field]=genres", "aggregations[0][field]"],
          ["aggs[0][t]=cities&aggs[1][t]=cities&aggs[1][s]=5", "aggs[1]"],
          ["aggs=eventsByDateRanges&timings[gte]=2020-01-01&timings[lte]=2022-01-01", "aggs"],
          ["aggs[0][t]=cities&aggs[0][s]=2001", "aggs[0][s]"]
        ] as const
      ) {
        const { body, status } = yield* ask(query)
        expect(status, query).toBe(400)
        expect(at(body, "errors"), query).toMatchObject([{ code: "parameter.invalid", field }])
      }
    }))
})
