import { formatUtc } from "../derive/formatInstant.js"
import type { JsonObject } from "../domain/Json.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { presentCountry } from "./presentCountry.js"
import { presentImage } from "./presentImage.js"
import { storedObject } from "./storedJson.js"

/** How a location is presented. */
export interface LocationViewing {
  /** Whether to include the country names. */
  readonly detailed: boolean
  /** URL prefix of images stored by this server; absent: none. */
  readonly imageBase?: string
}

/** A location in responses (wire.md §5, Locations). */
export const presentLocation = (record: LocationRecord, view: LocationViewing): JsonObject => {
  const detail = storedObject(record.detail)
  return {
    uid: record.uid,
    name: record.name,
    slug: record.slug,
    address: record.address,
    access: detail.access ?? {},
    description: detail.description ?? {},
    image: presentImage(detail.image, view.imageBase ?? ""),
    imageCredits: detail.imageCredits ?? null,
    adminLevel1: record.adminLevel1,
    adminLevel2: record.adminLevel2,
    adminLevel3: record.adminLevel3,
    adminLevel4: record.adminLevel4,
    adminLevel5: record.adminLevel5,
    adminLevel6: record.adminLevel6,
    region: record.adminLevel1,
    department: record.adminLevel2,
    city: record.adminLevel4,
    district: record.adminLevel6,
    postalCode: record.postalCode,
    insee: detail.insee ?? null,
    countryCode: record.countryCode,
    latitude: record.latitude,
    longitude: record.longitude,
    timezone: record.timezone,
    website: detail.website ?? null,
    email: detail.email ?? null,
    phone: detail.phone ?? null,
    links: detail.links ?? [],
    state: record.state,
    extIds: detail.extIds ?? [],
    setUid: record.setUid,
    createdAt: formatUtc(record.createdAt),
    updatedAt: formatUtc(record.updatedAt),
    ...(view.detailed ? { country: presentCountry(record.countryCode) } : {})
  }
}
