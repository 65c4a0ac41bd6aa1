import type { Condition, Range } from "@agenda-engine/core/query/event/Condition"
import type { Dimension, EventTerm } from "@agenda-engine/core/record/EventRecord"
import type { Case } from "../../Case.js"
import { interval, sampleEvent } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"
import { search } from "./searchCase.js"

const term = (dimension: Dimension, value: string): EventTerm => ({ dimension, value, spelling: value })

const given = {
  events: [
    sampleEvent(1, {
      keywords: ["jazz"],
      terms: [term("language", "fr"), term("language", "en"), term("field:kind", "1")],
      numbers: [{ dimension: "field:price", value: 0.1 }],
      age: { min: 3, max: 12 },
      at: [interval(1)]
    }),
    sampleEvent(2, {
      terms: [term("language", "fr"), term("field:kind", "2"), term("field:kind", "12")],
      numbers: [{ dimension: "field:price", value: 12 }, { dimension: "field:seats", value: 0.1 }],
      age: { min: 18, max: null },
      at: [interval(2)]
    }),
    sampleEvent(3, {
      keywords: ["jazz", "rock"],
      terms: [term("accessibility", "hi"), term("field:note", "fr")],
      age: { min: null, max: 6 },
      at: [interval(3)]
    }),
    sampleEvent(4, { numbers: [{ dimension: "field:price", value: -3_000_000_000 }], at: [interval(4)] }),
    sampleEvent(5, { agendaUid: 2, terms: [term("language", "fr")], at: [interval(5)] })
  ]
}

const condition = (id: string, clause: string, title: string, where: Condition, uids: ReadonlyArray<number>): Case =>
  search(`search.condition.${id}`, clause, title, { given, plan: plan({ where: [where], sort: "timings.asc" }), uids })

const terms = (
  id: string,
  title: string,
  dimension: Dimension,
  asked: ReadonlyArray<string>,
  orNone: boolean,
  uids: ReadonlyArray<number>
) => condition(`terms.${id}`, "wire.md §6, Filters", title, { _tag: "Terms", dimension, in: asked, orNone }, uids)

const allTerms = (id: string, title: string, all: ReadonlyArray<string>, uids: ReadonlyArray<number>) =>
  condition(`all-terms.${id}`, "wire.md §6, Filters", title, { _tag: "AllTerms", dimension: "keyword", all }, uids)

const numbers = (id: string, title: string, ranges: ReadonlyArray<Range>, orNone: boolean, uids: ReadonlyArray<number>) =>
  condition(`numbers.${id}`, "wire.md §6, Filters", title, { _tag: "Numbers", dimension: "field:price", ranges, orNone }, uids)

const age = (id: string, title: string, ranges: ReadonlyArray<Range>, uids: ReadonlyArray<number>) =>
  condition(`age.${id}`, "wire.md §6, age", title, { _tag: "Age", ranges }, uids)

/** The demands on what events have several of: terms, numbers, ages. */
export const termCases: ReadonlyArray<Case> = [
  terms("any", "events with one of these terms", "language", ["en", "de"], false, [1]),
  terms("dimension", "a term matches in its own dimension only", "language", ["fr"], false, [1, 2]),
  terms("whole", "a term is compared whole", "field:kind", ["2"], false, [2]),
  terms("several", "an event with several of the terms is one hit", "language", ["fr", "en"], false, [1, 2]),
  terms("none-asked", "an empty list of terms matches nothing", "language", [], false, []),
  terms("or-none", "events with one of these terms, or without a term in the dimension", "language", ["en"], true, [1, 3, 4]),
  terms("or-none-only", "events without a term in the dimension", "field:kind", [], true, [3, 4]),
  terms("unknown-dimension", "a dimension that no event has", "field:unknown", ["1"], true, [1, 2, 3, 4]),
  terms("nul", "a term with a NUL character matches nothing", "language", ["f\0r"], false, []),
  allTerms("all", "an event must have every one of these terms", ["jazz", "rock"], [3]),
  allTerms(
    "repeated",
    "a duplicate term in the list changes nothing",
    Array.from({ length: 20 }, (_, index) => index % 2 ? "jazz" : "rock"),
    [
      3
    ]
  ),
  numbers("bounds", "both bounds are included, compared to the last digit", [{ gte: 0.1, lte: 0.1 }], false, [1]),
  numbers("open", "a null bound is open; numbers exceed 32 bits", [{ gte: null, lte: 0 }], false, [4]),
  numbers(
    "any-range",
    "a number in any of several ranges, in the requested dimension only",
    [{ gte: 12, lte: 13 }, { gte: 0.05, lte: 0.2 }],
    false,
    [
      1,
      2
    ]
  ),
  numbers("or-none", "a number in a range, or no number in the dimension", [{ gte: 1, lte: 1e300 }], true, [2, 3]),
  numbers(
    "many",
    "a number in one of many ranges",
    Array.from({ length: 50 }, (_, index) => ({ gte: index + 0.1, lte: index + 0.2 })),
    false,
    [1]
  ),
  age("meets", "age ranges that overlap the range, bounds included", [{ gte: 12, lte: 17 }], [1]),
  age("open-end", "an event without a maximum age matches every range above its minimum", [{ gte: 90, lte: 91 }], [2]),
  age("open-begin", "an event without a minimum age matches every range below its maximum", [{ gte: null, lte: 2 }], [3]),
  age("any", "a range without bounds matches every event with ages, and no event without", [{ gte: null, lte: null }], [1, 2, 3]),
  age("any-range", "an overlap with any of several ranges", [{ gte: 1, lte: 2 }, { gte: 18, lte: 18 }], [2, 3]),
  age("many", "an overlap with one of many ranges", Array.from({ length: 130 }, (_, index) => ({ gte: 200 + index, lte: null })), [2])
]
