import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { authorOf } from "../../../domain/access/Credential.js"
import { Role } from "../../../domain/access/Member.js"
import { Forbidden, NotFound, StoreError } from "../../../domain/error/EngineError.js"
import { withService } from "../../../domain/withService.js"
import { AgendaStore } from "../../../ports/AgendaStore.js"
import { MemberStore } from "../../../ports/MemberStore.js"
import type { MemberRecord } from "../../../record/MemberRecord.js"
import { noImages, type PreparedImages } from "../../../validation/value/readImage.js"
import type { Authorization } from "../../Access.js"
import { roleOf } from "../../access/hostUser.js"
import { atomically } from "../../transaction/atomically.js"
import { readTogether } from "../../transaction/readTogether.js"
import { changesBy } from "../../transaction/UnitOfWork.js"
import { BeforeWriteHook } from "./BeforeWriteHook.js"
import type { Converted } from "./convertAhead.js"

const decodeRole = Schema.decodeUnknownEither(Schema.NullOr(Role))

/** True for a caller who is refused under the lock, and must cause no work before. */
const isNotMember = ({ moderates, role }: Authorization): boolean => !moderates && role === null

/** The caller's membership; null without one. */
const membershipOf = ({ agenda, caller: { userUid } }: Authorization): Effect.Effect<MemberRecord | null, StoreError, MemberStore> =>
  userUid === null
    ? Effect.succeed(null)
    : withService(MemberStore, (members) => members.findBy({ agendaUid: agenda.uid, userUid }))

const checkMember = (
  { agenda, caller, role }: Authorization,
  member: MemberRecord | null
): Either.Either<MemberRecord | null, Forbidden | StoreError> =>
  caller.userUid === null ? Either.right(null) : Either.flatMap(
    Either.mapLeft(
      decodeRole(member?.role ?? null),
      (cause) => new StoreError({ reason: "Corrupt", operation: "MemberStore.find", cause })
    ),
    (current) =>
      roleOf(caller, agenda.uid, current) === role
        ? Either.right(member)
        : Either.left(new Forbidden({ message: "your role in this agenda has just changed" }))
  )

/**
 * Checks under the agenda's lock, under which memberships change, that the caller still has the same role. What the
 * host answered about a membership holds for the whole request. Returns the caller's membership; null without one.
 */
export const checkRole = (authorization: Authorization) =>
  Effect.flatMap(membershipOf(authorization), (member) => checkMember(authorization, member))

/** `locked`, with what `reading` reads under the lock, in the same round trip where the store sends reads ahead. */
const lockedWith = <B, E1, R1, A, E, R>(
  authorization: Authorization,
  reading: Effect.Effect<B, E1, R1>,
  write: (changedAt: number, member: MemberRecord | null, read: B) => Effect.Effect<A, E, R>,
  sharesCommit: boolean
) =>
  atomically(
    Effect.gen(function*() {
      const [clock, member, read] = yield* readTogether(
        withService(AgendaStore, (agendas) => agendas.lock(authorization.agenda.uid)),
        membershipOf(authorization),
        reading
      )
      if (clock === null) return yield* new NotFound({ what: "agenda" })
      yield* changesBy(authorOf(authorization.caller))
      return yield* write(clock.changedAt, yield* checkMember(authorization, member), read)
    }),
    { rollbackWhole: true, sharesCommit }
  )

/**
 * Runs a write of an agenda's events as one transaction that takes the agenda's lock first. `NotFound`: the agenda was
 * removed. `Forbidden`: the caller's role has changed. `write` takes the agenda's clock and the caller's membership.
 * `sharesCommit`: as of `atomically`.
 */
export const locked = <A, E, R>(
  authorization: Authorization,
  write: (changedAt: number, member: MemberRecord | null) => Effect.Effect<A, E, R>,
  sharesCommit = false
) => lockedWith(authorization, Effect.void, write, sharesCommit)

/** Inputs of a write that holds the lock. */
export interface LockedWrite {
  /** Instant of the agenda's last change, in epoch milliseconds. */
  readonly changedAt: number
  /** The caller's membership; null without one, or with a hook, which may change it. */
  readonly member: MemberRecord | null
  readonly images: PreparedImages
  /** `RichText` with the converted markup of the body. */
  readonly richText: Converted
}

/**
 * Runs a write of a body under the agenda's lock. The slow steps run before it: converting markup, and preparing
 * images. A hook of the host takes its time in the transaction, which then has a commit of its own. `reading`: what is
 * read together with the lock.
 */
export const lockedWrite = <A, E, R, E1, R1, E2, R2, B, E3, R3>(
  authorization: Authorization,
  converting: Effect.Effect<Converted, E2, R2>,
  preparing: Effect.Effect<PreparedImages, E1, R1>,
  reading: Effect.Effect<B, E3, R3>,
  write: (context: LockedWrite, read: B) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const richText = yield* converting
    const images = yield* isNotMember(authorization) ? Effect.succeed(noImages) : preparing
    const hook = yield* BeforeWriteHook
    const writing = (changedAt: number, member: MemberRecord | null, read: B) =>
      write({ changedAt, member: hook === null ? member : null, images, richText }, read)
    return yield* lockedWith(authorization, reading, writing, hook === null)
  })

/**
 * The instant of an agenda's next change, in epoch milliseconds: `now`, or `changedAt` + 1 when the clock is behind the
 * last change, as after it was set back. Two changes then never share an instant (wire.md §5, `updatedAt`).
 */
export const nextInstant = (now: number, changedAt: number): number => now >= changedAt ? now : changedAt + 1
