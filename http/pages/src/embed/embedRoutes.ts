import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { CurrentLimits, type Limits } from "@agenda-engine/core/domain/Limits"
import type { FormedParameter } from "@agenda-engine/core/query/Parameter"
import type { Access } from "@agenda-engine/core/services/Access"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import { pageCacheControl } from "@agenda-engine/http/exports/calendarExport"
import { type HttpSettings, isTheme } from "@agenda-engine/http/HttpSettings"
import { eventParameters } from "@agenda-engine/http/query/eventParameters"
import { ParameterReader } from "@agenda-engine/http/query/ParameterReader"
import { parameterOf, type QueryTree } from "@agenda-engine/http/query/parseQueryString"
import { readEventQuery } from "@agenda-engine/http/query/readEventQuery"
import type { ApiRequest } from "@agenda-engine/http/request/ApiRequest"
import type { Handle, PageHandlers } from "@agenda-engine/http/request/Handle"
import { readOrRefuse } from "@agenda-engine/http/response/answer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Struct from "effect/Struct"
import { html, trusted } from "../Html.js"
import { listAgenda, type Selection } from "../listAgenda.js"
import { type Embed, inAgenda, readContext } from "../PageContext.js"
import { embedFrame, missingFrame } from "../pageFrames.js"
import { contentPolicy, pageResponse } from "../pageResponse.js"
import { CurrentPageTemplates } from "../PageTemplates.js"
import { readAddress } from "../readAddress.js"

/**
 * The script in an embed. It tells the page around it the height of the document in CSS pixels and the query string:
 * `{ type: "agenda-engine", height, query }`, when the height changes and when that page asks with the message
 * `"agenda-engine"`, because it may listen later. Without it the embed works in a frame of a fixed height.
 */
const frameScript =
  `(()=>{const tell=()=>parent.postMessage({type:"agenda-engine",height:document.body.offsetHeight,query:location.search},"*");addEventListener("message",({data,source})=>{if(source===parent&&data==="agenda-engine")tell()});new ResizeObserver(tell).observe(document.body)})()`

/**
 * The script of a site with embeds. It sizes each frame as its document, and keeps search, month and page in the
 * address of the site, so that it can be bookmarked and shared. Their names there begin with `data-agenda` of the
 * frame, `agenda` by default. It only takes messages of such frames, from the origin that it was loaded from. A frame
 * may be loaded before the script, or be inserted later; its first message then restores its state.
 */
const widgetsScript = `(() => {
  const base = new URL(".", document.currentScript.src)
  const names = ["search", "month", "page"]
  const framesHere = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(base.href + "agendas/"))
  const nameIn = (frame, name) => (frame.dataset.agenda || "agenda") + "." + name
  const restored = new WeakSet()
  const restore = (frame) => {
    if (restored.has(frame)) return false
    restored.add(frame)
    const address = new URL(location.href).searchParams
    const url = new URL(frame.src)
    for (const name of names) {
      const value = address.get(nameIn(frame, name))
      if (value !== null) url.searchParams.set(name, value)
    }
    const isChanged = url.href !== frame.src
    if (isChanged) frame.src = url.href
    return isChanged
  }
  const resize = (frame, height) => {
    const borders = getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0
    frame.style.height = Math.ceil(height) + borders + "px"
  }
  const keep = (frame, query) => {
    const shown = new URLSearchParams(query)
    const url = new URL(location.href)
    for (const name of names) {
      const value = shown.get(name)
      if (value) url.searchParams.set(nameIn(frame, name), value)
      else url.searchParams.delete(nameIn(frame, name))
    }
    if (url.href !== location.href) history.replaceState(history.state, "", url.href)
  }
  addEventListener("message", ({ data, origin, source }) => {
    if (origin !== base.origin || !data || data.type !== "agenda-engine") return
    const frame = framesHere().find(({ contentWindow }) => contentWindow === source)
    if (!frame) return
    if (data.height > 0 && data.height < 100000) resize(frame, data.height)
    if (typeof data.query === "string" && !restore(frame)) keep(frame, data.query)
  })
  const start = () => {
    for (const frame of framesHere()) if (!restore(frame)) frame.contentWindow.postMessage("agenda-engine", "*")
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start)
  else start()
})()
`

const theme: FormedParameter<string> = {
  kind: "formed",
  name: "theme",
  aliases: [],
  many: false,
  takes: "CSS custom properties, such as --agenda-accent:#b00020;--agenda-radius:0",
  read: (text) => isTheme(text) ? text : undefined,
  description: "Custom properties of the style.",
  absent: null,
  example: "--agenda-accent:#b00020"
}

