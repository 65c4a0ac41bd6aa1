import * as Effect from "effect/Effect"
import type { Caller, Operation } from "../../domain/access/Credential.js"
import { restrictionOf } from "../../domain/access/Credential.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { MemberStore } from "../../ports/MemberStore.js"
import type { TopicRevisions } from "../../ports/RevisionStore.js"
import { type ChangeReader, readersOf } from "../../present/presentChange.js"
import type { ChangeType } from "../../record/ChangeRecord.js"
import type { TombstoneAudience } from "../../record/EventRecord.js"
import type { Access, Authorization } from "../Access.js"
import { ownEventsOf, scopeOf } from "../event/isVisible.js"
import { membershipsOf } from "../removal/removeUser.js"
import { directoryTopic } from "../revision/topics.js"
import type { AgendaDirectory } from "./agendaDirectory.js"

/** The log of an agenda, as a caller reads it. */
export interface ReadableLog {
  readonly agendaUid: number
  readonly reader: ChangeReader
  readonly audience: TombstoneAudience
}

/** The logs that a feed reads for a caller. */
export interface ReadableLogs {
  /** What the cursors of the feed are bound to. */
  readonly scope: string
  /** The caller's rights: with others, its cursors expire. */
  readonly rights: string
  readonly logs: ReadonlyArray<ReadableLog>
  /** What decided which logs these are. */
  readonly decided: TopicRevisions
  readonly types: ReadonlySet<ChangeType>
  /** Path and query of the full list of events. */
  readonly full: string
}

const operationOf: { readonly [T in ChangeType]: Operation } = {
  agenda: "events:read",
  event: "events:read",
  location: "locations:read",
  member: "members:read"
}

const everyType: ReadonlyArray<ChangeType> = ["agenda", "event", "location", "member"]

const typesFor = (caller: Caller): ReadonlyArray<ChangeType> =>
  caller._tag !== "Key" || caller.operations === null
    ? everyType
    : everyType.filter((type) => caller.operations?.includes(operationOf[type]) === true)

const readableLog = (authorization: Authorization): ReadableLog => {
  const reader = { moderates: authorization.moderates, contributorUid: ownEventsOf(authorization) }
  return { agendaUid: authorization.agenda.uid, reader, audience: readersOf(reader) }
}

const allStates = [-1, 0, 1, 2].map((state) => `&state=${state}`).join("")

/** The log of one agenda. */
export const logOfAgenda = (authorization: Authorization): Effect.Effect<ReadableLogs> =>
  Effect.map(CurrentLimits, ({ eventsPage_max }) => {
    const log = readableLog(authorization)
    const types = typesFor(authorization.caller)
    const states = log.reader.moderates ? allStates : ""
    return {
      scope: `agenda:${log.agendaUid}`,
      rights: [log.audience, ...types].join(),
      logs: [log],
      decided: { topics: [], revisions: [] },
      types: new Set(types),
      full: `/v2/agendas/${log.agendaUid}/events?detailed=1&size=${eventsPage_max}&sort=updatedAt.asc${states}`
    }
  })

/** Uids of the agendas that the caller reads as a member, with a credential that acts as the user. */
const ownAgendas = (caller: Caller): Effect.Effect<ReadonlyArray<number>, StoreError, MemberStore> =>
  caller.userUid === null || (caller._tag === "Key" && !caller.writes)
    ? Effect.succeed([])
    : Effect.map(membershipsOf(caller.userUid), (all) => all.map(({ agendaUid }) => agendaUid))

const anybody: ChangeReader = { moderates: false, contributorUid: null }

/** The logs of the public, indexed agendas, and of those of the caller, in order of uid. */
export const logsAcross = (
  access: Access["Type"],
  caller: Caller,
  { agendas, revision }: AgendaDirectory
): Effect.Effect<ReadableLogs, StoreError, MemberStore> =>
  Effect.gen(function*() {
    const { eventsPage_max } = yield* CurrentLimits
    const scope = scopeOf(caller)
    const restriction = restrictionOf(caller)
    const within = restriction === null ? null : new Set(restriction)
    const own = new Set(yield* ownAgendas(caller))
    const logs: Array<ReadableLog> = []
    const ownRights: Array<string> = []
    for (const agenda of agendas) {
      const { isListed, uid } = agenda
      if (within?.has(uid) === false) continue
      const isOpen = (scope._tag === "Agenda" && scope.agendaUid === uid) || isListed
      if (!own.has(uid) && caller._tag !== "Operator") {
        if (isOpen) logs.push({ agendaUid: uid, reader: anybody, audience: "public" })
        continue
      }
      const { moderates, role } = yield* access.rightsIn(caller, agenda)
      if (role === null && !isOpen && !moderates) continue
      const reader = { moderates, contributorUid: role === null ? null : caller.userUid }
      const audience = readersOf(reader)
      logs.push({ agendaUid: uid, reader, audience })
      ownRights.push(`${uid}=${audience}`)
    }
    const types = typesFor(caller)
    return {
      scope: "all",
      rights: [...types, ...restriction ?? ["*"], ...ownRights].join(),
      logs,
      decided: { topics: [directoryTopic], revisions: [revision] },
      types: new Set(types),
      full: `/v2/events?detailed=1&size=${eventsPage_max}&sort=updatedAt.asc`
    }
  })
