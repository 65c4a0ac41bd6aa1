import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpSettings, RouteSet } from "../HttpSettings.js"
import { exportFormatNames } from "../query/exportFormat.js"
import { Api } from "./Api.js"

/**
 * What a response depends on beside its URL and coding, for `Vary`: `credentials` and `list` under `/v2`, where a list
 * also depends on `accept`; `reader`: credentials outside of `/v2`; `language`: that of the browser.
 */
export type Varies = "credentials" | "language" | "list" | "nothing" | "reader"

/** A route: how it is found, and what holds for its responses. A handler of the same name answers it. */
export interface Route {
  readonly name: RouteName
  readonly method: string
  /** The path as it is declared, such as `/v2/agendas/:agendaUid`. */
  readonly path: `/${string}`
  readonly varies: Varies
  /** Whether it shows the same to everyone. */
  readonly isPublic: boolean
  /** The set of routes that a host may leave out; null: it is always served. */
  readonly set: RouteSet | null
  /** Whether it only redirects: then its path is unknown to other methods. */
  readonly isAlias: boolean
}

/** A route whose name the compiler knows. */
type Named<Name extends string> = Omit<Route, "name"> & { readonly name: Name }

type Group = typeof Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? Groups : never

/** Name of a group of the contract. */
export type GroupName = HttpApiGroup.HttpApiGroup.Name<Group>

/** Names of the endpoints of a group. */
export type GroupEndpoints<Name extends GroupName> = HttpApiEndpoint.HttpApiEndpoint.Name<
  HttpApiGroup.HttpApiGroup.EndpointsWithName<Group, Name>
>

const route = <const Name extends string>(
  name: Name,
  path: `/${string}`,
  more: Partial<Omit<Route, "name" | "path">> = {}
): Named<Name> => ({ name, path, method: "GET", varies: "nothing", isPublic: false, set: null, isAlias: false, ...more })

const apiRoutes = Object.values(Api.groups).flatMap(({ endpoints }) =>
  Object.values(endpoints).map(({ method, name, path }) =>
    route(name, path, {
      method,
      varies: name === "listEvents" ? "list" : "credentials",
      set: name === "suggestAgendas" || name === "suggestEvents" ? "suggest" : null
    })
  )
)

/** Routes outside `/v2`: health, documentation, images and invitations. */
const plainRoutes = [
  route("live", "/health/live"),
  route("ready", "/health/ready"),
  route("openApi", "/openapi.json"),
  route("docs", "/docs", { set: "docs" }),
  route("icon", "/favicon.ico"),
  route("problem", "/problems/:kind"),
  route("image", "/images/:name"),
  route("showInvitation", "/invitation"),
  route("acceptInvitation", "/invitation", { method: "POST" })
]

const shown = { varies: "language", isPublic: true } as const

/** The public pages, which show the same to everyone. */
const pageRoutes = [
  route("agendaPage", "/agendas/:agenda", shown),
  route("pageSuggestions", "/agendas/:agenda/suggest", { ...shown, set: "suggest" }),
  route("agendaCalendar", "/agendas/:agenda/events.ics", shown),
  route("eventPage", "/agendas/:agenda/events/:event", shown),
  route("slotPage", "/agendas/:agenda/events/:event/:slot", shown),
  route("embed", "/embed/agendas/:agenda", { ...shown, set: "embed" }),
  route("embedScript", "/embed/widgets.js", { ...shown, set: "embed", varies: "nothing" })
]

/** The page with the public agendas. */
const startRoutes = [route("startPage", "/", shown)]

/** Addresses of pages that redirect to those by slugs. */
const aliasRoutes = [
  route("shortAgenda", "/:agenda", { isAlias: true }),
  route("shortEvent", "/:agenda/events/:event", { isAlias: true })
]

/** The exports that need no credential. */
const publicExports = exportFormatNames.map((format) =>
  route(`public:${format}`, `/agendas/:agenda/events.v2.${format}`, { varies: "reader" })
)

/** Names of the routes outside of the contract. */
export type PlainName = (typeof plainRoutes)[number]["name"]

/** Names of the routes of public pages. */
export type PageName = (typeof pageRoutes | typeof startRoutes | typeof aliasRoutes)[number]["name"]

/** Names of the public exports. */
export type ExportName = (typeof publicExports)[number]["name"]

/** Name of a route. */
export type RouteName = GroupEndpoints<GroupName> | PlainName | PageName | ExportName

/** Settings that routes depend on. */
export type RouteSettings = Pick<HttpSettings, "pageRedirects" | "pages" | "startPage" | "withoutRoutes">

/** The routes that the settings allow, those that are left out by `withoutRoutes` included. */
export const routesOf = ({ pageRedirects, pages, startPage }: Omit<RouteSettings, "withoutRoutes">): ReadonlyArray<Route> => {
  const always = [...apiRoutes, ...plainRoutes]
  return pages
    ? [...always, ...pageRoutes, ...publicExports, ...(startPage ? startRoutes : []), ...(pageRedirects ? aliasRoutes : [])]
    : always
}
