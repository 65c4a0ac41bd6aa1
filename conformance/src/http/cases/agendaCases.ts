import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askFor, askRefused, check, checkLike, checkOrder, page, pageAt, uidAt, undisturbed } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const found = (target: HttpTarget, query: string) =>
  Effect.map(askFor(target, 200, `/v2/agendas?${query}`), ({ body }) => ({
    agendas: itemsOf(body, "agendas"),
    uids: itemsOf(body, "agendas").map(uidAt),
    total: Number(at(body, "total")),
    after: at(body, "after")
  }))

const afterOf = (after: unknown): string => (Array.isArray(after) ? after : []).map((part: unknown) => `after[]=${String(part)}`).join("&")

/** The search of agendas, single agendas, and the list across agendas. */
export const agendaCases = [
  ...casesOf("read", "agendas", [
    ["envelope", "service.md, search agendas", "the search of agendas has total, agendas, after and success", function*(target) {
      const { body } = yield* askFor(target, 200, "/v2/agendas?size=1")
      yield* Effect.zipRight(
        checkLike("the search", body, { success: true }),
        check(
          Number.isSafeInteger(at(body, "total")) && Array.isArray(at(body, "agendas")),
          "the search",
          "total and agendas",
          shown(body)
        )
      )
    }],
    ["walk", "service.md, search agendas", "following after visits agendas once, in ascending order of uid", function*(target) {
      yield* undisturbed(Effect.gen(function*() {
        const first = yield* found(target, "size=2")
        const second = first.after === null ? null : yield* found(target, `size=2&${afterOf(first.after)}`)
        const whole = yield* found(target, "size=4")
        yield* checkOrder("two pages of 2", [...first.uids, ...second?.uids ?? []], whole.uids)
        yield* checkOrder("the order", whole.uids, whole.uids.toSorted((one, other) => one - other))
        yield* check(first.total === whole.total, "total", whole.total, first.total)
      }))
    }],
    ["size", "service.md, Limits", "a page holds at most 100 agendas", function*(target) {
      yield* Effect.zipRight(found(target, "size=100"), Effect.asVoid(askRefused(target, 400, "/v2/agendas?size=101")))
    }],
    ["uid", "service.md, search agendas", "uid and slug select agendas", function*(target) {
      const { agendas: [agenda] } = yield* found(target, "size=1")
      for (const query of [`uid[]=${uidAt(agenda)}`, `slug[]=${encodeURIComponent(String(at(agenda, "slug")))}`]) {
        yield* checkOrder(query, (yield* found(target, query)).uids, [uidAt(agenda)])
      }
    }],
    ["include-fields", "service.md, includeFields", "includeFields picks members of agendas", function*(target) {
      const { agendas } = yield* found(target, "size=2&includeFields[]=uid&if[]=title")
      const wrong = agendas.filter((agenda) => Object.keys(Object(agenda)).toSorted().join() !== "title,uid")
      yield* check(wrong.length === 0, "includeFields", "uid and title", shown(wrong))
    }],
    ["private", "wire.md §5, Agenda", "the search returns public, indexed agendas only", function*(target) {
      for (const uid of (yield* found(target, "size=5")).uids) {
        const { body } = yield* askFor(target, 200, `/v2/agendas/${uid}`)
        yield* checkLike(`the agenda ${uid}`, body, { private: false, indexed: true })
      }
    }],
    ["single", "wire.md §1, §5, Agenda", "an agenda is the bare object, the same by uid and by slug", function*(target) {
      const { body } = yield* askFor(target, 200, `/v2/agendas/${target.agenda}`)
      yield* checkLike("the agenda", body, { uid: target.agenda })
      yield* check(at(body, "success") === undefined, "the agenda", "no envelope", shown(at(body, "success")))
      const bySlug = yield* askFor(target, 200, `/v2/agendas/slug/${encodeURIComponent(String(at(body, "slug")))}`)
      yield* checkLike("the agenda by slug", bySlug.body, { uid: target.agenda, title: at(body, "title") })
    }],
    ["schema", "wire.md §5, Agenda", "the schema lists the fields of events with their types and labels", function*(target) {
      const { body } = yield* askFor(target, 200, `/v2/agendas/${target.agenda}`)

      const fields = itemsOf(at(body, "schema"), "fields")
      const wrong = fields.filter((field) => ["field", "fieldType"].some((name) => typeof at(field, name) !== "string"))
      yield* check(
        wrong.length === 0 && ["title", "timings"].every((name) => fields.some((field) => at(field, "field") === name)),
        "schema.fields",
        "title and timings, each with field and fieldType",
        shown(wrong)
      )
    }],
    ["schema-order", "wire.md §5, Agenda", "the schema lists the fields of events first", function*(target) {
      const { body } = yield* askFor(target, 200, `/v2/agendas/${target.agenda}`)
      yield* checkLike("the first field", at(body, "schema", "fields", 0), { field: "title", schemaType: "event" })
    }],
    ["summary", "wire.md §5, Agenda", "the summary counts the events of the lists", function*(target) {
      yield* undisturbed(Effect.gen(function*() {
        const { body } = yield* askFor(target, 200, `/v2/agendas/${target.agenda}`)
        for (const relative of ["current", "passed", "upcoming"]) {
          const { total } = yield* page({ ...target, scope: Effect.succeed("") }, `relative[]=${relative}&size=0`)
          yield* checkLike(`summary.publishedEvents.${relative}`, at(body, "summary", "publishedEvents", relative), total)
        }
      }))
    }]
  ]),
  ...casesOf("read", "across", [
    ["envelope", "service.md, cross-agenda listing", "the list across agendas has the shape of the list of an agenda", function*(target) {
      const { body } = yield* askFor(target, 200, "/v2/events?size=1")
      yield* Effect.zipRight(
        checkLike("the list", body, { success: true, sort: "timings.asc" }),
        check(Number.isSafeInteger(at(body, "total")) && Array.isArray(at(body, "events")), "the list", "total and events", shown(body))
      )
    }],
    ["refused", "wire.md §6, Across agendas", "parameters of one agenda are refused across agendas", function*(target) {
      yield* Effect.forEach(
        ["state[]=2", "featured[]=1", "sort=timingsWithFeatured.asc", "aggregations[]=states"],
        (query) => askRefused(target, 400, `/v2/events?${query}`),
        { discard: true }
      )
    }],
    ["walk", "wire.md §6, Cursor", "two pages across agendas are the first events of one page", function*(target) {
      yield* undisturbed(Effect.gen(function*() {
        const whole = yield* pageAt(target, "/events", "size=4")
        const first = yield* pageAt(target, "/events", "size=2")
        const cursor = (first.after ?? []).map((part) => `&after[]=${encodeURIComponent(part)}`).join("")
        const second = cursor === "" ? null : yield* pageAt(target, "/events", `size=2${cursor}`)
        yield* checkOrder("two pages of 2", [...first.uids, ...second?.uids ?? []], whole.uids)
      }))
    }],
    ["agenda", "wire.md §6, Filters", "originAgendaUid selects the events of an agenda", function*(target) {
      const { events } = yield* pageAt(target, "/events", `originAgendaUid[]=${target.agenda}&size=20`)
      const others = events.filter((event) => at(event, "originAgenda", "uid") !== target.agenda)
      yield* check(others.length === 0, "originAgenda", target.agenda, others.map(uidAt))
    }]
  ])
]
