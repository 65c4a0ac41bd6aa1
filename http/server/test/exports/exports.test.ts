import { exportFormatNames, exportFormats } from "@agenda-engine/http/query/exportFormat"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expectProblem } from "../world/expectProblem.js"
import { FilledWorld, type Name } from "../world/FilledWorld.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Call } from "../world/World.js"
import { uidsIn } from "./readExport.js"

const list = `/v2/agendas/${agendas.main}/events`

layer(FilledWorld.layer, { excludeTestServices: true })("exports", (it) => {
  for (const format of exportFormatNames) {
    const path = `${list}.${format}`
    const open = `/agendas/${agendas.main}/events.v2.${format}`

    const uids = (bytes: Uint8Array) => Effect.promise(() => uidsIn[format](bytes))

    const namesAt = (address: string, call: Call = {}) =>
      Effect.gen(function*() {
        const { send } = yield* TestWorld
        const { events } = yield* FilledWorld
        const names = new Map([...events].map(([name, uid]) => [uid, name]))
        const answer = yield* send(address, call)
        expect(answer.status, answer.text).toBe(200)
        return (yield* uids(answer.bytes)).map((uid) => names.get(uid) ?? "unknown")
      })

    const all: ReadonlyArray<Name> = ["jazz", "rock", "opera", "talk", "lost"]

    describe(format, () => {
      it.effect("has every published event, in the order of the list", () =>
        Effect.gen(function*() {
          const { credentials } = yield* TestWorld
          const headers = credentials.ownerless
          expect((yield* namesAt(path, { headers })).toSorted()).toEqual(all.toSorted())
          for (const sort of ["timings.asc", "updatedAt.desc", "createdAt.asc"]) {
            const asked = `sort=${sort}`
            const { send } = yield* TestWorld
            const listed = yield* send(`${list}?${asked}`, { headers })
            const events: ReadonlyArray<{ readonly uid: number }> = Object(listed.body).events
            expect(yield* uids((yield* send(`${path}?${asked}`, { headers })).bytes), sort).toEqual(events.map(({ uid }) => uid))
          }
        }))

      it.effect("takes the filters of the list, and refuses what it refuses", () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          const headers = credentials.ownerless
          const matching = (filter: string) => Effect.map(namesAt(`${path}?${filter}`, { headers }), (names) => names.toSorted())
          expect(yield* matching("keyword=jazz")).toEqual(["jazz", "rock"])
          expect(yield* matching("genres[]=3")).toEqual(["opera"])
          expect(yield* matching("city=Brest&search=rock")).toEqual(["rock"])
          expect(yield* matching("keyword=nothing")).toEqual([])
          expect(yield* matching("size=2&sort=timings.asc")).toHaveLength(2)
          expect(yield* matching("from=4")).toHaveLength(1)
          for (const wrong of ["status=9", "size=10001", "includeFields=nonsense", "dossier=1&timings[gte]=soon"]) {
            expectProblem(yield* send(`${path}?${wrong}`, { headers }), 400, "parameters", expect.any(String))
          }
        }))

      it.effect("shows each caller what the list shows", () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          const { moderatorKey, ownerless, strangerToken } = credentials
          const drafts = `${path}?state[]=1`
          expect(yield* namesAt(drafts, { headers: moderatorKey })).toEqual(["draft"])
          for (const headers of [ownerless, strangerToken]) {
            expectProblem(yield* send(drafts, { headers }), 403, "forbidden", expect.any(String))
          }
          expect((yield* namesAt(path, { headers: moderatorKey })).toSorted()).toEqual(all.toSorted())
          expectProblem(yield* send(path), 401, "unauthorized", "a key or an access token is needed")
          expectProblem(yield* send(path, { headers: credentials.unknownKey }), 403, "forbidden", expect.any(String))
          expectProblem(yield* send(path, { headers: credentials.otherAgendaKey }), 403, "forbidden", expect.any(String))
          const hidden = `/v2/agendas/${agendas.private}/events.${format}`
          expect((yield* send(hidden, { headers: ownerless })).status).toBe(403)
          expect(yield* namesAt(hidden, { headers: credentials.administratorKey })).toEqual(["private"])
          expect((yield* send(`/v2/agendas/9/events.${format}`, { headers: ownerless })).status).toBe(404)
        }))

      it.effect("needs no credential outside /v2, and shows published events of public agendas", () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          expect((yield* namesAt(open)).toSorted()).toEqual(all.toSorted())
          expect(yield* namesAt(`${open}?keyword=jazz&sort=timings.asc`)).toEqual(["jazz", "rock"])
          expect(yield* namesAt(`/agendas/town-agenda/events.v2.${format}?genres=3`)).toEqual(["opera"])
          expect((yield* send(`${open}?state[]=1`)).status).toBe(403)
          expect(yield* namesAt(`${open}?state[]=1&key=${credentials.moderatorKey.key}`)).toEqual(["draft"])
          const hidden = `/agendas/${agendas.private}/events.v2.${format}`
          expect((yield* send(hidden)).status).toBe(404)
          expect((yield* send(hidden, { headers: credentials.ownerless })).status).toBe(403)
          expect(yield* namesAt(hidden, { headers: credentials.administratorToken })).toEqual(["private"])
          expect((yield* send(open, { headers: credentials.unknownKey })).status).toBe(403)
          expect((yield* send(open, { headers: credentials.unknownToken })).status).toBe(401)
          expect((yield* send(`/agendas/9/events.v2.${format}`)).status).toBe(404)
          expect((yield* send(`/agendas/${agendas.main}/events.v2.pdf`)).status).toBe(404)
        }))

      it.effect("may be stored by caches only if anybody may read it", () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          const anonymous = yield* send(open)
          expect(anonymous.headers).toMatchObject({
            "cache-control": "public, max-age=60, must-revalidate",
            "content-type": exportFormats[format].contentType,
            "vary": "key, access-token, authorization, accept-encoding",
            "content-disposition": expect.stringContaining(`filename="town-agenda.${format}"`)
          })
          for (
            const one of [yield* send(open, { headers: credentials.ownerless }), yield* send(path, { headers: credentials.ownerless })]
          ) {
            expect(one.headers["cache-control"]).toBe("private, no-cache")
            expect(one.headers.vary).toBe("key, access-token, authorization, accept-encoding")
          }
        }))

      it.effect("answers HEAD, conditional requests and OPTIONS", () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          const headers = { ...credentials.ownerless, "x-request-id": "r" }
          const get = yield* send(`${path}?keyword=jazz`, { headers })
          const etag = String(get.headers.etag)
          expect(etag).toMatch(/^W\/"/)
          const head = yield* send(`${path}?keyword=jazz`, { headers, method: "HEAD" })
          expect([head.status, head.text, { ...head.headers, date: "" }]).toEqual([200, "", { ...get.headers, date: "" }])
          const conditional = { headers: { ...headers, "if-none-match": etag } }
          const same = yield* send(`${path}?keyword=jazz`, conditional)
          expect([same.status, same.text, same.headers.etag]).toEqual([304, "", etag])
          expect((yield* send(`${path}?keyword=rock`, conditional)).status).toBe(200)
          expect((yield* send(`${path}?keyword=jazz&monolingual=en`, conditional)).status).toBe(200)
          const other = yield* send(`${path}?keyword=jazz`, { headers: { ...credentials.moderatorKey, "if-none-match": etag } })
          expect(other.status).toBe(200)
          const options = yield* send(open, { method: "OPTIONS" })
          expect(options.headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS")
          expect((yield* send(path, { method: "POST", headers })).status).toBe(405)
        }))

      it.effect("is compressed, but for a workbook, which is a ZIP file", () =>
        Effect.gen(function*() {
          const { send } = yield* TestWorld
          const { headers } = yield* send(open, { headers: { "accept-encoding": "gzip" } })
          expect(headers["content-encoding"]).toBe(format === "xlsx" ? undefined : "gzip")
        }))

      it.effect("is what the list becomes by format or Accept", () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          const headers = credentials.ownerless
          const exported = yield* send(path, { headers })
          const named = yield* send(`${list}?format=${format}`, { headers })
          const accept = exportFormats[format].mediaType
          const accepted = yield* send(list, { headers: { ...headers, accept } })
          for (const one of [named, accepted]) {
            expect(one.headers["content-type"]).toBe(exported.headers["content-type"])
            expect(yield* uids(one.bytes)).toEqual(yield* uids(exported.bytes))
            expect(one.headers.vary).toBe("key, access-token, authorization, accept-encoding, accept")
          }
          // Each form of the list has a place of its own in the response cache.
          for (let round = 0; round < 3; round++) {
            expect((yield* send(list, { headers })).headers["content-type"]).toBe("application/json")
            expect((yield* send(list, { headers: { ...headers, accept } })).headers["content-type"]).toBe(exported.headers["content-type"])
          }
          expect((yield* send(list, { headers: { ...headers, accept: `${accept};q=0.1, */*` } })).body).toMatchObject({ success: true })
          expect((yield* send(`${list}?format=json`, { headers: { ...headers, accept } })).body).toMatchObject({ success: true })
        }))
    })
  }

  it.effect("of no events are whole files", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const format of exportFormatNames) {
        const { bytes, status } = yield* send(`${list}.${format}?uid=1`, { headers: credentials.ownerless })
        expect([status, yield* Effect.promise(() => uidsIn[format](bytes))], format).toEqual([200, []])
      }
    }))
})
