import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type ChangeQuery, fromNow } from "@agenda-engine/core/query/change/ChangeQuery"
import type { Access } from "@agenda-engine/core/services/Access"
import type { ChangePage, Changes } from "@agenda-engine/core/services/Changes"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { goingOn, readChangeQuery } from "../query/changeParameters.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { GroupHandlers } from "../request/Handle.js"
import { authorizeReader, readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { json, readOrRefuse } from "../response/answer.js"
import { respondChanges } from "../response/changeStream.js"
import type { Failure } from "../response/respondFailure.js"

interface ChangeServices {
  readonly access: Context.Tag.Service<Access>
  readonly changes: Context.Tag.Service<Changes>
  readonly limits: Limits
}

/** Whether a client asks for server-sent events. */
const wantsStream = ({ headers }: ApiRequest): boolean => /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(headers["accept"] ?? "")

type Read = (query: ChangeQuery) => Effect.Effect<ChangePage, Failure>

/** Seconds that a client may keep a page before it asks again and learns that the cursor has expired. */
const settledPage_seconds = 300

/**
 * Whether a page of one agenda is the same for as long as its cursor can be followed: it begins at a cursor, more
 * changes follow, and it shows no event as it is now.
 */
const isSettled = ({ after, view }: ChangeQuery, { upToDate }: ChangePage): boolean =>
  after !== undefined && after !== fromNow && view === undefined && !upToDate

/** The routes of changes by the names of the contract. */
export const changeRoutes = ({ access, changes, limits }: ChangeServices) => {
  const respond = Effect.fnUntraced(function*(request: ApiRequest, read: Read, mayBeSettled: typeof isSettled) {
    const asked = yield* readOrRefuse(readChangeQuery(request.query, limits))
    if (!wantsStream(request)) {
      const page = yield* read(asked)
      const { items, next, upToDate } = page
      const headers = mayBeSettled(asked, page) ? { "cache-control": `private, max-age=${settledPage_seconds}, immutable` } : {}
      return json({ success: true, changes: items.map(({ change }) => ({ ...change })), next, upToDate }, headers)
    }
    const query = goingOn(asked, request.headers["last-event-id"])
    const first = yield* read({ ...query, wait_seconds: 0 })
    return yield* respondChanges(first, (after) => read({ ...query, after, wait_seconds: 0 }))
  })

  return {
    listChanges: Effect.fnUntraced(function*(request) {
      const agenda = readAgendaUid(request.params.agendaUid)
      const authorization = yield* authorizeReader(access, request, { agenda, operation: "events:read" })
      return yield* respond(request, (query) => changes.page(authorization, query), isSettled)
    }),
    listPublicChanges: Effect.fnUntraced(function*(request) {
      const caller = yield* readReader(access, request)
      // 403 takes precedence over faults of the query string.
      yield* access.checkOperation(caller, "events:read")
      // Across agendas, a later change of one agenda may belong before those of another.
      return yield* respond(request, (query) => changes.pageAcross(caller, query), () => false)
    })
  } satisfies GroupHandlers<"changes">
}
