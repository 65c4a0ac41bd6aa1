import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { Access } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { CurrentRequest } from "../../context/CurrentRequest.js"
import { CurrentSettings } from "../../HttpSettings.js"
import { answer, readOrRefuse } from "../../response/answer.js"
import { pageCacheControl } from "../calendars.js"
import { contentPolicy } from "../contentPolicy.js"
import { html, trusted } from "../Html.js"
import { listAgenda } from "../listAgenda.js"
import { type Embed, inAgenda, readContext } from "../PageContext.js"
import { embedFrame, missingFrame } from "../pageFrames.js"
import { pageResponse } from "../pageResponse.js"
import { CurrentPageTemplates } from "../PageTemplates.js"
import { readAddress } from "../readAddress.js"
import { frameScript, widgetsScript } from "./embedScripts.js"
import { readEmbed } from "./readEmbed.js"

/** Leaves the width to the site around the frame. */
const embedStyle = "main{max-width:none;padding-top:1rem}"

const make = Effect.gen(function*() {
  const access = yield* Access
  const services = { events: yield* Events, publications: yield* PublishedEvents }
  const limits = yield* CurrentLimits
  const { embedOrigins, pagesTheme, pagesTimezone } = yield* CurrentSettings
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
  const missing = Effect.gen(function*() {
    const context = { ...(yield* readContext), embed: noEmbed }
    return (yield* respondIn(noEmbed))(404, missingFrame(context), templates.missing(context), context)
  })

  const page = Effect.gen(function*() {
    const { agenda = "" } = yield* HttpRouter.params
    const asked = yield* readContext
    const { query, queryString } = yield* CurrentRequest
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

  return answer(Effect.catchTags(page, { NotFound: () => missing, Forbidden: () => missing }))
})

const widgets = HttpServerResponse.text(widgetsScript, {
  contentType: "text/javascript; charset=utf-8",
  headers: { "cache-control": pageCacheControl, "x-content-type-options": "nosniff", "cross-origin-resource-policy": "cross-origin" }
})

/**
 * `/embed/agendas/{slug}`, an agenda's page for a frame in another site, and `/embed/widgets.js`, the script for that
 * site. No routes when the settings disable pages.
 */
export const embedRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    if (!(yield* CurrentSettings).pages) return
    yield* router.get("/embed/agendas/:agenda", yield* make)
    yield* router.get("/embed/widgets.js", Effect.succeed(widgets))
  })
)
