import { at } from "../../../test/world/at.js"
import { askMember, dropped, edited, row, status, swap, tellMember, withHeader, withoutQuery, type WrongServer } from "./faultRow.js"
import type { Asked, Tell, Told } from "./serveFaulty.js"

const statuses = ["notYetOnSale", "salesClosed", "soldOut", "limited", "available"]

const isPatched = ({ method, path }: Asked): boolean => method === "PATCH" && path.endsWith("/availability")

/** Applies the first slot of a refused write of availability, and still refuses it. */
const appliesInPart: Pick<WrongServer, "ask" | "tell"> = {
  ask: (asked) => {
    const [first, ...others] = Object.entries(Object(asked.body))
    return !isPatched(asked) || first === undefined || others.length === 0
      ? asked
      : { ...asked, body: Object.fromEntries([first]), headers: { ...asked.headers, "x-cut": "1" } }
  },
  tell: (told, { headers }) =>
    headers["x-cut"] === undefined ? told : { ...told, status: 400, body: { success: false, applied: [], written: 0, errors: [{}] } }
}

/** Answers each read as it was first answered, as a cache without an end of validity does. */
const forgetful = (): Tell => {
  const first = new Map<string, Told>()
  return (told, { headers, method, path, query }) => {
    const name = `${path}?${query.toString()} ${headers["key"] ?? ""}`
    if (method !== "GET" || told.status !== 200) return told
    const known = first.get(name) ?? told
    first.set(name, known)
    return known
  }
}

const tickets = "https://tickets.example.org/1"

const isTicket = (entry: unknown): boolean => String(at(entry, "value")).startsWith("https://tickets.example.org")

const entries = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const positions = (value: unknown): unknown => entries(value).map((slot, index) => ({ ...Object(slot), id: `slot${index}` }))

