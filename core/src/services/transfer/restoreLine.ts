import * as Effect from "effect/Effect"
import type { Caller } from "../../domain/Credential.js"
import type { Conflict, Forbidden, Invalid, NotFound, StoreError, Unauthorized } from "../../domain/EngineError.js"
import { type Issue, issue } from "../../domain/Issue.js"
import { Agendas } from "../Agendas.js"
import { Events } from "../Events.js"
import { Locations } from "../Locations.js"
import type { TransferLine } from "./TransferLine.js"

/** What became of a line. */
export type LineOutcome =
  | { readonly _tag: "created" | "updated" | "unchanged" }
  | { readonly _tag: "rejected"; readonly issues: ReadonlyArray<Issue> }

/** A line that is refused, with its faults. */
export const rejected = (issues: ReadonlyArray<Issue>): LineOutcome => ({ _tag: "rejected", issues })

const restore = Effect.fnUntraced(function*(line: TransferLine, ownerUid: number | null) {
  switch (line.kind) {
    case "agenda": {
      const agendas = yield* Agendas
      return (yield* agendas.restore(ownerUid === null ? line.draft : { ...line.draft, ownerUid })).outcome
    }
    case "location":
      return yield* (yield* Locations).restore(line.agendaUid, line.uid, line.body)
    case "event": {
      const caller: Caller = { _tag: "Operator", userUid: ownerUid }
      const events = yield* Events
      return (yield* events.restore(caller, { _tag: "Uid", uid: line.agendaUid }, line.restoration, line.body)).outcome
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
      return [issue("duplicate", "uid", { message: error.message })]
    case "Unauthorized":
    case "Forbidden":
      return [issue("unauthorized", "", { message: error.message })]
  }
}

/** Makes what a line says, for a user or, without one, for nobody in particular. Only the store's own failures are failures. */
export const restoreLine = (
  line: TransferLine,
  ownerUid: number | null
): Effect.Effect<LineOutcome, StoreError, Agendas | Events | Locations> =>
  restore(line, ownerUid).pipe(
    Effect.map((outcome): LineOutcome => ({ _tag: outcome })),
    Effect.catchIf((error) => error._tag !== "StoreError", (error) => Effect.succeed(refusal(error)))
  )
