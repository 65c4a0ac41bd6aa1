import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AgendaGroup } from "./AgendaGroup.js"
import { conditionalReads } from "./conditionalReads.js"
import { EventGroup } from "./EventGroup.js"
import { LocationGroup } from "./LocationGroup.js"
import { MemberGroup } from "./MemberGroup.js"
import { ownFailures } from "./ownFailures.js"
import { safeRetries } from "./safeRetries.js"
import { securitySchemes } from "./securitySchemes.js"
import { TokenGroup } from "./TokenGroup.js"

/**
 * The `/v2` contract: all routes with their parameters, bodies and responses. Typed clients and `/openapi.json` are
 * generated from it.
 *
 * @example
 * HttpApiClient.make(Api, { baseUrl: "https://agenda.example" })
 */
export class Api extends HttpApi.make("agenda-engine")
  .add(TokenGroup)
  .add(AgendaGroup)
  .add(EventGroup)
  .add(LocationGroup)
  .add(MemberGroup)
  .prefix("/v2")
  .annotateContext(OpenApi.annotations({
    title: "agenda-engine",
    version: "2",
    description: "Event agendas: search agendas, list, read and write their events and locations, list their members.",
    license: { name: "MIT" },
    transform: (spec: { readonly [key: string]: unknown }) => securitySchemes(safeRetries(conditionalReads(ownFailures(spec))))
  }))
{}
