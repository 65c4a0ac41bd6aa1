import { describe, expect, it } from "@effect/vitest"
import type { EventQuery } from "../../src/query/EventQuery.js"
import { type EventView, isDetailed, shows, showsBody } from "../../src/query/EventView.js"
import { selectFields } from "../../src/query/FieldPath.js"
import { listView } from "../../src/query/listView.js"

const fields = (...paths: ReadonlyArray<string>) => ({ fields: selectFields(paths.map((path) => path.split("."))) })

describe("showsBody", () => {
  it.each<[string, EventView, boolean]>([
    ["the default list item", { detailed: false }, false],
    ["the detailed form", { detailed: true }, true],
    ["what the item has", { detailed: false, ...fields("uid", "title.fr", "location.city") }, false],
    ["what only the detailed form has, kept in the head", { detailed: false, ...fields("location.region", "updatedAt", "country") }, false],
    ["the same, of the detailed form", { detailed: true, ...fields("location.region", "updatedAt") }, false],
    ["slots", { detailed: false, ...fields("uid", "timings.begin") }, true],
    ["a long description", { detailed: false, ...fields("longDescription.fr") }, true],
    ["nothing", { detailed: true, fields: {} }, false]
  ])("%s", (_label, view, expected) => expect(showsBody(view)).toBe(expected))
})

describe("shows", () => {
  it("what was picked, of the detailed form, and nothing else", () => {
    const view = { detailed: false, ...fields("timings.id", "uid") }
    expect([shows(view, "timings"), shows(view, "uid"), shows(view, "title"), isDetailed(view)]).toEqual([true, true, false, true])
  })
})

describe("listView", () => {
  const query: EventQuery = {
    filter: {},
    removed: "without",
    sort: "timings.asc",
    start: { _tag: "First" },
    size: 20,
    detailed: false,
    includeSort: false
  }
  const kept = ["title", "uid", "removed", "updatedAt"]

  it.each<[EventQuery["removed"], Partial<EventQuery>, boolean, ReadonlyArray<string> | null]>([
    ["without", {}, false, null],
    ["without", { detailed: true }, true, null],
    ["without", fields("title"), false, ["title"]],
    ["with", {}, true, null],
    ["with", fields("title"), true, kept],
    ["only", fields("title"), false, kept]
  ])("of a list %s tombstones, %j", (removed, more, detailed, names) => {
    const view = listView({ ...query, ...more, removed })
    expect(view.detailed).toBe(detailed)
    expect(view.fields === undefined ? null : Object.keys(view.fields)).toEqual(names)
  })
})
