import { adminLevels, type LocationContent } from "../../domain/agenda/Location.js"
import { foldText } from "../../domain/text/foldText.js"
import type { LocationIndex } from "../../record/LocationRecord.js"
import { searchPlace } from "../../search/SearchDocument.js"
import { wordKeys } from "../../search/wordKeys.js"

type Indexed = Pick<LocationContent, "name" | "address" | (typeof adminLevels)[number] | "postalCode" | "countryCode" | "extIds">

const foldKnown = (text: string | null): string | null => text === null ? null : foldText(text)

const unknownLanguage = (texts: ReadonlyArray<string>) => texts.map((text) => ({ language: null, text }))

/** The texts folded, and then their keys between spaces, so that a word is found in any of its forms. */
const searchText = (texts: ReadonlyArray<string>): string => `${foldText(texts.join(" "))} ${wordKeys(unknownLanguage(texts)).join(" ")} `

/** The index values of a location. */
export const indexLocation = (location: Indexed): LocationIndex => ({
  name: foldText(location.name),
  address: foldText(location.address),
  adminLevel1: foldKnown(location.adminLevel1),
  adminLevel2: foldKnown(location.adminLevel2),
  adminLevel3: foldKnown(location.adminLevel3),
  adminLevel4: foldKnown(location.adminLevel4),
  adminLevel5: foldKnown(location.adminLevel5),
  adminLevel6: foldKnown(location.adminLevel6),
  postalCode: foldKnown(location.postalCode),
  countryCode: foldText(location.countryCode),
  search: searchText([location.name, location.address, location.adminLevel4 ?? ""]),
  words: wordKeys(unknownLanguage([location.name, ...adminLevels.map((level) => location[level] ?? "")])),
  place: searchPlace(location),
  extIds: location.extIds
})
