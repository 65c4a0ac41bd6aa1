import { operator } from "@agenda-engine/core/domain/access/Credential"
import { wholeEvent } from "@agenda-engine/core/query/event/EventView"
import type { ChangeKind } from "@agenda-engine/core/record/ChangeRecord"
import { authorized } from "@agenda-engine/core/services/Access"
import { Changes, type FollowedChange } from "@agenda-engine/core/services/Changes"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { iterated } from "./iterated.js"
import type { Run } from "./promised.js"

/** Which changes are followed. */
export interface ChangesOptions {
  /** One agenda; absent: all. */
  readonly agendaUid?: number | undefined
  /** The `cursor` of the last change that was handled, or `now`; absent: from the oldest change that is kept. */
  readonly after?: string | undefined
  /** Only these kinds. */
  readonly kinds?: ReadonlyArray<ChangeKind> | undefined
  /** Whether changes of events have `event`, the event as it is now, null when it is gone. Default: false. */
  readonly detailed?: boolean | undefined
  /** Whether to wait for more changes. Default: true. */
  readonly wait?: boolean | undefined
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined
}

const aborted = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    const end = () => resume(Effect.void)
    if (signal.aborted) return end()
    signal.addEventListener("abort", end, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", end))
  })

/** The changes that an operator sees, as an iterable. */
export const followedChanges = (
  run: Run,
  { after, agendaUid, detailed = false, kinds, signal, wait = true }: ChangesOptions
): AsyncGenerator<FollowedChange, void> => {
  const query = { after, kinds, ...(detailed ? { view: wholeEvent } : {}), ...(wait ? {} : { wait_seconds: 0 }) }
  const opened = Effect.map(Changes, (changes) => {
    const stream = agendaUid === undefined
      ? changes.streamAcross(operator, query)
      : Stream.unwrap(
        authorized(
          operator,
          { _tag: "Uid", uid: agendaUid },
          "events:read",
          (authorization) => Effect.succeed(changes.stream(authorization, query))
        )
      )
    return signal === undefined ? stream : Stream.interruptWhen(stream, aborted(signal))
  })
  return iterated(run, opened)
}
