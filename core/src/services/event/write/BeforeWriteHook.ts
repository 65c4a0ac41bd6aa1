import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Event } from "../../../contract/EventAnswer.js"
import { type Caller, operator } from "../../../domain/access/Credential.js"
import { type Conflict, type Forbidden, type Invalid, type NotFound, StoreError } from "../../../domain/error/EngineError.js"
import { CurrentLimits } from "../../../domain/Limits.js"
import type { Json, JsonObject } from "../../../domain/text/Json.js"
import { withReference } from "../../../domain/withService.js"
import { RollbackWhole, Transaction } from "../../../ports/Transaction.js"
import type { EventRecord } from "../../../record/EventRecord.js"
import { unwrapBody } from "../../../validation/value/unwrapBody.js"
import { type Authorization, authorized } from "../../Access.js"
import { showEvent, type ShowPorts } from "../showEvent.js"
import { typedAnswer } from "../typedAnswer.js"

/** The write of an event, before it is stored. */
export interface EventDraftWrite {
  readonly agendaUid: number
  /** How the draft is written: the fields of a `patch` are those that it changes. */
  readonly mode: "create" | "replace" | "patch"
  /** The fields of the body, which are valid. */
  readonly draft: JsonObject
  /** The stored event, as the operator sees it; null when the write creates one. */
  readonly before: Event | null
  /** Who writes. */
  readonly caller: Caller
}

/** What a hook refuses a write with. */
export type BeforeWriteError = Conflict | Forbidden | Invalid | NotFound | StoreError

/**
 * Is called in the transaction of each write of an event that has a body: create, replace, patch, upsert and import.
 * It returns the draft that is stored instead, which is validated as a body is, or refuses the write. It may run again
 * when the transaction loses a race.
 */
export type BeforeWrite = (write: EventDraftWrite) => Effect.Effect<Json, BeforeWriteError>

/** The hook of the host. Default: null, there is none. Its own writes in the transaction do not call it. */
export class BeforeWriteHook extends Context.Reference<BeforeWriteHook>()(
  "@agenda-engine/core/services/event/write/BeforeWriteHook",
  { defaultValue: (): BeforeWrite | null => null }
) {}

/** Whether this is the hook or a call that it makes, also while other writes of its transaction run beside it. */
class IsInHook extends Context.Reference<IsInHook>()("@agenda-engine/core/services/event/write/IsInHook", {
  defaultValue: () => false
}) {}

/** The hook that applies to a write; null: there is none, or it makes this write itself. */
export const currentHook: Effect.Effect<BeforeWrite | null> = withReference(
  BeforeWriteHook,
  (hook) => hook === null ? Effect.succeed(null) : Effect.map(IsInHook, (isInHook) => isInHook ? null : hook)
)

const failure = (cause: unknown): StoreError => new StoreError({ reason: "Unavailable", operation: "hooks.beforeWrite", cause })

const shownToOperator = (agendaUid: number, stored: EventRecord) =>
  authorized(operator, { _tag: "Uid", uid: agendaUid }, "events:read", (authorization) =>
    Effect.gen(function*() {
      const ports = yield* Effect.context<ShowPorts>()
      return typedAnswer<Event>(yield* showEvent(ports, authorization, stored))
    })).pipe(
      // The operator may read everything.
      Effect.catchTag("Unauthorized", Effect.die)
    )

/** What a hook needs of a write. */
interface HookedWrite {
  readonly authorization: Authorization
  readonly mode: EventDraftWrite["mode"]
  readonly stored: EventRecord | null
  readonly body: Json
}

/**
 * Calls the hook, for at most `hook_seconds_max`. Fails with what it refuses with, and with `StoreError` of reason
 * `Unavailable` when it takes longer.
 */
export const callHook = (hook: BeforeWrite, { authorization, body, mode, stored }: HookedWrite) =>
  Effect.gen(function*() {
    const { hook_seconds_max } = yield* CurrentLimits
    const { agenda: { uid: agendaUid }, caller } = authorization
    const before = stored === null ? null : yield* shownToOperator(agendaUid, stored)
    const draft = Either.getOrElse(unwrapBody(body), (): JsonObject => ({}))
    return yield* Effect.suspend(() => hook({ agendaUid, mode, draft, before, caller })).pipe(
      Effect.provideService(IsInHook, true),
      Effect.timeoutFail({
        duration: `${hook_seconds_max} seconds`,
        onTimeout: () => failure(new Error(`the hook took more than ${hook_seconds_max} seconds`))
      })
    )
  })

/**
 * Runs a write with a hook as a part of the transaction that is undone when it fails: the hook may have written, and
 * other writes of the transaction may go on.
 */
export const undoneOnFailure = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R | Transaction> =>
  Effect.flatMap(Transaction, ({ run }) => Effect.provideService(run(write), RollbackWhole, false))
