import { Instant } from "@agenda-engine/core/contract/Instant"
import { MemberAnswer } from "@agenda-engine/core/contract/MemberAnswer"
import { AgendaSettings } from "@agenda-engine/core/domain/agenda/Agenda"
import { AdditionalField } from "@agenda-engine/core/domain/field/AdditionalField"
import { NativeField } from "@agenda-engine/core/domain/field/nativeFields"
import * as Schema from "effect/Schema"

const Point = Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })

/** Counts of what an agenda publishes (wire.md §5, Agenda). */
const Summary = Schema.Struct({
  keywords: Schema.Array(Schema.String).annotations({ description: "At most 20, the most used first." }),
  publishedEvents: Schema.Struct({ current: Schema.Int, passed: Schema.Int, upcoming: Schema.Int }),
  languages: Schema.Record({ key: Schema.String, value: Schema.Int }).annotations({ description: "Number of events in each language." }),
  recentlyAddedEvents: Schema.Struct({ contribution: Schema.Int, shared: Schema.Int, aggregation: Schema.Int }).annotations({
    description: "Number of events first published in the last 30 days, by origin."
  }),
  viewport: Schema.NullOr(Schema.Struct({ topLeft: Point, bottomRight: Point }))
}).annotations({ identifier: "AgendaSummary" })

/** The field and option that an option value stands for. */
const OptionName = Schema.Struct({
  slug: Schema.String,
  fieldName: Schema.String,
  optionId: Schema.Int,
  schemaId: Schema.NullOr(Schema.Int).annotations({ description: "Uid of the network or agenda that defines the field." })
}).annotations({ identifier: "OptionName" })

/** The fields of an agenda's events. */
const EventSchema = Schema.Struct({ fields: Schema.Array(Schema.Union(NativeField, AdditionalField)) }).annotations({
  identifier: "EventSchema",
  description: "The fields of events: the native ones first, then the network's, then the agenda's."
})

/**
 * An agenda in responses (service.md, Agenda; wire.md §5, Agenda). Every member is optional, because `includeFields`
 * can select any of them.
 */
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
    memberSchemaId: Schema.Null.annotations({ description: "Members have no additional fields." }),
    createdAt: Instant,
    updatedAt: Instant,
    officializedAt: Schema.NullOr(Instant).annotations({ description: "When it last became official; null when it is not." }),
    settings: AgendaSettings,
    summary: Summary,
    schema: EventSchema,
    network: Schema.NullOr(
      Schema.Struct({
        uid: Schema.Int,
        title: Schema.NullOr(Schema.String),
        formSchemaId: Schema.Int.annotations({ description: "The `schemaId` of the network's fields: its uid." })
      })
    ),
    locationSet: Schema.NullOr(Schema.Struct({ uid: Schema.Int, title: Schema.NullOr(Schema.String) })),
    slugSchemaOptionIdMap: Schema.Array(OptionName)
  }),
  { exact: true }
).annotations({
  identifier: "Agenda",
  description:
    "An agenda. A single read adds `summary` and `schema`, and with `detailed=1` `network`, `locationSet` and `slugSchemaOptionIdMap`; `includeFields` selects members."
})

/** An agenda with the caller's own membership beside it (wire.md §1, `/me/agendas/{a}`). */
export const OwnAgendaAnswer = Schema.extend(
  AgendaAnswer,
  Schema.Struct({
    me: Schema.Struct({ member: Schema.NullOr(MemberAnswer) }).annotations({ description: "Null when the caller is not a member." })
  })
).annotations({ identifier: "OwnAgenda" })

/** An agenda, and beside it the fields of its events. */
export const SchemaAnswer = Schema.Struct({ success: Schema.Literal(true), info: AgendaAnswer, ...EventSchema.fields }).annotations({
  identifier: "AgendaSchema"
})

/** The fields of an agenda's events, alone. */
export const EventSchemaAnswer = Schema.Struct({ success: Schema.Literal(true), ...EventSchema.fields }).annotations({
  identifier: "AgendaEventSchema"
})

/** The counts of an agenda, alone. */
export const SummaryAnswer = Schema.Struct({ success: Schema.Literal(true), ...Summary.fields }).annotations({
  identifier: "AgendaSummaryAnswer"
})

/** A page of the agendas whose events an agenda shares. */
export const SourcePage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  sources: Schema.Array(Schema.Struct({ id: Schema.Int, rules: Schema.Array(Schema.Unknown), agenda: AgendaAnswer })),
  after: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "SourcePage" })

/** A page of agendas. */
export const AgendaPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  agendas: Schema.Array(AgendaAnswer),
  after: Schema.NullOr(Schema.Array(Schema.Int)).annotations({
    description: "Pass as `after[]` for the next page; null on the last page."
  })
}).annotations({ identifier: "AgendaPage" })
