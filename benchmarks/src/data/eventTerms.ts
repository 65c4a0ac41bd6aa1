import type Database from "better-sqlite3"

/** What every event of a SQLite file is found by, by uid: terms with spaces between. */
export const eventTerms = (database: Database.Database): ReadonlyMap<number, string> => {
  database.exec("create virtual table temp.term using fts5vocab(main, agenda_event_fulltext, instance)")
  database.exec("create table temp.event_term (uid integer not null, terms text not null)")
  database.exec("insert into temp.event_term select doc, group_concat(term, ' ') from temp.term group by doc")
  return new Map(database.prepare<[], [number, string]>("select uid, terms from temp.event_term").raw().all())
}
