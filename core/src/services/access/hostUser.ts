import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Caller, HostUser } from "../../domain/access/Credential.js"
import type { HostProfile } from "../../domain/access/HostIdentity.js"
import { highestRole, type Role } from "../../domain/access/Member.js"
import { type StoreError, Unauthorized } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { cleanLine, isBlankText } from "../../domain/text/cleanText.js"
import { isEmail } from "../../domain/text/isEmail.js"
import type { AgendaStore } from "../../ports/AgendaStore.js"
import type { MembershipAnswers } from "../../ports/HostMemberships.js"
import type { MemberStore } from "../../ports/MemberStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { Directory } from "../../ports/UserDirectory.js"
import { UserStore } from "../../ports/UserStore.js"
import type { UserRecord } from "../../record/MemberRecord.js"
import { freshUid } from "../identity/freshUid.js"
import { putUser } from "../identity/putUser.js"
import { atomically } from "../transaction/atomically.js"

/**
 * The role of a caller in an agenda: the highest that its membership gives and its host grants. `member` is the role of
 * the membership in the engine; null without one.
 */
export const roleOf = (caller: Caller, agendaUid: number, member: Role | null): Role | null =>
  caller._tag !== "HostUser" ? member : highestRole([
    caller.roles["*"] ?? null,
    caller.roles[agendaUid] ?? null,
    caller.memberships === "engine" ? member : caller.memberships[agendaUid] ?? null
  ])

/** A user of the host with what the host answers about this agenda. Other callers are returned unchanged. */
export const withMembership = (answers: MembershipAnswers | null, caller: Caller, agendaUid: number): Effect.Effect<Caller, StoreError> =>
  caller._tag !== "HostUser" || answers === null
    ? Effect.succeed(caller)
    : Effect.map(answers.membershipOf(caller.userId, agendaUid), (role): HostUser => ({ ...caller, memberships: { [agendaUid]: role } }))

const sessionEnded = new Unauthorized({ message: "the session has ended" })

/** Fails when a session has ended. `expiresAt`: its end in epoch milliseconds; null: it has none. */
export const checkSession = (expiresAt: number | null): Effect.Effect<void, Unauthorized> =>
  expiresAt === null
    ? Effect.void
    : Effect.flatMap(Clock.currentTimeMillis, (now) => now < expiresAt ? Effect.void : Effect.fail(sessionEnded))

/** The verified address of a profile; null without one. */
export const addressOf = ({ email, emailVerified }: HostProfile): string | null => {
  const address = email?.trim().toLowerCase() ?? ""
  return emailVerified === true && isEmail(address) ? address : null
}

/** The address of an account without a verified one: no mail can reach it (RFC 2606). */
const unreachable = (uid: number): string => `user-${uid}@host.invalid`

/** The name of a profile, cut at `name_chars_max` code points; empty without one that shows anything. */
const nameOf = ({ name }: HostProfile): Effect.Effect<string> =>
  Effect.map(CurrentLimits, ({ name_chars_max }) => {
    const cut = [...cleanLine(name ?? "")].slice(0, name_chars_max).join("").trim()
    return isBlankText(cut) ? "" : cut
  })

/** The address that the account may take: that of the profile, unless another account has it. */
const freeAddress = Effect.fnUntraced(function*(profile: HostProfile, uid: number) {
  const address = addressOf(profile)
  if (address === null) return null
  const other = yield* Effect.flatMap(UserStore, (users) => users.findBy({ email: address }))
  return other === null || other.uid === uid ? address : null
})

/** The account with the verified address of the profile, when no other user of the host has it. */
const findUnclaimed = Effect.fnUntraced(function*(profile: HostProfile) {
  const address = addressOf(profile)
  const found = address === null ? null : yield* Effect.flatMap(UserStore, (users) => users.findBy({ email: address }))
  return found === null || found.hostId !== null ? null : found
})

const settle = (profile: HostProfile) =>
  atomically(Effect.gen(function*() {
    const users = yield* UserStore
    const known = yield* users.findBy({ hostId: profile.userId })
    const stored = known ?? (yield* findUnclaimed(profile))
    const uid = stored?.uid ?? (yield* freshUid((tried) => Effect.map(users.find(tried), (user) => user !== null)))
    const user: UserRecord = {
      uid,
      hostId: profile.userId,
      name: (yield* nameOf(profile)) || (stored?.name ?? profile.userId),
      email: (yield* freeAddress(profile, uid)) ?? stored?.email ?? unreachable(uid),
      createdAt: stored?.createdAt ?? (yield* Clock.currentTimeMillis)
    }
    yield* putUser(user)
    return user
  }))

/** A profile with what the directory adds to it. */
const completed = (profile: HostProfile, directory: Directory | null): Effect.Effect<HostProfile, StoreError> =>
  directory === null
    ? Effect.succeed(profile)
    : Effect.map(directory.find(profile.userId), (known): HostProfile =>
      known === null || known.userId !== profile.userId ? profile : ({
        userId: profile.userId,
        name: profile.name ?? known.name,
        ...(profile.email === undefined || profile.email === null
          ? { email: known.email, emailVerified: known.emailVerified }
          : { email: profile.email, emailVerified: profile.emailVerified })
      }))

/**
 * The account of a user of the host. It is created when the user is first seen, with what the directory knows, and
 * follows the name and the verified address of the profile. An account of the engine with that address becomes the
 * user's.
 */
export const accountOf = (
  profile: HostProfile,
  directory: Directory | null = null
): Effect.Effect<UserRecord, StoreError, AgendaStore | MemberStore | Transaction | UserStore> =>
  Effect.gen(function*() {
    const users = yield* UserStore
    const stored = yield* users.findBy({ hostId: profile.userId })
    if (stored === null) return yield* settle(yield* completed(profile, directory))
    const name = yield* nameOf(profile)
    const renamed = name !== "" && name !== stored.name
    const moved = addressOf(profile) !== null && addressOf(profile) !== stored.email
    const isOutdated = renamed || (moved && (yield* freeAddress(profile, stored.uid)) !== null)
    return isOutdated ? yield* settle(profile) : stored
  })
