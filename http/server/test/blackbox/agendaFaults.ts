import { at } from "../../../test/world/at.js"
import { dropped, edited, row, status, swap, tellMember, withoutQuery, type WrongServer } from "./faultRow.js"
import type { Ask, Asked, Tell } from "./serveFaulty.js"

const agendas = /\/v2\/agendas$/
const across = /\/v2\/events$/
const members = /\/members$/
const mine = /\/v2\/me\/agendas/
const events = /\/agendas\/\d+\/events/

/** A fault of some paths only. */
const asking = (path: RegExp, ask: Ask): Ask => (asked) => path.test(asked.path) ? ask(asked) : asked
const telling = (path: RegExp, tell: Tell): Tell => (told, asked) => path.test(asked.path) ? tell(told, asked) : told

/** Without parameters, on some paths. */
const ignoring = (path: RegExp, ...names: ReadonlyArray<string>) => ({ ask: asking(path, withoutQuery(...names)) })

const swapped = (path: RegExp, one: string, other: string) => ({
  ask: asking(path, (asked: Asked) => ({
    ...asked,
    query: new URLSearchParams([...asked.query].map(([name, value]) => [name, value === one ? other : value]))
  }))
})

const inSearch = (fault: Parameters<typeof row>[1]) => row("write.agendas.", fault, "write.agendas.agendas")
const inViews = (fault: Parameters<typeof row>[1]) => row("write.views.", fault, "write.views.agendas")
const inAcross = (fault: Parameters<typeof row>[1]) => row("write.across-agendas.", fault, "write.across-agendas.agendas")
const inMembers = (fault: Parameters<typeof row>[1]) => row("write.members.", fault, "write.members.agendas")

const anHourLate = (value: unknown) =>
  String(value).replace(/T(\d\d)/, (_found, hour) => `T${String((Number(hour) + 1) % 24).padStart(2, "0")}`)

/** Servers that break one clause each on several agendas and their members, by what they do. */
export const agendaFaults: { readonly [fault: string]: WrongServer } = {
  "ignores official": inSearch(ignoring(agendas, "official")),
  "ignores network": inSearch(ignoring(agendas, "network", "networkUid")),
  "ignores the words of agendas": inSearch(ignoring(agendas, "search")),
  "ignores the slugs of agendas": inSearch(ignoring(agendas, "slug")),
  "ignores the sort of agendas": inSearch(ignoring(agendas, "sort")),
  "ignores includeFields of agendas": inSearch(ignoring(agendas, "includeFields", "if")),
  "gives private agendas to everybody": inSearch({ tell: status(403, 200) }),
  "hides private agendas from their members": inSearch({ tell: telling(/\/v2\/agendas\/\d+$/, tellMember("private", () => false)) }),
  "counts passed events as upcoming": inSearch({ tell: tellMember("passed", () => 0) }),
  "tells the fields of moderators to everybody": inSearch({
    tell: tellMember("fields", (fields) => [...(Array.isArray(fields) ? fields : []), { field: "budget" }])
  }),
  "tells no fields of the network": inSearch({ tell: tellMember("schemaType", swap("network", "agenda")) }),
  "tells a slug that is another's": inSearch({ tell: telling(/\/v2\/agendas\/\d+$/, tellMember("slugSchemaOptionIdMap", () => [])) }),

  "tells slots an hour late": inViews({ tell: tellMember("begin", anHourLate) }),
  "ignores includeLabels": inViews(ignoring(events, "includeLabels", "il")),
  "ignores monolingual": inViews(ignoring(events, "monolingual", "mono")),
  "reads every language as Italian": inViews(swapped(events, "en", "it")),
  "ignores longDescriptionFormat": inViews(ignoring(events, "longDescriptionFormat", "ldf")),
  "ignores includeFields": inViews(ignoring(events, "includeFields", "if")),
  "ignores detailed": inViews(ignoring(events, "detailed", "d")),
  "tells who contributed": inViews({
    tell: telling(
      events,
      tellMember("events", (list) => (Array.isArray(list) ? list : []).map((one) => ({ member: null, ...Object(one) })))
    )
  }),
  "tells additional fields that are empty": inViews({ tell: tellMember("genre", dropped) }),
  "tells no agenda of origin": inViews({ tell: tellMember("originAgenda", () => null) }),
  "accepts unknown paths of includeFields": inViews({ tell: status(400, 200) }),

  "ignores originAgendaUid": inAcross(ignoring(across, "originAgendaUid", "oau")),
  "accepts filters of one agenda": inAcross({ tell: status(400, 200) }),
  "sorts by another order across agendas": inAcross(swapped(across, "createdAt.asc", "createdAt.desc")),
  "ignores relative across agendas": inAcross(ignoring(across, "relative")),
  "ignores the places across agendas": inAcross(ignoring(across, "adminLevel4", "city")),
  "counts events by city twice": inAcross({ tell: telling(across, tellMember("eventCount", (count) => Number(count) * 2)) }),

  "lets contributors list members": inMembers({ tell: telling(members, status(403, 200)) }),
  "ignores limit": inMembers(ignoring(members, "limit", "size")),
  "makes administrators of moderators": inMembers({ tell: telling(members, tellMember("role", swap("moderator", "administrator"))) }),
  "tells no e-mail of members": inMembers({ tell: telling(members, tellMember("email", dropped)) }),
  "counts a page of members as all": inMembers({
    tell: telling(members, (told) => {
      const items = at(told.body, "items")
      return { ...told, body: { ...Object(told.body), total: Array.isArray(items) ? items.length : 0 } }
    })
  }),
  "tells everybody that they are members": inMembers({
    tell: telling(
      mine,
      (told) => ({ ...told, body: edited(told.body, (name, value) => name === "member" ? { role: "moderator" } : value) })
    )
  }),
  "shows private agendas to strangers": inMembers({ tell: telling(mine, status(404, 200)) }),
  "answers a guest's agendas": inMembers({ tell: telling(mine, status(403, 200)) }),

  "lets strangers filter by state": row("write.filters.agendas", { tell: status(403, 200) }),
  "counts no events by agenda": row("write.facets.agendas", { tell: tellMember("originAgendas", () => []) }),
  "begins again at each page of agendas": row("write.walks.agendas", ignoring(agendas, "after")),
  "begins again at each page across agendas": row("write.walks.agendas", ignoring(across, "after")),
  "begins again at each page of members": row("write.walks.agendas", ignoring(members, "after"))
}
