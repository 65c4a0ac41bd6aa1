const alphabet = "0123456789bcdefghjkmnpqrstuvwxyz"

/** Bits that a character of a geohash stands for; they halve longitude and latitude in turn. */
const bits = 5

/** A cell of a map that is divided by geohashes, with its middle in degrees. */
export interface GeohashCell {
  readonly geohash: string
  readonly latitude: number
  readonly longitude: number
}

/** In which of `2 ** halvings` equal parts of the `span` degrees around 0 a coordinate lies; the last part has its end too. */
const partOf = (degrees: number, span: number, halvings: number): number =>
  Math.min(Math.floor((degrees / span + 0.5) * 2 ** halvings), 2 ** halvings - 1)

const middleOf = (part: number, span: number, halvings: number): number => ((part + 0.5) / 2 ** halvings - 0.5) * span

/**
 * The cell that a point lies in, when the map is divided by geohashes of so many characters, 1 to 9.
 *
 * @example
 * geohashCell({ latitude: 57.64911, longitude: 10.40744 }, 6).geohash // "u4pruy"
 */
export const geohashCell = (point: { readonly latitude: number; readonly longitude: number }, precision: number): GeohashCell => {
  const longitudes = Math.ceil((precision * bits) / 2)
  const latitudes = Math.floor((precision * bits) / 2)
  const x = partOf(point.longitude, 360, longitudes)
  const y = partOf(point.latitude, 180, latitudes)
  const bitAt = (place: number): number => {
    const turn = Math.floor(place / 2)
    return place % 2 === 0 ? Math.floor(x / 2 ** (longitudes - 1 - turn)) % 2 : Math.floor(y / 2 ** (latitudes - 1 - turn)) % 2
  }
  const characters = Array.from({ length: precision }, (_, character) => {
    const index = Array.from({ length: bits }, (_, bit) => bitAt(character * bits + bit)).reduce((sum, bit) => sum * 2 + bit, 0)
    return alphabet.charAt(index)
  })
  return { geohash: characters.join(""), latitude: middleOf(y, 180, latitudes), longitude: middleOf(x, 360, longitudes) }
}

/**
 * How many characters divide a map at a zoom level, 0 to 20: the fewest whose cells are at most a quarter of a tile wide, tiles being
 * `360 / 2 ** zoom` degrees wide. From 1 at zoom 0 to 9 at zoom 20.
 */
export const geohashPrecision = (zoom: number): number => Math.max(1, Math.ceil((2 * (zoom + 2) - 1) / bits))
