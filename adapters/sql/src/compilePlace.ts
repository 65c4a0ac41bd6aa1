import type { GeoBox, PlaceField } from "@agenda-engine/core/query/EventQuery"
import type { Condition } from "@agenda-engine/core/query/QueryPlan"
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

/** The location of the event `e` has one of these texts. */
export const compilePlace = (words: Words, { field, in: texts, orNone }: Of<"Place">): Fragment => {
  const { sql } = words
  const column = foldedColumns[field]
  return sql.or([
    isAt(words, isOneOfTexts(words, column, texts)),
    ...(orNone ? [sql`NOT ${isAt(words, sql.literal(`${column} IS NOT NULL`))}`] : [])
  ])
}

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

/** The location of the event `e` lies in one of these boxes. One that goes further east than it begins crosses the antimeridian. */
export const compileGeo = (words: Words, { boxes }: Of<"Geo">): Fragment => {
  const { sql } = words
  if (boxes.length === 0) return never(sql)
  return isAt(words, boxes.length > apartWithoutIndex_max ? isInAnyBox(words, boxes) : sql.or(boxes.map((box) => isInBox(words, box))))
}
