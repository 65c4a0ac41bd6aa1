import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { Access, Authorization } from "@agenda-engine/core/services/Access"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiRequest } from "../request/ApiRequest.js"
import { readAgendaUid, readEventUid } from "../request/readPath.js"
import { pageCacheControl } from "./calendars.js"
import { pathOf } from "./PageContext.js"
import { agendaUrlOf } from "./readAddress.js"

const digits = /^\d+$/

/**
 * A redirect with 308 from another address of a page to the one by slugs: from a uid in the place of a slug, and, where
 * `ahead` is 0, from a path that begins with the agenda. The query string is kept. `ahead` is the number of segments
 * before the agenda's. Fails with `NotFound` when anyone may not read the agenda or the event, and when the address is
 * that of the page.
 */
export const makePageRedirect = (access: Context.Tag.Service<Access>, publications: Context.Tag.Service<PublishedEvents>) => {
  const authorize = (segment: string) =>
    access.authorize(anonymous, { _tag: "Slug", slug: segment }, "events:read").pipe(
      Effect.catchTag("NotFound", () =>
        Effect.flatMap(readAgendaUid(segment), (agenda) => access.authorize(anonymous, agenda, "events:read")))
    )

  const slugOfEvent = (authorization: Authorization<"events:read">, segment: string) =>
    publications.event(authorization, { _tag: "Slug", slug: segment }).pipe(
      Effect.catchTag("NotFound", () => Effect.flatMap(readEventUid(segment), (event) => publications.event(authorization, event))),
      Effect.map(({ event }) => event.slug)
    )

  return Effect.fnUntraced(function*({ base, params: { agenda = "", event }, path, queryString }: ApiRequest, ahead: 0 | 1) {
    const authorization = yield* authorize(agenda)
    const { slug } = authorization.agenda
    const [events, asked, ...slot] = path.split("/").filter((segment) => segment !== "").slice(ahead + 1)
    const named = event !== undefined && digits.test(event) ? encodeURIComponent(yield* slugOfEvent(authorization, event)) : asked
    if (ahead === 1 && agenda === slug && named === asked) return yield* new NotFound({ what: "route" })
    const below = [events, named, ...slot].flatMap((segment) => segment === undefined ? [] : `/${segment}`).join("")
    const query = queryString === "" ? "" : `?${queryString}`
    // A path, because the scheme is unknown behind a proxy that ends TLS.
    return HttpServerResponse.redirect(`${agendaUrlOf(pathOf(base))(slug)}${below}${query}`, {
      status: 308,
      headers: { "cache-control": pageCacheControl }
    })
  })
}
