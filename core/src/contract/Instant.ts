import * as Schema from "effect/Schema"

/** An instant in bodies and answers, ISO 8601. */
export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time" },
  examples: ["2024-06-01T17:00:00.000Z"]
})
