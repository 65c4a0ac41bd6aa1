import type { GeoBox } from "@agenda-engine/core/query/EventQuery"
import { isTree, type Placed, placedItems } from "./itemsOf.js"
import type { BoxParameter } from "./Parameter.js"
import type { ParameterReader } from "./ParameterReader.js"

const corners = ["northEast", "southWest"] as const
const degrees_max = { lat: 90, lng: 180 } as const
type Coordinate = keyof typeof degrees_max

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const readDegrees = (text: string, coordinate: Coordinate): number | null => {
  const value = decimal.test(text.trim()) ? Number(text) : Number.NaN
  return Math.abs(value) <= degrees_max[coordinate] ? value : null
}

const isKnown = (names: ReadonlyArray<string>, name: string): boolean => names.includes(name)

/** Parses one box; reports missing and invalid corners. */
const readBox = (reader: ParameterReader, parameter: BoxParameter, { field, value }: Placed): GeoBox | null => {
  if (!isTree(value)) {
    reader.refuse(parameter, field, value)
    return null
  }
  reader.refuseOthers(parameter, field, value, (name) => isKnown(corners, name))
  const degreesAt = (corner: (typeof corners)[number], coordinate: Coordinate): number | null => {
    const inside = value[corner]
    const text = isTree(inside) ? inside[coordinate] : undefined
    const at = `${field}[${corner}][${coordinate}]`
    if (text === undefined || text === "") {
      reader.fault(at, "is missing: a box needs both corners")
      return null
    }
    const read = typeof text === "string" ? readDegrees(text, coordinate) : null
    if (read === null) reader.refuseAs(at, `a number from -${degrees_max[coordinate]} to ${degrees_max[coordinate]}`, text)
    return read
  }
  const north = degreesAt("northEast", "lat")
  const east = degreesAt("northEast", "lng")
  const south = degreesAt("southWest", "lat")
  const west = degreesAt("southWest", "lng")
  if (north === null || east === null || south === null || west === null) return null
  if (north < south) {
    reader.fault(`${field}[northEast][lat]`, "lies south of southWest", String(north))
    return null
  }
  return { north, east, south, west }
}

/**
 * Parses bounding boxes, combined by OR. Edges are inclusive; a box whose east is less than its west crosses the
 * antimeridian (wire.md §6).
 */
export const readGeo = (reader: ParameterReader, parameter: BoxParameter): ReadonlyArray<GeoBox> | undefined => {
  const boxes = reader.given(parameter).flatMap(placedItems).flatMap((placed) => readBox(reader, parameter, placed) ?? [])
  return boxes.length === 0 ? undefined : boxes
}
