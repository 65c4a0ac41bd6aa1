import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Caller, Operation } from "../domain/Credential.js"
import { Forbidden, type NotFound, type StoreError, type Unauthorized } from "../domain/EngineError.js"
import type { AgendaRef } from "../record/AgendaRecord.js"
import type { Access } from "./Access.js"

/**
 * Checks what every write of this operation takes, for who wants to know before a body is read: what `Access.enter` checks, and a membership; to
 * invite members that of a moderator or administrator. What else a write takes, its service checks.
 */
export const permitWrite = (
  access: Context.Tag.Service<Access>,
  caller: Caller,
  agenda: AgendaRef,
  operation: Operation
): Effect.Effect<void, Unauthorized | Forbidden | NotFound | StoreError> =>
  Effect.flatMap(access.enter(caller, agenda, operation), ({ moderates, role }) => {
    if (moderates) return Effect.void
    if (operation === "members:write") return new Forbidden({ message: "only moderators and administrators invite members" })
    return role === null ? new Forbidden({ message: "only members write to this agenda" }) : Effect.void
  })
