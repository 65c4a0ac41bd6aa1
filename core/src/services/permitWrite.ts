import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Caller, Operation } from "../domain/Credential.js"
import { Forbidden, type NotFound, type StoreError, type Unauthorized } from "../domain/EngineError.js"
import type { AgendaRef } from "../record/AgendaRecord.js"
import type { Access, Authorization } from "./Access.js"

/**
 * Checks the rights that every write of this operation needs, so that a request can be refused before its body is
 * parsed. It authorizes the caller and demands a membership; `members:write` demands a moderator or administrator. The
 * service checks the rest.
 *
 * `find` loads the record to be changed. A caller without membership gets its failure, as `NotFound`, else `Forbidden`,
 * like from the write itself.
 */
export const permitWrite = <E = never, R = never>(
  access: Context.Tag.Service<Access>,
  caller: Caller,
  agenda: AgendaRef,
  operation: Operation,
  find: (authorization: Authorization) => Effect.Effect<unknown, E, R> = () => Effect.void
): Effect.Effect<void, Unauthorized | Forbidden | NotFound | StoreError | E, R> =>
  Effect.flatMap(access.authorize(caller, agenda, operation), (authorization) => {
    if (authorization.moderates) return Effect.void
    if (operation === "members:write") return new Forbidden({ message: "only moderators and administrators invite members" })
    if (authorization.role !== null) return Effect.void
    return Effect.zipRight(find(authorization), new Forbidden({ message: "only members write to this agenda" }))
  })
