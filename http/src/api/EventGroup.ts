import { AvailabilityDraft, EventDraft, EventPatch } from "@agenda-engine/core/contract/EventDraft"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { eventParameters, publicEventParameters, structuredDataParameters } from "../query/eventParameters.js"
import { singleEventParameters } from "../query/eventViewParameters.js"
import { suggestParameters } from "../query/suggestParameters.js"
import { documentRequest } from "./documentRequest.js"
import { AvailabilityAnswer, EventPage, OneEvent, ReadEvent, StructuredData, SuggestionList } from "./EventAnswers.js"
import { agendaUid, eventSlug, eventUid, extKey, extValue } from "./PathSegments.js"
import { AgendaFailure, CreateFailure, DeleteFailure, InvalidRows, UpdateFailure } from "./Problem.js"
import { writeRoute } from "./writeRoute.js"

const drafted = documentRequest({ files: "images", lang: true })
const changes = writeRoute(OneEvent, UpdateFailure, drafted)
const deletes = writeRoute(OneEvent, DeleteFailure)
const writesAvailability = writeRoute(AvailabilityAnswer, UpdateFailure)
const reads = documentRequest({ query: Object.values(singleEventParameters) })

const fullUpdate = "Replaces the writable content. Read-only fields of the body are ignored, so an event can be sent back as it was read."
const upsert = "Creates the event if none has this external identifier, else replaces it."

const postedQueries =
  "Creates an event. A JSON body that has parameters of the list, and no other member of an event, is a query instead; one that is also a member, such as `state`, counts as a range or a list. The answer is that of GET with these parameters; reading rights suffice."

const availability =
  "The providers' availability of its slots. Either all rows are written or, when one is invalid, none. Changes `availabilityUpdatedAt`, never `updatedAt` or the event's state."

/** Routes that list, read and write the events of an agenda (service.md, Endpoints; wire.md §1). */
export class EventGroup extends HttpApiGroup.make("events").add(
  HttpApiEndpoint.get("listEvents")`/agendas/${agendaUid}/events`
    .addSuccess(EventPage)
    .annotateContext(documentRequest({ query: Object.values(eventParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "List the events of an agenda")
    .annotate(
      OpenApi.Description,
      "Follow `after` until it is null to get every matching event once, even while events are written. An additional field of the agenda is a filter by its code: `genres[]=3`, `places[gte]=50`. `format=csv`, or `Accept`, makes it an export."
    )
).add(
  HttpApiEndpoint.get("suggestEvents")`/agendas/${agendaUid}/suggest`
    .addSuccess(SuggestionList)
    .annotateContext(documentRequest({ query: Object.values(suggestParameters) }))
    .annotate(OpenApi.Summary, "Suggest searches of events")
    .annotate(
      OpenApi.Description,
      "Searches that complete `q`, made of the texts of the best published events that `q` finds: each finds an event."
    )
).add(
  HttpApiEndpoint.get("listPublicEvents")`/events`
    .addSuccess(EventPage)
    .annotateContext(documentRequest({ query: Object.values(publicEventParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "List events across agendas")
    .annotate(
      OpenApi.Description,
      "Published events of all public, indexed agendas; with the key of an agenda, of that agenda only. Experimental."
    )
).add(
  HttpApiEndpoint.get("getEvent")`/agendas/${agendaUid}/events/${eventUid}`
    .addSuccess(ReadEvent)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an event")
).add(
  HttpApiEndpoint.get("getEventBySlug")`/agendas/${agendaUid}/events/slug/${eventSlug}`
    .addSuccess(ReadEvent)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an event by its slug")
).add(
  HttpApiEndpoint.get("getEventByExtId")`/agendas/${agendaUid}/events/ext/${extKey}/${extValue}`
    .addSuccess(ReadEvent)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an event by an external identifier")
).add(
  HttpApiEndpoint.get("getStructuredData")`/agendas/${agendaUid}/events/${eventUid}/structured-data`
    .addSuccess(HttpApiSchema.withEncoding(StructuredData, { kind: "Json", contentType: "application/ld+json" }))
    .annotateContext(documentRequest({ query: Object.values(structuredDataParameters) }))
    .annotate(OpenApi.Summary, "Read an event as search engines do")
    .annotate(OpenApi.Description, "A schema.org graph, one Event for each slot: what the public page of the event embeds.")
).add(
  HttpApiEndpoint.post("createEvent")`/agendas/${agendaUid}/events`
    .setPayload(EventDraft)
    .addSuccess(OneEvent)
    .addSuccess(EventPage)
    .addError(CreateFailure)
    .annotateContext(drafted)
    .annotate(OpenApi.Summary, "Create an event, or list events by a query in the body")
    .annotate(OpenApi.Description, postedQueries)
).add(changes(
  HttpApiEndpoint.put("replaceEvent")`/agendas/${agendaUid}/events/${eventUid}`.setPayload(EventDraft),
  "Replace an event",
  fullUpdate
)).add(changes(
  HttpApiEndpoint.post("replaceEventByPost")`/agendas/${agendaUid}/events/${eventUid}`.setPayload(EventDraft),
  "Replace an event",
  fullUpdate
)).add(
  changes(HttpApiEndpoint.patch("patchEvent")`/agendas/${agendaUid}/events/${eventUid}`.setPayload(EventPatch), "Change fields of an event")
).add(writesAvailability(
  HttpApiEndpoint.patch("patchAvailability")`/agendas/${agendaUid}/events/${eventUid}/availability`.setPayload(AvailabilityDraft)
    .addError(InvalidRows),
  "Write the availability of an event",
  availability
)).add(
  deletes(HttpApiEndpoint.del("deleteEvent")`/agendas/${agendaUid}/events/${eventUid}`, "Delete an event")
).add(changes(
  HttpApiEndpoint.put("upsertEvent")`/agendas/${agendaUid}/events/ext/${extKey}/${extValue}`.setPayload(EventDraft),
  "Create or replace an event by an external identifier",
  upsert
)).add(changes(
  HttpApiEndpoint.post("upsertEventByPost")`/agendas/${agendaUid}/events/ext/${extKey}/${extValue}`.setPayload(EventDraft),
  "Create or replace an event by an external identifier",
  upsert
)).add(changes(
  HttpApiEndpoint.patch("patchEventByExtId")`/agendas/${agendaUid}/events/ext/${extKey}/${extValue}`.setPayload(EventPatch),
  "Change fields of an event by an external identifier"
)).add(writesAvailability(
  HttpApiEndpoint.patch("patchAvailabilityByExtId")`/agendas/${agendaUid}/events/ext/${extKey}/${extValue}/availability`
    .setPayload(AvailabilityDraft)
    .addError(InvalidRows),
  "Write the availability of an event by an external identifier",
  availability
)).add(deletes(
  HttpApiEndpoint.del("deleteEventByExtId")`/agendas/${agendaUid}/events/ext/${extKey}/${extValue}`,
  "Delete an event by an external identifier"
))
  .addError(AgendaFailure)
  .annotateContext(OpenApi.annotations({ title: "Events" }))
{}
