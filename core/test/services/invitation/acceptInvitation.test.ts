import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { CurrentInvitationSettings, type InvitationSettings } from "../../../src/domain/access/Invitation.js"
import { UserDirectory } from "../../../src/ports/UserDirectory.js"
import { Access } from "../../../src/services/Access.js"
import { Members } from "../../../src/services/Members.js"
import { Users } from "../../../src/services/Users.js"
import { testEngine } from "../testEngine.js"
import { invited, tokenIn } from "./invited.js"

describe("an invitation", () => {
  const accepted = (emails: string) =>
    Effect.gen(function*() {
      const all = yield* invited
      yield* all.invite({ role: "moderator", emails })
      return { ...all, token: tokenIn((yield* all.box.taken).at(-1)) }
    })

  it.effect("accepting an invitation creates one account and one membership, and the invitation is no longer pending", () =>
    Effect.gen(function*() {
      const { agenda, invitations, open, token } = yield* accepted("zoe.b@example.org")
      const members = yield* Members
      const users = yield* Users
      const { member } = yield* invitations.accept(token, "  Zoé\nB. ")
      expect(member).toMatchObject({ role: "moderator", name: "Zoé B.", email: "zoe.b@example.org" })
      expect((yield* invitations.accept(token, "Another name")).member).toEqual(member)
      expect(yield* open).toEqual([])
      expect((yield* members.list(agenda.uid)).filter(({ email }) => email === "zoe.b@example.org")).toEqual([member])
      expect((yield* users.list).filter(({ email }) => email === "zoe.b@example.org")).toHaveLength(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("concurrent acceptances create one account and one membership", () =>
    Effect.gen(function*() {
      const { agenda, invitations, token } = yield* accepted("zoe@example.org")
      const all = yield* Effect.all(Array.from({ length: 8 }, () => invitations.accept(token)), { concurrency: "unbounded" })
      expect(new Set(all.map(({ member }) => member.uid)).size).toBe(1)
      expect(all[0]?.member.name).toBe("zoe")
      expect(yield* Effect.flatMap(Members, (members) => members.list(agenda.uid))).toHaveLength(5)
    }).pipe(Effect.provide(testEngine)))

  it.effect("accepting an invitation changes neither the name of an account nor the role of a member", () =>
    Effect.gen(function*() {
      const { agenda, invitations, outsider, token } = yield* accepted("out@example.org")
      yield* Effect.flatMap(Members, (members) => members.add(agenda.uid, outsider.user.uid, "administrator"))
      expect((yield* invitations.open(token)).hasAccount).toBe(true)
      expect((yield* invitations.accept(token, "Somebody else")).member).toMatchObject({ name: "out", role: "administrator" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("an invited user of the host's directory gets the account that the host's user has", () => {
    const zoe = { userId: "u-zoe", name: "Zoé", email: "zoe@example.org", emailVerified: true }
    const directory = Layer.succeed(UserDirectory, {
      find: () => Effect.succeed(null),
      findByEmail: (email) => Effect.succeed(email === zoe.email ? zoe : null)
    })
    return Effect.gen(function*() {
      const { invitations, token } = yield* accepted("zoe@example.org")
      expect((yield* invitations.open(token)).hasAccount).toBe(true)
      const { member } = yield* invitations.accept(token, "Another name")
      expect(member).toMatchObject({ name: "Zoé", role: "moderator" })
      const { userUid } = yield* Effect.flatMap(Access, (access) => access.identifyHostUser({ userId: "u-zoe" }))
      expect(member.userUid).toBe(userUid)
    }).pipe(Effect.provide(Layer.provideMerge(testEngine, directory)))
  })

  it.effect("an invitation expires after thirty days, and the address can then be invited again", () =>
    Effect.gen(function*() {
      const { box, invitations, invite, token } = yield* accepted("zoe@example.org")
      yield* TestClock.adjust(30 * 86_400_000 - 1)
      yield* invitations.open(token)
      yield* TestClock.adjust(1)
      const expired = { _tag: "Conflict", message: "this invitation has expired" }
      expect(yield* Effect.flip(invitations.open(token))).toMatchObject(expired)
      expect(yield* Effect.flip(invitations.accept(token))).toMatchObject(expired)
      yield* invite({ role: "contributor", emails: ["zoe@example.org"] })
      const [first, second] = yield* box.taken
      expect(second?.messageId).not.toBe(first?.messageId)
      expect(yield* Effect.flip(invitations.accept(token))).toMatchObject({ _tag: "NotFound" })
      expect((yield* invitations.accept(tokenIn(second))).member.role).toBe("contributor")
    }).pipe(Effect.provide(testEngine)))

  it.effect("a revoked invitation cannot be accepted, and an accepted one cannot be revoked", () =>
    Effect.gen(function*() {
      const { agenda, invitations, token } = yield* accepted("zoe@example.org")
      const [one] = yield* invitations.list(agenda.uid)
      yield* invitations.revoke(one?.id ?? "")
      expect(yield* Effect.flip(invitations.accept(token))).toMatchObject({ _tag: "Conflict", message: "this invitation was revoked" })
      expect(yield* Effect.flip(invitations.revoke("unknown"))).toMatchObject({ _tag: "NotFound" })
      expect(yield* invitations.tokenOf(one?.id ?? "")).toBe(token)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an accepted invitation does not restore a removed member", () =>
    Effect.gen(function*() {
      const { agenda, invitations, token } = yield* accepted("zoe@example.org")
      const { member } = yield* invitations.accept(token)
      expect(yield* Effect.flip(invitations.revoke((yield* invitations.open(token)).invitation.id))).toMatchObject({ _tag: "Conflict" })
      yield* Effect.flatMap(Members, (members) => members.remove(agenda.uid, member.userUid))
      expect(yield* Effect.flip(invitations.accept(token))).toMatchObject({ _tag: "Conflict" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("a pending invitation does not restore a removed member, who can be invited again", () =>
    Effect.gen(function*() {
      const { agenda, box, invitations, invite, outsider, token } = yield* accepted("out@example.org")
      const members = yield* Members
      yield* members.add(agenda.uid, outsider.user.uid, "contributor")
      yield* members.remove(agenda.uid, outsider.user.uid)
      expect(yield* Effect.flip(invitations.accept(token))).toMatchObject({ _tag: "Conflict", message: "this invitation was revoked" })
      yield* invite({ role: "contributor", emails: ["out@example.org"] })
      expect((yield* invitations.accept(tokenIn((yield* box.taken).at(-1)))).member.role).toBe("contributor")
    }).pipe(Effect.provide(testEngine)))

  it.effect("an invitation is opened only by its own token, signed with the current secret", () =>
    Effect.gen(function*() {
      const { invitations, token } = yield* accepted("zoe@example.org")
      const [id = "", signature = ""] = token.split(".")
      const forged = signature.startsWith("0") ? `1${signature.slice(1)}` : `0${signature.slice(1)}`
      for (
        const wrong of [
          "",
          id,
          `${id}.`,
          `${id}.${forged}`,
          `${id}x.${signature}`,
          `${token}0`,
          `${id}.${signature.toUpperCase()}`,
          "\u0000"
        ]
      ) {
        expect(yield* Effect.flip(invitations.open(wrong)), wrong).toMatchObject({ _tag: "NotFound" })
      }
      const elsewhere = { base: () => "https://agenda.example", secret: Redacted.make("another secret") }
      const other = Effect.provideService(invitations.open(token), CurrentInvitationSettings, elsewhere)
      expect(yield* Effect.flip(other)).toMatchObject({ _tag: "NotFound" })
      yield* invitations.open(` ${token}\n`)
    }).pipe(Effect.provide(testEngine)))

  it.effect("an invitation stays valid while its secret is rotated, until the former secret is removed", () =>
    Effect.gen(function*() {
      const { invitations, token } = yield* accepted("zoe@example.org")
      const opened = (formerSecrets: InvitationSettings["formerSecrets"]) =>
        Effect.isSuccess(Effect.provideService(invitations.open(token), CurrentInvitationSettings, {
          base: () => "https://agenda.example",
          secret: Redacted.make("a new secret"),
          formerSecrets
        }))
      expect([yield* opened(["stored"]), yield* opened([Redacted.make("another one"), "stored"])]).toEqual([true, true])
      expect([yield* opened([]), yield* opened([Redacted.make("another one")]), yield* opened(undefined)]).toEqual([false, false, false])
    }).pipe(Effect.provide(testEngine)))
})
