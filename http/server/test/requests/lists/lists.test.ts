import { describe, expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const slot = (day: string) => ({ begin: `${day}T10:00:00+02:00`, end: `${day}T12:00:00+02:00` })

/** Events by name: what they are written with, and who of them is where in time (the world stands at 2025-06-15). */
const written = {
  passed: { timings: [slot("2025-05-01")], keywords: { fr: ["jazz"] } },
  current: { timings: [slot("2025-06-01"), slot("2025-06-20")], keywords: { fr: ["Jazz", "Été"] }, featured: true },
  upcoming: { timings: [slot("2025-07-01")], keywords: { en: ["rock"] }, status: 6 },
  later: { timings: [slot("2025-08-01"), slot("2025-08-02")], attendanceMode: 3, keywords: {} },
  draft: { timings: [slot("2025-07-15")], state: 1 },
  refused: { timings: [slot("2025-07-16")], state: -1 }
} as const

type Name = keyof typeof written
const isName = (value: unknown): value is Name => typeof value === "string" && Object.hasOwn(written, value)

class Listed extends Context.Tag("test/Listed")<Listed, {
  readonly uids: ReadonlyMap<string, number>
  readonly locationUid: number
}>() {
  static readonly layer = Layer.effect(
    Listed,
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      const place = yield* send(`${main}/locations`, { method: "POST", body: locationBody, headers })
      const locationUid = Number(at(place.body, "location", "uid"))
      const uids = new Map<string, number>()
      for (const [name, fields] of Object.entries(written)) {
        const answer = yield* send(`${main}/events/ext/name/${name}`, {
          method: "PUT",
          body: { ...onlineBody, attendanceMode: 1, locationUid, ...fields, title: { en: name } },
          headers
        })
        expect(answer.status, answer.text).toBe(200)
        uids.set(name, Number(at(answer.body, "event", "uid")))
      }
      return { uids, locationUid }
    })
  )
}

const listed = Listed.layer.pipe(Layer.provideMerge(TestWorld.layer()))

