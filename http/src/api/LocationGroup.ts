import { LocationAnswer } from "@agenda-engine/core/contract/LocationAnswer"
import { LocationDraft, LocationPatch } from "@agenda-engine/core/contract/LocationDraft"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { locationParameters } from "../query/locationParameters.js"
import { documentRequest } from "./documentRequest.js"
import { agendaUid, extKey, extValue, locationUid } from "./PathSegments.js"
import { AgendaFailure, CreateFailure, DeleteFailure, UpdateFailure, Warnings } from "./Problem.js"
import { writeRoute } from "./writeRoute.js"

const LocationPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  locations: Schema.Array(LocationAnswer),
  after: Schema.NullOr(Schema.Int).annotations({ description: "Pass as `after` for the next page; null on the last page." })
}).annotations({ identifier: "LocationPage" })

const OneLocation = Schema.Struct({
  success: Schema.Literal(true),
  location: LocationAnswer,
  warnings: Warnings
}).annotations({ identifier: "OneLocation" })

const drafted = documentRequest({ files: "image", lang: true })
const creates = writeRoute(OneLocation, CreateFailure, drafted)
const changes = writeRoute(OneLocation, UpdateFailure, drafted)
const deletes = writeRoute(OneLocation, DeleteFailure)

const fullUpdate =
  "Replaces the content; `image`, `state` and `extIds` are kept when the body omits them. Read-only fields of the body are ignored, so a location can be sent back as it was read. For moderators and administrators."
const partly = "For moderators and administrators."
const upsert =
  "Creates the location if none has this external identifier, for any member; else replaces it, for moderators and administrators."
const removal = "409 when an event of any agenda and state uses it. For moderators and administrators."

/** Routes that list, read and write locations (wire.md §1, §5). */
export class LocationGroup extends HttpApiGroup.make("locations").add(
  HttpApiEndpoint.get("listLocations")`/agendas/${agendaUid}/locations`
    .addSuccess(LocationPage)
    .annotateContext(documentRequest({ query: Object.values(locationParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "List the locations of an agenda")
    .annotate(
      OpenApi.Description,
      "Its own locations and those of its location set. Follow `after` until it is null to get every matching location once."
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
).add(creates(
  HttpApiEndpoint.post("createLocation")`/agendas/${agendaUid}/locations`.setPayload(LocationDraft),
  "Create a location",
  "For any member of the agenda. Addresses are not geocoded: the body contains the coordinates."
)).add(changes(
  HttpApiEndpoint.post("replaceLocation")`/agendas/${agendaUid}/locations/${locationUid}`.setPayload(LocationDraft),
  "Replace a location",
  fullUpdate
)).add(changes(
  HttpApiEndpoint.patch("patchLocation")`/agendas/${agendaUid}/locations/${locationUid}`.setPayload(LocationPatch),
  "Change fields of a location",
  partly
)).add(
  deletes(HttpApiEndpoint.del("deleteLocation")`/agendas/${agendaUid}/locations/${locationUid}`, "Delete a location", removal)
).add(changes(
  HttpApiEndpoint.put("upsertLocation")`/agendas/${agendaUid}/locations/ext/${extKey}/${extValue}`.setPayload(LocationDraft),
  "Create or replace a location by an external identifier",
  upsert
)).add(changes(
  HttpApiEndpoint.patch("patchLocationByExtId")`/agendas/${agendaUid}/locations/ext/${extKey}/${extValue}`.setPayload(LocationPatch),
  "Change fields of a location by an external identifier",
  partly
)).add(deletes(
  HttpApiEndpoint.del("deleteLocationByExtId")`/agendas/${agendaUid}/locations/ext/${extKey}/${extValue}`,
  "Delete a location by an external identifier",
  removal
)).add(changes(
  HttpApiEndpoint.put("upsertLocationByDefaultExtId")`/agendas/${agendaUid}/locations/ext/${extValue}`.setPayload(LocationDraft),
  "Create or replace a location by its external identifier of the name `default`",
  upsert
)).add(changes(
  HttpApiEndpoint.patch("patchLocationByDefaultExtId")`/agendas/${agendaUid}/locations/ext/${extValue}`.setPayload(LocationPatch),
  "Change fields of a location by its external identifier of the name `default`",
  partly
)).add(deletes(
  HttpApiEndpoint.del("deleteLocationByDefaultExtId")`/agendas/${agendaUid}/locations/ext/${extValue}`,
  "Delete a location by its external identifier of the name `default`",
  removal
))
  .addError(AgendaFailure)
  .annotateContext(OpenApi.annotations({ title: "Locations" }))
{}
