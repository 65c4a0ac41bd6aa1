import type { Asked } from "../../spelling/Asked.js"
import type { SpecNeed } from "../SpecCase.js"
import type { CredentialName } from "../SpecData.js"
import { sortedOrders } from "./sortCases.js"

/** A list that is walked by its cursors. */
export interface WalkCase {
  readonly clause: string
  /** The path below `/v2`. */
  readonly path: string
  readonly asked: Asked
  readonly as?: CredentialName
  readonly needs?: ReadonlyArray<SpecNeed>
  /** The member of the answer that holds the items. */
  readonly items: "agendas" | "events" | "locations" | "items"
  /** The parameter that says how many a page holds. */
  readonly size: "size" | "limit"
  /** What a cursor is: a list of so many strings, a list of integers, or one integer. */
  readonly cursor: number | "integers" | "integer"
}

const path = "/agendas/{agenda:main}/events"

const events = (clause: string, asked: Asked, cursor: number, needs: ReadonlyArray<SpecNeed> = [], route = path): WalkCase => ({
  needs,
  clause,
  path: route,
  asked,
  cursor,
  items: "events",
  size: "size"
})

const widthOf = (sort: string): number => {
  if (sort.includes("Featured")) return 4
  return sort === "timings.asc" || sort === "lastTiming.asc" ? 3 : 2
}

const clause = "wire.md §6, Cursor"

/** The lists that are walked, with what their cursors are. */
export const walkCases: ReadonlyArray<WalkCase> = [
  events(clause, {}, 4),
  ...Object.keys(sortedOrders).map((sort) => events(clause, { sort: [sort] }, widthOf(sort))),
  events(clause, { search: ["concert"] }, 2),
  events(clause, { search: ["concert"], threshold: "auto" }, 3),
  events(clause, { search: ["concert"], threshold: "auto", sort: ["timings.asc"] }, 4),
  events(clause, { sort: ["location.adminLevel4.asc", "updatedAt.desc"] }, 3),
  events(clause, { sort: ["location.adminLevel1.asc", "location.name.desc", "createdAt.asc"] }, 4),
  events(clause, { removed: "null" }, 4),
  events(clause, { removed: "1" }, 4),
  events(clause, { removed: "null", sort: ["updatedAt.asc"], updatedAt: { gte: "2025-06-15T14:36:40Z" } }, 2, ["clock"]),
  events(clause, { relative: ["upcoming"], adminLevel4: ["quimper", "brest"], detailed: "1" }, 4),
  events(clause, {}, 3, ["agendas"], "/events"),
  events(clause, { sort: ["createdAt.desc"] }, 2, ["agendas"], "/events"),
  {
    clause: "wire.md §5, Locations",
    path: "/agendas/{agenda:main}/locations",
    asked: {},
    items: "locations",
    size: "size",
    cursor: "integer"
  },
  {
    clause: "wire.md §5, Locations",
    path: "/agendas/{agenda:main}/locations",
    asked: { sort: "name.desc" },
    items: "locations",
    size: "size",
    cursor: "integer"
  },
  {
    clause: "service.md, list members",
    path: "/agendas/{agenda:main}/members",
    as: "moderatorKey",
    needs: ["agendas"],
    asked: {},
    items: "items",
    size: "limit",
    cursor: "integer"
  },
  {
    clause: "wire.md §1",
    path: "/me/agendas",
    as: "administratorToken",
    needs: ["agendas"],
    asked: {},
    items: "items",
    size: "limit",
    cursor: "integer"
  },
  ...[{}, { search: "bretagne" }, { sort: "createdAt.desc" }, { sort: "recentlyAddedEvents.desc" }].map((asked): WalkCase => ({
    clause: "service.md, search agendas",
    path: "/agendas",
    needs: ["agendas"],
    asked,
    items: "agendas",
    size: "size",
    cursor: "integers"
  }))
]
