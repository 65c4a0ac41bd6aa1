import type { Event } from "@agenda-engine/core/contract/EventAnswer"
import { rawBody } from "@agenda-engine/core/contract/RawBody"
import { type Operation, operator } from "@agenda-engine/core/domain/access/Credential"
import type { EngineError } from "@agenda-engine/core/domain/error/EngineError"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { Engine } from "@agenda-engine/core/Engine"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { type Authorization, authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { bodyOf, dump, type FaultWorld, readLists } from "./FaultWorld.js"

/** What an operation is applied to: the world, a word that nothing contains yet, and an event of the world. */
export interface Target {
  readonly world: FaultWorld
  readonly token: string
  readonly eventUid: number
}

const by = <O extends Operation, A, E, R>(
  { world }: Target,
  operation: O,
  use: (authorization: Authorization<O>, events: Events["Type"]) => Effect.Effect<A, E, R>
) =>
  authorized(
    operator,
    { _tag: "Uid", uid: world.agendaUid },
    operation,
    (authorization) => Effect.flatMap(Events, (events) => use(authorization, events))
  )

const ref = ({ eventUid }: Target) => ({ _tag: "Uid", uid: eventUid } as const)

const get = (target: Target) =>
  by(target, "events:read", (authorization, events) => events.get(authorization, ref(target), { detailed: true }))

/** How often a text occurs in all that is stored of the agenda. */
const occurrences = ({ world }: Target, text: string) => Effect.map(dump(world), (stored) => stored.split(text).length - 1)

const isStored = (target: Target) => Effect.map(occurrences(target, target.token), (count) => count > 0)

/** The events whose title contains the token. */
const titled = (target: Target) =>
  by(
    target,
    "events:read",
    (authorization, events) => events.list(authorization, EventQuery.make({ search: target.token, state: [-1, 0, 1, 2], size: 10 }))
  )

const isListedOnce = (target: Target) => Effect.map(titled(target), ({ total }) => total === 1)

const draftOf = ({ token, world }: Target, more: JsonObject = {}) => rawBody(bodyOf(world, token, more))

const create = (target: Target) => by(target, "events:write", (authorization, events) => events.create(authorization, draftOf(target)))

const writtenUid = ({ event }: { readonly event: Event }) => JSON.stringify(event.uid)

/** A creation with an idempotency key: the key is the token. */
const createOnce = (target: Target) =>
  Effect.flatMap(
    Idempotency,
    (idempotency) =>
      idempotency.once({ keyId: "faults", name: target.token, fingerprint: target.token }, (keep) =>
        by(target, "events:write", (authorization, events) =>
          Effect.map(
            events.create(authorization, draftOf(target), {
              keep: (written) =>
                keep(writtenUid(written))
            }),
            writtenUid
          )))
  )

const slotOf = (target: Target) => Effect.map(get(target), ({ event }) => event.timings[0])

/** Whether the first slot of the event is sold out. */
const isSoldOut = (target: Target) => Effect.map(slotOf(target), (slot) => JSON.stringify(slot?.availability ?? null).includes("soldOut"))

const patchAvailability = (target: Target) =>
  Effect.gen(function*() {
    const slot = yield* slotOf(target)
    const row = { syncedAt: DateTime.formatIso(yield* DateTime.now), remaining: 0, sourceRef: target.token }
    return yield* by(target, "events:write", (authorization, events) =>
      events.patchAvailability(authorization, ref(target), { [String(slot?.id)]: { billetweb: row } }))
  })

const patch = (target: Target) =>
  by(
    target,
    "events:write",
    (authorization, events) => events.patch(authorization, ref(target), { title: { en: `Matinee ${target.token}` }, state: 0 })
  )

const replace = (target: Target) =>
  by(target, "events:write", (authorization, events) => events.replace(authorization, ref(target), draftOf(target, { state: 2 })))

const upsert = (target: Target) =>
  by(target, "events:write", (authorization, events) => events.upsert(authorization, { key: "faults", value: "one" }, draftOf(target)))

const remove = (target: Target) => by(target, "events:write", (authorization, events) => events.remove(authorization, ref(target)))

const isGone = (target: Target) => Effect.map(occurrences(target, `"uid":${target.eventUid},`), (count) => count === 0)

const renameLocation = (target: Target) =>
  by(
    target,
    "locations:write",
    (authorization) =>
      Effect.flatMap(Locations, (locations) =>
        locations.patch(authorization, { _tag: "Uid", uid: target.world.locationUid }, { name: `Quay ${target.token}` }, { lang: null }))
  )

const renameAgenda = ({ token, world }: Target) =>
  Effect.flatMap(Agendas, (agendas) => agendas.update(world.agendaUid, { title: `Harbour ${token}` }))

/** Closes the agenda to the public, or opens it again. */
const toggleAgenda = ({ world }: Target) =>
  Effect.flatMap(Agendas, (agendas) =>
    Effect.flatMap(agendas.list, (all) => {
      const isPrivate = all.find(({ uid }) => uid === world.agendaUid)?.private ?? false
      return agendas.update(world.agendaUid, { private: !isPrivate })
    }))

const toggleRole = ({ world }: Target) =>
  Effect.flatMap(Members, (members) =>
    Effect.flatMap(members.list(world.agendaUid), (all) => {
      const isModerator = all.some(({ role, userUid }) => userUid === world.memberUid && role === "moderator")
      return members.add(world.agendaUid, world.memberUid, isModerator ? "contributor" : "moderator")
    }))

const always = () => Effect.succeed(true)

/** An operation that faults hit. */
export interface FaultOperation {
  readonly name: string
  readonly run: (target: Target) => Effect.Effect<unknown, EngineError, Engine | Stores>
  /** Whether all of it is stored: after a success, and after a failure of which something is stored. */
  readonly isComplete: (target: Target) => Effect.Effect<boolean, EngineError, Engine | Stores>
}

/** Creates an event. */
export const creation: FaultOperation = { name: "create", run: create, isComplete: isListedOnce }

/** Removes an event. */
export const removal: FaultOperation = { name: "remove", run: remove, isComplete: isGone }

/** All operations. */
export const operations: ReadonlyArray<FaultOperation> = [
  creation,
  removal,
  { name: "create once", run: createOnce, isComplete: isListedOnce },
  { name: "patch", run: patch, isComplete: isListedOnce },
  { name: "replace", run: replace, isComplete: isListedOnce },
  { name: "upsert", run: upsert, isComplete: isListedOnce },
  { name: "patch availability", run: patchAvailability, isComplete: isSoldOut },
  { name: "rename the location", run: renameLocation, isComplete: isStored },
  { name: "rename the agenda", run: renameAgenda, isComplete: isStored },
  { name: "close or open the agenda", run: toggleAgenda, isComplete: always },
  { name: "change the role", run: toggleRole, isComplete: always },
  { name: "list", run: ({ world }) => readLists(world), isComplete: always }
]
