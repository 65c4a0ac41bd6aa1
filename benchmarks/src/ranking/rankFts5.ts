import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import { passagesOf, type RankedEngine } from "./RankedEngine.js"
import { partWeights, searchedParts, searchedTexts } from "./SearchedText.js"

const columns = searchedParts.join(", ")

/** SQLite FTS5 with its porter tokenizer, ranked by bm25. `joint`: whether all words or any word must match. */
export const rankFts5 = (joint: "AND" | "OR"): RankedEngine => {
  const database = new Database(":memory:")
  database.exec(`create virtual table event using fts5(${columns}, tokenize = 'porter unicode61 remove_diacritics 2')`)
  const insert = database.prepare(`insert into event (rowid, ${columns}) values (?, ?, ?, ?, ?)`)
  for (const { description, id, keywords, place, title } of searchedTexts) insert.run(id, title, keywords, place, description)
  const weights = searchedParts.map((part) => partWeights[part]).join(", ")
  const select = database.prepare<[string], { readonly id: number }>(
    `select rowid as id from event where event match ? order by bm25(event, ${weights}), rowid`
  )
  return {
    name: `SQLite FTS5 bm25, porter, ${joint === "AND" ? "all words" : "any word"}`,
    rank: (search) =>
      Effect.sync(() => {
        const passages = passagesOf(search)
        const terms = passages.map(({ quoted, text }, index) => `"${text}"${index === passages.length - 1 && !quoted ? " *" : ""}`)
        return terms.length === 0 ? [] : select.all(terms.join(` ${joint} `)).map(({ id }) => id)
      })
  }
}
