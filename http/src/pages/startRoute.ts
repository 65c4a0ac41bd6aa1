import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { Agendas } from "@agenda-engine/core/services/Agendas"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpSettings } from "../HttpSettings.js"
import type { Handle } from "../request/Handle.js"
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
