import { published } from "../../domain/event/Event.js"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { vocabularyOf, vocabularyOfPlace, WordCounts } from "../../search/vocabulary.js"
import type { PlanData } from "../event/PlanData.js"
import type { Scope } from "../event/QueryPlan.js"
import { agendasInScope } from "../event/Transitions.js"

/** The executable definition of `EventSearch.words`. */
export const interpretWords = (
  { agendas, events, locations }: Pick<PlanData, "agendas" | "events" | "locations">,
  scope: Scope,
  beginning: string
): ReadonlyArray<VocabularyWord> => {
  const places = new Map(locations.map(({ index, record }) => [record.uid, index.place]))
  const counts = new WordCounts(beginning)
  const readable = agendasInScope(scope, agendas)
  for (const { index, record } of events) {
    if (!readable.has(record.agendaUid) || record.state !== published) continue
    const place = record.locationUid === null ? "" : places.get(record.locationUid) ?? ""
    for (const word of vocabularyOf(index.search)) counts.add(word, 1)
    for (const word of vocabularyOfPlace(place)) counts.add(word, 1)
  }
  return counts.words()
}
