import type { Caller } from "../../domain/Credential.js"
import type { Scope } from "../../query/QueryPlan.js"

/**
 * The scope of a caller's queries across agendas. An agenda key reads its own agenda, private or not. Other callers
 * read public agendas; a restricted key only its own of these.
 */
export const scopeOf = (caller: Caller): Scope => {
  if (caller._tag === "Operator" || caller.agendaUids === null) return { _tag: "Public", within: null }
  const [agendaUid, ...others] = caller.agendaUids
  return caller.kind === "agenda" && agendaUid !== undefined && others.length === 0
    ? { _tag: "Agenda", agendaUid }
    : { _tag: "Public", within: caller.agendaUids }
}
