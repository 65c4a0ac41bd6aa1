import * as Effect from "effect/Effect"
import { searchedTexts } from "../../derive/indexing/searchedTexts.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import type { JsonObject } from "../../domain/text/Json.js"
import type { QueryPlan, SearchResult } from "../../query/event/QueryPlan.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { explainScore } from "../../search/scoreDocument.js"
import { searchDocument, searchPlace } from "../../search/SearchDocument.js"
import { agendaFields } from "../agenda/agendaFields.js"
import { eventOf } from "./EventRecords.js"

/** The explanations of the scores of a page, by uid of the event; none without search. */
export const explainScores = Effect.fnUntraced(function*(
  { answer, plan }: { readonly answer: SearchResult; readonly plan: QueryPlan },
  agendas: ReadonlyMap<number, AgendaRecord>,
  locations: ReadonlyMap<number, LocationRecord>
) {
  const condition = plan.live?.find(({ _tag }) => _tag === "Search")
  const definitions = new Map<number, ReadonlyArray<AdditionalField>>()
  const explanations = new Map<number, JsonObject>()
  for (const hit of answer.hits) {
    if (condition?._tag !== "Search" || hit._tag !== "Event" || hit.body === null) continue
    const { agendaUid, locationUid, uid } = hit.head
    const agenda = agendas.get(agendaUid)
    if (agenda !== undefined && !definitions.has(agendaUid)) definitions.set(agendaUid, yield* agendaFields(agenda))
    const event = yield* eventOf({ ...hit.head, ...hit.body })
    const location = locationUid === null ? undefined : locations.get(locationUid)
    const explained = explainScore(
      searchDocument(event, searchedTexts(definitions.get(agendaUid) ?? [], event)),
      location === undefined ? "" : searchPlace(location),
      condition.search
    )
    if (explained !== null) explanations.set(uid, { ...explained, hits: explained.hits.map((one) => ({ ...one })) })
  }
  return explanations
})
