import { index_rules } from "../../derive/indexRules.js"

/** Moves when everything is indexed by the rules of this version. */
export const wholeTopic = `index:${index_rules}`

/** Moves when an agenda is. */
export const agendaTopic = (agendaUid: number): string => `${wholeTopic}:${agendaUid}`

/** Moves whenever some agenda's fields change so that its events have to be indexed again. */
export const anyStaleTopic = "index-stale"

/** Moves whenever this agenda's fields do. */
export const staleTopic = (agendaUid: number): string => `${anyStaleTopic}:${agendaUid}`

/** Moves when everything that was stale at this revision of `anyStaleTopic` is indexed. */
export const allMendedTopic = (revision: number): string => `index-mended:${revision}`

/** Moves when the events of an agenda are indexed as its fields are at this revision of its `staleTopic`. */
export const mendedTopic = (agendaUid: number, revision: number): string => `index-mended:${agendaUid}:${revision}`
