import type { MultilingualKeywords, MultilingualText } from "../../domain/text/MultilingualText.js"
import type { SearchDocument, SearchPlace } from "../../record/SearchDocument.js"
import { searchDocument, searchPlace } from "../SearchDocument.js"

/**
 * The searchable members of an event of the judged collection. Empty multilingual members are omitted.
 */
export interface JudgedDocument {
  readonly id: number
  readonly title: MultilingualText
  readonly keywords?: MultilingualKeywords
  readonly description?: MultilingualText
  readonly longDescription?: MultilingualText
  /** Name and city; absent for online events. */
  readonly place?: readonly [name: string, city: string]
}

/** The search document of a judged event. */
export const indexJudged = (
  { description = {}, keywords = {}, longDescription = {}, place, title }: JudgedDocument
): { readonly document: SearchDocument; readonly place: SearchPlace } => ({
  document: searchDocument({ title, keywords, description, longDescription }),
  place: place === undefined ? "" : searchPlace({ name: place[0], adminLevel4: place[1] })
})
