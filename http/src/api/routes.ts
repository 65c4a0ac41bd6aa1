import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpSettings, RouteSet } from "../HttpSettings.js"
import { exportFormatNames } from "../query/exportFormat.js"
import type { Api } from "./Api.js"

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

/** An endpoint of the contract, whose schemas are too many to be loaded at the start. */
const api = <const Name extends GroupEndpoints<GroupName>>(
  method: string,
  name: Name,
  path: `/v2/${string}`,
  more: Partial<Pick<Route, "set" | "varies">> = {}
): Named<Name> => route(name, path, { method, varies: "credentials", ...more })

const apiRoutes = [
  api("POST", "requestAccessToken", "/v2/requestAccessToken"),
  api("GET", "searchAgendas", "/v2/agendas"),
  api("GET", "suggestAgendas", "/v2/agendas/suggest", { set: "suggest" }),
  api("GET", "getAgenda", "/v2/agendas/:agendaUid"),
  api("GET", "getAgendaBySlug", "/v2/agendas/slug/:slug"),
  api("GET", "getAgendaSettings", "/v2/agendas/:agendaUid/settings"),
  api("GET", "getAgendaSchema", "/v2/agendas/:agendaUid/schema"),
  api("GET", "getEventSchema", "/v2/agendas/:agendaUid/settings/eventSchema"),
  api("GET", "getAgendaSummary", "/v2/agendas/:agendaUid/summary"),
  api("GET", "listSources", "/v2/agendas/:agendaUid/sources"),
  api("GET", "getOwnAgenda", "/v2/me/agendas/:agendaUid"),
  api("GET", "listEvents", "/v2/agendas/:agendaUid/events", { varies: "list" }),
  api("GET", "suggestEvents", "/v2/agendas/:agendaUid/suggest", { set: "suggest" }),
  api("GET", "listPublicEvents", "/v2/events"),
  api("GET", "getEvent", "/v2/agendas/:agendaUid/events/:eventUid"),
  api("GET", "getEventBySlug", "/v2/agendas/:agendaUid/events/slug/:slug"),
  api("GET", "getEventByExtId", "/v2/agendas/:agendaUid/events/ext/:key/:value"),
  api("GET", "getStructuredData", "/v2/agendas/:agendaUid/events/:eventUid/structured-data"),
  api("POST", "createEvent", "/v2/agendas/:agendaUid/events"),
  api("PUT", "replaceEvent", "/v2/agendas/:agendaUid/events/:eventUid"),
  api("POST", "replaceEventByPost", "/v2/agendas/:agendaUid/events/:eventUid"),
  api("PATCH", "patchEvent", "/v2/agendas/:agendaUid/events/:eventUid"),
  api("PATCH", "patchAvailability", "/v2/agendas/:agendaUid/events/:eventUid/availability"),
  api("DELETE", "deleteEvent", "/v2/agendas/:agendaUid/events/:eventUid"),
  api("PUT", "upsertEvent", "/v2/agendas/:agendaUid/events/ext/:key/:value"),
  api("POST", "upsertEventByPost", "/v2/agendas/:agendaUid/events/ext/:key/:value"),
  api("PATCH", "patchEventByExtId", "/v2/agendas/:agendaUid/events/ext/:key/:value"),
  api("PATCH", "patchAvailabilityByExtId", "/v2/agendas/:agendaUid/events/ext/:key/:value/availability"),
  api("DELETE", "deleteEventByExtId", "/v2/agendas/:agendaUid/events/ext/:key/:value"),
  api("GET", "listChanges", "/v2/agendas/:agendaUid/changes"),
  api("GET", "listPublicChanges", "/v2/changes"),
  api("GET", "exportCsv", "/v2/agendas/:agendaUid/events.csv"),
  api("GET", "exportJson", "/v2/agendas/:agendaUid/events.json"),
  api("GET", "exportJsonFeed", "/v2/agendas/:agendaUid/events.json-feed"),
  api("GET", "exportRss", "/v2/agendas/:agendaUid/events.rss"),
  api("GET", "exportCalendar", "/v2/agendas/:agendaUid/events.ics"),
  api("GET", "exportXlsx", "/v2/agendas/:agendaUid/events.xlsx"),
  api("GET", "listLocations", "/v2/agendas/:agendaUid/locations"),
  api("GET", "getLocation", "/v2/agendas/:agendaUid/locations/:locationUid"),
  api("GET", "getLocationByExtId", "/v2/agendas/:agendaUid/locations/ext/:key/:value"),
  api("GET", "getLocationByDefaultExtId", "/v2/agendas/:agendaUid/locations/ext/:value"),
  api("POST", "createLocation", "/v2/agendas/:agendaUid/locations"),
  api("POST", "replaceLocation", "/v2/agendas/:agendaUid/locations/:locationUid"),
  api("PATCH", "patchLocation", "/v2/agendas/:agendaUid/locations/:locationUid"),
  api("DELETE", "deleteLocation", "/v2/agendas/:agendaUid/locations/:locationUid"),
  api("PUT", "upsertLocation", "/v2/agendas/:agendaUid/locations/ext/:key/:value"),
  api("PATCH", "patchLocationByExtId", "/v2/agendas/:agendaUid/locations/ext/:key/:value"),
  api("DELETE", "deleteLocationByExtId", "/v2/agendas/:agendaUid/locations/ext/:key/:value"),
  api("PUT", "upsertLocationByDefaultExtId", "/v2/agendas/:agendaUid/locations/ext/:value"),
  api("PATCH", "patchLocationByDefaultExtId", "/v2/agendas/:agendaUid/locations/ext/:value"),
  api("DELETE", "deleteLocationByDefaultExtId", "/v2/agendas/:agendaUid/locations/ext/:value"),
  api("GET", "listMembers", "/v2/agendas/:agendaUid/members"),
  api("POST", "inviteMembers", "/v2/agendas/:agendaUid/members/invite"),
  api("GET", "listMyAgendas", "/v2/me/agendas"),
  api("GET", "listWebhooks", "/v2/agendas/:agendaUid/webhooks"),
  api("POST", "createWebhook", "/v2/agendas/:agendaUid/webhooks"),
  api("GET", "getWebhook", "/v2/agendas/:agendaUid/webhooks/:webhookId"),
  api("PATCH", "patchWebhook", "/v2/agendas/:agendaUid/webhooks/:webhookId"),
  api("DELETE", "deleteWebhook", "/v2/agendas/:agendaUid/webhooks/:webhookId"),
  api("POST", "testWebhook", "/v2/agendas/:agendaUid/webhooks/:webhookId/test"),
  api("POST", "replayWebhook", "/v2/agendas/:agendaUid/webhooks/:webhookId/replay"),
  api("POST", "rotateWebhook", "/v2/agendas/:agendaUid/webhooks/:webhookId/rotate"),
  api("GET", "listDeliveries", "/v2/agendas/:agendaUid/webhooks/:webhookId/deliveries")
]

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
