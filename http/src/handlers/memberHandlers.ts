import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { Access } from "@agenda-engine/core/services/Access"
import { type MemberPage, Members } from "@agenda-engine/core/services/Members"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { readMemberPageQuery } from "../query/readMemberPageQuery.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { answer, json, readOrRefuse } from "../response/answer.js"
import { KnownAnswers } from "./KnownAnswers.js"

const page = ({ after, items, total }: MemberPage) => json({ total, items, after, success: true })

/** Answers the routes of members. */
export const memberHandlers = HttpApiBuilder.group(Api, "members", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const known = yield* KnownAnswers
    const members = yield* Members
    const limits = yield* CurrentLimits
    const asked = Effect.flatMap(CurrentRequest, ({ query }) => readOrRefuse(readMemberPageQuery(query, limits)))

    return handlers
      .handleRaw("listMembers", ({ path, request }) =>
        answer(known.orRead(
          request,
          readAgendaUid(path.agendaUid),
          "members:read",
          Effect.gen(function*() {
            const caller = yield* readCaller(access, request)
            const query = yield* asked
            return page(yield* members.page(caller, yield* readAgendaUid(path.agendaUid), query))
          })
        )))
      .handleRaw("listMyAgendas", ({ request }) =>
        answer(Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          return page(yield* members.agendasOf(caller, yield* asked))
        })))
  }))
