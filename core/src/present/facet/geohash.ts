const alphabet = "0123456789bcdefghjkmnpqrstuvwxyz"

/** Bits per character of a geohash; they alternate between longitude and latitude. */
const bits = 5

/** A geohash cell with its center in degrees. */
export interface GeohashCell {
  readonly geohash: string
  readonly latitude: number
  readonly longitude: number
}

/**
 * Index of the cell that contains a coordinate, when `span` degrees around 0 are divided into `2 ** halvings` equal
 * cells. The last cell includes its upper edge.
 */
const partOf = (degrees: number, span: number, halvings: number): number =>
  Math.min(Math.floor((degrees / span + 0.5) * 2 ** halvings), 2 ** halvings - 1)

const middleOf = (part: number, span: number, halvings: number): number => ((part + 0.5) / 2 ** halvings - 0.5) * span

/**
 * The geohash cell of a point; `precision` is the number of characters, 1 to 9.
 *
 * @example
 * geohashCell({ latitude: 57.64911, longitude: 10.40744 }, 6).geohash // "u4pruy"
 */
export const geohashCell = (point: { readonly latitude: number; readonly longitude: number }, precision: number): GeohashCell => {
  const longitudes = Math.ceil((precision * bits) / 2)
  const latitudes = Math.floor((precision * bits) / 2)
  const x = partOf(point.longitude, 360, longitudes)
  const y = partOf(point.latitude, 180, latitudes)
  const bitAt = (bitIndex: number): number => {
    const halving = Math.floor(bitIndex / 2)
    return bitIndex % 2 === 0 ? Math.floor(x / 2 ** (longitudes - 1 - halving)) % 2 : Math.floor(y / 2 ** (latitudes - 1 - halving)) % 2
  }
  const characters = Array.from({ length: precision }, (_, character) => {
    const index = Array.from({ length: bits }, (_, bit) => bitAt(character * bits + bit)).reduce((sum, bit) => sum * 2 + bit, 0)
    return alphabet.charAt(index)
  })
  return { geohash: characters.join(""), latitude: middleOf(y, 180, latitudes), longitude: middleOf(x, 360, longitudes) }
}

/**
 * Geohash precision for a map zoom level from 0 to 20: the fewest characters whose cells are at most a quarter of a
 * tile wide. A tile is `360 / 2 ** zoom` degrees wide. Ranges from 1 at zoom 0 to 9 at zoom 20.
 */
export const geohashPrecision = (zoom: number): number => Math.max(1, Math.ceil((2 * (zoom + 2) - 1) / bits))
