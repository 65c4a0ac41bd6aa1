import type { Json, JsonObject } from "../domain/Json.js"
import type { Location } from "../domain/Location.js"
import type { Publication } from "../domain/Publication.js"

const addressOf = ({ address, adminLevel1, adminLevel4, countryCode, postalCode }: Location): JsonObject => ({
  "@type": "PostalAddress",
  streetAddress: address,
  ...(adminLevel4 === null ? {} : { addressLocality: adminLevel4 }),
  ...(postalCode === null ? {} : { postalCode }),
  ...(adminLevel1 === null ? {} : { addressRegion: adminLevel1 }),
  addressCountry: countryCode
})

const placeOf = (location: Location): JsonObject => ({
  "@type": "Place",
  name: location.name,
  address: addressOf(location),
  ...(location.latitude === null || location.longitude === null
    ? {}
    : { geo: { "@type": "GeoCoordinates", latitude: location.latitude, longitude: location.longitude } })
})

/**
 * Where an event happens, in schema.org's words: a Place, a VirtualLocation, or both for a mixed one. Always something, since search engines
 * ask for it: where neither is known, the page at `url`.
 */
export const structuredLocation = ({ event, location }: Publication, url: string): Json => {
  const isThere = event.attendanceMode !== 2 && location !== null
  const isOnline = event.attendanceMode !== 1 || !isThere
  const place = isThere ? [placeOf(location)] : []
  const virtual = isOnline ? [{ "@type": "VirtualLocation", url: event.onlineAccessLink ?? url }] : []
  const [only, ...others] = [...place, ...virtual]
  return only !== undefined && others.length === 0 ? only : [...place, ...virtual]
}