/** Servers that break one clause each, by what they do: those of slots, offers and availability. */
export const ticketFaults: { readonly [fault: string]: WrongServer } = {
  ...Object.fromEntries(statuses.map((one) => [
    `tells a slot that is ${one} as unknown`,
    row("ticketing.status.", { tell: tellMember("status", swap(one, "unknown")) }, `ticketing.status.${one}`)
  ])),
  "tells a slot without facts as available": row("ticketing.status.unknown", { tell: tellMember("status", swap("unknown", "available")) }),
  "forgets when sales begin": row("ticketing.status.notYetOnSale", { ask: askMember("onSaleFrom", dropped) }),
  "forgets when sales end": row("ticketing.status.salesClosed", { ask: askMember("onSaleThrough", dropped) }),
  "forgets that the source closed sales": row("ticketing.status.salesClosed", { ask: askMember("closedBySource", dropped) }),
  "forgets the threshold of low stock": row("ticketing.status.limited", { ask: askMember("lowStockThreshold", dropped) }),
  "takes a stock at its threshold as enough": row("ticketing.status.limited", {
    ask: askMember("lowStockThreshold", (value) => Number(value) - 1)
  }),
  "prefers what the source reports to its stock": row(
    "ticketing.status.",
    {
      ask: (asked) => ({
        ...asked,
        body: edited(asked.body, (_name, value) => at(value, "status") === undefined ? value : { ...Object(value), remaining: undefined })
      })
    },
    "ticketing.status.soldOut",
    "ticketing.status.available"
  ),
  "looks at the stock before the dates of sale": row(
    "ticketing.status.",
    {
      ask: (asked) => ({
        ...asked,
        body: edited(asked.body, (_name, value) =>
          at(value, "remaining") === 0
            ? { ...Object(value), onSaleFrom: undefined, onSaleThrough: undefined, closedBySource: undefined }
            : value)
      })
    },
    "ticketing.status.notYetOnSale",
    "ticketing.status.salesClosed"
  ),
  "stores a status until the next write": row("ticketing.availability.over-time", { tell: forgetful() }),
  "tells mixed slots as unknown": row(
    "ticketing.aggregate.",
    { tell: tellMember("status", swap("mixed", "unknown")) },
    "ticketing.aggregate.mixed"
  ),
  "counts all slots as bookable": row(
    "ticketing.aggregate.",
    {
      tell: (told) => ({
        ...told,
        body: edited(told.body, (name, value) =>
          name === "availability" && at(value, "occurrencesTotal") !== undefined
            ? { ...Object(value), occurrencesAvailable: at(value, "occurrencesTotal") }
            : value)
      })
    },
    ...["available", "limited", "sold-out", "not-yet-on-sale", "sales-closed", "mixed", "unknown"].map((name) =>
      `ticketing.aggregate.${name}`
    )
  ),
  "tells no next slot": row(
    "ticketing.aggregate.",
    { tell: tellMember("nextAvailable", () => null) },
    "ticketing.aggregate.available",
    "ticketing.aggregate.limited"
  ),
  "knows one provider only": row("ticketing.availability.best-of-providers", { ask: askMember("mapado", dropped) }),
  "applies a refused write in part": row("ticketing.availability.atomic", appliesInPart),
  "accepts any row": row("ticketing.availability.atomic", {
    tell: (told, asked) => isPatched(asked) ? status(400, 200)(told, asked) : told
  }),
  "does not list stale rows": row("ticketing.availability.stale", { tell: tellMember("errors", () => []) }),
  "keeps a row that is forgotten": row("ticketing.availability.forget", { ask: askMember("billetweb", swap(null, undefined)) }),
  "moves updatedAt with availability": row("ticketing.availability.", {
    tell: (told) => ({
      ...told,
      body: edited(
        told.body,
        (_name, value) =>
          at(value, "availabilityUpdatedAt") === undefined ? value : { ...Object(value), updatedAt: at(value, "availabilityUpdatedAt") }
      )
    })
  }, "ticketing.availability.moves"),
  "never moves availabilityUpdatedAt": row("ticketing.availability.moves", {
    tell: tellMember("availabilityUpdatedAt", () => "2025-01-01T00:00:00.000Z")
  }),
  "moves the version with availability": row("ticketing.availability.moves", {
    tell: (() => {
      let version = 0
      return withHeader("etag", (tag) => tag.replace(/^"\d+/, () => `"${version += 1}`))
    })()
  }),
  "shows the public how many are left": row("ticketing.availability.facts", {
    tell: tellMember("availability", (value) => Array.isArray(value) ? value.map((one) => ({ remaining: 2, ...Object(one) })) : value)
  }),
  ...Object.fromEntries(["availability", "bookable", "pricing", "availabilityUpdatedAt"].map((name) => [
    `ignores the filter ${name}`,
    row("ticketing.list.", { ask: withoutQuery(name) }, "ticketing.list.filters")
  ])),
  "counts the facet of availability on nothing": row(
    "ticketing.list.",
    { tell: tellMember("availabilities", () => []) },
    "ticketing.list.facets"
  ),
  "counts the facet of pricing by offers": row(
    "ticketing.list.",
    { tell: tellMember("pricings", () => [{ key: "paid", eventCount: 3 }]) },
    "ticketing.list.facets"
  ),
  "lists no aggregate of offers": row("ticketing.list.", { tell: tellMember("offersAggregate", dropped) }, "ticketing.list.default"),
  "divides every price by 100": row("ticketing.graph.prices", { tell: tellMember("lowPrice", swap("1500", "15.00")) }),
  "prints two decimals of a currency of three": row("ticketing.graph.prices", { tell: tellMember("lowPrice", swap("1.250", "1.25")) }),
  "prints prices as numbers": row("ticketing.graph.prices", { tell: tellMember("highPrice", Number) }),
  "prints a price of nothing without decimals": row("ticketing.graph.prices", { tell: tellMember("lowPrice", swap("0.00", "0")) }),
  "counts no tiers": row("ticketing.graph.prices", { tell: tellMember("offerCount", () => 0) }),
  "makes one event of all slots": row(
    "ticketing.graph.",
    { tell: tellMember("@graph", (value) => entries(value).slice(0, 1)) },
    "ticketing.graph.slots",
    "ticketing.graph.override"
  ),
  "names no slot in its graph": row("ticketing.graph.slots", { tell: tellMember("url", (value) => String(value).slice(0, -5)) }),
  "tells closed sales as sold out": row("ticketing.graph.slots", {
    tell: tellMember("availability", (value) => typeof value === "string" ? value.replace("OutOfStock", "SoldOut") : value)
  }),
  "sends the graph as JSON": row("ticketing.graph.slots", { tell: withHeader("content-type", () => "application/json") }),
  "ignores the tiers of slots": row("ticketing.graph.override", {
    ask: askMember("timings", (value) => entries(value).map((slot) => ({ ...Object(slot), offers: undefined })))
  }),
  "shows the graph of an unpublished event": row("ticketing.graph.hidden", { tell: status(404, 200) }),
  "projects no source": row(
    "ticketing.registration.",
    { tell: tellMember("registration", (value) => entries(value).filter((entry) => !isTicket(entry))) },
    "ticketing.registration.once",
    "ticketing.registration.read-only",
    "ticketing.registration.slots"
  ),
  "projects sources without a look at links": row("ticketing.registration.once", {
    tell: tellMember("registration", (value) => [...entries(value), { type: "link", value: tickets }])
  }),
  "stores the projected source": row("ticketing.registration.read-only", {
    tell: (told, { body }) =>
      JSON.stringify(body) === '{"offers":[]}'
        ? {
          ...told,
          body: edited(told.body, (name, value) => name === "registration" ? [...entries(value), { type: "link", value: tickets }] : value)
        }
        : told
  }),
  "projects the URLs of slots": row("ticketing.registration.slots", {
    tell: tellMember("registration", (value) => [...entries(value), { type: "link", value: `${tickets}/slot` }])
  }),
  "accepts what it must refuse": row(
    "ticketing.refused.",
    { tell: status(400, 200) },
    ...[
      "currency",
      "price-below-zero",
      "price-in-parts",
      "minimum-below-zero",
      "tiers",
      "label",
      "sale-offset",
      "url",
      "pricing",
      "provider",
      "provider-twice"
    ]
      .map((name) => `ticketing.refused.${name}`)
  ),
  "counts tiers without a limit": row("ticketing.refused.tiers", { ask: askMember("tiers", (value) => entries(value).slice(0, 50)) }),
  "accepts a price below 0": row(
    "ticketing.refused.",
    { ask: askMember("priceCents", (value) => Math.max(0, Number(value))) },
    "ticketing.refused.price-below-zero"
  ),
  "accepts every currency": row("ticketing.refused.currency", { ask: askMember("currency", () => "EUR") }),
  "names slots by their position": row(
    "ticketing.slot.",
    { tell: tellMember("timings", positions) },
    "ticketing.slot.swapped",
    "ticketing.slot.added",
    "ticketing.slot.other-version"
  ),
  "makes ids anew with each read": row(
    "ticketing.slot.",
    {
      tell: (() => {
        let count = 10_000
        return tellMember("timings", (value) => entries(value).map((slot) => ({ ...Object(slot), id: String(count += 1) })))
      })()
    },
    ...["same", "moved", "longer", "added", "swapped", "other-version"].map((name) => `ticketing.slot.${name}`)
  ),
  "ignores the ids of slots": row(
    "ticketing.slot.",
    { ask: askMember("id", dropped) },
    "ticketing.slot.moved",
    "ticketing.slot.swapped",
    "ticketing.slot.twice"
  ),
  "takes the same begin as another slot": row("ticketing.slot.longer", {
    tell: (told, { body, method }) =>
      method === "PATCH" && JSON.stringify(body).includes("T13:00")
        ? tellMember("id", () => "other")(told, { body, method, path: "", query: new URLSearchParams(), headers: {} })
        : told
  })
}
