import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"

// Segments are text here: what is not a uid names nothing, which is a 404 and not a malformed request.
const uidText = (description: string, example: string) =>
  Schema.String.annotations({ description, jsonSchema: { type: "integer", minimum: 1, description, examples: [Number(example)] } })

/** The uid of an agenda in a path. */
export const agendaUid = HttpApiSchema.param("agendaUid", uidText("Uid of the agenda.", "1"))

/** The slug of an agenda in a path. */
export const agendaSlug = HttpApiSchema.param("slug", Schema.String.annotations({ description: "Slug of the agenda.", examples: ["town"] }))

/** The uid of an event in a path. */
export const eventUid = HttpApiSchema.param("eventUid", uidText("Uid of the event.", "42"))

/** The slug of an event in a path. */
export const eventSlug = HttpApiSchema.param("slug", Schema.String.annotations({ description: "Slug of the event.", examples: ["jazz"] }))

/** The name of an external identifier in a path. */
export const extKey = HttpApiSchema.param(
  "key",
  Schema.String.annotations({ description: "Name of the external identifier.", examples: ["erp"] })
)

/** The value of an external identifier in a path. */
export const extValue = HttpApiSchema.param(
  "value",
  Schema.String.annotations({ description: "Value of the external identifier, percent-encoded.", examples: ["2024-17"] })
)

/** The uid of a location in a path. */
export const locationUid = HttpApiSchema.param("locationUid", uidText("Uid of the location.", "7"))
