import { big, type Table, text, uidOf } from "./Table.js"

/** The words of published events that misspelt words of searches are corrected to. */
export const vocabularyTables: ReadonlyArray<Table> = [
  {
    name: "agenda_event_word",
    columns: { agenda_uid: big, word: text, event_uid: uidOf("agenda_event") },
    primaryKey: ["agenda_uid", "word", "event_uid"],
    isClustered: true,
    indexes: { agenda_event_word_by_event: { on: ["event_uid"] } }
  }
]
