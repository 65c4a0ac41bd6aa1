import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { formatUtc } from "../../derive/dates/formatInstant.js"
import { operator } from "../../domain/access/Credential.js"
import type { EventRecord } from "../../record/EventRecord.js"
import { type Access, authorized } from "../Access.js"
import { Changes } from "../Changes.js"
import { showEvent, type ShowPorts } from "../event/showEvent.js"
import { typedAnswer } from "../event/typedAnswer.js"
import { type CommittedChange, CurrentListeners, type Listeners, type ObservedChange } from "./Listeners.js"

/** Changes that wait to be told. Later ones are left out. */
const untold_changes_max = 1_000

const observed = ({ after, before, record }: CommittedChange) =>
  authorized(operator, { _tag: "Uid", uid: record.agendaUid }, "events:read", (authorization) =>
    Effect.gen(function*() {
      const ports = yield* Effect.context<ShowPorts>()
      const show = (event: EventRecord | null) =>
        event === null
          ? Effect.succeed(null)
          : Effect.map(showEvent(ports, authorization, event), (shown): ObservedChange["before"] => typedAnswer(shown))
      const { agendaUid, at, by, kind, type, uid, version } = record
      const cursor = yield* Effect.flatMap(Changes, (changes) => changes.cursorAfter(authorization, record))
      const shown = { before: yield* show(before), after: yield* show(after) }
      return { cursor, at: formatUtc(at), agendaUid, uid, by, version, kind, type, ...shown } satisfies ObservedChange
    }))

const tell = (listeners: Listeners, committed: CommittedChange) =>
  Effect.gen(function*() {
    const { record: { type, uid } } = committed
    const called = listeners.of(type)
    if (called.length === 0) return
    const change = yield* observed(committed)
    for (const listener of called) {
      yield* Effect.forkScoped(
        Effect.catchAllCause(
          Effect.suspend(() => listener(change)),
          (cause) => Effect.annotateLogs(Effect.logWarning("a listener of changes failed", cause), { kind: change.kind, uid })
        )
      )
    }
  }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("listeners were not told of a change", cause)))

/** Tells the listeners of the engine of the changes that this process commits, in their order, while it runs. */
export const tellListeners: Layer.Layer<never, never, Access | Changes | ShowPorts> = Layer.scopedDiscard(
  Effect.gen(function*() {
    const listeners = yield* CurrentListeners
    if (listeners === null) return
    const untold = yield* Queue.dropping<CommittedChange>(untold_changes_max)
    let left = 0
    const warn = Effect.suspend(() => {
      const count = left
      left = 0
      return count === 0 ? Effect.void : Effect.logWarning(`listeners were not told of ${count} changes: there were too many at once`)
    })
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        listeners.receive = (changes) => {
          for (const change of changes) if (!untold.unsafeOffer(change)) left += 1
        }
      }),
      () =>
        Effect.sync(() => {
          listeners.receive = null
        })
    )
    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(untold.take, (committed) => Effect.zipRight(warn, tell(listeners, committed)))))
  })
)
