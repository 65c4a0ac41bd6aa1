import { index_rules } from "../../text/indexRules.js"

/** Revision topic of the whole index: bumped when all records are indexed by the rules of this version. */
export const wholeTopic = `index:${index_rules}`

/** As `wholeTopic`, for one agenda. */
export const agendaTopic = (agendaUid: number): string => `${wholeTopic}:${agendaUid}`

/** Bumped whenever a change of some agenda's fields makes its index stale. */
export const anyStaleTopic = "index-stale"

/** As `anyStaleTopic`, for one agenda. */
export const staleTopic = (agendaUid: number): string => `${anyStaleTopic}:${agendaUid}`

/** The revision of `anyStaleTopic` up to which all stale indexes are rebuilt. */
export const allReindexedTopic = "index-rebuilt"

/** The revision of an agenda's `staleTopic` up to which its events are indexed again. */
export const reindexedTopic = (agendaUid: number): string => `${allReindexedTopic}:${agendaUid}`
