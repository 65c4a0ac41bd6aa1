import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { agendaParameters, singleAgendaParameters, sourceParameters } from "../query/agendaParameters.js"
import { suggestParameters } from "../query/suggestParameters.js"
import { AgendaAnswer, AgendaPage, EventSchemaAnswer, OwnAgendaAnswer, SchemaAnswer, SourcePage, SummaryAnswer } from "./AgendaAnswers.js"
import { documentRequest } from "./documentRequest.js"
import { agendaSlug, agendaUid } from "./PathSegments.js"
import { BadRequest, Forbidden, NotFound, Unauthorized, Unavailable } from "./Problem.js"
import { SuggestionList } from "./SuggestionAnswers.js"

const reads = documentRequest({ query: Object.values(singleAgendaParameters) })

/** Routes that search and read agendas (service.md, search agendas). */
export class AgendaGroup extends HttpApiGroup.make("agendas").add(
  HttpApiEndpoint.get("searchAgendas", "/agendas")
    .addSuccess(AgendaPage)
    .annotateContext(documentRequest({ query: Object.values(agendaParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "Search agendas")
).add(
  HttpApiEndpoint.get("suggestAgendas", "/agendas/suggest")
    .addSuccess(SuggestionList)
    .annotateContext(documentRequest({ query: Object.values(suggestParameters) }))
    .annotate(OpenApi.Summary, "Suggest searches of agendas")
    .annotate(OpenApi.Description, "Searches that complete `q`, made of the titles of the best agendas that `q` finds.")
).add(
  HttpApiEndpoint.get("getAgenda")`/agendas/${agendaUid}`
    .addSuccess(AgendaAnswer)
    .addError(NotFound)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an agenda")
).add(
  HttpApiEndpoint.get("getAgendaBySlug")`/agendas/slug/${agendaSlug}`
    .addSuccess(AgendaAnswer)
    .addError(NotFound)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an agenda by its slug")
).add(
  HttpApiEndpoint.get("getAgendaSettings")`/agendas/${agendaUid}/settings`
    .addSuccess(AgendaAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read an agenda in its detailed form")
    .annotate(OpenApi.Description, "The same as `/agendas/{agendaUid}?detailed=1`.")
).add(
  HttpApiEndpoint.get("getAgendaSchema")`/agendas/${agendaUid}/schema`
    .addSuccess(SchemaAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read the fields of an agenda's events, and the agenda")
    .annotate(OpenApi.Description, "`info` is the agenda as in a search; `fields` is its `schema.fields`.")
).add(
  HttpApiEndpoint.get("getEventSchema")`/agendas/${agendaUid}/settings/eventSchema`
    .addSuccess(EventSchemaAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read the fields of an agenda's events")
    .annotate(OpenApi.Description, "The `schema` of the agenda.")
).add(
  HttpApiEndpoint.get("getAgendaSummary")`/agendas/${agendaUid}/summary`
    .addSuccess(SummaryAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read the counts of an agenda")
    .annotate(OpenApi.Description, "The `summary` of the agenda.")
).add(
  HttpApiEndpoint.get("listSources")`/agendas/${agendaUid}/sources`
    .addSuccess(SourcePage)
    .addError(NotFound)
    .annotateContext(documentRequest({ query: Object.values(sourceParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "List the agendas whose events an agenda shares")
    .annotate(OpenApi.Description, "For its administrators. Always empty: an event belongs to one agenda.")
).add(
  HttpApiEndpoint.get("getOwnAgenda")`/me/agendas/${agendaUid}`
    .addSuccess(OwnAgendaAnswer)
    .addError(NotFound)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an agenda and the caller's membership of it")
    .annotate(OpenApi.Description, "For users: a key without owner gets 403. An agenda that the caller may not see is 404.")
)
  .addError(BadRequest)
  .addError(Unauthorized)
  .addError(Forbidden)
  .addError(Unavailable)
  .annotateContext(OpenApi.annotations({ title: "Agendas" }))
{}
