import { type JudgedDocument, judgedDocuments, placeOf } from "@agenda-engine/conformance/judged/JudgedDocument"

/** What other engines search of a judged event: its texts in all languages, and its location with the address. */
export interface SearchedText {
  readonly id: number
  /** Of its first title. */
  readonly language: string
  readonly title: string
  readonly keywords: string
  readonly place: string
  readonly description: string
}

/** The searched parts, with the weights that the engine gives them. */
export const partWeights = { title: 16, keywords: 8, place: 8, description: 4 } as const

/** The searched parts in order. */
export const searchedParts = ["title", "keywords", "place", "description"] as const

const placeText = (judged: JudgedDocument): string => {
  const place = placeOf(judged)
  return place === undefined ? "" : [place.name, place.address, place.postalCode, place.city, place.department, place.region].join(", ")
}

/** All judged events as other engines index them. */
export const searchedTexts: ReadonlyArray<SearchedText> = judgedDocuments.map((judged) => {
  const { description = {}, id, keywords = {}, longDescription = {}, title } = judged
  return {
    id,
    language: Object.keys(title)[0] ?? "",
    title: Object.values(title).join(". "),
    keywords: Object.values(keywords).flat().join(", "),
    place: placeText(judged),
    description: [...Object.values(description), ...Object.values(longDescription)].join(" ")
  }
})
