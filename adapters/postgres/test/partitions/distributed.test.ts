import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import { usePostgres } from "../usePostgres.js"

/** Where Citus puts a table: on every worker, on the coordinator, or by a column, with the tables of the same group. */
type Place = "local" | "reference" | { readonly column: string; readonly group: string }

const lines = readFileSync(new URL("../../../../docs/deploy/citus.sql", import.meta.url), "utf8").split("\n")

/** The tables of the file, with their places. */
const placed = lines.flatMap((line): ReadonlyArray<readonly [table: string, place: Place]> => {
  const [, local] = /^-- local: (\w+)$/.exec(line) ?? []
  if (local !== undefined) return [[local, "local"]]
  const [, reference] = /^SELECT create_reference_table\('(\w+)'\);$/.exec(line) ?? []
  if (reference !== undefined) return [[reference, "reference"]]
  const [, table = "", column = "", group = ""] =
    /^SELECT create_distributed_table\('(\w+)', '(\w+)', colocate_with => '(\w+)'\);$/.exec(line) ?? []
  return table === "" ? [] : [[table, { column, group: group === "none" ? table : group }]]
})

interface Key {
  readonly name: string
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

interface Reference extends Key {
  readonly referred: string
  readonly referredColumns: ReadonlyArray<string>
}

const columnsOf = (numbers: string, table: string): string =>
  `(SELECT array_agg(a.attname::text ORDER BY k.place) FROM unnest(${numbers}) WITH ORDINALITY AS k (number, place)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number)`

const ours = (table: string): string =>
  `${table} IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')`

/** What a schema has that a distributed database restricts. */
const readSchema = ({ sql }: SqlDatabase) =>
  Effect.all({
    tables: sql.unsafe<{ readonly name: string }>(`SELECT relname AS name FROM pg_class WHERE ${ours("oid")} ORDER BY 1`),
    uniqueKeys: sql.unsafe<Key>(
      `SELECT indexrelid::regclass::text AS name, indrelid::regclass::text AS table, ${
        columnsOf("(indkey::int2[])[0:indnkeyatts - 1]", "indrelid")
      } AS columns FROM pg_index WHERE indisunique AND ${ours("indrelid")}`
    ),
    references: sql.unsafe<Reference>(
      `SELECT conname AS name, conrelid::regclass::text AS table, ${columnsOf("conkey", "conrelid")} AS columns,
        confrelid::regclass::text AS referred, ${columnsOf("confkey", "confrelid")} AS "referredColumns"
      FROM pg_constraint WHERE contype = 'f' AND ${ours("conrelid")}`
    ),
    exclusions: sql.unsafe(`SELECT conname FROM pg_constraint WHERE contype = 'x' AND ${ours("conrelid")}`),
    triggers: sql.unsafe(`SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND ${ours("tgrelid")}`),
    assigned: sql.unsafe<{ readonly table: string }>(
      `SELECT attrelid::regclass::text AS table FROM pg_attribute WHERE (attidentity <> '' OR attgenerated <> '' OR
        EXISTS (SELECT 1 FROM pg_attrdef d WHERE d.adrelid = attrelid AND d.adnum = attnum AND pg_get_expr(d.adbin, d.adrelid) ~ 'nextval'))
      AND attnum > 0 AND ${ours("attrelid")}`
    ),
    inherited: sql.unsafe(`SELECT inhrelid FROM pg_inherits WHERE ${ours("inhrelid")}`)
  })

/** What Citus would refuse in a schema, by the places of its tables. */
const faultsOf = (
  { assigned, exclusions, inherited, references, triggers, uniqueKeys }: Effect.Effect.Success<ReturnType<typeof readSchema>>,
  places: ReadonlyMap<string, Place>
): ReadonlyArray<string> => {
  const placeOf = (table: string): Place => places.get(table) ?? "local"
  const isSpread = (table: string): boolean => typeof placeOf(table) === "object"
  return [
    ...uniqueKeys.flatMap(({ columns, name, table }) => {
      const place = placeOf(table)
      return typeof place === "object" && !columns.includes(place.column) ? [`${name} is unique without ${place.column}`] : []
    }),
    ...references.flatMap(({ columns, name, referred, referredColumns, table }) => {
      const [from, to] = [placeOf(table), placeOf(referred)]
      if (to === "reference" || (from === "local" && to === "local")) return []
      if (typeof from !== "object" || typeof to !== "object") return [`${name} refers from ${table} to ${referred}`]
      const isTogether = from.group === to.group && referredColumns[columns.indexOf(from.column)] === to.column
      return isTogether ? [] : [`${name} refers to rows in other places`]
    }),
    ...assigned.flatMap(({ table }) => isSpread(table) ? [`${table} has numbers of a sequence`] : []),
    ...[exclusions, triggers, inherited].flatMap((found) => found.map((row) => JSON.stringify(row)))
  ]
}

const { emptyDatabase, freshDatabase } = usePostgres()

it.scopedLive("the file for Citus places every table once, as the keys and references of the schema allow", () =>
  Effect.gen(function*() {
    const schema = yield* readSchema(yield* PostgresDatabase.open({ url: yield* emptyDatabase }))
    expect(placed.map(([table]) => table).toSorted()).toEqual(schema.tables.map(({ name }) => name).toSorted())
    expect(faultsOf(schema, new Map(placed))).toEqual([])
  }))

it.scopedLive("finds what a distributed database refuses", () =>
  Effect.gen(function*() {
    const database = yield* PostgresDatabase.open({ url: yield* freshDatabase })
    const { sql } = database
    yield* sql`CREATE TABLE one (agenda_uid bigint, uid bigint PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY)`
    yield* sql`CREATE TABLE two (agenda_uid bigint, uid bigint REFERENCES one, slug text, UNIQUE (agenda_uid, slug))`
    yield* sql`CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`
    yield* sql`CREATE TRIGGER after_two AFTER INSERT ON two FOR EACH ROW EXECUTE FUNCTION nothing()`
    const schema = yield* readSchema(database)
    const byAgenda = { column: "agenda_uid", group: "one" }
    expect(faultsOf(schema, new Map([["one", byAgenda], ["two", byAgenda]]))).toEqual([
      "one_pkey is unique without agenda_uid",
      "two_uid_fkey refers to rows in other places",
      "one has numbers of a sequence",
      JSON.stringify({ tgname: "after_two" })
    ])
    expect(faultsOf(schema, new Map([["one", byAgenda]]))).toContain("two_uid_fkey refers from two to one")
  }))