/** Parameters of an embed that are not filters; credentials are never kept. */
const ownNames = ["search", "month", "page", "lang", "theme", "key"] as const

const isOwn = (key: string): boolean => ownNames.some((own) => own === parameterOf(key))

/**
 * Parses the theme and the filters of an embed: those of lists (wire.md §6), without search. `queryString` is what
 * `tree` was parsed from. Fails with every issue.
 */
const readEmbed = (
  tree: QueryTree,
  queryString: string,
  { limits, now }: { readonly limits: Limits; readonly now: number }
): Either.Either<{ readonly embed: Embed; readonly selection: Selection }, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, now)
  const themed = reader.oneFormed(theme) ?? null
  const { faults = [], filter } = readEventQuery(Struct.omit(tree, ...ownNames), now, eventParameters(limits), limits)
  const issues = [...reader.issues, ...faults]
  if (issues.length > 0) return Either.left(issues)
  const filters = [...new URLSearchParams(queryString)].filter(([key]) => !isOwn(key))
  return Either.right({ embed: { filters, theme: themed }, selection: { filter } })
}

/** Leaves the width to the site around the frame. */
const embedStyle = "main{max-width:none;padding-top:1rem}"

interface EmbedServices {
  readonly access: Context.Tag.Service<Access>
  readonly events: Context.Tag.Service<Events>
  readonly publications: Context.Tag.Service<PublishedEvents>
}

const make = Effect.fnUntraced(function*(services: EmbedServices, { embedOrigins, pagesTheme, pagesTimezone }: HttpSettings) {
  const { access } = services
  const limits = yield* CurrentLimits
  const templates = yield* CurrentPageTemplates
  const shared = `${templates.style}${embedStyle}${pagesTheme === null ? "" : `:root{${pagesTheme}}`}`
  const ancestors = embedOrigins.length === 0 ? "'none'" : embedOrigins.join(" ")
  const directives = { ...templates.policy, "frame-ancestors": ancestors }

  const respondIn = ({ theme }: Embed) => {
    const style = theme === null ? shared : `${shared}:root{${theme}}`
    return Effect.map(
      contentPolicy({ style, script: frameScript, policy: directives }),
      (policy) => pageResponse(templates, { style, policy })
    )
  }

  const noEmbed: Embed = { filters: [], theme: null }
  const missing = Effect.fnUntraced(function*(request: ApiRequest) {
    const context = { ...(yield* readContext(request)), embed: noEmbed }
    return (yield* respondIn(noEmbed))(404, missingFrame(context), templates.missing(context), context)
  })

  const page = Effect.fnUntraced(function*(request: ApiRequest) {
    const { params: { agenda = "" }, query, queryString } = request
    const asked = yield* readContext(request)
    const authorization = yield* access.authorize(anonymous, { _tag: "Slug", slug: agenda }, "events:read")
    const { embed, selection } = yield* readOrRefuse(readEmbed(query, queryString, { limits, now: asked.now }))
    const address = readAddress(Struct.omit(query, "city", "keyword", "day"))
    if (address === null) return yield* new NotFound({ what: "route" })
    const view = yield* listAgenda(services, authorization, address, { limits, now: asked.now, timezone: pagesTimezone }, selection)
    if (address.page > Math.max(1, view.pages)) return yield* new NotFound({ what: "route" })
    const context = inAgenda({ ...asked, embed }, view)
    const content = html`${templates.agenda(view, context)}<script>${trusted(frameScript)}</script>`
    return (yield* respondIn(embed))(200, embedFrame(view, context), content, context)
  })

  const handle: Handle = (request) =>
    Effect.catchTags(page(request), { NotFound: () => missing(request), Forbidden: () => missing(request) })
  return handle
})

const widgets = HttpServerResponse.text(widgetsScript, {
  contentType: "text/javascript; charset=utf-8",
  headers: { "cache-control": pageCacheControl, "x-content-type-options": "nosniff", "cross-origin-resource-policy": "cross-origin" }
})

/**
 * `/embed/agendas/{slug}`, an agenda's page for a frame in another site, and `/embed/widgets.js`, the script for that
 * site.
 */
export const embedRoutes = (services: EmbedServices, settings: HttpSettings) =>
  Effect.map(make(services, settings), (page) => ({
    embed: page,
    embedScript: () => Effect.succeed(widgets)
  } satisfies Partial<PageHandlers>))