layer(listed, { excludeTestServices: true })("lists of events", (it) => {
  const list = (query: string) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const answer = yield* send(`${main}/events?${query}`, { headers: credentials.moderatorKey })
      expect(answer.status, `${query}: ${answer.text}`).toBe(200)
      return answer
    })

  const names = (body: unknown): ReadonlyArray<Name> => {
    const events = at(body, "events")
    const titles = Array.isArray(events) ? events.map((event: unknown) => at(event, "title", "en")) : []
    return titles.filter(isName)
  }

  describe("filters", () => {
    const filters: ReadonlyArray<readonly [string, ReadonlyArray<Name>]> = [
      ["", ["current", "upcoming", "later", "passed"]],
      ["relative[]=passed", ["passed"]],
      ["relative=upcoming", ["upcoming", "later"]],
      ["relative=current", ["current"]],
      ["relative=ongoing", ["current"]],
      ["relative[]=passed&relative[]=current", ["current", "passed"]],
      ["keyword=jazz", ["current", "passed"]],
      ["keyword[]=JAZZ&keyword[]=ete", ["current"]],
      ["keyword[]=jazz&keyword[]=rock", []],
      ["featured=1", ["current"]],
      ["featured[]=0", ["upcoming", "later", "passed"]],
      ["featured=false", ["upcoming", "later", "passed"]],
      ["status=6", ["upcoming"]],
      ["status[]=6&status[]=1", ["current", "upcoming", "later", "passed"]],
      ["attendanceMode=3", ["later"]],
      ["uid[]=-1", []],
      ["slug=upcoming", ["upcoming"]],
      ["slug[]=upcoming&slug[]=later&slug[]=none", ["upcoming", "later"]],
      ["city=quimper", ["current", "upcoming", "later", "passed"]],
      ["adminLevel4[]=Brest&city[]=QUIMPER", ["current", "upcoming", "later", "passed"]],
      ["region=Bretagne&department=finistere", ["current", "upcoming", "later", "passed"]],
      ["adminLevel1=Normandie", []],
      ["timings[gte]=2025-07-01", ["upcoming", "later"]],
      ["timings[lte]=2025-06-10", ["current", "passed"]],
      ["date.gte=2025-06-19&date.lte=2025-06-21", ["current"]],
      ["timings.gte=2025-06-19&date.lte=2025-06-21", ["current"]],
      ["timings[0][lte]=2025-05-02&timings[1][gte]=2025-08-02", ["later", "passed"]],
      ["timings[gte]=today", ["current", "upcoming", "later"]],
      ["timings[gte]=2025-07-01T10:00&timings[lte]=2025-07-01T10:00&timings[tz]=Europe/Paris", ["upcoming"]],
      ["timings[gte]=2025-07-01T10:00&timings[lte]=2025-07-01T10:00", []],
      ["updatedAt[gte]=2025-06-15", ["current", "upcoming", "later", "passed"]],
      ["updatedAt[lte]=2025-06-14", []],
      ["state[]=1", ["draft"]],
      ["state[]=2&state[]=-1&state[]=1", ["current", "upcoming", "draft", "refused", "later", "passed"]],
      ["state=0", []],
      ["nonsense=1&other[x]=y", ["current", "upcoming", "later", "passed"]]
    ]
    for (const [query, expected] of filters) {
      it.effect(query === "" ? "none" : query, () =>
        Effect.gen(function*() {
          const { body } = yield* list(query)
          expect(names(body)).toEqual(expected)
          expect(at(body, "total")).toBe(expected.length)
          expect(at(body, "after")).toBeNull()
        }))
    }

    it.effect("by uid and location", () =>
      Effect.gen(function*() {
        const { locationUid, uids } = yield* Listed
        expect(names((yield* list(`uid[]=${uids.get("later")}&uid[]=${uids.get("passed")}`)).body)).toEqual(["later", "passed"])
        expect(names((yield* list(`locationUid=${locationUid}`)).body)).toHaveLength(4)
        expect(names((yield* list(`locationUid=${locationUid + 1}`)).body)).toEqual([])
      }))
  })

  describe("sorts and pages", () => {
    const sorts: ReadonlyArray<readonly [string, ReadonlyArray<Name>]> = [
      ["timingsWithFeatured.asc", ["current", "upcoming", "later", "passed"]],
      ["timings.asc", ["current", "upcoming", "later", "passed"]],
      ["lastTimingWithFeatured.asc", ["current", "upcoming", "later", "passed"]],
      ["lastTiming.asc", ["current", "upcoming", "later", "passed"]]
    ]
    for (const [sort, expected] of sorts) {
      it.effect(sort, () =>
        Effect.gen(function*() {
          const { body } = yield* list(`sort=${sort}`)
          expect(names(body)).toEqual(expected)
          expect(at(body, "sort")).toBe(sort)
        }))
    }

    it.effect("following after returns every event once, under every sort and page size, as from does", () =>
      Effect.gen(function*() {
        for (const sort of [...sorts.map(([name]) => name), "updatedAt.asc", "updatedAt.desc"]) {
          const whole = names((yield* list(`sort=${sort}&state[]=2&state[]=1&state[]=-1`)).body)
          expect(whole).toHaveLength(6)
          for (const size of [1, 2, 5, 6, 7]) {
            const walked: Array<Name> = []
            const skipped: Array<Name> = []
            let cursor = ""
            for (let page = 0; page < 10; page++) {
              const query = `sort=${sort}&size=${size}&state[]=2&state[]=1&state[]=-1`
              const { body } = yield* list(`${query}${cursor}`)
              skipped.push(...names((yield* list(`${query}&from=${page * size}`)).body))
              walked.push(...names(body))
              expect(at(body, "total")).toBe(6)
              const after = at(body, "after")
              if (!Array.isArray(after)) break
              expect(after).toHaveLength(sort.includes("Featured") ? 4 : sort.startsWith("updatedAt") ? 2 : 3)
              cursor = after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
            }
            expect(walked, `${sort} by ${size}`).toEqual(whole)
            expect(skipped, `${sort} by ${size}, from`).toEqual(whole)
          }
        }
      }))

    it.effect("size=0 returns only the total", () =>
      Effect.gen(function*() {
        expect((yield* list("size=0")).body).toMatchObject({ total: 4, events: [] })
      }))

    it.effect("a cursor of another sort, or a malformed one, is refused", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { body } = yield* list("sort=timings.asc&size=1")
        const after = at(body, "after")
        const cursor = (Array.isArray(after) ? after : []).map((value) => `after[]=${encodeURIComponent(String(value))}`).join("&")
        for (const query of [`sort=lastTiming.asc&${cursor}`, cursor, "after=null", "after[]=1&after[]=2", `${cursor}x&sort=timings.asc`]) {
          const answer = yield* send(`${main}/events?${query}`, { headers: credentials.ownerless })
          expect(answer.status, query).toBe(400)
          expect(at(answer.body, "errors")).toMatchObject([{ code: "cursor.invalid", field: "after" }])
        }
      }))

    it.effect("includeSort shows the sort values of each event", () =>
      Effect.gen(function*() {
        const { body } = yield* list("includeSort=1")
        expect(at(body, "events", 0, "sort")).toEqual(expect.arrayContaining([{ key: "featured", value: true }]))
        expect(at((yield* list("includeSort=0")).body, "events", 0, "sort")).toBeUndefined()
      }))

    it.effect("detailed adds everything public", () =>
      Effect.gen(function*() {
        expect(at((yield* list("detailed=1&size=1")).body, "events", 0)).toHaveProperty("timings")
        expect(at((yield* list("detailed=0&size=1")).body, "events", 0)).not.toHaveProperty("timings")
      }))
  })

  it.effect("removed events and no longer published ones appear as tombstones", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      const put = (name: string, state: number) =>
        Effect.map(
          send(`${main}/events/ext/gone/${name}`, { method: "PUT", body: { ...onlineBody, keywords: { fr: ["gone"] }, state }, headers }),
          ({ body }) => Number(at(body, "event", "uid"))
        )
      const removed = yield* put("removed", 2)
      const withdrawn = yield* put("withdrawn", 2)
      const never = yield* put("never", 0)
      const stays = yield* put("stays", 2)
      expect((yield* send(`${main}/events/${removed}`, { method: "DELETE", headers })).status).toBe(200)
      expect((yield* send(`${main}/events/${withdrawn}`, { method: "PATCH", body: { state: 0 }, headers })).status).toBe(200)
      expect((yield* send(`${main}/events/${never}`, { method: "DELETE", headers })).status).toBe(200)

      const gone = [`uid[]=${removed}`, `uid[]=${withdrawn}`, `uid[]=${never}`, `uid[]=${stays}`].join("&")
      const ask = (query: string, as: { readonly key: string }) => send(`${main}/events?${gone}&${query}`, { headers: as })
      const uidsOf = (body: unknown) => {
        const events = at(body, "events")
        return Array.isArray(events) ? events.map((event: unknown) => at(event, "uid")) : []
      }
      const tombstone = (uid: number) => ({ uid, removed: true, updatedAt: "2025-06-15T15:06:40.000Z" })

      for (const spelling of ["removed=1", "removed=true"]) {
        const { body } = yield* ask(spelling, credentials.ownerless)
        expect(at(body, "total")).toBe(2)
        expect(at(body, "events")).toEqual(expect.arrayContaining([tombstone(removed), tombstone(withdrawn)]))
      }
      for (const spelling of ["removed=null", "removed=", "removed=null&keyword=nothing&featured=1"]) {
        const { body } = yield* ask(spelling, credentials.ownerless)
        const stillThere = spelling.includes("keyword") ? [] : [stays]
        expect(new Set(uidsOf(body)), spelling).toEqual(new Set([...stillThere, removed, withdrawn]))
        expect(uidsOf(body).slice(0, stillThere.length), spelling).toEqual(stillThere)
      }
      const { body } = yield* ask("removed=null", credentials.ownerless)
      expect(at(body, "events", 0)).toMatchObject({ uid: stays, removed: false, timings: expect.any(Array) })
      expect(uidsOf((yield* ask("removed=0", credentials.ownerless)).body)).toEqual([stays])
      const privileged = yield* ask("removed=1", credentials.moderatorKey)
      expect(uidsOf(privileged.body)).not.toContain(stays)
      expect(uidsOf(privileged.body)).toContain(removed)
      const since = yield* ask("removed=null&updatedAt[gte]=2025-06-16&sort=updatedAt.asc", credentials.ownerless)
      expect(since.body).toMatchObject({ total: 0, events: [], sort: "updatedAt.asc" })
    }))
})

