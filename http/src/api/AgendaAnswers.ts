import { AdditionalField } from "@agenda-engine/core/domain/AdditionalField"
import { AgendaSettings } from "@agenda-engine/core/domain/Agenda"
import { NativeField } from "@agenda-engine/core/domain/nativeFields"
import * as Schema from "effect/Schema"
import { MemberAnswer } from "./MemberAnswers.js"

/** An instant as answers write it. */
export const Instant = Schema.String.annotations({
  jsonSchema: { type: "string", format: "date-time" },
  examples: ["2024-06-01T17:00:00.000Z"]
})

const Point = Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })

/** What an agenda publishes, counted (wire.md §5, Agenda). */
const Summary = Schema.Struct({
  keywords: Schema.Array(Schema.String).annotations({ description: "At most 20, the most used first." }),
  publishedEvents: Schema.Struct({ current: Schema.Int, passed: Schema.Int, upcoming: Schema.Int }),
  languages: Schema.Record({ key: Schema.String, value: Schema.Int }).annotations({ description: "How many events are written in each." }),
  recentlyAddedEvents: Schema.Struct({ contribution: Schema.Int, shared: Schema.Int, aggregation: Schema.Int }).annotations({
    description: "How many were published for the first time in the last 30 days, by how they came."
  }),
  viewport: Schema.NullOr(Schema.Struct({ topLeft: Point, bottomRight: Point }))
}).annotations({ identifier: "AgendaSummary" })

/** Which option of which field the value of an option means. */
const OptionName = Schema.Struct({
  slug: Schema.String,
  fieldName: Schema.String,
  optionId: Schema.Int,
  schemaId: Schema.NullOr(Schema.Int).annotations({ description: "Uid of the network or agenda whose field it is." })
}).annotations({ identifier: "OptionName" })

/** An agenda as answers show it (service.md, Agenda; wire.md §5, Agenda). No member is certain, since `includeFields` may pick any of them. */
export const AgendaAnswer = Schema.partialWith(
  Schema.Struct({
    uid: Schema.Int,
    title: Schema.String,
    description: Schema.String,
    image: Schema.NullOr(Schema.String),
    official: Schema.Boolean,
    slug: Schema.String,
    url: Schema.NullOr(Schema.String),
    private: Schema.Boolean,
    indexed: Schema.Boolean,
    networkUid: Schema.NullOr(Schema.Int),
    locationSetUid: Schema.NullOr(Schema.Int),
    createdAt: Instant,
    updatedAt: Instant,
    settings: AgendaSettings,
    summary: Summary,
    schema: Schema.Struct({ fields: Schema.Array(Schema.Union(NativeField, AdditionalField)) }).annotations({
      description: "The fields of events: the native ones first, then the network's, then the agenda's."
    }),
    network: Schema.NullOr(Schema.Struct({ uid: Schema.Int, title: Schema.NullOr(Schema.String) })),
    locationSet: Schema.NullOr(Schema.Struct({ uid: Schema.Int, title: Schema.NullOr(Schema.String) })),
    slugSchemaOptionIdMap: Schema.Array(OptionName)
  }),
  { exact: true }
).annotations({
  identifier: "Agenda",
  description:
    "What the search shows of an agenda; a single one has its `summary` and `schema`, and with `detailed=1` `network`, `locationSet` and `slugSchemaOptionIdMap`; with `includeFields` what was picked."
})

/** An agenda with the caller's own membership beside it (wire.md §1, `/me/agendas/{a}`). */
export const OwnAgendaAnswer = Schema.extend(
  AgendaAnswer,
  Schema.Struct({
    me: Schema.Struct({ member: Schema.NullOr(MemberAnswer) }).annotations({ description: "Null where the caller is no member." })
  })
).annotations({ identifier: "OwnAgenda" })

/** A page of agendas. */
export const AgendaPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  agendas: Schema.Array(AgendaAnswer),
  after: Schema.NullOr(Schema.Array(Schema.Int)).annotations({
    description: "Pass as `after[]` for the next page; null when nothing is left."
  })
}).annotations({ identifier: "AgendaPage" })
