import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { ChangeKind, ChangeType } from "@agenda-engine/core/record/ChangeRecord"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { changeParameters } from "../query/changeParameters.js"
import { documentRequest } from "./documentRequest.js"
import { ReadEvent } from "./EventAnswers.js"
import { agendaUid } from "./PathSegments.js"
import { BadRequest, Expired, Forbidden, NotFound, TooManyRequests, Unauthorized, Unavailable } from "./Problem.js"

const Change = Schema.Struct({
  kind: ChangeKind,
  type: ChangeType,
  uid: Schema.Int.annotations({ description: "Uid of the event, location, agenda or membership." }),
  agendaUid: Schema.Int,
  version: Schema.NullOr(Schema.Int).annotations({ description: "Version of the event after the change; null of other subjects." }),
  at: Schema.String.annotations({ description: "ISO 8601, UTC with milliseconds.", examples: ["2030-06-01T18:00:00.000Z"] }),
  removed: Schema.Boolean.annotations({ description: "Whether the caller can no longer read it." }),
  event: Schema.optionalWith(Schema.NullOr(ReadEvent.fields.event), { exact: true }).annotations({
    description: "With `detailed=1`, on changes of events: what a read of the event returns now; null when it cannot be read."
  })
}).annotations({ identifier: "Change" })

const ChangeList = Schema.Struct({
  success: Schema.Literal(true),
  changes: Schema.Array(Change).annotations({ description: "In order; the last change of each subject of the page." }),
  next: Schema.String.annotations({ description: "Pass as `after` to go on." }),
  upToDate: Schema.Boolean.annotations({ description: "True when nothing more was known." })
}).annotations({ identifier: "ChangePage" })

const listed = documentRequest({ query: Object.values(changeParameters(defaultLimits)) })

const described =
  "What the caller's view of the data underwent: to those who read published events only, an event appears with `event.published` and goes with `event.removed`, whether it was removed or withdrawn. With `Accept: text/event-stream` the answer is a stream: `event: change` with `id: <next>` and `data: <change>`, `event: upToDate`, and a comment at least every 15 seconds; `Last-Event-ID` goes on."

/** Routes that list changes (wire.md §9). */
export class ChangeGroup extends HttpApiGroup.make("changes").add(
  HttpApiEndpoint.get("listChanges")`/agendas/${agendaUid}/changes`
    .addSuccess(ChangeList)
    .addError(NotFound)
    .annotateContext(listed)
    .annotate(OpenApi.Summary, "List the changes of an agenda")
    .annotate(OpenApi.Description, described)
).add(
  HttpApiEndpoint.get("listPublicChanges", "/changes")
    .addSuccess(ChangeList)
    .annotateContext(listed)
    .annotate(OpenApi.Summary, "List the changes of public, indexed agendas")
    .annotate(
      OpenApi.Description,
      `With an access token also those of the agendas of its user. Order holds within each agenda; a change may come twice, none is missed. ${described}`
    )
)
  .addError(BadRequest)
  .addError(Unauthorized)
  .addError(Forbidden)
  .addError(Expired)
  .addError(TooManyRequests)
  .addError(Unavailable)
  .annotateContext(OpenApi.annotations({ title: "Changes" }))
{}
