import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Call, type CredentialName } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`

type Expected = Partial<Record<CredentialName, number>> & { readonly default: number }

interface Row {
  readonly label: string
  readonly path: string
  readonly call?: Call
  readonly expected: Expected
}

const everybody: ReadonlyArray<CredentialName> = [
  "none",
  "ownerless",
  "agendaKey",
  "otherAgendaKey",
  "strangerKey",
  "contributorKey",
  "moderatorKey",
  "administratorKey",
  "moderatorSecret",
  "strangerToken",
  "contributorToken",
  "moderatorToken",
  "administratorToken",
  "unknownKey",
  "unknownToken"
]

const nobody = { none: 401, unknownKey: 403, unknownToken: 401 } as const

/** Any known caller reads what is public; an agenda key of another agenda does not. */
const publicRead: Expected = { ...nobody, otherAgendaKey: 403, default: 200 }
const moderation: Expected = {
  ...nobody,
  moderatorKey: 200,
  administratorKey: 200,
  moderatorSecret: 200,
  moderatorToken: 200,
  administratorToken: 200,
  default: 403
}
const unpublished: Expected = { ...moderation, otherAgendaKey: 403, default: 404 }
const membersWrite: Expected = {
  ...nobody,
  unknownKey: 403,
  strangerToken: 403,
  contributorToken: 200,
  moderatorToken: 200,
  administratorToken: 200,
  default: 401
}
const editorsWrite: Expected = { ...membersWrite, contributorToken: 403 }
const hiddenFromOthers: Expected = { ...membersWrite, strangerToken: 404, contributorToken: 404 }

const post = (body: unknown): Call => ({ method: "POST", body })

layer(TestWorld.layer(), { excludeTestServices: true })("every route for every credential", (it) => {
  /** Makes an event as the moderator, under an external identifier of its own. */
  const made = (key: string, state: number) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const answer = yield* send(`${main}/events/ext/access/${key}`, {
        method: "PUT",
        headers: credentials.moderatorToken,
        body: { ...onlineBody, state, extIds: [{ key: "access", value: key }] }
      })
      expect(answer.status, answer.text).toBe(200)
      return { uid: String(at(answer.body, "event", "uid")), slug: String(at(answer.body, "event", "slug")) }
    })

  const check = (row: (names: { readonly uid: string; readonly slug: string }) => Row, state: number, fresh: boolean) =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const key = row({ uid: "", slug: "" }).label.replaceAll(/\W/g, "-")
      let event = yield* made(key, state)
      for (const name of everybody) {
        if (fresh) event = yield* made(key, state)
        const { call = {}, expected, path } = row(event)
        const answer = yield* send(path, { ...call, headers: { ...call.headers, ...(name === "none" ? {} : credentials[name]) } })
        expect(answer.status, `${name}: ${answer.text}`).toBe(expected[name] ?? expected.default)
        if (answer.status >= 400) expect(answer.body, name).toMatchObject({ success: false, status: answer.status })
      }
    })

  describe("reads", () => {
    const rows: ReadonlyArray<(event: { readonly uid: string; readonly slug: string }) => Row> = [
      () => ({ label: "search agendas", path: "/v2/agendas", expected: { ...nobody, default: 200 } }),
      () => ({ label: "agenda", path: main, expected: publicRead }),
      () => ({ label: "agenda by slug", path: "/v2/agendas/slug/town-agenda", expected: publicRead }),
      () => ({ label: "list", path: `${main}/events`, expected: publicRead }),
      () => ({ label: "list of published", path: `${main}/events?state=2`, expected: publicRead }),
      () => ({ label: "list of refused", path: `${main}/events?state[]=2&state[]=-1`, expected: { ...moderation, otherAgendaKey: 403 } }),
      ({ uid }) => ({ label: "event", path: `${main}/events/${uid}`, expected: publicRead }),
      ({ slug }) => ({ label: "event by slug", path: `${main}/events/slug/${slug}`, expected: publicRead }),
      () => ({ label: "event by ext", path: `${main}/events/ext/access/event-by-ext`, expected: publicRead }),
      () => ({ label: "locations", path: `${main}/locations`, expected: publicRead }),
      () => ({ label: "unknown location", path: `${main}/locations/ext/erp/17`, expected: { ...publicRead, default: 404 } }),
      () => ({ label: "unknown event", path: `${main}/events/1`, expected: { ...publicRead, default: 404 } }),
      () => ({
        label: "unknown agenda",
        path: "/v2/agendas/9/events",
        expected: { ...nobody, agendaKey: 404, otherAgendaKey: 404, default: 404 }
      })
    ]
    for (const row of rows) it.effect(row({ uid: "", slug: "" }).label, () => check(row, 2, false))
  })

  describe("unpublished events", () => {
    for (const state of [-1, 0, 1]) {
      it.effect(`state ${state} by uid`, () =>
        check(({ uid }) => ({ label: `hidden ${state} uid`, path: `${main}/events/${uid}`, expected: unpublished }), state, false))
      it.effect(`state ${state} by slug`, () =>
        check(({ slug }) => ({ label: `hidden ${state} slug`, path: `${main}/events/slug/${slug}`, expected: unpublished }), state, false))
      it.effect(`state ${state} by external identifier`, () =>
        check(() => ({ label: `hidden${state}`, path: `${main}/events/ext/access/hidden${state}`, expected: unpublished }), state, false))
    }

    it.effect("answer the same bytes as an event that never existed", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const hidden = yield* made("bytes", 0)
        const headers = { "x-request-id": "r" }
        for (const name of ["ownerless", "agendaKey", "strangerKey", "contributorKey", "contributorToken"] as const) {
          for (
            const [there, never] of [[hidden.uid, "1"], [`slug/${hidden.slug}`, "slug/never"], ["ext/access/bytes", "ext/access/never"]]
          ) {
            const one = yield* send(`${main}/events/${there}`, { headers: { ...credentials[name], ...headers } })
            const other = yield* send(`${main}/events/${never}`, { headers: { ...credentials[name], ...headers } })
            expect({ ...one, headers: { ...one.headers, date: "" } }).toEqual({ ...other, headers: { ...other.headers, date: "" } })
          }
        }
      }))

    it.effect("appear in no list of callers who may not see them, with any parameters", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const hidden = yield* made("nolist", 1)
        const queries = [
          "",
          `uid[]=${hidden.uid}`,
          `slug=${hidden.slug}`,
          "keyword=jazz",
          "removed=null",
          "removed=1",
          "removed=",
          "featured=0"
        ]
        for (const name of ["ownerless", "agendaKey", "strangerKey", "contributorKey", "contributorToken"] as const) {
          for (const query of queries) {
            const answer = yield* send(`${main}/events?size=300&detailed=1&${query}`, { headers: credentials[name] })
            expect(answer.status).toBe(200)
            expect(answer.text).not.toContain(hidden.uid)
          }
        }
        const seen = yield* send(`${main}/events?state[]=1&uid[]=${hidden.uid}`, { headers: credentials.moderatorKey })
        expect(at(seen.body, "total")).toBe(1)
        expect(at(seen.body, "events", 0, "uid")).toBe(Number(hidden.uid))
      }))

    it.effect("the member `member` is shown to privileged callers only", () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const { uid } = yield* made("member", 2)
        for (const name of everybody) {
          if (name === "none" || name === "unknownKey" || name === "unknownToken" || name === "otherAgendaKey") continue
          const one = yield* send(`${main}/events/${uid}`, { headers: credentials[name] })
          const list = yield* send(`${main}/events?detailed=1&uid=${uid}`, { headers: credentials[name] })
          const mayRead = ["moderatorSecret", "moderatorToken", "administratorToken"].includes(name)
          expect(at(one.body, "event", "member") !== undefined, name).toBe(mayRead)
          expect(at(list.body, "events", 0, "member") !== undefined, name).toBe(mayRead)
        }
      }))
  })

  describe("writes", () => {
    const rows: ReadonlyArray<readonly [(event: { readonly uid: string; readonly slug: string }) => Row, state: number]> = [
      [() => ({ label: "create", path: `${main}/events`, call: post(onlineBody), expected: membersWrite }), 2],
      [({ uid }) => ({
        label: "replace by put",
        path: `${main}/events/${uid}`,
        call: { method: "PUT", body: onlineBody },
        expected: editorsWrite
      }), 2],
      [({ uid }) => ({ label: "replace by post", path: `${main}/events/${uid}`, call: post(onlineBody), expected: editorsWrite }), 2],
      [({ uid }) => ({
        label: "patch",
        path: `${main}/events/${uid}`,
        call: { method: "PATCH", body: { status: 6 } },
        expected: editorsWrite
      }), 2],
      [() => ({
        label: "upsert-put",
        path: `${main}/events/ext/access/upsert-put`,
        call: { method: "PUT", body: onlineBody },
        expected: editorsWrite
      }), 2],
      [() => ({
        label: "upsert-post",
        path: `${main}/events/ext/access/upsert-post`,
        call: post(onlineBody),
        expected: editorsWrite
      }), 2],
      [() => ({
        label: "patch-ext",
        path: `${main}/events/ext/access/patch-ext`,
        call: { method: "PATCH", body: { status: 6 } },
        expected: editorsWrite
      }), 2],
      [({ uid }) => ({ label: "delete", path: `${main}/events/${uid}`, call: { method: "DELETE" }, expected: editorsWrite }), 2],
      [
        () => ({ label: "delete-ext", path: `${main}/events/ext/access/delete-ext`, call: { method: "DELETE" }, expected: editorsWrite }),
        2
      ],
      [({ uid }) => ({
        label: "patch hidden",
        path: `${main}/events/${uid}`,
        call: { method: "PATCH", body: { status: 6 } },
        expected: hiddenFromOthers
      }), 0],
      [({ uid }) => ({
        label: "delete hidden",
        path: `${main}/events/${uid}`,
        call: { method: "DELETE" },
        expected: hiddenFromOthers
      }), -1],
      [() => ({ label: "create location", path: `${main}/locations`, call: post(locationBody), expected: membersWrite }), 2],
      [() => ({
        label: "invite",
        path: `${main}/members/invite`,
        call: post({ role: "contributor", emails: ["guest@example.org"] }),
        expected: editorsWrite
      }), 2]
    ]
    for (const [row, state] of rows) it.effect(row({ uid: "", slug: "" }).label, () => check(row, state, true))
  })

  it.effect("a private agenda is readable by its members only", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const path of ["", "/events", "/events/1", "/locations"]) {
        for (const [name, status] of [["ownerless", 403], ["strangerToken", 403], ["agendaKey", 403], ["moderatorToken", 403]] as const) {
          const answer = yield* send(`/v2/agendas/${agendas.private}${path}`, { headers: credentials[name] })
          expect(answer.status, `${path} ${name}`).toBe(status)
        }
        const member = yield* send(`/v2/agendas/${agendas.private}${path}`, { headers: credentials.administratorKey })
        expect(member.status, path).toBe(path === "/events/1" ? 404 : 200)
      }
      const found = yield* send("/v2/agendas?size=100", { headers: credentials.administratorKey })
      expect(found.text).not.toContain("Private agenda")
      expect(found.text).not.toContain("Unindexed agenda")
      expect((yield* send(`/v2/agendas/${agendas.unindexed}`, { headers: credentials.ownerless })).status).toBe(200)
    }))

  it.effect("a query string with a fault is refused only after 403 and 404", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const faulty = ["?detailed=x", "/events?size=x", "/locations?size=x", "/members?size=x"]
      for (const path of faulty) {
        const status = (agenda: number, name: Exclude<CredentialName, "none">) =>
          Effect.map(send(`/v2/agendas/${agenda}${path}`, { headers: credentials[name] }), (answer) => answer.status)
        for (const name of ["ownerless", "strangerToken", "agendaKey", "moderatorToken"] as const) {
          expect(yield* status(agendas.private, name), `${path} ${name}`).toBe(403)
        }
        expect(yield* status(9, "administratorToken"), path).toBe(404)
        expect(yield* status(agendas.private, "administratorToken"), path).toBe(400)
      }
      const own = (agenda: number, name: Exclude<CredentialName, "none">) =>
        Effect.map(send(`/v2/me/agendas/${agenda}?detailed=x`, { headers: credentials[name] }), (answer) => answer.status)
      expect([yield* own(agendas.private, "ownerless"), yield* own(agendas.private, "strangerToken"), yield* own(9, "administratorToken")])
        .toEqual([403, 404, 404])
      expect(yield* own(agendas.private, "administratorToken")).toBe(400)
    }))

  it.effect("the token takes precedence over the key, and an unknown token beside a valid key is refused", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const path = `${main}/events?state=0`
      const both = yield* send(path, { headers: { ...credentials.ownerless, ...credentials.moderatorToken } })
      expect(both.status).toBe(200)
      const stale = yield* send(path, { headers: { ...credentials.moderatorKey, ...credentials.unknownToken } })
      expect(stale.status).toBe(401)
    }))

  it.effect("every way of sending a credential is equivalent", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { key } = credentials.moderatorKey
      const token = credentials.moderatorToken["access-token"]
      const path = `${main}/events?state=0`
      for (const query of [`key=${key}`, `key[]=${key}`, `key%5B0%5D=${key}`]) {
        expect((yield* send(`${path}&${query}`)).status, query).toBe(200)
      }
      for (
        const headers of [
          { "Access-Token": token },
          { authorization: `Bearer ${token}` },
          { authorization: `bearer ${token}`, nonce: "42" },
          { authorization: `Basic ${token}`, key }
        ]
      ) {
        expect((yield* send(path, { headers })).status, Object.keys(headers).join()).toBe(200)
      }
      for (const headers of [{ authorization: `Basic ${token}` }, { key: "" }, { "access-token": " " }]) {
        expect((yield* send(path, { headers })).status).toBe(401)
      }
      const form = { "content-type": "application/x-www-form-urlencoded" }
      const body = new URLSearchParams({ access_token: token, data: JSON.stringify(onlineBody) }).toString()
      expect((yield* send(`${main}/events`, { method: "POST", headers: form, body })).status).toBe(200)
      const json = yield* send(`${main}/events`, { method: "POST", body: { access_token: token, data: onlineBody } })
      expect(json.status).toBe(401)
    }))
})
