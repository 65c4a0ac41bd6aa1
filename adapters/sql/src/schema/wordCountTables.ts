import { big, type Table, text } from "./Table.js"

/**
 * How many published events of an agenda have a word or a location (`text/countedWords.ts`). Popular words are in every
 * write, so pages leave room for new versions of their rows.
 */
export const wordCountTables: ReadonlyArray<Table> = [
  {
    name: "agenda_word_count",
    columns: { agenda_uid: big, token: text, events: big },
    primaryKey: ["agenda_uid", "token"],
    isClustered: true,
    leavesRoom: true
  }
]
