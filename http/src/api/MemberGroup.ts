import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { memberParameters, membershipParameters } from "../query/memberParameters.js"
import { documentRequest } from "./documentRequest.js"
import { InviteBody, InvitedAnswer, MemberPage, MembershipPage } from "./MemberAnswers.js"
import { agendaUid } from "./PathSegments.js"
import { BadRequest, CreateFailure, Forbidden, NotFound, Unauthorized, Unavailable } from "./Problem.js"

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
  .addError(Unavailable)
  .annotateContext(OpenApi.annotations({ title: "Members" }))
{}
