import { foldText } from "../domain/foldText.js"
import type { LocationContent } from "../domain/Location.js"
import type { LocationIndex } from "../record/LocationRecord.js"

type Indexed = Pick<
  LocationContent,
  "name" | "address" | "adminLevel1" | "adminLevel2" | "adminLevel3" | "adminLevel4" | "adminLevel5" | "adminLevel6"
>

const foldLevel = (level: string | null): string | null => level === null ? null : foldText(level)

/** What stores index of a location. */
export const indexLocation = (location: Indexed): LocationIndex => ({
  name: foldText(location.name),
  adminLevel1: foldLevel(location.adminLevel1),
  adminLevel2: foldLevel(location.adminLevel2),
  adminLevel3: foldLevel(location.adminLevel3),
  adminLevel4: foldLevel(location.adminLevel4),
  adminLevel5: foldLevel(location.adminLevel5),
  adminLevel6: foldLevel(location.adminLevel6),
  search: foldText(`${location.name} ${location.address} ${location.adminLevel4 ?? ""}`)
})
