import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"

// Uids are text here: a segment that is not a uid is a 404, not a malformed request.
const uidText = (description: string, example: string) =>
  Schema.String.annotations({ description, jsonSchema: { type: "integer", minimum: 1, description, examples: [Number(example)] } })

/** Path parameter: uid of an agenda. */
export const agendaUid = HttpApiSchema.param("agendaUid", uidText("Uid of the agenda.", "1"))

/** Path parameter: slug of an agenda. */
export const agendaSlug = HttpApiSchema.param("slug", Schema.String.annotations({ description: "Slug of the agenda.", examples: ["town"] }))

/** Path parameter: uid of an event. */
export const eventUid = HttpApiSchema.param("eventUid", uidText("Uid of the event.", "42"))

/** Path parameter: slug of an event. */
export const eventSlug = HttpApiSchema.param("slug", Schema.String.annotations({ description: "Slug of the event.", examples: ["jazz"] }))

/** Path parameter: key of an external identifier. */
export const extKey = HttpApiSchema.param(
  "key",
  Schema.String.annotations({ description: "Name of the external identifier.", examples: ["erp"] })
)

/** Path parameter: value of an external identifier. */
export const extValue = HttpApiSchema.param(
  "value",
  Schema.String.annotations({ description: "Value of the external identifier, percent-encoded.", examples: ["2024-17"] })
)

/** Path parameter: uid of a location. */
export const locationUid = HttpApiSchema.param("locationUid", uidText("Uid of the location.", "7"))

/** Path parameter: id of a webhook. */
export const webhookId = HttpApiSchema.param(
  "webhookId",
  Schema.String.annotations({ description: "Id of the webhook.", examples: ["4f9aKQ0xTbW1cZs7YmPuE2Lh"] })
)
