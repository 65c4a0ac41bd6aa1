import { EventAnswer, TombstoneAnswer } from "@agenda-engine/core/contract/EventAnswer"
import { Instant } from "@agenda-engine/core/contract/Instant"
import { ExplanationAnswer } from "@agenda-engine/core/contract/TicketAnswers"
import { MultilingualText } from "@agenda-engine/core/domain/text/MultilingualText"
import { suggestionTypes } from "@agenda-engine/core/search/suggest"
import * as Schema from "effect/Schema"
import { ProblemItem, Warnings } from "./Problem.js"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const text = Schema.Union(Schema.String, MultilingualText)

const Point = Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })

const Bucket = Schema.Struct({
  key: optional(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  eventCount: optional(Schema.Int),
  timingCount: optional(Schema.Int.annotations({ description: "The number of slots, in buckets of the facet `timings`." })),
  id: optional(Schema.Int.annotations({ description: "The id of an option of an additional field." })),
  label: optional(text),
  location: optional(Schema.Struct({ uid: Schema.Int, name: Schema.String })),
  agenda: optional(Schema.Struct({
    uid: Schema.Int,
    title: Schema.String,
    slug: Schema.String,
    image: Schema.NullOr(Schema.String),
    url: Schema.NullOr(Schema.String)
  })),
  latitude: optional(Schema.Number),
  longitude: optional(Schema.Number)
}).annotations({ identifier: "FacetBucket", description: "A value (`key`, or `id` and `label`) with its count." })

const Viewport = Schema.Struct({ topLeft: Point, bottomRight: Point }).annotations({ identifier: "Viewport" })

const Timespan = Schema.Struct({ first: Instant, last: Instant }).annotations({ identifier: "Timespan" })

const metric = Schema.NullOr(Schema.Number)

const Metrics = Schema.Struct({ sum: metric, avg: metric, min: metric, max: metric }).annotations({ identifier: "FieldMetrics" })

/** A page of events. */
export const EventPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int.annotations({ description: "Total number of matching events." }),
  events: Schema.Array(Schema.Union(EventAnswer, TombstoneAnswer)),
  after: Schema.NullOr(Schema.Array(Schema.String)).annotations({
    description: "Pass as repeated `after[]` for the next page; null on the last page."
  }),
  sort: Schema.Union(Schema.String, Schema.Array(Schema.String)).annotations({
    description: "The orders of the list, in the order in which they apply."
  }),
  aggregations: optional(
    Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.Union(Schema.Array(Bucket), Viewport, Timespan, Metrics)) })
      .annotations({ description: "The requested facets, by their keys." })
  ),
  search: optional(
    Schema.Struct({
      corrected: Schema.Array(Schema.Struct({ word: Schema.String, to: Schema.Array(Schema.String) })).annotations({
        description: "The words of `search` that no event has, each with the words that were searched for instead."
      })
    })
  )
}).annotations({ identifier: "EventPage" })

/** Response with one written event. */
export const OneEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, warnings: Warnings }).annotations({
  identifier: "OneEvent"
})

/** Response to a read of one event. */
export const ReadEvent = Schema.Struct({ success: Schema.Literal(true), event: EventAnswer, explain: optional(ExplanationAnswer) })
  .annotations({ identifier: "ReadEvent" })

/** The schema.org graph of an event (wire.md §8, Structured data). */
export const StructuredData = Schema.Struct({
  "@context": Schema.Literal("https://schema.org"),
  "@graph": Schema.Array(
    Schema.Struct({ "@type": Schema.Literal("Event"), "@id": Schema.String }, { key: Schema.String, value: Schema.Unknown })
  )
}).annotations({ identifier: "StructuredData", description: "One schema.org Event for each slot." })

/** Response to a write of availability. */
export const AvailabilityAnswer = Schema.Struct({
  success: Schema.Literal(true),
  applied: Schema.Array(Schema.Struct({ slot: Schema.String, provider: Schema.String })).annotations({
    description: "The rows that now equal those of the body."
  }),
  written: Schema.Int.annotations({ description: "The number of rows in `applied`." }),
  errors: Schema.Array(ProblemItem).annotations({
    description: "One `stale` for each skipped row: the stored row has a later `syncedAt`."
  }),
  warnings: Warnings
}).annotations({ identifier: "AvailabilityAnswer" })

/** Searches to offer while one is typed. */
export class SuggestionList extends Schema.Class<SuggestionList>("SuggestionList")({
  success: Schema.Literal(true),
  suggestions: Schema.Array(
    Schema.Struct({
      type: Schema.Literal(...suggestionTypes).annotations({
        description: "What completes the search: a word, a keyword, the name or city of a location, or a whole title."
      }),
      text: Schema.String.annotations({ description: "The search to offer." })
    })
  )
}) {}
