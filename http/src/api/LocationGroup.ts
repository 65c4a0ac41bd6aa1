import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { locationParameters } from "../query/locationParameters.js"
import { documentRequest } from "./documentRequest.js"
import { LocationBody, LocationPage, OneLocation } from "./LocationAnswers.js"
import { agendaUid, extKey, extValue, locationUid } from "./PathSegments.js"
import { BadRequest, Forbidden, NotFound, TooLarge, Unauthorized, Unavailable, Unsupported } from "./Problem.js"

/** The routes that list, read and make locations (wire.md §1, §5). */
export class LocationGroup extends HttpApiGroup.make("locations").add(
  HttpApiEndpoint.get("listLocations")`/agendas/${agendaUid}/locations`
    .addSuccess(LocationPage)
    .annotateContext(documentRequest({ query: Object.values(locationParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "List the locations of an agenda")
    .annotate(
      OpenApi.Description,
      "Its own, and those of its location set. Follow `after` until it is null: every matching location once, in order."
    )
).add(
  HttpApiEndpoint.get("getLocation")`/agendas/${agendaUid}/locations/${locationUid}`
    .addSuccess(OneLocation)
    .annotate(OpenApi.Summary, "Read a location")
).add(
  HttpApiEndpoint.get("getLocationByExtId")`/agendas/${agendaUid}/locations/ext/${extKey}/${extValue}`
    .addSuccess(OneLocation)
    .annotate(OpenApi.Summary, "Read a location by an external identifier")
).add(
  HttpApiEndpoint.get("getLocationByDefaultExtId")`/agendas/${agendaUid}/locations/ext/${extValue}`
    .addSuccess(OneLocation)
    .annotate(OpenApi.Summary, "Read a location by its external identifier of the name `default`")
).add(
  HttpApiEndpoint.post("createLocation")`/agendas/${agendaUid}/locations`
    .setPayload(LocationBody)
    .addSuccess(OneLocation)
    .addError(TooLarge)
    .addError(Unsupported)
    .annotateContext(documentRequest({ lang: true }))
    .annotate(OpenApi.Summary, "Create a location")
    .annotate(OpenApi.Description, "Any member of the agenda may. Nothing is geocoded: coordinates come with the body.")
)
  .addError(BadRequest)
  .addError(Unauthorized)
  .addError(Forbidden)
  .addError(NotFound)
  .addError(Unavailable)
  .annotateContext(OpenApi.annotations({ title: "Locations" }))
{}
