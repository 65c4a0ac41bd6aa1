import { dropped, row, status, tellMember, withoutQuery, type WrongServer } from "./faultRow.js"
import type { Ask } from "./serveFaulty.js"

/** Asks with another value of a parameter. */
const withQuery = (name: string, change: (value: string) => string): Ask => (asked) => ({
  ...asked,
  query: new URLSearchParams([...asked.query].map(([key, value]) => [key, key === name ? change(value) : value]))
})

const lastOnly: Ask = (asked) => ({ ...asked, query: new URLSearchParams(Object.fromEntries(asked.query)) })

/** Servers that break one rule of filters, sorts, facets and views each, which reading shows. */
export const selectionFaults: { readonly [rule: string]: WrongServer } = {
  "ignores filters by region": row("read.filter.places", { ask: withoutQuery("region") }),
  "ignores filters by department": row("read.filter.places", { ask: withoutQuery("department") }),
  "ignores filters by slug": row("read.filter.names", { ask: withoutQuery("slug") }),
  "ignores featured": row("read.filter.featured", { ask: withoutQuery("featured") }),
  "ignores ranges of slots": row("read.filter.timings", { ask: withoutQuery("timings") }),
  "excludes the end of a range of slots": row("read.filter.timings", {
    ask: withQuery("timings[lte]", (value) => value.replace(/^\d{4}/, "1999"))
  }),
  "takes every relative time as passed": row("read.filter.relative", { ask: withQuery("relative[]", () => "passed") }),
  "finds no words": row("read.filter.search", { ask: withQuery("search", () => "xyzzyq") }),
  "sorts by creation instead of change": row("read.sort.changes", {
    ask: withQuery("sort", (value) => value.replace("updatedAt", "createdAt"))
  }),
  "sorts featured events among the others": row("read.sort.featured", {
    ask: withQuery("sort", (value) => value.replace("WithFeatured", ""))
  }),
  "counts no more than ten events": row("read.filter.parts", { tell: tellMember("total", (value) => Math.min(10, Number(value))) }),
  "reads the first 100 values of a list": row("hostile.request.many-values", {
    ask: (asked) => ({ ...asked, query: new URLSearchParams([...asked.query].slice(0, 100)) })
  }),
  "answers facets that it does not know": row("read.facet.refused", { ask: withoutQuery("aggregations") }),
  "gives facets as many buckets as it can": row("read.facet.refused", { ask: withQuery("aggs[0][s]", () => "2000") }),
  "counts facets on the page": row("read.facet.counts", { tell: tellMember("eventCount", () => 1) }),
  "does not know the short names of facets": row("read.facet.counts", { ask: withoutQuery("aggs") }),
  "reads the last value of a repeated name": row("read.parameter.brackets", { ask: lastOnly }),
  "hides the types of fields": row("read.agendas.schema", { tell: tellMember("fieldType", dropped) }, "read.agendas.schema"),
  "sorts the fields of the agenda first": row("read.agendas.schema-order", {
    tell: tellMember("fields", (value) => Array.isArray(value) ? value.toReversed() : value)
  }),
  "leaves members of failures out": row("read.access.failures", { tell: tellMember("info", dropped) }),
  "shows states in lists": row("read.view.listed", {
    tell: tellMember("events", (value) => Array.isArray(value) ? value.map((event: unknown) => ({ state: 2, ...Object(event) })) : value)
  }, "read.view.listed-only"),
  "hides external ids": row("read.view.detailed", { tell: tellMember("extIds", dropped) }, "read.view.detailed-whole"),
  "does not know HEAD across agendas": row("read.http.across", {
    tell: (told, asked) => asked.method === "HEAD" && asked.path === "/v2/events" ? status(200, 405)(told, asked) : told
  })
}
