import { Members } from "@agenda-engine/core/services/Members"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Answer, type Call, type CredentialName } from "../../world/World.js"

const invite = `/v2/agendas/${agendas.main}/members/invite`
const day = 86_400_000
let now = 1_750_000_000_000

const ask = (as: CredentialName, path: string, call: Call = {}) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) => send(path, { ...call, headers: { ...call.headers, ...(as === "none" ? {} : credentials[as]) } })
  )

const inviting = (as: CredentialName, body: unknown, headers: Readonly<Record<string, string>> = {}, path = invite) =>
  ask(as, path, { method: "POST", body, headers })

/** The path and query of the link in the last mail. */
const lastLink = Effect.flatMap(TestWorld, ({ mailBox }) =>
  Effect.map(mailBox.taken, (mails) => {
    const link = new URL(/https?:\S+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "")
    expect(link.origin).toBe("https://agenda.example")
    return `${link.pathname}${link.search}`
  }))

const membersOf = (agenda: number) =>
  Effect.map(ask("administratorToken", `/v2/agendas/${agenda}/members?limit=100`), (answer) => {
    const items = at(answer.body, "items")
    return Array.isArray(items) ? items.map((item: unknown) => `${String(at(item, "email"))} ${String(at(item, "role"))}`) : []
  })

const post = (link: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => {
  const [path = "", query = ""] = link.split("?")
  return ask("none", path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ token: new URLSearchParams(query).get("token") ?? "", ...fields }).toString()
  })
}

