import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { Scope } from "./QueryPlan.js"

/** The uids of the agendas of a scope, told by all that there are. One agenda is taken at its word, whether it is there or not. */
export const agendasInScope = (scope: Scope, agendas: ReadonlyArray<AgendaRecord>): ReadonlySet<number> =>
  new Set(
    scope._tag === "Agenda"
      ? [scope.agendaUid]
      : agendas.filter(({ indexed, private: isPrivate, uid }) => !isPrivate && indexed && (scope.within?.includes(uid) ?? true))
        .map(({ uid }) => uid)
  )
