import { all, lists, listsDescending, type Ordered, shows, showsAt, type SpecCase } from "../SpecCase.js"
import { madeOrder, timeOrders } from "./orders.js"

const path = "/agendas/{agenda:main}/events"

const brest = ["ended-today", "tonight", "postponed"]
const paris = ["running", "july"]
const quimper = ["ended", "between", "soon", "after-midnight", "english", "winter"]
const waiyevo = ["august", "august-too"]
const online = ["ended-now", "begins-now"]

const changed: Ordered = [...madeOrder.filter((name) => name !== "english"), "english"]

/** What each sort puts in which order. */
export const sortedOrders: { readonly [sort: string]: Ordered } = {
  ...timeOrders,
  "createdAt.asc": madeOrder,
  "createdAt.desc": madeOrder.toReversed(),
  "updatedAt.asc": changed,
  "updatedAt.desc": changed.toReversed(),
  "location.adminLevel4.asc": [brest, paris, quimper, ["cancelled"], waiyevo, online],
  "location.adminLevel4.desc": [waiyevo, ["cancelled"], quimper, paris, brest, online],
  "location.adminLevel1.asc": [[...brest, ...quimper], paris, [...waiyevo, "cancelled"], online],
  "location.adminLevel6.asc": [quimper, brest, [...paris, ...waiyevo, "cancelled", ...online]],
  "location.postalCode.desc": [paris, brest, quimper.filter((name) => name !== "soon" && name !== "winter"), [
    "soon",
    "winter",
    ...waiyevo,
    "cancelled",
    ...online
  ]],
  "location.name.asc": [brest, ["soon", "winter"], ["ended", "between", "after-midnight", "english"], paris, ["cancelled"], waiyevo, online]
}

const single = Object.entries(sortedOrders).map(([sort, order]): SpecCase => ({
  clause: "wire.md §6, Sorts",
  path,
  asked: { sort: [sort], size: "300" },
  answers: all((sort.endsWith(".desc") ? listsDescending : lists)(...order), shows({ sort }))
}))

const relativeIn = (value: "passed" | "upcoming") => ({ key: "relative", value })

const several: ReadonlyArray<SpecCase> = [
  {
    clause: "wire.md §6, Sorts: several",
    path,
    asked: { sort: ["location.adminLevel4.asc", "updatedAt.desc"] },
    answers: all(
      lists(
        "postponed",
        "tonight",
        "ended-today",
        "july",
        "running",
        "english",
        "winter",
        "after-midnight",
        "soon",
        "between",
        "ended",
        "cancelled",
        "august-too",
        "august",
        "begins-now",
        "ended-now"
      ),
      shows({ sort: ["location.adminLevel4.asc", "updatedAt.desc"] })
    )
  },
  {
    clause: "wire.md §6, Sorts: several",
    path,
    asked: { sort: ["location.adminLevel2.desc", "timings.asc"], relative: ["upcoming"], countryCode: ["FR"] },
    answers: lists("july", "soon", "tonight", "after-midnight", "postponed", "english", "winter")
  },
  {
    clause: "service.md, includeSort",
    path,
    asked: { includeSort: "1", uid: ["{event:between}", "{event:ended-today}", "{event:running}"] },
    answers: all(
      showsAt(["events", 0, "sort"], [
        { key: "featured", value: true },
        relativeIn("upcoming"),
        { key: "firstTiming", value: "2025-06-20T10:00:00+02:00" }
      ]),
      showsAt(["events", 1, "sort"], [
        { key: "featured", value: true },
        relativeIn("passed"),
        { key: "firstTiming", value: "2025-06-15T10:00:00+02:00" }
      ]),
      showsAt(["events", 2, "sort"], [
        { key: "featured", value: false },
        relativeIn("upcoming"),
        { key: "firstTiming", value: "2025-06-15T17:00:00+02:00" }
      ])
    )
  },
  {
    clause: "service.md, includeSort",
    path,
    asked: { includeSort: "1", sort: ["lastTiming.asc"], uid: ["{event:soon}"] },
    answers: showsAt(["events", 0, "sort"], [relativeIn("upcoming"), { key: "lastTiming", value: "2026-03-01T10:00:00+01:00" }])
  },
  {
    clause: "service.md, includeSort",
    path,
    needs: ["clock"],
    asked: { includeSort: "1", sort: ["location.adminLevel1.asc", "updatedAt.desc"], uid: ["{event:july}", "{event:ended-now}"] },
    answers: all(
      showsAt(["events", 0, "sort"], [
        { key: "location.adminLevel1", value: "Île-de-France" },
        { key: "updatedAt", value: "2025-06-15T14:36:40.000Z" }
      ]),
      showsAt(["events", 1, "sort"], [
        { key: "location.adminLevel1", value: null },
        { key: "updatedAt", value: "2025-06-15T14:29:40.000Z" }
      ])
    )
  },
  {
    clause: "service.md, includeSort",
    path,
    asked: { includeSort: "1", search: ["noel"] },
    answers: all(lists("winter"), showsAt(["events", 0, "sort"], [{ key: "search", value: 16 }]))
  },
  { clause: "service.md, includeSort", path, asked: { includeSort: "0", size: "1" }, answers: showsAt(["events", 0, "sort"], undefined) }
]

/** The sorts of a list of events, and how they are explained. */
export const sortCases: ReadonlyArray<SpecCase> = [...single, ...several]
