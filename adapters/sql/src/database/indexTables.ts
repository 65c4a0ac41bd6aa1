import { index_rules } from "@agenda-engine/core/search/indexRules"

const rules = index_rules.replaceAll(".", "_")

/**
 * Table of the searchable text of events; every write of an event touches it. Its name contains the index rules'
 * version: each change of the rules needs a migration that renames it. An older process that still runs then fails to
 * write, instead of indexing by old rules.
 */
export const eventTextTable = `agenda_event_text_${rules}`

/** Table of the words of locations; every write of a location touches it. Renamed with the rules too. */
export const locationWordTable = `agenda_location_word_${rules}`
