import { type Html, html } from "../Html.js"

/** A point of a map, in degrees (WGS 84). */
export interface MapPoint {
  readonly latitude: number
  readonly longitude: number
}

/** Edge of a tile, in pixels, and size of the map. */
const tile_px = 256
const width_px = 512
const height_px = 256

/** Zoom level at which streets have names. */
const zoom = 16

/** Number of tiles around the world, in each direction. */
const tiles_count = 2 ** zoom

/** The projection ends there. */
const latitude_max = 85.0511

/** A point in pixels from the north-west end of the world (Web Mercator, EPSG:3857). */
const pixelsOf = ({ latitude, longitude }: MapPoint): { readonly x: number; readonly y: number } => {
  const radians = Math.max(-latitude_max, Math.min(latitude_max, latitude)) * Math.PI / 180
  const south = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
  const world_px = tiles_count * tile_px
  return { x: Math.round((longitude + 180) / 360 * world_px), y: Math.round(south * world_px) }
}

/** Numbers of the tiles that cover a range of pixels. */
const covering = (from: number, length: number): ReadonlyArray<number> => {
  const first = Math.floor(from / tile_px)
  return Array.from({ length: Math.floor((from + length - 1) / tile_px) - first + 1 }, (_, index) => first + index)
}

/** A map of a point, made of the tiles of a server; `label` names it. */
export const mapTiles = (point: MapPoint, tilesUrl: string, label: string): Html => {
  const { x, y } = pixelsOf(point)
  const [left, top] = [x - width_px / 2, y - height_px / 2]
  const tiles = covering(top, height_px).filter((row) => row >= 0 && row < tiles_count).flatMap((row) =>
    covering(left, width_px).map((column) => {
      const around = (column + tiles_count) % tiles_count
      const url = tilesUrl.replace("{z}", String(zoom)).replace("{x}", String(around)).replace("{y}", String(row))
      return html`<image href="${url}" x="${column * tile_px - left}" y="${row * tile_px - top}" width="${tile_px}" height="${tile_px}"/>`
    })
  )
  return html`<svg class="map" viewBox="0 0 ${width_px} ${height_px}" role="img" aria-label="${label}">${tiles}<circle cx="${
    width_px / 2
  }" cy="${height_px / 2}" r="8"/></svg>`
}
