import { all, hasMembers, lists, shows, showsAt, type SpecCase } from "../SpecCase.js"
import { published } from "./orders.js"

const path = "/agendas/{agenda:main}/events"
const clause = "service.md, Synchronisation pattern; wire.md §5, Removal"

/** What removed events appear as. */
export const removalCases: ReadonlyArray<SpecCase> = [
  { clause, path, asked: { removed: "0" }, answers: lists(...published) },
  {
    clause,
    path,
    asked: { removed: "1" },
    answers: all(
      lists(["gone", "withdrawn"]),
      hasMembers(["events", 0], "uid", "removed", "updatedAt"),
      hasMembers(["events", 1], "uid", "removed", "updatedAt")
    )
  },
  {
    clause,
    path,
    as: "moderatorKey",
    asked: { removed: "1", uid: ["{event:gone}", "{event:withdrawn}", "{event:july}"] },
    answers: lists(["gone", "withdrawn"])
  },
  {
    clause,
    path,
    asked: { removed: "null" },
    answers: all(lists(...published, ["gone", "withdrawn"]), shows({ total: 18 }))
  },
  {
    clause,
    path,
    asked: { removed: "null", size: "1" },
    answers: shows({ events: [{ slug: "between{tag}", removed: false, timings: [{}, {}] }] })
  },
  {
    clause,
    path,
    asked: { removed: "1", featured: ["1"], keyword: ["nothing"], uid: ["{event:gone}", "{event:july}"] },
    answers: lists("gone")
  },
  { clause, path, asked: { removed: "null", keyword: ["rock"] }, answers: lists("ended-today", ["gone", "withdrawn"]) },
  {
    clause,
    path,
    needs: ["clock"],
    asked: { updatedAt: { gte: "2025-06-15T14:57:40.000Z" }, removed: "null", sort: ["updatedAt.asc"] },
    answers: all(
      lists("english", "gone", "withdrawn"),
      shows({
        events: [
          { slug: "english{tag}", removed: false, updatedAt: "2025-06-15T14:57:40.000Z", conditions: { en: "Free entry" } },
          { removed: true, updatedAt: "2025-06-15T14:58:40.000Z" },
          { removed: true, updatedAt: "2025-06-15T14:59:40.000Z" }
        ]
      })
    )
  },
  {
    clause,
    path,
    needs: ["clock"],
    asked: { updatedAt: { gte: "2025-06-15T14:57:40Z", lte: "2025-06-15T14:58:40Z" }, removed: "null", sort: ["updatedAt.desc"] },
    answers: lists("gone", "english")
  },
  {
    clause,
    path,
    asked: { uid: ["{event:july}"], removed: "null", includeFields: ["slug"] },
    answers: showsAt(["events", 0, "slug"], "july{tag}")
  },
  {
    clause,
    path,
    asked: { uid: ["{event:july}"], removed: "null", includeFields: ["slug"] },
    answers: hasMembers(["events", 0], "slug", "uid", "removed", "updatedAt")
  },
  { clause, path, asked: { uid: ["{event:never}", "{event:ready}"], removed: "null" }, answers: lists() }
]
