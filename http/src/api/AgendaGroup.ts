import { Instant } from "@agenda-engine/core/contract/Instant"
import { MemberAnswer } from "@agenda-engine/core/contract/MemberAnswer"
import { AgendaSettings } from "@agenda-engine/core/domain/agenda/Agenda"
import { AdditionalField } from "@agenda-engine/core/domain/field/AdditionalField"
import { NativeField } from "@agenda-engine/core/domain/field/nativeFields"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { agendaParameters, singleAgendaParameters, sourceParameters } from "../query/agendaParameters.js"
import { suggestParameters } from "../query/suggestParameters.js"
import { documentRequest } from "./documentRequest.js"
import { SuggestionList } from "./EventAnswers.js"
import { agendaSlug, agendaUid } from "./PathSegments.js"
import { BadRequest, Forbidden, NotFound, TooManyRequests, Unauthorized, Unavailable } from "./Problem.js"

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
const OwnAgendaAnswer = Schema.extend(
  AgendaAnswer,
  Schema.Struct({
    me: Schema.Struct({ member: Schema.NullOr(MemberAnswer) }).annotations({ description: "Null when the caller is not a member." })
  })
).annotations({ identifier: "OwnAgenda" })

/** An agenda, and beside it the fields of its events. */
const SchemaAnswer = Schema.Struct({ success: Schema.Literal(true), info: AgendaAnswer, ...EventSchema.fields }).annotations({
  identifier: "AgendaSchema"
})

/** The fields of an agenda's events, alone. */
const EventSchemaAnswer = Schema.Struct({ success: Schema.Literal(true), ...EventSchema.fields }).annotations({
  identifier: "AgendaEventSchema"
})

/** The counts of an agenda, alone. */
const SummaryAnswer = Schema.Struct({ success: Schema.Literal(true), ...Summary.fields }).annotations({
  identifier: "AgendaSummaryAnswer"
})

/** A page of the agendas whose events an agenda shares. */
const SourcePage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  sources: Schema.Array(Schema.Struct({ id: Schema.Int, rules: Schema.Array(Schema.Unknown), agenda: AgendaAnswer })),
  after: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "SourcePage" })

const AgendaPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  agendas: Schema.Array(AgendaAnswer),
  after: Schema.NullOr(Schema.Array(Schema.Int)).annotations({
    description: "Pass as `after[]` for the next page; null on the last page."
  })
}).annotations({ identifier: "AgendaPage" })

const reads = documentRequest({ query: Object.values(singleAgendaParameters) })

/** Routes that search and read agendas (service.md, search agendas). */
export class AgendaGroup extends HttpApiGroup.make("agendas").add(
  HttpApiEndpoint.get("searchAgendas", "/agendas")
    .addSuccess(AgendaPage)
    .annotateContext(documentRequest({ query: Object.values(agendaParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "Search agendas")
).add(
  HttpApiEndpoint.get("suggestAgendas", "/agendas/suggest")
    .addSuccess(SuggestionList)
    .annotateContext(documentRequest({ query: Object.values(suggestParameters) }))
    .annotate(OpenApi.Summary, "Suggest searches of agendas")
    .annotate(OpenApi.Description, "Searches that complete `q`, made of the titles of the best agendas that `q` finds.")
).add(
  HttpApiEndpoint.get("getAgenda")`/agendas/${agendaUid}`
    .addSuccess(AgendaAnswer)
    .addError(NotFound)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an agenda")
).add(
  HttpApiEndpoint.get("getAgendaBySlug")`/agendas/slug/${agendaSlug}`
    .addSuccess(AgendaAnswer)
    .addError(NotFound)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an agenda by its slug")
).add(
  HttpApiEndpoint.get("getAgendaSettings")`/agendas/${agendaUid}/settings`
    .addSuccess(AgendaAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read an agenda in its detailed form")
    .annotate(OpenApi.Description, "The same as `/agendas/{agendaUid}?detailed=1`.")
).add(
  HttpApiEndpoint.get("getAgendaSchema")`/agendas/${agendaUid}/schema`
    .addSuccess(SchemaAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read the fields of an agenda's events, and the agenda")
    .annotate(OpenApi.Description, "`info` is the agenda as in a search; `fields` is its `schema.fields`.")
).add(
  HttpApiEndpoint.get("getEventSchema")`/agendas/${agendaUid}/settings/eventSchema`
    .addSuccess(EventSchemaAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read the fields of an agenda's events")
    .annotate(OpenApi.Description, "The `schema` of the agenda.")
).add(
  HttpApiEndpoint.get("getAgendaSummary")`/agendas/${agendaUid}/summary`
    .addSuccess(SummaryAnswer)
    .addError(NotFound)
    .annotate(OpenApi.Summary, "Read the counts of an agenda")
    .annotate(OpenApi.Description, "The `summary` of the agenda.")
).add(
  HttpApiEndpoint.get("listSources")`/agendas/${agendaUid}/sources`
    .addSuccess(SourcePage)
    .addError(NotFound)
    .annotateContext(documentRequest({ query: Object.values(sourceParameters(defaultLimits)) }))
    .annotate(OpenApi.Summary, "List the agendas whose events an agenda shares")
    .annotate(OpenApi.Description, "For its administrators. Always empty: an event belongs to one agenda.")
).add(
  HttpApiEndpoint.get("getOwnAgenda")`/me/agendas/${agendaUid}`
    .addSuccess(OwnAgendaAnswer)
    .addError(NotFound)
    .annotateContext(reads)
    .annotate(OpenApi.Summary, "Read an agenda and the caller's membership of it")
    .annotate(OpenApi.Description, "For users: a key without owner gets 403. An agenda that the caller may not see is 404.")
)
  .addError(BadRequest)
  .addError(Unauthorized)
  .addError(Forbidden)
  .addError(TooManyRequests)
  .addError(Unavailable)
  .annotateContext(OpenApi.annotations({ title: "Agendas" }))
{}
