import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { FilledWorld, written } from "../../world/FilledWorld.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type CredentialName } from "../../world/World.js"

layer(FilledWorld.layer, { excludeTestServices: true })("the list across agendas", (it) => {
  const ask = (query: string, as: CredentialName = "ownerless") =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`/v2/events?${query}`, as === "none" ? {} : { headers: credentials[as] }))
  const titles = (query: string, as: CredentialName = "ownerless") =>
    Effect.map(ask(query, as), ({ body, status, text }) => {
      expect(status, `${query}: ${text}`).toBe(200)
      const events = at(body, "events")
      return Array.isArray(events) ? events.map((event: unknown) => String(at(event, "title", "en"))) : []
    })

  const ofMain = ["jazz", "rock", "opera", "lost", "talk"]

  it.effect("has the published events of public, indexed agendas, by time", () =>
    Effect.gen(function*() {
      const { body } = yield* ask("")
      expect(body).toMatchObject({ success: true, total: 6, after: null, sort: "timings.asc" })
      expect(new Set(yield* titles(""))).toEqual(new Set([...ofMain, "other"]))
      expect(Object.keys(written)).toContain("draft")
      for (const as of ["moderatorKey", "administratorToken", "strangerToken"] as const) {
        expect(new Set(yield* titles("", as)), as).toEqual(new Set([...ofMain, "other"]))
      }
    }))

  it.effect("has the agenda of each event", () =>
    Effect.gen(function*() {
      const { body } = yield* ask("search=other")
      expect(at(body, "events", 0, "originAgenda")).toMatchObject({ uid: agendas.other, title: "Other agenda" })
    }))

  it.effect("is limited to the agenda of an agenda key", () =>
    Effect.gen(function*() {
      expect(new Set(yield* titles("", "agendaKey"))).toEqual(new Set(ofMain))
      expect(yield* titles("", "otherAgendaKey")).toEqual(["other"])
    }))

  it.effect("requires a credential", () =>
    Effect.gen(function*() {
      expect((yield* ask("", "none")).status).toBe(401)
      expect((yield* ask("", "unknownKey")).status).toBe(403)
      expect((yield* ask("", "unknownToken")).status).toBe(401)
    }))

  it.effect("has filters, search, facets and paging like other lists", () =>
    Effect.gen(function*() {
      expect(yield* titles(`originAgendaUid=${agendas.other}`)).toEqual(["other"])
      expect(yield* titles("keyword=ailleurs")).toEqual(["other"])
      expect(yield* titles("city=brest&relative[]=current&relative[]=upcoming")).toEqual(["rock"])
      expect(yield* titles("search=opera")).toEqual(["opera"])
      expect(yield* titles("genres=1&dossier=1")).toHaveLength(6)
      const counted = yield* ask("aggs=originAgendas&aggs=keywords&size=0")
      expect(at(counted.body, "aggregations", "originAgendas")).toEqual([
        {
          key: agendas.main,
          eventCount: 5,
          agenda: { uid: agendas.main, title: "Town agenda", slug: "town-agenda", image: null, url: null }
        },
        {
          key: agendas.other,
          eventCount: 1,
          agenda: { uid: agendas.other, title: "Other agenda", slug: "other-agenda", image: null, url: null }
        }
      ])
      const walked: Array<string> = []
      let cursor = ""
      for (let page = 0; page < 10; page++) {
        const { body } = yield* ask(`size=1${cursor}`)
        walked.push(String(at(body, "events", 0, "title", "en")))
        const after = at(body, "after")
        if (!Array.isArray(after)) break
        expect(after).toHaveLength(3)
        cursor = after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
      }
      expect(walked).toEqual(yield* titles(""))
    }))

  describe("refuses parameters of a single agenda", () => {
    const refused: ReadonlyArray<readonly [string, string, string]> = [
      ["state=2", "state", "2"],
      ["featured=1", "featured", "1"],
      ["sort=timingsWithFeatured.asc", "sort", "timingsWithFeatured.asc"],
      ["sort[]=updatedAt.asc&sort[]=lastTimingWithFeatured.asc", "sort", "lastTimingWithFeatured.asc"],
      ["aggs=states", "aggs", "states"],
      ["aggs=featured", "aggs", "featured"],
      ["aggs[0][t]=af&aggs[0][f]=genres", "aggs[0]", "additionalFields"],
      ["aggregations[0][t]=additionalFieldMetrics&aggregations[0][f]=places", "aggregations[0]", "additionalFieldMetrics"]
    ]
    for (const [query, field, origin] of refused) {
      it.effect(query, () =>
        Effect.gen(function*() {
          const { body, status } = yield* ask(query, "administratorKey")
          expect(status).toBe(400)
          expect(at(body, "errors")).toMatchObject([{ code: "parameter.invalid", field, origin }])
        }))
    }
    it.effect("reports all errors at once", () =>
      Effect.gen(function*() {
        const { body } = yield* ask("state=0&featured=1&size=1000&after[]=x&uid=a&aggs=states")
        const errors = at(body, "errors")
        expect(Array.isArray(errors) ? errors.map((error: unknown) => at(error, "field")) : []).toEqual(
          ["uid", "size", "state", "featured", "aggs", "after"]
        )
      }))
  })
})
