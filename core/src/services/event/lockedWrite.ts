import * as Effect from "effect/Effect"
import { Forbidden, NotFound } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { Undivided } from "../../ports/Undivided.js"
import { noImage, type OfferedImage } from "../../validation/readImage.js"
import type { Standing } from "../Access.js"
import { atomically } from "../atomically.js"
import type { Converted } from "./convertAhead.js"

/** Whether the caller writes nothing here, which is said under the lock and costs nothing before. */
const isOutside = ({ moderates, role }: Standing): boolean => !moderates && role === null

/** Memberships change under the agenda's lock: who has lost theirs by the time that a write holds it, or has another role, is refused. */
const asBefore = Effect.fnUntraced(function*({ agenda, caller: { _tag, userUid }, role }: Standing) {
  if (_tag === "Operator" || userUid === null) return
  const member = yield* Effect.flatMap(MemberStore, (members) => members.find(agenda.uid, userUid))
  if ((member?.role ?? null) !== role) return yield* new Forbidden({ message: "your role in this agenda has just changed" })
})

/**
 * Runs a write of an agenda's events as one transaction that holds the agenda's lock from its first statement on. `NotFound`: the agenda was
 * removed meanwhile. `Forbidden`: the caller's role has changed.
 */
export const locked = <A, E, R>(standing: Standing, write: (changedAt: number) => Effect.Effect<A, E, R>) =>
  atomically(Effect.gen(function*() {
    const clock = yield* Effect.flatMap(AgendaStore, (agendas) => agendas.lock(standing.agenda.uid))
    if (clock === null) return yield* new NotFound({ what: "agenda" })
    yield* asBefore(standing)
    return yield* (yield* Undivided) ? write(clock.changedAt) : Effect.provideService(write(clock.changedAt), Undivided, true)
  }))

/** Where a write of a body stands once it holds the lock. */
export interface Begun {
  /** The agenda's clock. */
  readonly changedAt: number
  readonly image: OfferedImage
  /** Knows what the body's markup was converted to. */
  readonly richText: Converted
}

/** Runs a write of a body likewise; what takes long of it is done before: converting its markup, taking in its image. */
export const lockedWrite = <A, E, R, E1, R1, E2, R2>(
  standing: Standing,
  converting: Effect.Effect<Converted, E2, R2>,
  offer: Effect.Effect<OfferedImage, E1, R1>,
  write: (begun: Begun) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const richText = yield* converting
    const image = yield* isOutside(standing) ? Effect.succeed(noImage) : offer
    return yield* locked(standing, (changedAt) => write({ changedAt, image, richText }))
  })
