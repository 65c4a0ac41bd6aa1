import * as Schema from "effect/Schema"

/** An instant as answers write it. */
export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time" },
  examples: ["2024-06-01T17:00:00.000Z"]
})

/** An agenda as answers show it (service.md, Agenda). */
export const AgendaAnswer = Schema.Struct(
  {
    uid: Schema.Int,
    title: Schema.String,
    slug: Schema.String,
    description: Schema.String,
    image: Schema.NullOr(Schema.String),
    official: Schema.Boolean,
    url: Schema.NullOr(Schema.String),
    private: Schema.Boolean,
    indexed: Schema.Boolean,
    createdAt: Instant,
    updatedAt: Instant
  },
  { key: Schema.String, value: Schema.Unknown }
).annotations({ identifier: "Agenda" })

/** A page of agendas. */
export const AgendaPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  agendas: Schema.Array(AgendaAnswer),
  after: Schema.NullOr(Schema.Array(Schema.Int)).annotations({
    description: "Pass as `after[]` for the next page; null when nothing is left."
  })
}).annotations({ identifier: "AgendaPage" })
