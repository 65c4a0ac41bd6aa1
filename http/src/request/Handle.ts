import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Effect from "effect/Effect"
import type { ExportName, GroupEndpoints, GroupName, PageName, PlainName } from "../api/routes.js"
import type { Failure } from "../response/respondFailure.js"
import type { ApiRequest } from "./ApiRequest.js"

/** Answers the requests of a route. */
export type Handle = (request: ApiRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>

/** A handler for each route of a name. */
type HandlersOf<Name extends string> = { readonly [N in Name]: Handle }

/** A handler for each endpoint of a group of the contract. */
export type GroupHandlers<Name extends GroupName> = HandlersOf<GroupEndpoints<Name>>

/** Handlers of routes outside of the contract. */
export type PlainHandlers = HandlersOf<PlainName>

/** Handlers of the public pages. */
export type PageHandlers = HandlersOf<PageName>

/** Handlers of the public exports. */
export type ExportHandlers = HandlersOf<ExportName>

/** A handler for each route; the public pages and exports have some only when the settings allow them. */
export type Handlers = GroupHandlers<GroupName> & PlainHandlers & Partial<PageHandlers & ExportHandlers>
