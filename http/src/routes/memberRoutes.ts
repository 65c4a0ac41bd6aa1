import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type Access, permitWrite } from "@agenda-engine/core/services/Access"
import type { Idempotency, RecordAnswer } from "@agenda-engine/core/services/Idempotency"
import type { Invitations, Invited } from "@agenda-engine/core/services/Invitations"
import type { MemberPage, Members } from "@agenda-engine/core/services/Members"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { readMemberPageQuery, readMembershipPageQuery } from "../query/memberParameters.js"
import type { GroupHandlers } from "../request/Handle.js"
import { authorizeCaller, readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { ignoredFiles, readWrite } from "../request/readWrite.js"
import { json, readOrRefuse, withWarnings } from "../response/answer.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

const page = ({ after, items, total }: MemberPage) => json({ total, items, after, success: true })

/** A page of members by a query string. 403 takes precedence over its faults; then the page is not used. */
const pageOf = <Q extends { readonly limit: number }, E>(
  query: Either.Either<Q, ReadonlyArray<Issue>>,
  read: (query: Q | { readonly limit: number }) => Effect.Effect<MemberPage, E>
) =>
  Effect.gen(function*() {
    const found = yield* read(Either.getOrElse(query, () => ({ limit: 0 })))
    yield* readOrRefuse(query)
    return page(found)
  })

interface MemberServices {
  readonly access: Context.Tag.Service<Access>
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly invitations: Context.Tag.Service<Invitations>
  readonly members: Context.Tag.Service<Members>
  readonly retries: Context.Tag.Service<Idempotency>
  readonly limits: Limits
  /** Whether the host answers who is a member: such a list changes without a revision. */
  readonly isAnsweredByHost: boolean
}

/** The member routes by the names of the contract. */
export const memberRoutes = ({ access, cache, invitations, isAnsweredByHost, limits, members, retries }: MemberServices) => {
  const once = withIdempotencyKey(retries)
  return {
    listMembers: Effect.fnUntraced(function*(request) {
      const agenda = readAgendaUid(request.params.agendaUid)
      const authorization = yield* authorizeCaller(access, request, { agenda, operation: "members:read" })
      if (!isAnsweredByHost) yield* cache.store(request, authorization)
      return yield* pageOf(readMemberPageQuery(request.query, limits), (asked) => members.page(authorization, asked))
    }),
    inviteMembers: Effect.fnUntraced(function*(request) {
      const write = yield* readWrite(access, request, "members:write", (authorization) => permitWrite(authorization))
      const { authorization, body, idempotentRequest } = write
      return yield* once(
        request,
        idempotentRequest,
        (keep: RecordAnswer<Invited>) => invitations.invite(authorization, body, { keep }),
        ({ processed, queued, warnings }) =>
          Effect.succeed(json(withWarnings({ success: true, queued, processed }, [...warnings, ...ignoredFiles(write)])))
      )
    }),
    listMyAgendas: Effect.fnUntraced(function*(request) {
      const caller = yield* readCaller(access, request)
      return yield* pageOf(readMembershipPageQuery(request.query, limits), (asked) => members.agendasOf(caller, asked))
    })
  } satisfies GroupHandlers<"members">
}
