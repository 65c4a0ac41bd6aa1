import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Event } from "../../../contract/EventAnswer.js"
import type { WrittenEvent } from "../../../contract/EventResult.js"
import { authorOf } from "../../../domain/access/Credential.js"
import type { StoreError } from "../../../domain/error/EngineError.js"
import type { Json } from "../../../domain/text/Json.js"
import { withReference } from "../../../domain/withService.js"
import { AgendaStore } from "../../../ports/AgendaStore.js"
import { EventStore } from "../../../ports/event/EventStore.js"
import { RevisionStore } from "../../../ports/RevisionStore.js"
import { Secrets } from "../../../ports/Secrets.js"
import { Transaction } from "../../../ports/Transaction.js"
import { UserStore } from "../../../ports/UserStore.js"
import type { AgendaRecord } from "../../../record/AgendaRecord.js"
import type { EventRecord } from "../../../record/EventRecord.js"
import type { MemberRecord, UserRecord } from "../../../record/MemberRecord.js"
import { hasImages } from "../../../validation/value/readImage.js"
import type { Authorization } from "../../Access.js"
import { prepareImages } from "../../image/prepareImages.js"
import { readTogether } from "../../transaction/readTogether.js"
import type { WriteOptions } from "../../write/EventWriteOptions.js"
import { showEvent, type ShowPorts } from "../showEvent.js"
import { typedAnswer } from "../typedAnswer.js"
import { BeforeWriteHook } from "./BeforeWriteHook.js"
import { convertAhead } from "./convertAhead.js"
import { type LockedWrite, lockedWrite } from "./lockedWrite.js"
import { type NamedWrite, UnchangedWrites } from "./UnchangedWrites.js"
import type { EventWritten } from "./writeEvent.js"

/** A write with what was read of the caller at that time. */
interface PresentedWrite {
  readonly written: EventWritten
  /** The caller's membership. Null: it is loaded when the answer shows it. */
  readonly member: MemberRecord | null
  /** The caller's account, if the answer shows it. */
  readonly author: UserRecord | null
}

/** Inputs of a write of one event that holds the lock. */
interface LockedEventWrite extends LockedWrite {
  readonly agenda: AgendaRecord | null
  readonly author: UserRecord | null
  /** The event that the write is for; null when there is none, or it was not looked for. */
  readonly found: EventRecord | null
}

/** What a write under the agenda's lock left. */
interface LockedResult extends PresentedWrite, Pick<LockedWrite, "images"> {}

/** Runs writes of events over these ports. */
export const writesOver = (ports: Context.Context<AgendaStore | EventStore | RevisionStore | Secrets | ShowPorts | Transaction>) => {
  const agendas = Context.get(ports, AgendaStore)
  const users = Context.get(ports, UserStore)
  const events = Context.get(ports, EventStore)
  const transaction = Context.get(ports, Transaction)
  const unchanged = new UnchangedWrites(Context.get(ports, Secrets), Context.get(ports, RevisionStore))

  const present = Effect.fnUntraced(function*(authorization: Authorization, { author, member, written }: PresentedWrite) {
    const { history, location, outcome, record, warnings } = written
    const event = typedAnswer<Event>(yield* showEvent(ports, authorization, record, { author, history, location, member }))
    return { outcome, warnings, event, version: record.version } satisfies WrittenEvent
  })

  /** Runs a write and presents its result: before the commit when the answer is to be stored, else after it. */
  const runWrite = <E, R, E1 = never, R1 = never>(
    authorization: Authorization,
    body: Json,
    { files = new Map(), keep }: WriteOptions,
    write: (context: LockedEventWrite) => Effect.Effect<EventWritten, E, R>,
    { find = Effect.succeed(null), onCommit = () => Effect.void, permit = Effect.void }: {
      readonly find?: Effect.Effect<EventRecord | null, StoreError>
      readonly permit?: Effect.Effect<void, E1, R1>
      readonly onCommit?: (written: LockedResult) => Effect.Effect<void>
    } = {}
  ) => {
    const converting = convertAhead(authorization, [body])
    const preparing = prepareImages(authorization, files, body, permit)
    const authorUid = authorization.privileged ? authorOf(authorization.caller) : null
    const reading = readTogether(
      agendas.find({ _tag: "Uid", uid: authorization.agenda.uid }),
      // A hook may rename the caller.
      withReference(BeforeWriteHook, (hook) => authorUid === null || hook !== null ? Effect.succeed(null) : users.find(authorUid)),
      find
    )
    const writing = (context: LockedWrite, [agenda, author, found]: Effect.Effect.Success<typeof reading>) =>
      Effect.map(write({ ...context, agenda, author, found }), (written): LockedResult => ({ ...context, author, written }))
    const presenting = (written: PresentedWrite) => present(authorization, written)
    return keep === undefined
      ? Effect.flatMap(
        lockedWrite(authorization, converting, preparing, reading, writing),
        (presented) => Effect.zipRight(onCommit(presented), presenting(presented))
      )
      : lockedWrite(
        authorization,
        converting,
        preparing,
        reading,
        (context, read) => Effect.tap(Effect.flatMap(writing(context, read), presenting), (answered) => keep(answered))
      )
  }

  /**
   * Changes an event, or upserts it. A write that is in the cache of unchanged writes needs no transaction. Writes with
   * images, a precondition, an idempotency key or a hook are not cached.
   */
  const runNamed = <E, R, E1 = never, R1 = never>(
    authorization: Authorization,
    named: NamedWrite,
    options: WriteOptions,
    write: (context: LockedEventWrite) => Effect.Effect<EventWritten, E, R>,
    { find = Effect.succeed(null), permit = Effect.void }: {
      readonly find?: Effect.Effect<EventRecord | null, StoreError>
      readonly permit?: Effect.Effect<void, E1, R1>
    }
  ) =>
    Effect.gen(function*() {
      const { expected = null, files, keep } = options
      const alwaysRuns = expected !== null || keep !== undefined || (files?.size ?? 0) > 0 ||
        (yield* BeforeWriteHook) !== null || (yield* transaction.isActive)
      if (alwaysRuns) return yield* runWrite(authorization, named.body, options, write, { find, permit })
      const key = yield* unchanged.keyOf(authorization, named)
      if (unchanged.has(key)) {
        const record = yield* events.find(authorization.agenda.uid, named.ref)
        if (record !== null && (yield* unchanged.isValid(key, authorization, record))) {
          const written = { outcome: "unchanged", record, location: null, history: null, warnings: [] } as const
          return yield* present(authorization, { written, author: null, member: null })
        }
      }
      return yield* runWrite(authorization, named.body, options, write, {
        find,
        permit,
        onCommit: ({ images, written: { outcome, record, warnings } }) =>
          // A warning may be about what the event lacks, such as an external identifier of another event.
          outcome === "unchanged" && warnings.length === 0 && !hasImages(images)
            ? unchanged.add(key, authorization, record)
            : Effect.void
      })
    })

  return { runWrite, runNamed }
}
