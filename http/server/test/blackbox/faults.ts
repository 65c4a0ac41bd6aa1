import { at } from "../../../test/world/at.js"
import { withoutHeader, withoutQuery, type WrongServer } from "./faultRow.js"
import type { Asked, Tell, Told } from "./serveFaulty.js"

const isList = ({ path }: Asked): boolean => /^\/v2\/agendas\/\d+\/events\/?$/.test(path)

const listed = (body: unknown, name: string): ReadonlyArray<unknown> => {
  const found = at(body, name)
  return Array.isArray(found) ? found : []
}

const withBody = (told: Told, change: object): Told => ({ ...told, body: { ...Object(told.body), ...change } })

/** Changes the successful lists of events of agendas. */
const inLists = (change: (told: Told, events: ReadonlyArray<unknown>, asked: Asked) => Told): Tell => (told, asked) =>
  told.status === 200 && isList(asked) && asked.method === "GET" ? change(told, listed(told.body, "events"), asked) : told

/** Swaps the first two neighbours with the same value. */
const swapTies = (events: ReadonlyArray<unknown>, valueOf: (event: unknown) => unknown): ReadonlyArray<unknown> => {
  const values = events.map(valueOf)
  const index = values.findIndex((value, position) => value !== undefined && value === values[position + 1])
  return index < 0 ? events : [...events.slice(0, index), events[index + 1], events[index], ...events.slice(index + 2)]
}

/** Swaps events that a sort leaves equal. */
const swappedUnder = (sort: string, valueOf: (event: unknown) => unknown): Tell =>
  inLists((told, events, { query }) => query.get("sort") === sort ? withBody(told, { events: swapTies(events, valueOf) }) : told)

/** Servers that break one rule each, by the rule. */
export const wrongServers: { readonly [rule: string]: WrongServer } = {
  "drops the last event of a page": {
    only: "read.page.",
    fails: ["read.page.total", "read.page.full", "read.page.sizes", "read.page.from", "read.page.filtered"],
    tell: inLists((told, events) => at(told.body, "after") === null ? told : withBody(told, { events: events.slice(0, -1) }))
  },
  "counts one event too many": {
    only: "read.page.",
    fails: ["read.page.total", "read.page.end", "read.page.default-size"],
    tell: inLists((told) => withBody(told, { total: Number(at(told.body, "total")) + 1 }))
  },
  "repeats the first event on every page": {
    only: "read.page.once",
    fails: ["read.page.once"],
    tell: inLists((told, events) => withBody(told, { events: [{ ...Object(events[0]), uid: 7 }, ...events.slice(1)] }))
  },
  "ends the list a page early": {
    only: "read.page.",
    fails: [
      "read.page.total",
      "read.page.end",
      "read.page.sizes",
      "read.page.from",
      "read.page.cursor-shape",
      "read.page.cursor-of-other-sort",
      "read.page.filtered"
    ],
    tell: inLists((told) => withBody(told, { after: null }))
  },
  "clamps sizes": {
    only: "read.page.default-size",
    fails: ["read.page.default-size"],
    ask: (asked) => ({
      ...asked,
      query: new URLSearchParams([...asked.query].map(([key, value]) => [key, value === "301" ? "300" : value]))
    })
  },
  "answers cursors of other sorts": {
    only: "read.page.cursor-of-other-sort",
    fails: ["read.page.cursor-of-other-sort"],
    ask: (asked) => asked.query.get("sort") === "createdAt.desc" ? withoutQuery("after")(asked) : asked
  },
  "leaks an unpublished event": {
    only: "read.filter.published",
    fails: ["read.filter.published"],
    tell: inLists((told, [first, ...others]) => withBody(told, { events: [{ ...Object(first), state: 1 }, ...others] }))
  },
  "lists any state for everybody": {
    only: "read.filter.published",
    fails: ["read.filter.published-only"],
    ask: (asked) => asked.query.has("state[]") ? withoutQuery("state")(asked) : asked
  },
  "ignores includeFields": {
    only: "read.view.include",
    fails: ["read.view.include-fields", "read.view.include-unknown"],
    ask: withoutQuery("includeFields", "if")
  },
  "shows who contributed an event": {
    only: "read.view.private",
    fails: ["read.view.private"],
    tell: inLists((told, events) => withBody(told, { events: events.map((event) => ({ ...Object(event), member: { uid: 1 } })) }))
  },
  "answers 500 for bad values": {
    only: "read.bad-value.size",
    fails: ["read.bad-value.size"],
    tell: (told) => told.status === 400 ? { ...told, status: 500 } : told
  },
  "names no parameter in errors": {
    only: "read.bad-value.relative",
    fails: ["read.bad-value.relative"],
    tell: (told) => told.status === 400 ? withBody(told, { errors: [] }) : told
  },
  "reports the first fault only": {
    only: "read.parameter.every-fault",
    fails: ["read.parameter.every-fault"],
    tell: (told) => told.status === 400 ? withBody(told, { errors: listed(told.body, "errors").slice(0, 1) }) : told
  },
  "refuses unknown parameters": {
    only: "read.parameter.unknown",
    fails: ["read.parameter.unknown"],
    tell: (told, { query }) => query.has("utm_source") ? { ...told, status: 400 } : told
  },
  "sends no entity tags": {
    only: "read.http.",
    fails: ["read.http.etag", "read.http.not-modified", "read.http.tag-of-view"],
    tell: (told) => ({ ...told, headers: Object.fromEntries(Object.entries(told.headers).filter(([name]) => name !== "etag")) })
  },
  "ignores If-None-Match": { only: "read.http.not-modified", fails: ["read.http.not-modified"], ask: withoutHeader("if-none-match") },
  "does not know HEAD": {
    only: "read.http.head",
    fails: ["read.http.head"],
    tell: (told, { method }) => method === "HEAD" ? { ...told, status: 405 } : told
  },
  "allows no other origin": {
    only: "read.http.cors",
    fails: ["read.http.cors"],
    tell: (told) => ({
      ...told,
      headers: Object.fromEntries(Object.entries(told.headers).filter(([name]) => name !== "access-control-allow-origin"))
    })
  },
  "answers without a credential": {
    only: "read.access.anonymous",
    fails: ["read.access.anonymous"],
    tell: (told) => told.status === 401 ? { ...told, status: 200 } : told
  },
  "ignores removed": {
    only: "sync.removed.",
    fails: [
      "sync.removed.only",
      "sync.removed.both",
      "sync.removed.tombstone",
      "sync.removed.unreadable",
      "sync.removed.filters",
      "sync.removed.detailed",
      "sync.removed.include-fields",
      "sync.removed.pattern"
    ],
    ask: withoutQuery("removed")
  },
  "shows more of a removed event": {
    only: "sync.removed.tombstone",
    fails: ["sync.removed.tombstone"],
    tell: inLists((told, events) =>
      withBody(told, { events: events.map((event) => at(event, "removed") === true ? { ...Object(event), title: "x" } : event) })
    )
  },
  "shows a stack": {
    only: "hostile.request.no-stack",
    fails: ["hostile.request.no-stack"],
    tell: (told) => told.status === 400 ? withBody(told, { stack: "at read (/srv/app/list.js:3:14)" }) : told
  }
}

