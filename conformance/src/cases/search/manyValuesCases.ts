import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { Case } from "../../Case.js"
import { hour, interval, noon, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"
import { search } from "./searchCase.js"

/** More values than a statement can have conditions nested, or a planner can look at one by one. */
const many = Array.from({ length: 2_000 }, (_, index) => index)

const keywords = many.slice(0, 600).map((index) => `mot ${index}`)

const given = {
  events: [
    sampleEvent(1, { locationUid: 1, keywords: ["jazz"], extIds: [{ key: "source", value: "1" }], at: [interval(1)], updatedAt: noon + 1 }),
    sampleEvent(2, { keywords, at: [interval(2), interval(9)], updatedAt: noon + 2_000_000 })
  ],
  locations: [sampleLocation(1, 1, { adminLevel4: "Sète" })]
}

const takes = (id: string, title: string, where: Condition, uids: ReadonlyArray<number>): Case =>
  search(`search.many.${id}`, "wire.md §2, Query syntax", title, { given, plan: plan({ where: [where], sort: "timings.asc" }), uids })

/** Conditions with more values than anyone writes by hand, and as many as a request line holds. */
export const manyValuesCases: ReadonlyArray<Case> = [
  takes("uids", "a condition with 2 000 uids", { _tag: "Uid", in: many.map((index) => index + 2) }, [2]),
  takes("slugs", "a condition with 2 000 slugs", { _tag: "Slug", in: [...many.map((index) => `none-${index}`), "event-1"] }, [1]),
  takes("locations", "a condition with 2 000 locations", { _tag: "LocationUid", in: many.map((index) => index + 1), orNone: false }, [1]),
  takes("places", "a condition with 2 000 cities", {
    _tag: "Place",
    field: "adminLevel4",
    in: [...many.map((index) => `ville ${index}`), "sete"],
    orNone: false
  }, [1]),
  takes("keywords", "600 required keywords, all of which an event has", {
    _tag: "AllTerms",
    dimension: "keyword",
    all: keywords
  }, [2]),
  takes("keywords-missing", "2 000 required keywords, one of which no event has", {
    _tag: "AllTerms",
    dimension: "keyword",
    all: many.map((index) => `mot ${index}`)
  }, []),
  takes("ext-ids", "a condition with 2 000 external ids", {
    _tag: "ExtId",
    in: many.map((index) => ({ key: index % 2 === 0 ? "source" : "other", value: String(1 + index / 2) }))
  }, [1]),
  takes("windows", "2 000 time ranges of slots, one of which matches", {
    _tag: "Timings",
    ranges: many.map((index) => ({ gte: noon + (9 + index * 3) * hour, lte: noon + (9 + index * 3) * hour }))
  }, [2]),
  takes("windows-open", "2 000 time ranges of slots, open at one end or at both", {
    _tag: "Timings",
    ranges: many.map((index) => index % 2 === 0 ? { gte: noon + (500 + index) * hour, lte: null } : { gte: null, lte: noon - index * hour })
  }, []),
  takes("changes", "2 000 ranges of the last change, one of which matches", {
    _tag: "UpdatedAt",
    ranges: many.map((index) => ({ gte: noon + index * 1_000 + 1, lte: noon + index * 1_000 + 2 }))
  }, [1])
]
