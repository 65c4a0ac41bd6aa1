import { MemberAnswer } from "@agenda-engine/core/contract/MemberAnswer"
import { Role } from "@agenda-engine/core/domain/access/Member"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { memberParameters, membershipParameters } from "../query/memberParameters.js"
import { documentRequest } from "./documentRequest.js"
import { agendaUid } from "./PathSegments.js"
import { BadRequest, CreateFailure, Forbidden, NotFound, TooManyRequests, Unauthorized, Unavailable, Warnings } from "./Problem.js"

const after = Schema.NullOr(Schema.Int).annotations({ description: "Pass as `after` for the next page; null on the last page." })

const MemberPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(MemberAnswer),
  after
}).annotations({ identifier: "MemberPage" })

/** Body of an invitation request (service.md, POST members/invite). */
const InviteBody = Schema.Struct({
  role: Role.annotations({ description: "The role of the new members." }),
  emails: Schema.Array(Schema.String).annotations({
    description: `E-mail addresses, at most ${defaultLimits.invitations_max}; compared case-insensitively.`
  }),
  message: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "For the mail, markdown." })
}).annotations({ identifier: "InviteBody" })

const InvitedMember = Schema.Struct({
  userUid: Schema.NullOr(Schema.Int).annotations({ description: "Null while no account has this address." }),
  deletedUser: Schema.Boolean,
  name: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  email: Schema.String,
  position: Schema.NullOr(Schema.String),
  organization: Schema.NullOr(Schema.String),
  role: Role
}).annotations({ identifier: "InvitedMember" })

const InvitedAnswer = Schema.Struct({
  success: Schema.Literal(true),
  queued: Schema.Int.annotations({ description: "Number of distinct addresses." }),
  processed: Schema.Array(InvitedMember).annotations({ description: "The addresses processed so far, with their status." }),
  warnings: Warnings
}).annotations({ identifier: "Invited" })

const MembershipPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(Schema.Struct({ uid: Schema.Int, title: Schema.String, slug: Schema.String, member: MemberAnswer })),
  after
}).annotations({ identifier: "MembershipPage" })

const members = documentRequest({ query: Object.values(memberParameters(defaultLimits)) })
const memberships = documentRequest({ query: Object.values(membershipParameters(defaultLimits)) })

/** Routes that list and invite members, and list the caller's memberships (service.md, list members; wire.md §1). */
export class MemberGroup extends HttpApiGroup.make("members").add(
  HttpApiEndpoint.get("listMembers")`/agendas/${agendaUid}/members`
    .addSuccess(MemberPage)
    .addError(NotFound)
    .annotateContext(members)
    .annotate(OpenApi.Summary, "List the members of an agenda")
    .annotate(OpenApi.Description, "For its moderators and administrators. Pending invitations are not listed.")
).add(
  HttpApiEndpoint.post("inviteMembers")`/agendas/${agendaUid}/members/invite`
    .setPayload(InviteBody)
    .addSuccess(InvitedAnswer)
    .addError(NotFound)
    .addError(CreateFailure)
    .annotate(OpenApi.Summary, "Invite members by mail")
    .annotate(
      OpenApi.Description,
      `For moderators and administrators; only administrators invite administrators. Each address gets one invitation, and a mail with a link that accepts it. The first ${defaultLimits.invitationsAtOnce_max} addresses are processed in the call. The others are processed in the background, after a restart too. An address that is already invited or a member's gets no mail; its status is returned.`
    )
).add(
  HttpApiEndpoint.get("listMyAgendas", "/me/agendas")
    .addSuccess(MembershipPage)
    .annotateContext(memberships)
    .annotate(OpenApi.Summary, "List the agendas that the caller is a member of")
    .annotate(OpenApi.Description, "For users: a key without owner gets 403.")
)
  .addError(BadRequest)
  .addError(Unauthorized)
  .addError(Forbidden)
  .addError(TooManyRequests)
  .addError(Unavailable)
  .annotateContext(OpenApi.annotations({ title: "Members" }))
{}
