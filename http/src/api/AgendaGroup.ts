import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { agendaParameters, singleAgendaParameters } from "../query/agendaParameters.js"
import { AgendaAnswer, AgendaPage, OwnAgendaAnswer } from "./AgendaAnswers.js"
import { documentRequest } from "./documentRequest.js"
import { agendaSlug, agendaUid } from "./PathSegments.js"
import { BadRequest, Forbidden, NotFound, Unauthorized, Unavailable } from "./Problem.js"

const reads = documentRequest({ query: Object.values(singleAgendaParameters) })

/** Routes that search and read agendas (service.md, search agendas). */
export class AgendaGroup extends HttpApiGroup.make("agendas").add(
  HttpApiEndpoint.get("searchAgendas", "/agendas")
    .addSuccess(AgendaPage)
    .annotateContext(documentRequest({ query: Object.values(agendaParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "Search agendas")
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