/** Servers that break one rule of writing each. */
export const wrongWriters: { readonly [rule: string]: WrongServer } = {
  "returns ties of slots in the wrong order": {
    only: "write.sorts.",
    fails: ["write.sorts.plain"],
    tell: swappedUnder("timings.asc", (event) => at(event, "nextTiming", "begin"))
  },
  "returns ties of ended events in the wrong order": {
    only: "write.sorts.",
    fails: ["write.sorts.ended-ties"],
    tell: swappedUnder("lastTiming.asc", (event) => at(event, "nextTiming") === null ? at(event, "lastTiming", "end") : undefined)
  },
  "returns ties of places in the wrong order": {
    only: "write.sorts.",
    fails: ["write.sorts.plain"],
    tell: swappedUnder("location.adminLevel4.desc", (event) => at(event, "location", "city"))
  },
  "sorts by change the wrong way round": {
    only: "write.sorts.",
    fails: ["write.sorts.plain"],
    tell: inLists((told, events, { query }) =>
      query.get("sort") === "updatedAt.desc" ? withBody(told, { events: events.toReversed() }) : told
    )
  },
  "ignores the filter by city": { only: "write.filters.", fails: ["write.filters.plain"], ask: withoutQuery("adminLevel4") },
  "combines keywords with OR": {
    only: "write.filters.",
    fails: ["write.filters.plain"],
    ask: (asked) => {
      const [first, second] = asked.query.getAll("keyword")
      if (first === undefined || second === undefined) return asked
      return { ...asked, query: new URLSearchParams([["keyword", first], ["size", "300"]]) }
    }
  },
  "counts a bucket wrong": {
    only: "write.facets.",
    fails: ["write.facets.plain"],
    tell: inLists((told) => {
      const [first, ...others] = listed(at(told.body, "aggregations"), "cities")
      const changed = { ...Object(first), eventCount: Number(at(first, "eventCount")) + 1 }
      return first === undefined ? told : withBody(told, { aggregations: { cities: [changed, ...others] } })
    })
  },
  "ignores If-Match": { only: "write.event.if-match", fails: ["write.event.if-match"], ask: withoutHeader("if-match") },
  "creates twice for one Idempotency-Key": {
    only: "write.event.idempotency",
    fails: ["write.event.idempotency"],
    ask: withoutHeader("idempotency-key")
  },
  "says that an unpublished event exists": {
    only: "moderation.state.0",
    fails: ["moderation.state.0"],
    tell: (told, { path }) => told.status === 404 && !path.endsWith("9007199254740991") ? { ...told, status: 403 } : told
  },
  "shows a field of moderators to everybody": {
    only: "moderation.fields.read",
    fails: ["moderation.fields.read"],
    tell: (told, { headers }) =>
      headers["key"] === undefined ? told : withBody(told, { event: { ...Object(at(told.body, "event")), budget: 7 } })
  },
  "says nothing of fields that a contributor may not read": {
    only: "moderation.fields.",
    fails: ["moderation.fields.unreadable-write"],
    tell: (told, { method }) =>
      method === "PATCH" && told.status === 200
        ? withBody(told, { warnings: listed(told.body, "warnings").filter((warning) => at(warning, "field") === "unheard") })
        : told
  },
  "lets contributors write every field that they read": {
    only: "moderation.fields.",
    fails: ["moderation.fields.write"],
    tell: (told, { method }) => method === "PATCH" && told.status === 400 ? { ...told, status: 200 } : told
  },
  "says that a private agenda exists": {
    only: "moderation.agenda.private",
    fails: ["moderation.agenda.private"],
    tell: (told, { path }) => told.status === 404 && !/no-such|9007199254740991/.test(path) ? { ...told, status: 403 } : told
  },
  "answers 201 to creates": {
    only: "write.event.data-key",
    fails: ["write.event.data-key"],
    tell: (told, { method, path }) => method === "POST" && path.endsWith("/events") && told.status === 200 ? { ...told, status: 201 } : told
  }
}
