import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Client } from "pg"
import { eventTerms } from "./eventTerms.js"

/** Rows that are written by one statement. */
const batch_rows = 2_000

const Names = Schema.Struct({ rows: Schema.Array(Schema.Struct({ name: Schema.String })) })

function* batchesOf<A>(rows: Iterable<A>): Generator<ReadonlyArray<A>> {
  let batch: Array<A> = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length === batch_rows) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const copyRows = async (from: Database.Database, to: Client): Promise<void> => {
  const columnsOf = from.prepare<[string], string>("select name from pragma_table_info(?)").pluck()
  const { rows: tables } = Schema.decodeUnknownSync(Names)(
    await to.query(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not in ('agenda_migration', 'agenda_event_fulltext', 'agenda_event_uid', 'agenda_event_slug')"
    )
  )
  for (const { name } of tables) {
    const columns = columnsOf.all(name).join()
    await to.query(`delete from ${name}`)
    for (const rows of batchesOf(from.prepare(`select * from "${name}"`).iterate())) {
      await to.query(`insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`, [
        JSON.stringify(rows)
      ])
    }
  }
  await to.query("insert into agenda_event_uid (uid, agenda_uid) select uid, agenda_uid from agenda_event")
  await to.query("insert into agenda_event_slug (slug, agenda_uid, uid) select slug, agenda_uid, uid from agenda_event")
  for (const rows of batchesOf(eventTerms(from))) {
    await to.query(
      "insert into agenda_event_fulltext (agenda_uid, event_uid, terms) select agenda_uid, uid, array_to_tsvector(string_to_array(terms, ' ')) from unnest($1::bigint[], $2::text[]) as t (uid, terms) join agenda_event_uid using (uid)",
      [rows.map(([uid]) => uid), rows.map(([, terms]) => terms)]
    )
  }
}

/**
 * Copies all rows of a SQLite file of the engine into an empty Postgres database of the same version, the keys too:
 * their tables have the same columns, but those of terms and look-ups.
 */
export const copyToPostgres = (file: string, connectionString: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    const from = new Database(file, { readonly: true })
    const to = new Client({ connectionString })
    await to.connect()
    try {
      // Tables come in no order: what refers to others is looked at by nobody, as it was when it was first written.
      await to.query("set session_replication_role = replica")
      await copyRows(from, to)
      await to.query("vacuum analyze")
    } finally {
      from.close()
      await to.end()
    }
  })
