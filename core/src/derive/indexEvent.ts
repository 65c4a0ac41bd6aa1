import { accessibilityKinds, type Event } from "../domain/Event.js"
import { foldText } from "../domain/foldText.js"
import { foldWords } from "../domain/foldWords.js"
import type { Dimension, EventIndex, EventTerm } from "../record/EventRecord.js"
import { searchDocument } from "../text/SearchDocument.js"

type Indexed = Pick<Event, "title" | "description" | "longDescription" | "conditions" | "keywords" | "accessibility" | "age">

const terms = (dimension: Dimension, spellings: ReadonlyArray<string>): ReadonlyArray<EventTerm> => {
  const byValue = new Map<string, EventTerm>()
  for (const spelling of spellings) {
    const value = foldText(spelling)
    if (value !== "" && !byValue.has(value)) byValue.set(value, { dimension, value, spelling })
  }
  return [...byValue.values()]
}

/** The languages that some text of the event is written in, sorted. */
const languagesOf = ({ conditions, description, keywords, longDescription, title }: Indexed): ReadonlyArray<string> => {
  const written = [title, description, longDescription, conditions].flatMap((text) =>
    Object.entries(text).flatMap(([language, words]) => words.trim() === "" ? [] : [language])
  )
  const listed = Object.entries(keywords).flatMap(([language, words]) => words.length === 0 ? [] : [language])
  return [...new Set([...written, ...listed])].toSorted()
}

/** What stores index of an event. */
export const indexEvent = (event: Indexed): EventIndex => {
  const keywords = Object.values(event.keywords).flat()
  return {
    terms: [
      ...terms("keyword", keywords),
      ...terms("language", languagesOf(event)),
      ...terms("accessibility", accessibilityKinds.filter((kind) => event.accessibility[kind]))
    ],
    numbers: [],
    age: event.age.min === null && event.age.max === null ? null : event.age,
    words: [...new Set(keywords.flatMap(foldWords))],
    search: searchDocument(event)
  }
}
