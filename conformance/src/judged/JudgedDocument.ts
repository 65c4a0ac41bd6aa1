import { MultilingualKeywords, MultilingualText } from "@agenda-engine/core/domain/text/MultilingualText"
import type { SearchDocument, SearchPlace } from "@agenda-engine/core/record/SearchDocument"
import { searchDocument, searchPlace } from "@agenda-engine/core/search/SearchDocument"
import * as Schema from "effect/Schema"
import { readLines } from "./readLines.js"

const JudgedPlace = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  address: Schema.String,
  postalCode: Schema.String,
  city: Schema.String,
  department: Schema.String,
  region: Schema.String,
  country: Schema.String
})
/** A location of the judged collection. */
export type JudgedPlace = typeof JudgedPlace.Type

/** Invented locations in real cities. */
export const judgedPlaces = readLines(JudgedPlace, "places")

const JudgedDocument = Schema.Struct({
  id: Schema.Number,
  title: MultilingualText,
  keywords: Schema.optional(MultilingualKeywords),
  description: Schema.optional(MultilingualText),
  longDescription: Schema.optional(MultilingualText),
  /** Id of the location; absent for online events. */
  place: Schema.optional(Schema.Number),
  /** Day on which it begins. */
  begin: Schema.String
})
/** The searchable members of an event of the judged collection. Empty multilingual members are omitted. */
export type JudgedDocument = typeof JudgedDocument.Type

/** Invented events in French, English, German, Spanish or Italian, for judging the ranking of searches. */
export const judgedDocuments = readLines(JudgedDocument, "documents")

const placesById = new Map(judgedPlaces.map((place) => [place.id, place]))

/** The location of a judged event; undefined for an online event. */
export const placeOf = ({ place }: JudgedDocument): JudgedPlace | undefined => place === undefined ? undefined : placesById.get(place)

const noLevels = { adminLevel3: null, adminLevel5: null, adminLevel6: null } as const

/** The texts of a judged location, as a location of the engine has them. */
export const textsOf = ({ address, city, country, department, name, postalCode, region }: JudgedPlace) => ({
  name,
  address,
  postalCode,
  countryCode: country,
  adminLevel1: region,
  adminLevel2: department,
  adminLevel4: city
})

/** The search document of a judged event. */
export const indexJudged = (judged: JudgedDocument): { readonly document: SearchDocument; readonly place: SearchPlace } => {
  const { description = {}, keywords = {}, longDescription = {}, title } = judged
  const place = placeOf(judged)
  return {
    document: searchDocument({ title, keywords, description, longDescription }),
    place: place === undefined ? "" : searchPlace({ ...noLevels, ...textsOf(place) })
  }
}
