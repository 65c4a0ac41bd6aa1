import * as Array from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { at, instantOf } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askFor, check, checkLike, checkSame, uidAt } from "../check/checks.js"
import { newEvent } from "../check/written.js"
import { casesOf } from "../run/HttpCase.js"
import type { Credential, HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"
import { offer, provider, tier } from "./ticketCases.js"

/** Facts of a slot at a provider; null: there is no row. */
type Row = { readonly [fact: string]: unknown } | null

const [past, future] = ["2020-01-01T00:00:00Z", "2034-01-01T00:00:00+01:00"]

const available: Row = { remaining: 9 }
const limited: Row = { remaining: 2, lowStockThreshold: 5 }
const soldOut: Row = { remaining: 0 }
const notYetOnSale: Row = { onSaleFrom: future }
const salesClosed: Row = { onSaleThrough: past }

/** What the status of a slot follows from, in the order of the rules. */
const derived: ReadonlyArray<readonly [status: string, facts: Row]> = [
  ["notYetOnSale", notYetOnSale],
  ["notYetOnSale", { onSaleFrom: future, closedBySource: true, remaining: 0 }],
  ["notYetOnSale", { status: "notYetOnSale" }],
  ["salesClosed", salesClosed],
  ["salesClosed", { onSaleThrough: past, remaining: 0 }],
  ["salesClosed", { closedBySource: true, remaining: 5 }],
  ["salesClosed", { closedBySource: true, remaining: 0 }],
  ["salesClosed", { status: "salesClosed", remaining: 0 }],
  ["soldOut", soldOut],
  ["soldOut", { remaining: 0, lowStockThreshold: 5 }],
  ["soldOut", { status: "available", remaining: 0 }],
  ["soldOut", { status: "soldOut" }],
  ["limited", limited],
  ["limited", { remaining: 5, lowStockThreshold: 5 }],
  ["limited", { status: "limited" }],
  ["available", available],
  ["available", { remaining: 6, lowStockThreshold: 5 }],
  ["available", { status: "available" }],
  ["available", { status: "unknown", remaining: 6 }],
  ["available", { onSaleFrom: past, onSaleThrough: future }],
  ["unknown", {}],
  ["unknown", { status: "unknown" }],
  ["unknown", null]
]

const dayOf = (index: number): string => String(index + 1).padStart(2, "0")

const slotsOf = (count: number) =>
  Array.makeBy(count, (index) => ({ begin: `2035-05-${dayOf(index)}T10:00:00+02:00`, end: `2035-05-${dayOf(index)}T12:00:00+02:00` }))

const slotAt = (event: unknown, index: number): string => String(at(event, "timings", index, "id"))

/** The body of PATCH availability that gives the slots of an event these rows. */
const rowsOf = (event: unknown, rows: ReadonlyArray<Row>, of = provider, syncedAt: unknown = at(event, "createdAt")) =>
  Object.fromEntries(
    rows.flatMap((row, index) => row === null ? [] : [[slotAt(event, index), { [of]: { syncedAt, ...row } }]])
  )

const send = (target: HttpTarget, path: string, token: Credential, body: object, status = 200) =>
  askFor(target, status, `${path}/availability`, { method: "PATCH", headers: token, body })

/** Creates a published event with these rows, one a slot: what the public reads of it, its path, a writing token. */
const newRows = Effect.fnUntraced(function*(target: HttpTarget, rows: ReadonlyArray<Row>, fields: object = {}) {
  const offered = { state: 2, offers: [offer([tier(1_800)])], timings: slotsOf(rows.length), ...fields }
  const [event, path, token] = yield* newEvent(target, offered)
  const body = rowsOf(event, rows)
  if (Object.keys(body).length > 0) yield* send(target, path, token, body)
  return [at((yield* askFor(target, 200, path)).body, "event"), path, token] as const
})

const statusesIn = (event: unknown) => itemsOf(event, "timings").map((slot) => at(slot, "availability", 0, "status"))

const statusCases = casesOf(
  "ticketing",
  "status",
  Object.entries(Array.groupBy(derived, ([status]) => status)).map(([status, rows]) =>
    [
      status,
      "service.md, Per-slot availability; wire.md §8",
      `a slot is ${status} by the facts that say so, in the order of the rules`,
      function*(target) {
        const [event] = yield* newRows(target, rows.map(([, row]) => row))
        yield* Effect.forEach(rows, ([, row], index) => {
          const found = at(event, "timings", index, "availability", 0, "status")
          return check(found === status || (row === null && found === undefined), `the slot with ${shown(row)}`, status, found)
        }, { discard: true })
      }
    ] as const
  )
)

const aggregates: ReadonlyArray<readonly [name: string, rows: ReadonlyArray<Row>, status: string, bookable: ReadonlyArray<number>]> = [
  ["available", [soldOut, available, limited], "available", [1, 2]],
  ["limited", [salesClosed, limited, soldOut], "limited", [1]],
  ["sold-out", [soldOut, soldOut], "soldOut", []],
  ["not-yet-on-sale", [notYetOnSale, notYetOnSale], "notYetOnSale", []],
  ["sales-closed", [salesClosed, salesClosed], "salesClosed", []],
  ["mixed", [soldOut, salesClosed], "mixed", []],
  ["unknown", [soldOut, null], "unknown", []]
]

const aggregateCases = casesOf(
  "ticketing",
  "aggregate",
  aggregates.map(([name, rows, status, bookable]) =>
    [
      name,
      "service.md, Aggregate status derivation; wire.md §8, Aggregate",
      `an event is ${status} by the statuses of its slots, and counts those that are bookable`,
      function*(target) {
        const [event] = yield* newRows(target, rows)
        yield* checkLike("offersAggregate.availability", at(event, "offersAggregate", "availability"), {
          status,
          occurrencesAvailable: bookable.length,
          occurrencesTotal: rows.length,
          nextAvailable: bookable[0] === undefined ? null : at(event, "timings", bookable[0], "begin")
        })
      }
    ] as const
  )
)

/** Rows of which the first slot's is right and the second's wrong, by what is wrong. */
const faulty: ReadonlyArray<readonly [fault: string, row: object, of?: string]> = [
  ["an unknown provider", {}, "no-such-provider"],
  ["no syncedAt", { syncedAt: undefined }],
  ["a syncedAt without offset", { syncedAt: "2025-01-01T00:00:00" }],
  ["a syncedAt in ten years", { syncedAt: future }],
  ["a remaining below 0", { remaining: -1 }],
  ["a remaining that is no integer", { remaining: 1.5 }],
  ["an onSaleThrough before onSaleFrom", { onSaleFrom: future, onSaleThrough: past }],
  ["the status mixed", { status: "mixed" }]
]

const clause = "wire.md §8, PATCH availability"

const patchCases = casesOf("ticketing", "availability", [
  ["atomic", clause, "a write with one fault changes nothing, whatever else it holds", function*(target) {
    const [before, path, token] = yield* newRows(target, [limited, limited])
    const slots = [slotAt(before, 0), slotAt(before, 1)] as const
    const good = { [provider]: { syncedAt: at(before, "updatedAt"), remaining: 0 } }
    const bodies: ReadonlyArray<readonly [string, object]> = [
      ["an unknown slot", { zzzzz: good }],
      ...faulty.map(([fault, row, of = provider]) =>
        [fault, { [slots[1]]: { [of]: { syncedAt: at(before, "updatedAt"), ...row } } }] as const
      )
    ]
    for (const [fault, bad] of bodies) {
      const { body } = yield* send(target, path, token, { [slots[0]]: good, ...bad }, 400)
      yield* checkLike(`the answer to ${fault}`, body, { success: false, applied: [], written: 0 })
      yield* check(itemsOf(body, "errors").length > 0, `errors of ${fault}`, "the fault", shown(body))
      const after = at((yield* askFor(target, 200, path)).body, "event")
      yield* checkLike(`the statuses after ${fault}`, statusesIn(after), ["limited", "limited"])
      yield* checkLike(`the event after ${fault}`, after, { availabilityUpdatedAt: at(before, "availabilityUpdatedAt") })
    }
  }],
  ["stale", clause, "a row older than the stored one is skipped and listed as stale, and the rest is written", function*(target) {
    const [event, path, token] = yield* newRows(target, [limited, limited])
    const newer = rowsOf(event, [null, soldOut], provider, at(event, "availabilityUpdatedAt"))
    const { body } = yield* send(target, path, token, { ...rowsOf(event, [soldOut], provider, "2025-01-01T00:00:00Z"), ...newer })
    yield* checkLike("the answer", body, { success: true, written: 1, applied: [{ slot: slotAt(event, 1), provider }] })
    yield* checkLike("errors", itemsOf(body, "errors"), [{ code: "stale" }])
    yield* checkLike("the statuses", statusesIn(at((yield* askFor(target, 200, path)).body, "event")), ["limited", "soldOut"])
  }],
  ["forget", clause, "null forgets the row of a slot and a provider", function*(target) {
    const [event, path, token] = yield* newRows(target, [soldOut, limited])
    yield* send(target, path, token, { [slotAt(event, 0)]: { [provider]: null } })
    const read = at((yield* askFor(target, 200, path)).body, "event")
    const found = at(read, "timings", 0, "availability")
    yield* check(found === undefined || (itemsOf(at(read, "timings", 0), "availability").length === 0), "the slot", "no row", found)
    yield* checkLike("the statuses", statusesIn(read)[1], "limited")
  }],
  ["moves", clause, "availability moves availabilityUpdatedAt, and neither updatedAt nor the version", function*(target) {
    const [event, path, token] = yield* newRows(target, [limited])
    const first = yield* askFor(target, 200, path)
    yield* send(target, path, token, rowsOf(event, [soldOut], provider, at(event, "availabilityUpdatedAt")))
    const { body, headers } = yield* askFor(target, 200, path, {
      headers: { ...target.key, "if-none-match": String(first.headers["etag"]) }
    })
    yield* checkLike("the event", at(body, "event"), { updatedAt: at(event, "updatedAt") })
    const [before, after] = [event, at(body, "event")].map((read) => instantOf(at(read, "availabilityUpdatedAt")))
    yield* check(Number(after) > Number(before), "availabilityUpdatedAt", `after ${before}`, after)
    const version = (tag: unknown) => String(tag).split(".", 1)[0]
    yield* checkLike("the version in ETag", version(headers["etag"]), version(first.headers["etag"]))
    yield* askFor(target, 200, path, {
      method: "PATCH",
      headers: { ...token, "if-match": String(first.headers["etag"]) },
      body: { title: { fr: "Autre" } }
    })
  }],
  ["facts", "wire.md §8, Availability row", "the public reads the status, and not the facts that moderators read", function*(target) {
    const [event, path, token] = yield* newRows(target, [limited])
    const facts = ["remaining", "lowStockThreshold", "closedBySource", "explain"]
    const shownFacts = facts.filter((fact) => at(event, "timings", 0, "availability", 0, fact) !== undefined)
    yield* check(shownFacts.length === 0, "the row that the public reads", "no facts", shownFacts)
    const read = at((yield* askFor(target, 200, path, { headers: token })).body, "event")
    yield* checkLike("the row that a moderator reads", at(read, "timings", 0, "availability", 0), limited ?? {})
  }],
  ["over-time", "service.md, Per-slot availability", "a status follows the clock between two reads", function*(target) {
    const [event, path, token] = yield* newEvent(target, { state: 2, offers: [offer([tier(1_800)])], timings: slotsOf(2) })
    const soon_ms = 1_000
    const instant = DateTime.formatIso(DateTime.unsafeMake(instantOf(at(event, "createdAt")) + soon_ms))
    yield* send(target, path, token, rowsOf(event, [{ onSaleFrom: instant, remaining: 5 }, { onSaleThrough: instant, remaining: 5 }]))
    const read = Effect.map(askFor(target, 200, path), ({ body }) => statusesIn(at(body, "event")))
    yield* checkLike("the statuses before the instant", yield* read, ["notYetOnSale", "available"])
    yield* Effect.sleep(Duration.millis(soon_ms + 100))
    yield* checkLike("the statuses after the instant", yield* read, ["available", "salesClosed"])
  }],
  ["best-of-providers", "wire.md §8", "a slot with rows of several providers counts as the best for a buyer", function*(target) {
    const [event, path, token] = yield* newRows(target, [soldOut, salesClosed], {
      offers: [offer([tier(1_800)]), { ...offer([tier(1_800)]), provider: "mapado" }]
    })
    const rows = rowsOf(event, [available, notYetOnSale], "mapado")
    yield* send(target, path, token, rows)
    const read = at((yield* askFor(target, 200, path)).body, "event")
    yield* checkLike("offersAggregate.availability", at(read, "offersAggregate", "availability"), {
      status: "available",
      occurrencesAvailable: 1
    })
  }]
])

const passedSlot = { begin: "2020-05-01T10:00:00Z", end: "2020-05-01T12:00:00Z" }

/** Creates a sold-out, an available and a free event: their uids, and how their list is asked for. */
const newOffered = Effect.fnUntraced(function*(target: HttpTarget) {
  const [gone, path] = yield* newRows(target, [null, soldOut], { timings: [passedSlot, ...slotsOf(1)] })
  const [open] = yield* newRows(target, [limited, null])
  const [free] = yield* newRows(target, [null], { offers: [offer([tier(0)])] })
  const uids = { gone: uidAt(gone), open: uidAt(open), free: uidAt(free) }
  const narrow = Object.values(uids).map((uid) => `uid[]=${uid}`).join("&")
  return { ...uids, list: (query: string) => askFor(target, 200, `${path.replace(/\/\d+$/, "")}?${narrow}&${query}`) }
})

const listCases = casesOf("ticketing", "list", [
  [
    "filters",
    "wire.md §6, Filters",
    "availability, bookable and pricing select by what is derived; slots that have begun do not count",
    function*(target) {
      const { free, gone, list, open } = yield* newOffered(target)
      const filters: ReadonlyArray<readonly [query: string, uids: ReadonlyArray<number>]> = [
        ["availability[]=soldOut", [gone]],
        ["availability[]=limited", [open]],
        ["availability[]=unknown", [free]],
        ["availability[]=soldOut&availability[]=limited", [gone, open]],
        ["bookable=1", [open]],
        ["bookable=0", [gone, free]],
        ["pricing[]=paid", [gone, open]],
        ["pricing[]=free", [free]],
        ["availabilityUpdatedAt[gte]=2025-01-01", [gone, open]],
        ["availabilityUpdatedAt[lte]=2025-01-01", []]
      ]
      for (const [query, uids] of filters) {
        const { body } = yield* list(query)
        yield* checkSame(query, itemsOf(body, "events").map(uidAt), uids)
      }
    }
  ],
  ["facets", "wire.md §6, Facets", "availabilities and pricings count events by what is derived", function*(target) {
    const { list } = yield* newOffered(target)
    const { body } = yield* list("size=0&aggregations[]=availabilities&aggregations[]=pricings")
    const bucket = (key: string, eventCount: number) => ({ key, eventCount })
    yield* checkLike("aggregations", at(body, "aggregations"), {
      availabilities: [bucket("limited", 1), bucket("soldOut", 1), bucket("unknown", 1)],
      pricings: [bucket("paid", 2), bucket("free", 1)]
    })
  }],
  [
    "default",
    "service.md, offers; wire.md §8",
    "a list shows offersAggregate, and availability of slots in the detailed form only",
    function*(target) {
      const { list, open } = yield* newOffered(target)
      const find = (body: unknown) => itemsOf(body, "events").find((event) => uidAt(event) === open)
      const item = find((yield* list("")).body)
      yield* checkLike("the item", item, { offers: [{ provider }], offersAggregate: { availability: { status: "limited" } } })
      yield* check(at(item, "timings") === undefined, "the item", "no timings", shown(at(item, "timings")))
      const detailed = find((yield* list("detailed=1")).body)
      yield* checkLike("the detailed item", statusesIn(detailed)[0], "limited")
    }
  ]
])

/** What availability says, by slot and by event, and what finds it. */
export const availabilityCases = [...statusCases, ...aggregateCases, ...patchCases, ...listCases]
