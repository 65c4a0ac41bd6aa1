import * as Effect from "effect/Effect"
import { operatorWithAuthor } from "../../domain/access/Credential.js"
import type { Conflict, Forbidden, Invalid, NotFound, StoreError, Unauthorized } from "../../domain/error/EngineError.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { Transaction } from "../../ports/Transaction.js"
import { type Access, authorized } from "../Access.js"
import { Agendas } from "../Agendas.js"
import type { Converted } from "../event/write/convertAhead.js"
import type { Restoration } from "../event/write/Restoration.js"
import { Events } from "../Events.js"
import { Locations } from "../Locations.js"
import { LocationSets } from "../LocationSets.js"
import { Networks } from "../Networks.js"
import { atomically } from "../transaction/atomically.js"
import type { TransferLine } from "./TransferLine.js"

/** The outcome of a line. */
export type LineOutcome =
  | { readonly _tag: "created" | "updated" | "unchanged" }
  | { readonly _tag: "rejected"; readonly issues: ReadonlyArray<Issue> }

/** A rejected line, with its issues. */
export const rejected = (issues: ReadonlyArray<Issue>): LineOutcome => ({ _tag: "rejected", issues })

/** Context of restoring lines. */
export interface LineContext {
  /** Owner of the imported records; null for none. */
  readonly ownerUid: number | null
  /**
   * Whether events keep the `updatedAt` and `availabilityUpdatedAt` of their lines, by agenda uid; decided at the first
   * event line of each agenda.
   */
  readonly keepsInstants: Map<number, boolean>
  /** Markup converted ahead, by agenda uid. */
  readonly converted: ReadonlyMap<number, Converted>
}

/**
 * Whether events may keep old instants: only while the agenda has never changed, so that no polling client has seen a
 * later instant.
 */
const findKeepsInstants = Effect.fnUntraced(function*(agendaUid: number, known: LineContext["keepsInstants"]) {
  const agendas = yield* AgendaStore
  const clock = yield* atomically(agendas.lock(agendaUid))
  const keeps = clock === null || clock.changedAt === 0
  known.set(agendaUid, keeps)
  return keeps
})

const withoutInstants = (
  { availabilityUpdatedAt: _availabilityUpdatedAt, updatedAt: _updatedAt, ...restoration }: Restoration
): Restoration => restoration

const restore = Effect.fnUntraced(function*(line: TransferLine, context: LineContext) {
  const { ownerUid } = context
  switch (line.kind) {
    case "network":
      return (yield* (yield* Networks).restore(line.draft)).outcome
    case "locationSet":
      return (yield* (yield* LocationSets).restore(line.draft)).outcome
    case "agenda": {
      const agendas = yield* Agendas
      return (yield* agendas.restore(ownerUid === null ? line.draft : { ...line.draft, ownerUid })).outcome
    }
    case "location":
      return yield* (yield* Locations).restore(line.agendaUid, line.uid, line.body, line)
    case "event": {
      const caller = operatorWithAuthor(ownerUid)
      const events = yield* Events
      const { keepsInstants } = context
      const keeps = keepsInstants.get(line.agendaUid) ?? (yield* findKeepsInstants(line.agendaUid, keepsInstants))
      const restoration = keeps ? line.restoration : withoutInstants(line.restoration)
      const agenda = { _tag: "Uid", uid: line.agendaUid } as const
      return (yield* authorized(
        caller,
        agenda,
        "events:write",
        (authorization) => events.restore(authorization, restoration, line.body, context.converted.get(line.agendaUid))
      )).outcome
    }
  }
})

const refusal = (error: Exclude<Effect.Effect.Error<ReturnType<typeof restore>>, StoreError>): LineOutcome => rejected(issuesOf(error))

const issuesOf = (error: Invalid | Unauthorized | Forbidden | NotFound | Conflict): ReadonlyArray<Issue> => {
  switch (error._tag) {
    case "Invalid":
      return error.issues
    case "NotFound":
      return [issue("enum.invalid", error.what === "agenda" ? "agendaUid" : error.what, { message: error.message })]
    case "Conflict":
      return error.issues ?? [issue("duplicate", "uid", { message: error.message })]
    case "Unauthorized":
    case "Forbidden":
      return [issue("unauthorized", "", { message: error.message })]
  }
}

/** Restores the record of a line. Only store errors fail; other failures reject the line. */
export const restoreLine = (
  line: TransferLine,
  context: LineContext
): Effect.Effect<LineOutcome, StoreError, Access | Agendas | AgendaStore | Events | Locations | LocationSets | Networks | Transaction> =>
  restore(line, context).pipe(
    Effect.map((outcome): LineOutcome => ({ _tag: outcome })),
    Effect.catchIf((error) => error._tag !== "StoreError", (error) => Effect.succeed(refusal(error)))
  )
