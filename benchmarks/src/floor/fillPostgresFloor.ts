import * as Effect from "effect/Effect"
import { Client } from "pg"
import type { FloorPage } from "./FloorFile.js"

/** Writes a page into tables of their own, for the floor on Postgres to read. */
export const fillPostgresFloor = (connectionString: string, { after, before, items }: FloorPage): Effect.Effect<void> =>
  Effect.promise(async () => {
    const client = new Client({ connectionString })
    await client.connect()
    await client.query("create table floor_item (rank integer primary key, json text not null)")
    await client.query("create table floor_envelope (before text not null, after text not null)")
    for (const [rank, json] of items.entries()) await client.query("insert into floor_item values ($1, $2)", [rank, json])
    await client.query("insert into floor_envelope values ($1, $2)", [before, after])
    await client.query("analyze")
    await client.end()
  })
