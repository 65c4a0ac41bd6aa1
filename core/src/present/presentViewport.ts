import type { Json } from "../domain/Json.js"
import type { PointCount } from "../query/Tally.js"

/**
 * Smallest box around some points, in degrees (wire.md §6, Facets); null when there are none. It never crosses the
 * antimeridian.
 */
export const presentViewport = (points: ReadonlyArray<PointCount>): Json => {
  const edge = (best: (...values: ReadonlyArray<number>) => number, of: "latitude" | "longitude"): number =>
    points.reduce((found, point) => best(found, point[of]), points[0]?.[of] ?? 0)
  return points.length === 0 ? null : {
    topLeft: { latitude: edge(Math.max, "latitude"), longitude: edge(Math.min, "longitude") },
    bottomRight: { latitude: edge(Math.min, "latitude"), longitude: edge(Math.max, "longitude") }
  }
}
