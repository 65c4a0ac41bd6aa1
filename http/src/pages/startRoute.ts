import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { CurrentSettings } from "../HttpSettings.js"
import { answer } from "../response/answer.js"
import { contentPolicy } from "./contentPolicy.js"
import { readContext } from "./PageContext.js"
import { startFrame } from "./pageFrames.js"
import { pageResponse } from "./pageResponse.js"
import { CurrentPageTemplates, styleOf } from "./PageTemplates.js"
import type { StartAgenda } from "./template/startTemplate.js"

const textOf = (agenda: JsonObject, name: string): string => {
  const value = agenda[name]
  return typeof value === "string" ? value : ""
}

const startAgendaOf = (agenda: JsonObject): StartAgenda => ({
  slug: textOf(agenda, "slug"),
  title: textOf(agenda, "title"),
  description: textOf(agenda, "description")
})

/** `/`, a page with the public agendas, at most `agendasPage_max`. No route when the settings disable it. */
export const startRoute = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const settings = yield* CurrentSettings
    if (!settings.pages || !settings.startPage) return
    const agendas = yield* Agendas
    const { agendasPage_max } = yield* CurrentLimits
    const templates = yield* CurrentPageTemplates
    const style = styleOf(templates, settings)
    const respond = pageResponse(templates, { style, policy: yield* contentPolicy({ policy: templates.policy, style }) })
    yield* router.get(
      "/",
      answer(Effect.gen(function*() {
        const context = yield* readContext
        const found = yield* agendas.search(anonymous, { size: agendasPage_max })
        const view = { agendas: found.agendas.filter(isJsonObject).map(startAgendaOf) }
        return respond(200, startFrame(context), templates.start(view, context), context)
      }))
    )
  })
)
