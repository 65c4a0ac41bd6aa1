import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { Access } from "@agenda-engine/core/services/Access"
import { Invitations, type Invited } from "@agenda-engine/core/services/Invitations"
import { type MemberPage, Members } from "@agenda-engine/core/services/Members"
import { type KeepAnswer, Retries } from "@agenda-engine/core/services/Retries"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { KeptReads } from "../front/KeptReads.js"
import { readMemberPageQuery, readMembershipPageQuery } from "../query/readMemberPageQuery.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { readWrite } from "../request/readWrite.js"
import { answer, json, readOrRefuse, withWarnings } from "../response/answer.js"
import { answeringOnce } from "./answeringOnce.js"

const page = ({ after, items, total }: MemberPage) => json({ total, items, after, success: true })

/** Answers the routes of members. */
export const memberHandlers = HttpApiBuilder.group(Api, "members", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const kept = yield* KeptReads
    const invitations = yield* Invitations
    const members = yield* Members
    const limits = yield* CurrentLimits
    const once = answeringOnce(yield* Retries)
    const asked = Effect.flatMap(CurrentRequest, ({ query }) => readOrRefuse(readMemberPageQuery(query, limits)))
    const askedOwn = Effect.flatMap(CurrentRequest, ({ query }) => readOrRefuse(readMembershipPageQuery(query, limits)))

    return handlers
      .handleRaw("listMembers", ({ path, request }) =>
        answer(kept.keeping(
          request,
          { caller: readCaller(access, request), agenda: readAgendaUid(path.agendaUid), operation: "members:read" },
          Effect.gen(function*() {
            const caller = yield* readCaller(access, request)
            const query = yield* asked
            return page(yield* members.page(caller, yield* readAgendaUid(path.agendaUid), query))
          })
        )))
      .handleRaw("inviteMembers", ({ path, request }) =>
        answer(Effect.gen(function*() {
          const asked = { agendaUid: path.agendaUid, operation: "members:write" } as const
          const { agenda, body, caller, repeatable, warnings } = yield* readWrite(access, request, asked)
          return yield* once(repeatable, (keep: KeepAnswer<Invited>) => invitations.invite(caller, agenda, body, { keep }), (invited) =>
            Effect.succeed(
              json(
                withWarnings({ success: true, queued: invited.queued, processed: invited.processed }, [...invited.warnings, ...warnings])
              )
            ))
        })))
      .handleRaw("listMyAgendas", ({ request }) =>
        answer(Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          return page(yield* members.agendasOf(caller, yield* askedOwn))
        })))
  }))
