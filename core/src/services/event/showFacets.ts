import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../../domain/text/Json.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { agendasToName, type FacetViewing, locationsToName, presentFacet } from "../../present/facet/presentFacet.js"
import { answerOf, type PlannedFacet } from "../../query/event/planFacet.js"
import type { TallyAnswer } from "../../query/event/Tally.js"
import { mapInSlices } from "../../schedule/timeSlices.js"

/**
 * Presents facets, by key; null when the request has none. `answers` are the results of their tallies (`talliesOf`), in
 * order. `languages`: languages in which labels are shown as one string, null for multilingual labels.
 */
export const showFacets = Effect.fnUntraced(function*(
  ports: Context.Context<AgendaStore | LocationStore>,
  facets: ReadonlyArray<PlannedFacet>,
  answers: ReadonlyArray<TallyAnswer>,
  languages: FacetViewing["languages"]
) {
  if (facets.length === 0) return null
  const answerTo = answerOf(facets, answers)
  const all = facets.map((planned) => ({ planned, answer: answerTo(planned) }))
  const locationUids = [...new Set(all.flatMap(({ answer, planned }) => locationsToName(planned, answer)))]
  const agendaUids = [...new Set(all.flatMap(({ answer, planned }) => agendasToName(planned, answer)))]
  const locations = locationUids.length === 0 ? [] : yield* Context.get(ports, LocationStore).findMany(locationUids)
  const agendas = agendaUids.length === 0 ? [] : yield* Context.get(ports, AgendaStore).findMany(agendaUids)
  const viewing: FacetViewing = {
    locations: new Map(locations.map((location) => [location.uid, location])),
    agendas: new Map(agendas.map((agenda) => [agenda.uid, agenda])),
    languages
  }
  const shown: JsonObject = Object.fromEntries(
    yield* mapInSlices(all, ({ answer, planned }) => [planned.facet.key, presentFacet(planned, answer, viewing)] as const)
  )
  return shown
})
