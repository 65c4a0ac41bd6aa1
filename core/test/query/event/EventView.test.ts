import { describe, expect, it } from "@effect/vitest"
import { type EventQuery, listView } from "../../../src/query/event/EventQuery.js"
import { type EventView, isDetailed, shows, showsBody, showsField } from "../../../src/query/event/EventView.js"
import { selectFields } from "../../../src/query/event/FieldPath.js"
import { sampleFields } from "../../validation/sampleFields.js"

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

  it.each<[string, EventView, boolean]>([
    ["the default list item, which has options alone", { detailed: false }, false],
    ["options and numbers", { detailed: false, ...fields("genres", "places", "free") }, false],
    ["a text", { detailed: false, ...fields("uid", "reference") }, true],
    ["a text in a language", { detailed: false, ...fields("subtitle.fr") }, true],
    ["no field", { detailed: false, ...fields("uid") }, false]
  ])("showsBody with additional fields: %s", (_label, view, expected) => {
    expect(showsBody({ ...view, additional: Object.values(sampleFields) })).toBe(expected)
  })
})

describe("showsField", () => {
  it("the default list item includes only fields with options, the detailed form all, and a selection the selected ones", () => {
    const all = Object.values(sampleFields)
    const shown = (view: EventView) => all.filter((field) => showsField(view, field)).map(({ field }) => field)
    expect(shown({ detailed: false })).toEqual(["genres", "tags", "audience", "hall"])
    expect(shown({ detailed: true })).toEqual(all.map(({ field }) => field))
    expect(shown({ detailed: true, ...fields("places", "uid", "subtitle.fr") })).toEqual(["places", "subtitle"])
  })
})

describe("shows", () => {
  it("a selection includes only the selected members of the detailed form", () => {
    const view = { detailed: false, ...fields("timings.id", "uid") }
    expect([shows(view, "timings"), shows(view, "uid"), shows(view, "title"), isDetailed(view)]).toEqual([true, true, false, true])
  })
})

describe("listView", () => {
  const query: EventQuery = {
    filter: {},
    removed: "without",
    sort: ["timings.asc"],
    facets: [],
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
  ])("the view of a list %s tombstones, %j", (removed, more, detailed, names) => {
    const view = listView({ ...query, ...more, removed })
    expect(view.detailed).toBe(detailed)
    expect(view.fields === undefined ? null : Object.keys(view.fields)).toEqual(names)
  })
})
