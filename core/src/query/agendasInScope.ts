import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { Scope } from "./QueryPlan.js"

/**
 * The agenda uids of a scope, given all agendas. The uid of an `Agenda` scope is returned even when that agenda does
 * not exist.
 */
export const agendasInScope = (scope: Scope, agendas: ReadonlyArray<AgendaRecord>): ReadonlySet<number> =>
  new Set(
    scope._tag === "Agenda"
      ? [scope.agendaUid]
      : agendas.filter(({ indexed, private: isPrivate, uid }) => !isPrivate && indexed && (scope.within?.includes(uid) ?? true))
        .map(({ uid }) => uid)
  )
