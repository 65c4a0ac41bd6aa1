import type { Condition, GeoBox, PlaceField } from "@agenda-engine/core/query/event/Condition"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { alwaysFalse, inlinedWithoutIndex_max, isOneOf, isOneOfTexts, rowExists, type SqlContext } from "../../fragment/isOneOf.js"

type Of<Tag extends Condition["_tag"]> = Extract<Condition, { readonly _tag: Tag }>

/** The folded columns of the location `l`, by field. */
export const foldedColumns: { readonly [F in PlaceField]: string } = {
  adminLevel1: "l.admin_level_1_folded",
  adminLevel2: "l.admin_level_2_folded",
  adminLevel3: "l.admin_level_3_folded",
  adminLevel4: "l.admin_level_4_folded",
  adminLevel5: "l.admin_level_5_folded",
  adminLevel6: "l.admin_level_6_folded",
  countryCode: "l.country_code_folded"
}

/** Predicate: the location of the event `e` meets `where`. */
const isAt = (context: SqlContext, where: Fragment): Fragment =>
  rowExists(context, context.sql`agenda_location l WHERE l.uid = e.location_uid AND ${where}`)

/** Predicate: the event `e` is at one of these locations. */
export const compileLocationUid = (context: SqlContext, condition: Of<"LocationUid">): Fragment =>
  context.sql.or([
    isOneOf(context, "e.location_uid", condition.in),
    ...(condition.orNone ? [context.sql.literal("e.location_uid IS NULL")] : [])
  ])

/** Predicate on the location `l`. */
const isPlace = (context: SqlContext, { field, in: texts }: Of<"Place">): Fragment => isOneOfTexts(context, foldedColumns[field], texts)

/** Predicate: the event `e` has no location with this text. */
const lacksPlace = (context: SqlContext, { field, orNone }: Of<"Place">): ReadonlyArray<Fragment> =>
  orNone ? [context.sql`NOT ${isAt(context, context.sql.literal(`${foldedColumns[field]} IS NOT NULL`))}`] : []

/** Predicate: the location of the event `e` has one of these texts. */
export const compilePlace = (context: SqlContext, condition: Of<"Place">): Fragment =>
  context.sql.or([isAt(context, isPlace(context, condition)), ...lacksPlace(context, condition)])

const boxColumns = { north: "real", east: "real", south: "real", west: "real" } as const

const isInBox = ({ sql }: SqlContext, { east, north, south, west }: GeoBox): Fragment =>
  sql.and([
    sql`l.latitude >= ${south}`,
    sql`l.latitude <= ${north}`,
    sql.join(west <= east ? " AND " : " OR ", true)([sql`l.longitude >= ${west}`, sql`l.longitude <= ${east}`])
  ])

const isInAnyBox = ({ dialect, sql }: SqlContext, boxes: ReadonlyArray<GeoBox>): Fragment =>
  sql`EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, boxColumns, JSON.stringify(boxes))
  } WHERE l.latitude >= r.south AND l.latitude <= r.north AND CASE WHEN r.west <= r.east THEN l.longitude >= r.west AND l.longitude <= r.east ELSE l.longitude >= r.west OR l.longitude <= r.east END)`

const isInBoxes = (context: SqlContext, { boxes }: Of<"Geo">): Fragment =>
  boxes.length > inlinedWithoutIndex_max ? isInAnyBox(context, boxes) : context.sql.or(boxes.map((box) => isInBox(context, box)))

/**
 * A `SELECT` of `uid`: the locations of a scope's events that meet a condition. For one agenda it is a loose index scan
 * (recursive CTE) over the agenda's locations.
 */
export const matchingLocations = (context: SqlContext, scope: Scope, condition: Of<"Place" | "Geo">): Fragment => {
  const { sql } = context
  const where = condition._tag === "Place" ? isPlace(context, condition) : isInBoxes(context, condition)
  if (scope._tag === "Public") return sql`SELECT l.uid FROM agenda_location l WHERE ${where}`
  const { agendaUid } = scope
  const steps =
    sql`SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ${agendaUid} UNION ALL SELECT (SELECT min(f.location_uid) FROM agenda_event f WHERE f.agenda_uid = ${agendaUid} AND f.location_uid > d.uid) FROM d WHERE d.uid IS NOT NULL`
  return sql`WITH RECURSIVE d (uid) AS (${steps}) SELECT l.uid FROM d CROSS JOIN agenda_location l WHERE l.uid = d.uid AND ${where}`
}

/** Predicate for a set of events: the event's location is among those that meet the condition, evaluated first. */
const isAtFound = (context: SqlContext, condition: Of<"Place" | "Geo">, scope: Scope): Fragment =>
  context.dialect.inSubquery(context.sql, context.sql.literal("e.location_uid"), matchingLocations(context, scope, condition))

/** `compilePlace` for a whole set of events, however large. Unchanged where the planner chooses by statistics. */
export const compilePlaceForSet = (context: SqlContext, condition: Of<"Place">, scope: Scope): Fragment =>
  context.dialect.hasCostBasedLookUps
    ? compilePlace(context, condition)
    : context.sql.or([isAtFound(context, condition, scope), ...lacksPlace(context, condition)])

/**
 * Predicate: the location of the event `e` lies in one of these boxes. A box whose west is greater than its east
 * crosses the antimeridian.
 */
export const compileGeo = (context: SqlContext, condition: Of<"Geo">): Fragment =>
  condition.boxes.length === 0 ? alwaysFalse(context.sql) : isAt(context, isInBoxes(context, condition))

/** `compileGeo` for a whole set of events, however large. */
export const compileGeoForSet = (context: SqlContext, condition: Of<"Geo">, scope: Scope): Fragment =>
  context.dialect.hasCostBasedLookUps || condition.boxes.length === 0
    ? compileGeo(context, condition)
    : isAtFound(context, condition, scope)
