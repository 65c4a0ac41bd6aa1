import type { GeoBox, PlaceField } from "@agenda-engine/core/query/EventQuery"
import type { Condition, Scope } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { isOneOf, isOneOfTexts, never, type Words } from "./isOneOf.js"
import { apartWithoutIndex_max } from "./isWithin.js"
import { rowExists } from "./rowExists.js"

type Of<Tag extends Condition["_tag"]> = Extract<Condition, { readonly _tag: Tag }>

/** The columns that the texts of the location `l` are compared by. */
export const foldedColumns: { readonly [F in PlaceField]: string } = {
  adminLevel1: "l.admin_level_1_folded",
  adminLevel2: "l.admin_level_2_folded",
  adminLevel3: "l.admin_level_3_folded",
  adminLevel4: "l.admin_level_4_folded",
  adminLevel5: "l.admin_level_5_folded",
  adminLevel6: "l.admin_level_6_folded",
  countryCode: "l.country_code_folded"
}

/** The event `e` takes place at a location of which this holds. */
const isAt = (words: Words, where: Fragment): Fragment =>
  rowExists(words, words.sql`agenda_location l WHERE l.uid = e.location_uid AND ${where}`)

/** The event `e` takes place at one of these locations. */
export const compileLocationUid = (words: Words, condition: Of<"LocationUid">): Fragment =>
  words.sql.or([
    isOneOf(words, "e.location_uid", condition.in),
    ...(condition.orNone ? [words.sql.literal("e.location_uid IS NULL")] : [])
  ])

/** What a place has to be. */
const isPlace = (words: Words, { field, in: texts }: Of<"Place">): Fragment => isOneOfTexts(words, foldedColumns[field], texts)

/** The location of the event `e` has no such text. */
const isNowhere = (words: Words, { field, orNone }: Of<"Place">): ReadonlyArray<Fragment> =>
  orNone ? [words.sql`NOT ${isAt(words, words.sql.literal(`${foldedColumns[field]} IS NOT NULL`))}`] : []

/** The location of the event `e` has one of these texts. */
export const compilePlace = (words: Words, condition: Of<"Place">): Fragment =>
  words.sql.or([isAt(words, isPlace(words, condition)), ...isNowhere(words, condition)])

const boxColumns = { north: "real", east: "real", south: "real", west: "real" } as const

const isInBox = ({ sql }: Words, { east, north, south, west }: GeoBox): Fragment =>
  sql.and([
    sql`l.latitude >= ${south}`,
    sql`l.latitude <= ${north}`,
    sql.join(west <= east ? " AND " : " OR ", true)([sql`l.longitude >= ${west}`, sql`l.longitude <= ${east}`])
  ])

const isInAnyBox = ({ dialect, sql }: Words, boxes: ReadonlyArray<GeoBox>): Fragment =>
  sql`EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, boxColumns, JSON.stringify(boxes))
  } WHERE l.latitude >= r.south AND l.latitude <= r.north AND CASE WHEN r.west <= r.east THEN l.longitude >= r.west AND l.longitude <= r.east ELSE l.longitude >= r.west OR l.longitude <= r.east END)`

const isInBoxes = (words: Words, { boxes }: Of<"Geo">): Fragment =>
  boxes.length > apartWithoutIndex_max ? isInAnyBox(words, boxes) : words.sql.or(boxes.map((box) => isInBox(words, box)))

/**
 * The locations of a scope's events of which a condition holds: a `SELECT` with the column `uid`. Those of one agenda are found by one step
 * each in its index of events by location.
 */
export const locationsThat = (words: Words, scope: Scope, condition: Of<"Place" | "Geo">): Fragment => {
  const { sql } = words
  const where = condition._tag === "Place" ? isPlace(words, condition) : isInBoxes(words, condition)
  if (scope._tag === "Public") return sql`SELECT l.uid FROM agenda_location l WHERE ${where}`
  const { agendaUid } = scope
  const steps =
    sql`SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ${agendaUid} UNION ALL SELECT (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ${agendaUid} AND f.location_uid > d.uid) FROM d WHERE d.uid IS NOT NULL`
  return sql`WITH RECURSIVE d (uid) AS (${steps}) SELECT l.uid FROM d CROSS JOIN agenda_location l WHERE l.uid = d.uid AND ${where}`
}

/** The event `e`, one of many, takes place at one of them, which are found first. */
const isAtFound = (words: Words, condition: Of<"Place" | "Geo">, scope: Scope): Fragment =>
  words.dialect.isAmongFound(words.sql, words.sql.literal("e.location_uid"), locationsThat(words, scope, condition))

/** `compilePlace` for events that are looked at all at once, however many there are, unless the database weighs whether to look each up. */
export const compilePlaceAtOnce = (words: Words, condition: Of<"Place">, scope: Scope): Fragment =>
  words.dialect.weighsLookUps
    ? compilePlace(words, condition)
    : words.sql.or([isAtFound(words, condition, scope), ...isNowhere(words, condition)])

/** The location of the event `e` lies in one of these boxes. One that goes further east than it begins crosses the antimeridian. */
export const compileGeo = (words: Words, condition: Of<"Geo">): Fragment =>
  condition.boxes.length === 0 ? never(words.sql) : isAt(words, isInBoxes(words, condition))

/** `compileGeo` likewise. */
export const compileGeoAtOnce = (words: Words, condition: Of<"Geo">, scope: Scope): Fragment =>
  words.dialect.weighsLookUps || condition.boxes.length === 0 ? compileGeo(words, condition) : isAtFound(words, condition, scope)
