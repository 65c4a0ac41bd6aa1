import { MultilingualKeywords, MultilingualText } from "@agenda-engine/core/domain/text/MultilingualText"
import type { SearchDocument, SearchPlace } from "@agenda-engine/core/record/SearchDocument"
import { searchDocument, searchPlace } from "@agenda-engine/core/search/SearchDocument"
import * as Schema from "effect/Schema"
import { readLines } from "./readLines.js"

const JudgedDocument = Schema.Struct({
  id: Schema.Number,
  title: MultilingualText,
  keywords: Schema.optional(MultilingualKeywords),
  description: Schema.optional(MultilingualText),
  longDescription: Schema.optional(MultilingualText),
  /** Name and city; absent for online events. */
  place: Schema.optional(Schema.Tuple(Schema.String, Schema.String))
})
/** The searchable members of an event of the judged collection. Empty multilingual members are omitted. */
export type JudgedDocument = typeof JudgedDocument.Type

/** Invented events in French, English or both, for judging the ranking of searches. */
export const judgedDocuments = readLines(JudgedDocument, "documents")

/** The search document of a judged event. */
export const indexJudged = (
  { description = {}, keywords = {}, longDescription = {}, place, title }: JudgedDocument
): { readonly document: SearchDocument; readonly place: SearchPlace } => ({
  document: searchDocument({ title, keywords, description, longDescription }),
  place: place === undefined ? "" : searchPlace({ name: place[0], adminLevel4: place[1] })
})
