import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { operator } from "../../../src/domain/access/Credential.js"
import { StoreError } from "../../../src/domain/error/EngineError.js"
import * as Engine from "../../../src/Engine.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { InvitationStore } from "../../../src/ports/InvitationStore.js"
import { MailError } from "../../../src/ports/Mailer.js"
import type { Stores } from "../../../src/ports/Stores.js"
import type { InvitationRecord } from "../../../src/record/InvitationRecord.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { Access } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Invitations } from "../../../src/services/Invitations.js"
import { Members } from "../../../src/services/Members.js"
import { plainImages } from "../image/plainImages.js"
import { testEngine } from "../testEngine.js"
import { invited, tokenIn } from "./invited.js"

const addresses = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `guest${index}@example.org`)

const down = new MailError({ reason: "temporary", message: "421 come back later" })
const refused = new MailError({ reason: "permanent", message: "550 no such mailbox" })

describe("Invitations.invite", () => {
  it.effect("an invite call stores one invitation per address, sends the first mails and leaves the others to the background worker", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, open } = yield* invited
      const guests = addresses(30)
      const answer = yield* invite({ role: "contributor", emails: [...guests, "GUEST3@Example.org ", "guest3@example.org"] })
      expect(answer.queued).toBe(30)
      expect(answer.processed.map(({ email }) => email)).toEqual(guests.slice(0, 20))
      expect(answer.processed[0]).toEqual({
        userUid: null,
        deletedUser: false,
        name: null,
        phone: null,
        email: "guest0@example.org",
        position: null,
        organization: null,
        role: "contributor"
      })
      expect((yield* box.taken).map(({ to }) => to)).toEqual(guests.slice(0, 20))
      expect(yield* invitations.sendDue).toBe(10)
      expect(yield* invitations.sendDue).toBe(0)
      const mails = yield* box.taken
      expect(mails.map(({ to }) => to).toSorted()).toEqual(guests.toSorted())
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(30)
      expect((yield* open).every(([, status]) => status === "sent")).toBe(true)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a caller whose role has changed since the authorization invites nobody", () =>
    Effect.gen(function*() {
      const { agenda, box, invitations, moderator, open, ref } = yield* invited
      const access = yield* Access
      const authorization = yield* access.authorize(moderator.token, ref, "members:write")
      yield* Effect.flatMap(Members, (members) => members.remove(agenda.uid, moderator.user.uid))
      const refused = Effect.flip(invitations.invite(authorization, { role: "contributor", emails: addresses(1) }))
      expect(yield* refused).toMatchObject({ _tag: "Forbidden" })
      expect([yield* open, yield* box.taken]).toEqual([[], []])
    }).pipe(Effect.provide(testEngine)))

  it.effect("members and invited addresses are reported with their status and get no mail", () =>
    Effect.gen(function*() {
      const { administrator, box, contributor, invite } = yield* invited
      yield* invite({ role: "moderator", emails: "guest@example.org" })
      const answer = yield* invite({ role: "administrator", emails: ["Cleo@example.org", "guest@example.org"] }, administrator.token)
      expect(answer).toMatchObject({
        queued: 2,
        processed: [
          { email: "cleo@example.org", userUid: contributor.user.uid, name: "cleo", role: "contributor" },
          { email: "guest@example.org", userUid: null, role: "moderator" }
        ]
      })
      expect(yield* box.taken).toHaveLength(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an invitation shows the account of its address", () =>
    Effect.gen(function*() {
      const { invite, outsider } = yield* invited
      const { processed } = yield* invite({ role: "contributor", emails: ["out@example.org"] })
      expect(processed).toMatchObject([{ userUid: outsider.user.uid, name: "out", deletedUser: false }])
    }).pipe(Effect.provide(testEngine)))

  it.effect("only moderators and administrators invite, and only administrators invite administrators", () =>
    Effect.gen(function*() {
      const { administrator, anyone, contributor, invite, moderator, outsider } = yield* invited
      const body = { role: "administrator", emails: ["guest@example.org"] }
      for (const caller of [contributor.token, outsider.token, moderator.token]) {
        expect(yield* Effect.flip(invite(body, caller))).toMatchObject({ _tag: "Forbidden" })
      }
      for (const caller of [administrator.reader, anyone]) {
        expect(yield* Effect.flip(invite(body, caller))).toMatchObject({ _tag: "Unauthorized" })
      }
      expect((yield* invite(body, administrator.token)).queued).toBe(1)
      expect((yield* invite({ ...body, emails: ["other@example.org"] }, operator)).queued).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an invalid body is refused with all its faults and invites nobody", () =>
    Effect.gen(function*() {
      const { invite, open } = yield* invited
      const issuesOf = (body: Parameters<typeof invite>[0]) =>
        Effect.map(Effect.flip(invite(body)), (error) =>
          error._tag === "Invalid" ? error.issues.map(({ code, field, index }) => [code, field, index]) : error)
      const long = "x".repeat(10_001)
      expect(yield* issuesOf({ role: "owner", emails: ["a@example.org", "b@", 7, "c@example.org\u0000"], message: long })).toEqual([
        ["enum.invalid", "role", undefined],
        ["email.invalid", "emails", 1],
        ["type.invalid", "emails", 2],
        ["email.invalid", "emails", 3],
        ["string.toolong", "message", undefined]
      ])
      expect(yield* issuesOf({ emails: [] })).toEqual([["required", "role", undefined], ["required", "emails", undefined]])
      expect(yield* issuesOf({ role: "contributor", emails: addresses(1_001) })).toEqual([["tooMany", "emails", undefined]])
      expect(yield* issuesOf({ role: "contributor", emails: { a: 1 } })).toEqual([["type.invalid", "emails", undefined]])
      expect(yield* issuesOf("nothing")).toEqual([["json.invalid", "", undefined]])
      expect(yield* open).toEqual([])
      const most = yield* invite({ role: "contributor", emails: [...addresses(1_000), "guest1@example.org"], extra: 1 })
      expect(most).toMatchObject({ queued: 1_000, warnings: [{ code: "ignored", field: "extra" }] })
    }).pipe(Effect.provide(testEngine)))

  it.effect("the mail has the agenda's language, a sanitized message and the title on one line", () =>
    Effect.gen(function*() {
      const { agenda, box, invitations, invite } = yield* invited
      const agendas = yield* Agendas
      yield* invite({ role: "moderator", emails: ["en@example.org"], message: "Hello <b>you</b>" })
      const settings = { contribution: { defaultLang: "fr" } }
      yield* agendas.restore({ uid: agenda.uid, title: "L'été\r\n<script>", settings })
      yield* invite({ role: "moderator", emails: ["fr@example.org"] })
      const [english, french] = yield* box.taken
      expect(english).toMatchObject({ lang: "en", subject: "Invitation to the agenda “Les Halles”" })
      expect(english?.text).toContain("as moderator.\n\nHello <b>you</b>\n\n")
      expect(english?.html).toContain("<blockquote><p>Hello &lt;b>you&lt;/b></p></blockquote>")
      expect(french).toMatchObject({ lang: "fr", subject: "Invitation à l'agenda « L'été <script> »" })
      expect(french?.html).toContain("« <bdi>L&#39;été &lt;script&gt;</bdi> »")
      expect(french?.text).toContain("en tant que modérateur")
      expect(french?.text).toContain("http://127.0.0.1:3000/invitation?token=")
      expect(yield* invitations.open(tokenIn(french))).toMatchObject({ hasAccount: false, invitation: { email: "fr@example.org" } })
    }).pipe(Effect.provide(testEngine)))
})

describe("the mail of an invitation", () => {
  it.effect("a mail is retried unchanged with growing delays and fails after some days", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, open } = yield* invited
      const store = yield* InvitationStore
      const tried: Array<readonly [number, string, string]> = []
      yield* box.answer((mail) =>
        Effect.map(TestClock.currentTimeMillis, (now) => {
          tried.push([now, mail.messageId, mail.text])
          return down
        })
      )
      yield* invite({ role: "contributor", emails: ["guest@example.org", "second@example.org"] })
      // The second is not tried while a caller waits for a server that accepts nothing.
      expect(tried).toHaveLength(1)
      const goOn = Effect.gen(function*() {
        const [next] = yield* store.due(Number.MAX_SAFE_INTEGER, 1)
        if (next !== undefined) yield* TestClock.setTime(next.dueAt)
        yield* invitations.sendDue
      })
      yield* Effect.repeatN(goOn, 60)
      const first = tried.filter(([, messageId]) => messageId === tried[0]?.[1])
      const minutes = first.map(([now], index) => index === 0 ? 0 : (now - (first[index - 1]?.[0] ?? 0)) / 60_000)
      expect(minutes).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array.from({ length: 11 }, () => 360)])
      expect(new Set(first.map(([, , text]) => text)).size).toBe(1)
      expect(yield* open).toEqual([["guest@example.org", "failed"], ["second@example.org", "failed"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a mail is sent as soon as the server accepts it", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, open } = yield* invited
      yield* box.answer(() => Effect.succeed(down))
      yield* invite({ role: "contributor", emails: ["guest@example.org"] })
      expect(yield* open).toEqual([["guest@example.org", "pending"]])
      yield* box.answer(() => Effect.succeed(null))
      expect(yield* invitations.sendDue).toBe(0)
      yield* TestClock.adjust("1 minute")
      expect(yield* invitations.sendDue).toBe(1)
      expect(yield* open).toEqual([["guest@example.org", "sent"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a permanently refused mail is not retried until the address is invited again, and is then the same mail", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, open } = yield* invited
      const ids: Array<string> = []
      yield* box.answer((mail) =>
        Effect.sync(() => {
          ids.push(mail.messageId)
          return refused
        })
      )
      yield* invite({ role: "contributor", emails: ["guest@example.org"] })
      yield* TestClock.adjust("1 day")
      yield* invitations.sendDue
      expect(ids).toHaveLength(1)
      expect(yield* open).toEqual([["guest@example.org", "failed"]])
      yield* box.answer(() => Effect.succeed(null))
      yield* invite({ role: "moderator", emails: ["guest@example.org"] })
      expect(yield* box.taken).toMatchObject([{ messageId: ids[0] }])
      expect(yield* open).toEqual([["guest@example.org", "sent"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a mail whose server does not answer returns to the queue", () =>
    Effect.gen(function*() {
      const { box, invite, open } = yield* invited
      const store = yield* InvitationStore
      const begun = yield* Deferred.make<void>()
      yield* box.answer(() => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
      const call = yield* Effect.fork(invite({ role: "contributor", emails: ["guest@example.org"] }))
      yield* Deferred.await(begun)
      // The invite call waits at most 8 seconds; the mail has its own timeout.
      yield* TestClock.adjust("8 seconds")
      expect((yield* Fiber.join(call)).queued).toBe(1)
      const attempts = Effect.map(store.due(Number.MAX_SAFE_INTEGER, 1), ([one]) => one?.attempts)
      yield* TestClock.adjust("81 seconds")
      expect(yield* attempts).toBe(0)
      yield* TestClock.adjust("1 second")
      yield* Effect.repeat(Effect.zipRight(Effect.yieldNow(), attempts), { until: (count) => count === 1 })
      expect(yield* open).toEqual([["guest@example.org", "pending"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a mail whose sender was killed is due again after twice the send timeout", () =>
    Effect.gen(function*() {
      const { agenda, box, invitations, invite } = yield* invited
      const store = yield* InvitationStore
      const claimed: Array<InvitationRecord> = []
      yield* box.answer(() =>
        Effect.map(Effect.orDie(store.scan(agenda.uid, "", 1)), (records) => {
          claimed.push(...records)
          return null
        })
      )
      yield* invite({ role: "contributor", emails: ["guest@example.org"] })
      // The state after a kill between the delivery and its record.
      yield* Effect.forEach(claimed, store.put)
      yield* TestClock.adjust("179 seconds")
      expect(yield* invitations.sendDue).toBe(0)
      yield* TestClock.adjust("1 second")
      expect(yield* invitations.sendDue).toBe(1)
      const mails = yield* box.taken
      expect(mails).toHaveLength(2)
      expect(mails[0]).toEqual(mails[1])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a mail being sent is not sent by another process, and a stopping sender finishes it", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, open } = yield* invited
      const begun = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      yield* box.answer(() => Effect.as(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(goOn)), null))
      const call = yield* Effect.fork(invite({ role: "contributor", emails: ["guest@example.org"] }))
      yield* Deferred.await(begun)
      const other = yield* Effect.fork(invitations.sendDue)
      const stopped = yield* Effect.fork(Fiber.interrupt(call))
      // The interruption has reached every fiber.
      yield* Effect.repeatN(Effect.yieldNow(), 100)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(stopped)
      expect(yield* Fiber.join(other)).toBe(0)
      expect(yield* box.taken).toHaveLength(1)
      expect(yield* open).toEqual([["guest@example.org", "sent"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("a mail to a silent server delays the shutdown of its sender for three seconds and is retried later", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, open } = yield* invited
      const begun = yield* Deferred.make<void>()
      yield* box.answer(() => Effect.succeed(down))
      yield* invite({ role: "contributor", emails: ["guest@example.org"] })
      yield* TestClock.adjust("1 minute")
      yield* box.answer(() => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
      const sender = yield* Effect.fork(invitations.sendDue)
      yield* Deferred.await(begun)
      const stopped = yield* Effect.fork(Fiber.interrupt(sender))
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.poll(stopped)).toEqual(Option.none())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopped)
      expect(yield* open).toEqual([["guest@example.org", "pending"]])
      yield* box.answer(() => Effect.succeed(null))
      expect(yield* invitations.sendDue).toBe(0)
      yield* TestClock.adjust("177 seconds")
      expect(yield* invitations.sendDue).toBe(1)
      expect(yield* open).toEqual([["guest@example.org", "sent"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("the mail of a revoked or expired invitation is not sent", () =>
    Effect.gen(function*() {
      const { agenda, box, invitations, invite, open } = yield* invited
      yield* box.answer(() => Effect.succeed(down))
      yield* invite({ role: "contributor", emails: ["late@example.org"] })
      yield* invite({ role: "contributor", emails: ["revoked@example.org"] })
      const revoked = (yield* invitations.list(agenda.uid)).find(({ email }) => email === "revoked@example.org")
      yield* invitations.revoke(revoked?.id ?? "")
      yield* box.answer(() => Effect.succeed(null))
      yield* TestClock.adjust("30 days")
      expect(yield* invitations.sendDue).toBe(0)
      expect(yield* box.taken).toEqual([])
      expect(yield* open).toEqual([["late@example.org", "failed"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("the background worker sends mails at once, also those that another process left behind", () =>
    Effect.gen(function*() {
      const { agenda, box, invitations, invite } = yield* invited
      const store = yield* InvitationStore
      const work = yield* Effect.fork(invitations.work)
      // Signatures are computed outside of Effect's clock, so the clock goes on meanwhile.
      const untilTaken = (mails: number) =>
        TestClock.adjust("1 second").pipe(
          Effect.zipRight(Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
          Effect.zipRight(box.taken),
          Effect.repeat({ until: (taken) => taken.length >= mails })
        )
      yield* invite({ role: "contributor", emails: addresses(25) })
      yield* untilTaken(25)
      const [one] = yield* invitations.list(agenda.uid)
      if (one !== undefined) yield* store.put({ ...one, status: "pending" })
      yield* untilTaken(26)
      yield* Fiber.interrupt(work)
    }).pipe(Effect.provide(testEngine)))

  it.effect("the background worker polls ever less often while the store fails, and again each second afterwards", () =>
    Effect.gen(function*() {
      const stores = yield* Effect.context<Stores>()
      const store = yield* InvitationStore
      let isDown = true
      let polls = 0
      const failing = InvitationStore.of({
        ...store,
        due: (now, limit) =>
          Effect.suspend(() => {
            polls++
            return isDown
              ? Effect.fail(new StoreError({ reason: "Unavailable", operation: "InvitationStore.due", cause: new Error("gone") }))
              : store.due(now, limit)
          })
      })
      const engine = yield* Layer.build(Layer.provide(Engine.layer, [
        Layer.succeedContext(Context.add(stores, InvitationStore, failing)),
        MailBox.layer,
        WebCryptoSecrets.layer,
        plainRichText,
        plainImages
      ]))
      yield* Effect.fork(Context.get(engine, Invitations).work)
      const pollsIn = (seconds: number) =>
        Effect.suspend(() => {
          polls = 0
          return Effect.as(Effect.forEach(Array.from({ length: seconds }), () => TestClock.adjust("1 second")), 0)
        }).pipe(Effect.map(() => polls))
      yield* pollsIn(16)
      const whileDown = yield* pollsIn(80)
      expect(whileDown).toBeGreaterThanOrEqual(8)
      expect(whileDown).toBeLessThanOrEqual(13)
      isDown = false
      yield* pollsIn(10)
      expect(yield* pollsIn(10)).toBeGreaterThanOrEqual(9)
    }).pipe(Effect.provide(MemoryStores.layer), Logger.withMinimumLogLevel(LogLevel.None), Effect.scoped))
})
