import { structuredEvents, structuredGraph } from "@agenda-engine/core/derive/structured/structuredData"
import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { makePacer, mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import { Access, type Authorization } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import { Revisions } from "@agenda-engine/core/services/Revisions"
import { suggestEvents } from "@agenda-engine/core/services/suggest/suggestEvents"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { CurrentSettings } from "../HttpSettings.js"
import { readSuggest } from "../query/suggestParameters.js"
import { answer, readOrRefuse } from "../response/answer.js"
import type { Failure } from "../response/respondFailure.js"
import { suggestionList } from "../response/suggestionList.js"
import { agendaCalendar } from "./agendaCalendar.js"
import { eventCalendar, pageCacheControl, withdrawnCalendar } from "./calendars.js"
import { contentPolicy } from "./contentPolicy.js"
import { type Html, html, trusted } from "./Html.js"
import { listAgenda } from "./listAgenda.js"
import { inAgenda, type PageContext, readContext } from "./PageContext.js"
import { agendaFrame, eventFrame, missingFrame } from "./pageFrames.js"
import { makePageRedirect } from "./pageRedirects.js"
import { pageResponse } from "./pageResponse.js"
import { CurrentPageTemplates, styleOf } from "./PageTemplates.js"
import { agendaUrlOf, readAddress } from "./readAddress.js"
import { suggestScript } from "./suggestScript.js"
import { slotDate } from "./template/datesTemplate.js"
import type { EventPageView } from "./template/eventTemplate.js"
import { shiftHeadings } from "./template/shiftHeadings.js"

type Response = HttpServerResponse.HttpServerResponse

const withoutEnding = (segment: string): string | null => segment.endsWith(".ics") ? segment.slice(0, -".ics".length) : null

const make = Effect.gen(function*() {
  const access = yield* Access
  const events = yield* Events
  const publications = yield* PublishedEvents
  const revisions = yield* Revisions
  const cache = yield* ResponseCache
  const limits = yield* CurrentLimits
  const settings = yield* CurrentSettings
  const templates = yield* CurrentPageTemplates
  const style = styleOf(templates, settings)

  const directives = { "connect-src": "'self'", ...templates.policy }
  const respond = pageResponse(templates, { style, policy: yield* contentPolicy({ policy: directives, style, script: suggestScript }) })

  const missing = Effect.map(readContext, (context) => respond(404, missingFrame(context), templates.missing(context), context))

  /** The authorization of anyone to read the agenda with this slug. */
  const authorize = (slug: string) => access.authorize(anonymous, { _tag: "Slug", slug }, "events:read")

  const redirect = yield* makePageRedirect

  /**
   * Private or missing agendas and hidden or missing events all give the same 404 page (wire.md §3), unless the address
   * names a page by uid and is redirected.
   */
  const orMissing = <R>(page: Effect.Effect<Response, Failure, R>) =>
    page.pipe(
      Effect.catchTag("NotFound", (failure) => settings.pageRedirects ? redirect(1) : failure),
      Effect.catchTags({ NotFound: () => missing, Forbidden: () => missing }),
      answer
    )

  const agendaPage = Effect.gen(function*() {
    const { agenda = "" } = yield* HttpRouter.params
    const context = yield* readContext
    const address = readAddress((yield* CurrentRequest).query)
    if (address === null) return yield* new NotFound({ what: "route" })
    const view = yield* listAgenda({ events, publications }, yield* authorize(agenda), address, {
      limits,
      now: context.now,
      timezone: settings.pagesTimezone
    })
    if (address.page > Math.max(1, view.pages)) return yield* new NotFound({ what: "route" })
    const inside = inAgenda(context, view)
    const content = html`${templates.agenda(view, inside)}<script>${trusted(suggestScript)}</script>`
    return respond(200, agendaFrame(view, inside), content, inside)
  })

  /** Suggestions for the search of an agenda's page. */
  const suggestions = Effect.gen(function*() {
    const { agenda = "" } = yield* HttpRouter.params
    const authorization = yield* authorize(agenda)
    yield* cache.store(yield* HttpServerRequest.HttpServerRequest, authorization)
    const { search, size } = yield* readOrRefuse(readSuggest((yield* CurrentRequest).query))
    return suggestionList(yield* suggestEvents(publications, authorization, search, size), { "cache-control": pageCacheControl })
  })

  const toHtml = (markdown: string): Html => trusted(shiftHeadings(publications.toHtml(markdown)))

  const eventPage = (published: PublishedEvent, slotId: string | null, asked: PageContext) =>
    Effect.gen(function*() {
      const context = inAgenda(asked, published)
      const { agenda, event } = published
      const slot = slotId === null ? null : event.timings.find(({ id }) => id === slotId)
      if (slot === undefined) return yield* new NotFound({ what: "event" })
      // An event may have hundreds of slots, each rendered several times.
      const pace = yield* makePacer
      const dates = yield* mapInSlices(event.timings, (each) => slotDate(each, slot, published, context))
      yield* pace
      const shown = slot === null ? published : { ...published, event: { ...event, timings: [slot] } as const }
      const nodes = structuredEvents(shown, {
        now: context.now,
        languages: context.languages,
        agendaUrl: agendaUrlOf(context.base)(agenda.slug),
        imageBase: context.imageBase
      })
      const structuredData = structuredGraph(yield* mapInSlices(nodes, (node) => node))
      const view: EventPageView = { published, slot, toHtml, dates, structuredData }
      yield* pace
      const content = templates.event(view, context)
      yield* pace
      return respond(200, eventFrame(view, context), content, context)
    })

  const calendarOfEvent = (authorization: Authorization<"events:read">, slug: string, slotId: string | null, context: PageContext) =>
    publications.event(authorization, { _tag: "Slug", slug }).pipe(
      Effect.flatMap((published) => eventCalendar(published, slotId, context)),
      Effect.catchTag("NotFound", () =>
        Effect.map(
          publications.withdrawn(authorization, slug),
          (withdrawn) => withdrawnCalendar(withdrawn, { slug, slotId }, context)
        )),
      Effect.flatMap((calendar) => calendar === null ? new NotFound({ what: "event" }) : Effect.succeed(calendar))
    )

  /** The page of an event or slot, or its calendar when the URL ends in `.ics`. */
  const eventOrCalendar = Effect.gen(function*() {
    const { agenda = "", event = "", slot = null } = yield* HttpRouter.params
    const context = yield* readContext
    const authorization = yield* authorize(agenda)
    const calendarOf = withoutEnding(slot ?? event)
    if (calendarOf !== null) {
      return yield* calendarOfEvent(authorization, slot === null ? calendarOf : event, slot === null ? null : calendarOf, context)
    }
    const published = yield* publications.event(authorization, { _tag: "Slug", slug: event })
    return yield* eventPage(published, slot, context)
  })

  const calendar = Effect.gen(function*() {
    const { agenda = "" } = yield* HttpRouter.params
    const request = yield* HttpServerRequest.HttpServerRequest
    yield* cache.store(request, yield* authorize(agenda))
    return yield* agendaCalendar({ publications, revisions, limits }, authorize(agenda), yield* readContext)
  })

  /** A page by a path without `/agendas`. Paths of unknown agendas are no routes. */
  const unrouted = () => new NotFound({ what: "route" })
  const short = answer(Effect.catchTags(redirect(0), { NotFound: unrouted, Forbidden: unrouted }))

  return {
    agenda: orMissing(agendaPage),
    event: orMissing(eventOrCalendar),
    calendar: orMissing(calendar),
    suggestions: orMissing(suggestions),
    short
  } satisfies {
    readonly [name: string]: Effect.Effect<Response, never, HttpRouter.RouteContext | HttpServerRequest.HttpServerRequest>
  }
})

/**
 * The public pages, `/agendas/{slug}` and `/agendas/{slug}/events/{slug}[/{slotId}]`, and their calendars, whose URLs
 * end in `.ics`. Other addresses that clients link to are redirected to them, where the settings say so. No routes when
 * the settings disable pages.
 */
export const pageRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const { pageRedirects, pages } = yield* CurrentSettings
    if (!pages) return
    const { agenda, calendar, event, short, suggestions } = yield* make
    yield* router.get("/agendas/:agenda", agenda)
    yield* router.get("/agendas/:agenda/suggest", suggestions)
    yield* router.get("/agendas/:agenda/events.ics", calendar)
    yield* router.get("/agendas/:agenda/events/:event", event)
    yield* router.get("/agendas/:agenda/events/:event/:slot", event)
    if (!pageRedirects) return
    yield* router.get("/:agenda", short)
    yield* router.get("/:agenda/events/:event", short)
  })
)