layer(TestWorld.layer(), { excludeTestServices: true })("other lists", (it) => {
  it.effect("agendas by uid, slug, official, words and page", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const uids = (query: string) =>
        Effect.map(send(`/v2/agendas?${query}`, { headers: credentials.ownerless }), ({ body }) => {
          const found = at(body, "agendas")
          return {
            uids: Array.isArray(found) ? found.map((agenda: unknown) => at(agenda, "uid")) : [],
            total: at(body, "total"),
            after: at(body, "after")
          }
        })
      expect(yield* uids("")).toEqual({ uids: [agendas.main, agendas.other], total: 2, after: null })
      expect((yield* uids(`uid[]=${agendas.other}&uid[]=-1`)).uids).toEqual([agendas.other])
      expect((yield* uids("slug=town-agenda")).uids).toEqual([agendas.main])
      expect((yield* uids("official=1")).uids).toEqual([agendas.other])
      expect((yield* uids("search=TOWN")).uids).toEqual([agendas.main])
      expect((yield* uids("search=nothing")).uids).toEqual([])
      expect((yield* uids(`uid[]=${agendas.private}&uid[]=${agendas.unindexed}`)).uids).toEqual([])
      const first = yield* uids("size=1")
      expect(first).toMatchObject({ uids: [agendas.main], total: 2, after: expect.any(Array) })
      const cursor = (Array.isArray(first.after) ? first.after : []).map((value) => `after[]=${String(value)}`).join("&")
      expect(yield* uids(`size=1&${cursor}`)).toEqual({ uids: [agendas.other], total: 2, after: null })
    }))

  it.effect("locations by words, order and page", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const name of ["Arena", "Cinema", "Bibliothèque"]) {
        yield* send(`${main}/locations`, { method: "POST", body: { ...locationBody, name }, headers: credentials.contributorToken })
      }
      const names = (query: string) =>
        Effect.map(send(`${main}/locations?${query}`, { headers: credentials.ownerless }), ({ body }) => {
          const found = at(body, "locations")
          return {
            names: Array.isArray(found) ? found.map((place: unknown) => at(place, "name")) : [],
            total: at(body, "total"),
            after: at(body, "after")
          }
        })
      expect(yield* names("sort=name.asc")).toEqual({ names: ["Arena", "Bibliothèque", "Cinema"], total: 3, after: null })
      expect((yield* names("order=name.desc")).names).toEqual(["Cinema", "Bibliothèque", "Arena"])
      expect((yield* names("search=bibliotheque")).names).toEqual(["Bibliothèque"])
      expect((yield* names("from=1&size=1&sort=name.asc")).names).toEqual(["Bibliothèque"])
      expect((yield* names("from=50")).names).toEqual([])
      const first = yield* names("sort=name.asc&size=2")
      expect(first.after).toEqual(expect.any(Number))
      expect((yield* names(`sort=name.asc&size=2&after=${String(first.after)}`)).names).toEqual(["Cinema"])
      const wrong = yield* send(`${main}/locations`, { method: "POST", body: { latitude: 91 }, headers: credentials.contributorToken })
      expect(wrong.status).toBe(400)
      expect(at(wrong.body, "errors")).toMatchObject(
        expect.arrayContaining(["name", "address", "countryCode", "latitude"].map((field) => expect.objectContaining({ field })))
      )
    }))
})
