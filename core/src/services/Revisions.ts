import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import type { Caller } from "../domain/access/Credential.js"
import type { StoreError } from "../domain/error/EngineError.js"
import { ChangeStore } from "../ports/change/ChangeStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import type { TimeWindow } from "../query/event/Transitions.js"
import type { Audience, EventRef } from "../record/EventRecord.js"
import type { Authorization } from "./Access.js"
import { audienceOf } from "./event/isVisible.js"
import { ValidityWindows } from "./event/ValidityWindows.js"
import { indexTopics, isIndexCurrent } from "./maintenance/staleIndexes.js"
import { RecentChanges, type ShownEvents } from "./revision/RecentChanges.js"
import { agendaTopic, isTopicOfEvents, revisionsOfList, topicsOfAgenda, topicsOfAuthorization, topicsOfCaller } from "./revision/topics.js"

/** The validator of a response about an agenda: the revisions that it was computed at. */
export interface Validator {
  /** Caller of the request. */
  readonly caller: Caller
  /** Topics that the response depends on. */
  readonly topics: ReadonlyArray<string>
  /** Revision of each topic, in the order of `topics`. 0 for a topic that was never bumped. */
  readonly revisions: ReadonlyArray<number>
  readonly agendaUid: number
  /** Revision of the agenda: the position of its last change. */
  readonly position: number
  /** The events that the response shows, where changes of others may leave it as it is. Null: each change counts. */
  readonly shown: ShownEvents | null
}

/**
 * The validator of a response that was computed with an authorization. With the uid of an `event`, the response shows
 * this event and no other event of the agenda. Null for a response that must not be cached: the authorization was made
 * in a transaction, for a caller without a stored key, or for a user of the host whose memberships the host answers.
 *
 * For callers who read published events only, a change of other events is none.
 *
 * The revisions were read before the response is computed. A change in between makes the response newer than its
 * validator, which costs a cache miss, and never older.
 */
export const validatorOf = (authorization: Authorization, event?: EventRef): Validator | null => {
  const { agenda, caller, revisions } = authorization
  if (caller._tag === "HostUser" && caller.memberships !== "engine") return null
  const topics = [
    ...topicsOfCaller(caller),
    ...topicsOfAuthorization(agenda),
    ...topicsOfAgenda(agenda, audienceOf(authorization))
  ]
  const known = topics.flatMap((topic) => revisions?.get(topic) ?? [])
  const position = revisions?.get(agendaTopic(agenda.uid))
  if (position === undefined || known.length < topics.length) return null
  const shown = event?._tag === "Uid" ? { uids: [event.uid], isList: false } : null
  return { caller, topics, revisions: known, agendaUid: agenda.uid, position, shown }
}

/** Clips a time window at the expiry of the caller's credential. */
const withinCredentialLife = (caller: Caller, { from, until }: TimeWindow): TimeWindow => ({
  from,
  until: caller._tag !== "Operator" && caller.expiresAt !== undefined ? Math.min(until, caller.expiresAt) : until
})

/** Validates cached responses by revision and time, without loading what they were computed from. */
export class Revisions extends Context.Tag("@agenda-engine/core/services/Revisions")<Revisions, {
  /**
   * Whether each validator is still valid: what its response shows and the caller's rights have not changed. The result
   * is in the order of the validators. One query of the store serves all of them, and after changes of events one of
   * each agenda's log.
   */
  readonly unchanged: (validators: ReadonlyArray<Validator>) => Effect.Effect<ReadonlyArray<boolean>, StoreError>
  /**
   * Time window around now, in epoch milliseconds, in which no response for this authorization changes by time alone
   * and the credential does not expire. Do not show it to readers: transitions of unpublished events bound it too.
   */
  readonly validity: (authorization: Authorization) => Effect.Effect<TimeWindow, StoreError>
  /** Start of the caller's validity window: the instant that a first page is computed as of. Epoch milliseconds. */
  readonly asOf: (authorization: Authorization) => Effect.Effect<number, StoreError>
}>() {
  /** Revisions loaded from `RevisionStore`. */
  static readonly layer: Layer.Layer<Revisions, never, ChangeStore | RevisionStore | ValidityWindows> = Layer.effect(
    Revisions,
    Effect.suspend(() => make)
  )
}

/** The topics that decide whether a response is as it was. */
const topicsOf = ({ agendaUid, shown, topics }: Validator): ReadonlyArray<string> =>
  shown === null ? topics : [...topics, agendaTopic(agendaUid), ...(shown.isList ? indexTopics : [])]

const byPosition = Order.mapInput(Order.number, ({ position }: Validator) => position)

const make = Effect.gen(function*() {
  const revisions = yield* RevisionStore
  const windows = yield* ValidityWindows
  const recent = new RecentChanges(yield* ChangeStore)

  const windowOf = (authorization: Authorization, audience: Audience) =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now) =>
        windows.around(now, { scope: { _tag: "Agenda", agendaUid: authorization.agenda.uid }, audience }, revisionsOfList(authorization))
    )

  return Revisions.of({
    unchanged: (validators) => {
      const topics = [...new Set(validators.flatMap(topicsOf))]
      return Effect.flatMap(revisions.read(topics), (read) => {
        const now = new Map(topics.map((topic, index) => [topic, read[index] ?? 0]))
        const revisionOf = (topic: string): number => now.get(topic) ?? 0
        const isSame = ({ revisions, topics }: Validator, but: (topic: string) => boolean): boolean =>
          topics.every((topic, index) => now.get(topic) === revisions[index] || but(topic))
        const unchanged = validators.map((validator) => isSame(validator, () => false))
        // A write while the index is stale may index an event by other terms. Its row in the log does not say so.
        const doubtful = validators.filter((validator, index) =>
          unchanged[index] === false && validator.shown !== null &&
          (!validator.shown.isList || isIndexCurrent(revisionOf)) &&
          isSame(validator, (topic) => isTopicOfEvents(validator.agendaUid, topic))
        )
        if (doubtful.length === 0) return Effect.succeed(unchanged)
        const readLog = ({ agendaUid, position }: Validator) => recent.readUpTo(agendaUid, position, revisionOf(agendaTopic(agendaUid)))
        return Effect.map(Effect.forEach(doubtful.toSorted(byPosition), readLog, { discard: true }), () => {
          const left = new Set(
            doubtful.filter(({ agendaUid, position, shown }) =>
              shown !== null && recent.leaves(agendaUid, position, revisionOf(agendaTopic(agendaUid)), shown)
            )
          )
          return validators.map((validator, index) => unchanged[index] === true || left.has(validator))
        })
      })
    },

    validity: (authorization) =>
      Effect.map(windowOf(authorization, "privileged"), (window) => withinCredentialLife(authorization.caller, window)),

    asOf: (authorization) => Effect.map(windowOf(authorization, authorization.moderates ? "privileged" : "public"), ({ from }) => from)
  })
})
