import { structuredEvents, structuredGraph } from "@agenda-engine/core/derive/structured/structuredData"
import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { isJsonObject, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { makePacer, mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Access, Authorization } from "@agenda-engine/core/services/Access"
import type { Agendas } from "@agenda-engine/core/services/Agendas"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type { Revisions } from "@agenda-engine/core/services/Revisions"
import { suggestEvents } from "@agenda-engine/core/services/suggest/suggestions"
import type { ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { agendaUrlOf } from "@agenda-engine/http/context/feedAddress"
import { pageCacheControl } from "@agenda-engine/http/exports/calendarExport"
import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import { readSuggest } from "@agenda-engine/http/query/suggestParameters"
import type { ApiRequest } from "@agenda-engine/http/request/ApiRequest"
import type { Handle, PageHandlers } from "@agenda-engine/http/request/Handle"
import { readAgendaUid, readEventUid } from "@agenda-engine/http/request/readPath"
import { readOrRefuse, suggestionList } from "@agenda-engine/http/response/answer"
import type { Failure } from "@agenda-engine/http/response/respondFailure"
import type { SharedParts } from "@agenda-engine/http/response/SharedParts"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { agendaCalendar, eventCalendar, withdrawnCalendar } from "./calendars.js"
import { type Html, html, trusted } from "./Html.js"
import { listAgenda } from "./listAgenda.js"
import { inAgenda, type PageContext, pathOf, readContext } from "./PageContext.js"
import { agendaFrame, eventFrame, missingFrame, startFrame } from "./pageFrames.js"
import { contentPolicy, pageResponse } from "./pageResponse.js"
import { CurrentPageTemplates, type StartAgenda, styleOf } from "./PageTemplates.js"
import { readAddress } from "./readAddress.js"
import { slotDate } from "./template/datesTemplate.js"
import type { EventPageView } from "./template/eventTemplate.js"

const digits = /^\d+$/

/**
 * A redirect with 308 from another address of a page to the one by slugs: from a uid in the place of a slug, and, where
 * `ahead` is 0, from a path that begins with the agenda. The query string is kept. `ahead` is the number of segments
 * before the agenda's. Fails with `NotFound` when anyone may not read the agenda or the event, and when the address is
 * that of the page.
 */
const makePageRedirect = (access: Context.Tag.Service<Access>, publications: Context.Tag.Service<PublishedEvents>) => {
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

/**
 * HTML of a description with its headings one level down, because the title is the heading of the page. `html` is
 * written by `RichText`, so that `<h1>` is a tag wherever it occurs.
 *
 * @example
 * shiftHeadings("<h1>Programme</h1>") // "<h2>Programme</h2>"
 */
export const shiftHeadings = (html: string): string =>
  html.replace(/(<\/?h)([1-6])>/g, (_tag, start: string, depth: string) => `${start}${Math.min(Number(depth) + 1, 6)}>`)

/**
 * The script of an agenda's page: while a search is typed, it puts suggestions into the list of the search field.
 * Without it the form works without suggestions.
 */
export const suggestScript =
  `(()=>{const field=document.getElementById("search"),list=document.getElementById("suggestions");if(!field||!list)return;let wait;const suggest=async()=>{const q=field.value;if(q.trim()==="")return list.replaceChildren();const answer=await fetch(new URL(field.form.action).pathname+"/suggest?q="+encodeURIComponent(q));if(!answer.ok||field.value!==q)return;const {suggestions}=await answer.json();list.replaceChildren(...suggestions.map(({text})=>new Option(text,text)))};field.addEventListener("input",()=>{clearTimeout(wait);wait=setTimeout(suggest,150)})})()`

type Response = HttpServerResponse.HttpServerResponse

const withoutEnding = (segment: string): string | null => segment.endsWith(".ics") ? segment.slice(0, -".ics".length) : null

interface PageServices {
  readonly access: Context.Tag.Service<Access>
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly events: Context.Tag.Service<Events>
  readonly parts: SharedParts
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
}

/**
 * The public pages, `/agendas/{slug}` and `/agendas/{slug}/events/{slug}[/{slotId}]`, and their calendars, whose URLs
 * end in `.ics`. Other addresses that clients link to are redirected to them, where the settings say so.
 */
export const pageRoutes = Effect.fnUntraced(function*(services: PageServices, settings: HttpSettings) {
  const { access, cache, events, parts, publications, revisions } = services
  const limits = yield* CurrentLimits
  const templates = yield* CurrentPageTemplates
  const style = styleOf(templates, settings)

  const directives = { "connect-src": "'self'", ...templates.policy }
  const respond = pageResponse(templates, {
    style,
    policy: yield* contentPolicy({ policy: directives, style, script: suggestScript, tilesUrl: settings.map.tilesUrl })
  })

  const missing = (request: ApiRequest) =>
    Effect.map(readContext(request), (context) => respond(404, missingFrame(context), templates.missing(context), context))

  /** The authorization of anyone to read the agenda with this slug. */
  const authorize = (slug: string) => access.authorize(anonymous, { _tag: "Slug", slug }, "events:read")

  const redirect = makePageRedirect(access, publications)

  /**
   * Private or missing agendas and hidden or missing events all give the same 404 page (wire.md §3), unless the address
   * names a page by uid and is redirected.
   */
  const orMissing = (page: (request: ApiRequest) => Effect.Effect<Response, Failure>): Handle => (request) =>
    page(request).pipe(
      Effect.catchTag("NotFound", (failure) => settings.pageRedirects ? redirect(request, 1) : failure),
      Effect.catchTags({ NotFound: () => missing(request), Forbidden: () => missing(request) })
    )

  const agendaPage = Effect.fnUntraced(function*(request: ApiRequest) {
    const { params: { agenda = "" }, query } = request
    const context = yield* readContext(request)
    const address = readAddress(query)
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
  const suggestions = Effect.fnUntraced(function*(request: ApiRequest) {
    const authorization = yield* authorize(request.params.agenda ?? "")
    yield* cache.store(request, authorization)
    const { search, size } = yield* readOrRefuse(readSuggest(request.query))
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
  const eventOrCalendar = Effect.fnUntraced(function*(request: ApiRequest) {
    const { agenda = "", event = "", slot = null } = request.params
    const context = yield* readContext(request)
    const authorization = yield* authorize(agenda)
    const calendarOf = withoutEnding(slot ?? event)
    if (calendarOf !== null) {
      return yield* calendarOfEvent(authorization, slot === null ? calendarOf : event, slot === null ? null : calendarOf, context)
    }
    const published = yield* publications.event(authorization, { _tag: "Slug", slug: event })
    return yield* eventPage(published, slot, context)
  })

  const calendar = Effect.fnUntraced(function*(request: ApiRequest) {
    const authorizing = authorize(request.params.agenda ?? "")
    yield* cache.store(request, yield* authorizing)
    return yield* agendaCalendar({ parts, publications, revisions, limits }, request, authorizing)
  })

  /** A page by a path without `/agendas`. Paths of unknown agendas are no routes. */
  const unrouted = () => new NotFound({ what: "route" })
  const short: Handle = (request) => Effect.catchTags(redirect(request, 0), { NotFound: unrouted, Forbidden: unrouted })

  const event = orMissing(eventOrCalendar)
  return {
    agendaPage: orMissing(agendaPage),
    pageSuggestions: orMissing(suggestions),
    agendaCalendar: orMissing(calendar),
    eventPage: event,
    slotPage: event,
    shortAgenda: short,
    shortEvent: short
  } satisfies Partial<PageHandlers>
})

const textOf = (agenda: JsonObject, name: string): string => {
  const value = agenda[name]
  return typeof value === "string" ? value : ""
}

const startAgendaOf = (agenda: JsonObject): StartAgenda => ({
  slug: textOf(agenda, "slug"),
  title: textOf(agenda, "title"),
  description: textOf(agenda, "description")
})

/** `/`, a page with the public agendas, at most `agendasPage_max`. */
export const startRoute = (agendas: Context.Tag.Service<Agendas>, settings: HttpSettings): Effect.Effect<Handle> =>
  Effect.gen(function*() {
    const { agendasPage_max } = yield* CurrentLimits
    const templates = yield* CurrentPageTemplates
    const style = styleOf(templates, settings)
    const respond = pageResponse(templates, { style, policy: yield* contentPolicy({ policy: templates.policy, style }) })
    return Effect.fnUntraced(function*(request) {
      const context = yield* readContext(request)
      const found = yield* agendas.search(anonymous, { size: agendasPage_max })
      const view = { agendas: found.agendas.filter(isJsonObject).map(startAgendaOf) }
      return respond(200, startFrame(context), templates.start(view, context), context)
    })
  })