const expectPage = ({ headers, status, text }: Answer, expected: number, says: string) => {
  expect(status, text).toBe(expected)
  expect(headers["content-type"]).toBe("text/html; charset=utf-8")
  expect(headers["cache-control"]).toBe("no-store")
  expect(headers["referrer-policy"]).toBe("no-referrer")
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
  expect(text).toContain(says)
  expect(text).not.toMatch(/<script|src=|@import|url\(/)
}

layer(TestWorld.layer({ now: () => now }), { excludeTestServices: true })("POST members/invite", (it) => {
  it.effect("returns the created invitations in the form that clients expect", () =>
    Effect.gen(function*() {
      const emails = Array.from({ length: 23 }, (_, index) => `guest${index}@example.org`)
      const answer = yield* inviting("moderatorToken", { role: "contributor", emails, message: "**Bienvenue** <script>alert(1)</script>" })
      expect(answer.status, answer.text).toBe(200)
      expect(Object.keys(Object(answer.body))).toEqual(["success", "queued", "processed"])
      expect(answer.body).toMatchObject({ success: true, queued: 23 })
      expect(at(answer.body, "processed", 19)).toEqual({
        userUid: null,
        deletedUser: false,
        name: null,
        phone: null,
        email: "guest19@example.org",
        position: null,
        organization: null,
        role: "contributor"
      })
      expect(at(answer.body, "processed", 20)).toBeUndefined()
      const { mailBox } = yield* TestWorld
      yield* Effect.repeat(Effect.zipRight(Effect.sleep("20 millis"), mailBox.taken), { until: (mails) => mails.length >= 23 })
      const mails = yield* mailBox.taken
      expect(mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted())
      expect(mails[0]?.html).toContain("<strong>Bienvenue</strong>")
      expect(mails.map(({ html }) => html).join("")).not.toContain("<script")
    }))

  it.effect("accepts a body in all its forms", () =>
    Effect.gen(function*() {
      const body = (email: string) => ({ role: "contributor", emails: [email] })
      const multipart = (email: string) =>
        `--b\r\ncontent-disposition: form-data; name="data"\r\n\r\n${JSON.stringify(body(email))}\r\n--b--\r\n`
      const forms: ReadonlyArray<readonly [unknown, Readonly<Record<string, string>>]> = [
        [body("root@example.org"), {}],
        [{ data: body("data@example.org") }, {}],
        [`data=${encodeURIComponent(JSON.stringify(body("form@example.org")))}`, { "content-type": "application/x-www-form-urlencoded" }],
        [multipart("parts@example.org"), { "content-type": "multipart/form-data; boundary=b" }]
      ]
      for (const [form, headers] of forms) {
        const answer = yield* inviting("administratorToken", form, headers)
        expect(answer.body, answer.text).toMatchObject({ queued: 1, processed: [{ role: "contributor" }] })
      }
    }))
})

layer(TestWorld.layer({ now: () => now }), { excludeTestServices: true })("the invitation page", (it) => {
  it.effect("changes nothing on GET, and creates a member when its form is posted", () =>
    Effect.gen(function*() {
      yield* inviting("moderatorToken", { role: "moderator", emails: ["zoe@example.org"] })
      const link = yield* lastLink
      for (const method of ["GET", "HEAD", "GET"]) expect((yield* ask("none", link, { method })).status).toBe(200)
      const page = yield* ask("none", link, { headers: { "accept-language": "de, fr;q=0.9" } })
      expectPage(page, 200, "en tant que modérateur")
      expect(page.text).toContain("zoe@example.org")
      expect(page.text).toContain('name="name"')
      expect(yield* membersOf(agendas.main)).not.toContain("zoe@example.org moderator")
      expectPage(yield* post(link, { name: "Zoé <b>" }), 200, "You are now moderator of the agenda “<bdi>Town agenda</bdi>”.")
      expectPage(yield* post(link, {}), 200, "You are now moderator")
      const members = yield* membersOf(agendas.main)
      expect(members.filter((member) => member.startsWith("zoe@"))).toEqual(["zoe@example.org moderator"])
      const { uids, within } = yield* TestWorld
      const list = yield* within(Effect.flatMap(Members, (all) => all.list(agendas.main)))
      expect(list.find(({ email }) => email === "zoe@example.org")?.name).toBe("Zoé <b>")
      expect(list.some(({ userUid }) => userUid === uids.administrator)).toBe(true)
    }))

  it.effect("does not ask invited users with an account for a name", () =>
    Effect.gen(function*() {
      yield* inviting("moderatorToken", { role: "contributor", emails: ["stranger@example.org"] })
      const page = yield* ask("none", yield* lastLink)
      expectPage(page, 200, "You are invited to the agenda “<bdi>Town agenda</bdi>” as contributor.")
      expect(page.text).not.toContain('name="name"')
    }))

  it.effect("shows an error when the invitation is unknown or no longer valid", () =>
    Effect.gen(function*() {
      for (const wrong of ["/invitation", "/invitation?token=", "/invitation?token[]=a&token[]=b", "/invitation?token=abc.def"]) {
        expectPage(yield* ask("none", wrong), 404, "There is no such invitation")
        expectPage(yield* post(wrong, {}), 404, "There is no such invitation")
      }
      expectPage(yield* ask("none", "/invitation", { method: "POST", body: { token: "x" } }), 404, "There is no such invitation")
      yield* inviting("moderatorToken", { role: "contributor", emails: ["late@example.org"] })
      const link = yield* lastLink
      now += 31 * day
      expectPage(yield* ask("none", link, { headers: { "accept-language": "fr-CA" } }), 410, "ne peut plus être acceptée")
      expectPage(yield* post(link, {}), 410, "can no longer be accepted")
      now -= 31 * day
    }))

  it.effect("accepts no other method, and keeps its token out of the log", () =>
    Effect.gen(function*() {
      const answer = yield* ask("none", "/invitation?token=x", { method: "PUT" })
      expect(answer.status).toBe(405)
      expect(answer.headers["allow"]).toBe("GET, POST, HEAD, OPTIONS")
    }))
})

const lines: Array<string> = []

layer(TestWorld.layer({ log: (line) => lines.push(line) }), { excludeTestServices: true })("the log", (it) => {
  describe("of invitations", () => {
    it.effect("has no token", () =>
      Effect.gen(function*() {
        yield* inviting("moderatorToken", { role: "contributor", emails: ["quiet@example.org"] })
        const link = yield* lastLink
        yield* ask("none", link)
        yield* post(link, {})
        const token = link.split("token=")[1] ?? "?"
        expect(lines.filter((line) => line.includes("/invitation")).length).toBeGreaterThan(1)
        expect(lines.filter((line) => line.includes(token) || line.includes(token.slice(0, 24)))).toEqual([])
      }))
  })
})
