import type { Json, JsonObject } from "../domain/Json.js"
import type { Location } from "../domain/Location.js"
import type { PublishedEvent } from "../domain/PublishedEvent.js"

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
 * The schema.org location of an event: a Place, a VirtualLocation, or both for a mixed event. Search engines require
 * one, so the fallback is a VirtualLocation at `url`.
 */
export const structuredLocation = ({ event, location }: PublishedEvent, url: string): Json => {
  const isThere = event.attendanceMode !== 2 && location !== null
  const isOnline = event.attendanceMode !== 1 || !isThere
  const place = isThere ? [placeOf(location)] : []
  const virtual = isOnline ? [{ "@type": "VirtualLocation", url: event.onlineAccessLink ?? url }] : []
  const [only, ...others] = [...place, ...virtual]
  return only !== undefined && others.length === 0 ? only : [...place, ...virtual]
}
