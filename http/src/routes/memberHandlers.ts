import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { HostMemberships } from "@agenda-engine/core/ports/HostMemberships"
import { Access, permitWrite } from "@agenda-engine/core/services/Access"
import { Idempotency, type RecordAnswer } from "@agenda-engine/core/services/Idempotency"
import { Invitations, type Invited } from "@agenda-engine/core/services/Invitations"
import { type MemberPage, Members } from "@agenda-engine/core/services/Members"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Api } from "../api/Api.js"
import { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readMemberPageQuery, readMembershipPageQuery } from "../query/memberParameters.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { ignoredFiles, readWrite } from "../request/readWrite.js"
import { answer, json, readOrRefuse, withWarnings } from "../response/answer.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

const page = ({ after, items, total }: MemberPage) => json({ total, items, after, success: true })

/** Handlers of the member routes. */
export const memberHandlers = HttpApiBuilder.group(Api, "members", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const cache = yield* ResponseCache
    const invitations = yield* Invitations
    const members = yield* Members
    const limits = yield* CurrentLimits
    // Such a list changes without a revision.
    const isAnsweredByHost = (yield* HostMemberships)?.membersOf !== undefined
    const once = withIdempotencyKey(yield* Idempotency)

    /** A page of members by a query string. 403 takes precedence over its faults; then the page is not used. */
    const pageOf = <Q extends { readonly limit: number }, E, R>(
      query: Either.Either<Q, ReadonlyArray<Issue>>,
      read: (query: Q | { readonly limit: number }) => Effect.Effect<MemberPage, E, R>
    ) =>
      Effect.gen(function*() {
        const found = yield* read(Either.getOrElse(query, () => ({ limit: 0 })))
        yield* readOrRefuse(query)
        return page(found)
      })

    return handlers
      .handleRaw("listMembers", ({ path, request }) =>
        answer(Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          const authorization = yield* access.authorize(caller, yield* readAgendaUid(path.agendaUid), "members:read")
          if (!isAnsweredByHost) yield* cache.store(request, authorization)
          const { query } = yield* CurrentRequest
          return yield* pageOf(readMemberPageQuery(query, limits), (asked) => members.page(authorization, asked))
        })))
      .handleRaw("inviteMembers", ({ path, request }) =>
        answer(Effect.gen(function*() {
          const write = yield* readWrite(access, request, path.agendaUid, "members:write", (authorization) => permitWrite(authorization))
          const { authorization, body, idempotentRequest } = write
          return yield* once(
            idempotentRequest,
            (keep: RecordAnswer<Invited>) => invitations.invite(authorization, body, { keep }),
            (invited) =>
              Effect.succeed(
                json(
                  withWarnings({ success: true, queued: invited.queued, processed: invited.processed }, [
                    ...invited.warnings,
                    ...ignoredFiles(write)
                  ])
                )
              )
          )
        })))
      .handleRaw("listMyAgendas", ({ request }) =>
        answer(Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          const { query } = yield* CurrentRequest
          return yield* pageOf(readMembershipPageQuery(query, limits), (asked) => members.agendasOf(caller, asked))
        })))
  }))
