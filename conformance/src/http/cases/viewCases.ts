import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askFor, askRefused, check, checkLike, eventsPath, need, page, sampleOf, uidAt } from "../check/checks.js"
import { casesOf } from "../run/HttpCase.js"
import { clientMembers, detailMembers, itemMembers } from "../spec/eventMembers.js"

const lacking = (event: unknown, members: ReadonlyArray<string>) => members.filter((name) => at(event, name) === undefined)

const isLabelled = (value: unknown): boolean => typeof at(value, "id") === "number" && at(value, "label") !== undefined

/** What lists and single reads show of an event. */
export const viewCases = casesOf("read", "view", [
  ["listed", "wire.md §5, Default list item", "an item has the members of the default list item", function*(target) {
    yield* sampleOf(target)
    const { events: [event] } = yield* page(target, "size=1")
    yield* check(
      lacking(event, itemMembers).length === 0,
      "the first event",
      "every member of the default list item",
      lacking(event, itemMembers)
    )
  }],
  ["listed-only", "wire.md §5, Default list item", "an item has no member of the detailed form", function*(target) {
    yield* sampleOf(target)
    const { events: [event] } = yield* page(target, "size=1")
    const more = ["longDescription", "timings", "conditions", "state"].filter((name) => at(event, name) !== undefined)
    yield* check(more.length === 0, "the first event", "no member of the detailed form", more)
  }],
  ["detailed", "service.md, detailed", "detailed=1 adds the members that clients read", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    const missing = lacking(event, [...itemMembers, ...clientMembers])
    yield* check(missing.length === 0, "the first event", "the members of the detailed form that clients read", missing)
  }],
  ["detailed-whole", "wire.md §5", "the detailed form has every member, in lists and single reads", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    const { body } = yield* askFor(target, 200, `/v2${eventsPath(target)}/${uidAt(event)}`)
    for (const [what, one] of [["the first event", event], ["the event alone", at(body, "event")]] as const) {
      const missing = lacking(one, [...itemMembers, ...detailMembers])
      yield* check(missing.length === 0, what, "every member of the detailed form", missing)
    }
  }],
  ["private", "wire.md §3", "a public key reads neither contributors nor the history of states", function*(target) {
    const { events } = yield* sampleOf(target)
    const leaking = events.filter((event) => at(event, "member") !== undefined || at(event, "stateHistory") !== undefined)
    yield* check(leaking.length === 0, "events", "neither member nor stateHistory", leaking.map(uidAt))
  }],
  ["single", "wire.md §1, §5", "an event is read by uid and by slug, as detailed in lists", function*(target) {
    const { events: [event] } = yield* sampleOf(target)
    for (const named of [String(uidAt(event)), `slug/${encodeURIComponent(String(at(event, "slug")))}`]) {
      const { body } = yield* askFor(target, 200, `/v2${eventsPath(target)}/${named}`)
      const shows = { success: true, event: { uid: at(event, "uid"), title: at(event, "title"), updatedAt: at(event, "updatedAt") } }
      yield* checkLike(`the event ${named}`, body, shows)
      const missing = lacking(at(body, "event"), clientMembers)
      yield* check(missing.length === 0, `the event ${named}`, "the members of the detailed form that clients read", missing)
    }
  }],
  ["external-id", "service.md, events/ext", "an event is read by each external id", function*(target) {
    const { events } = yield* sampleOf(target)
    const event = events.find((one) => at(one, "extIds", 0, "key") !== undefined)
    yield* need(event !== undefined, "an event with an external id")
    const part = (name: string) => encodeURIComponent(String(at(event, "extIds", 0, name)))
    const { body } = yield* askFor(target, 200, `/v2${eventsPath(target)}/ext/${part("key")}/${part("value")}`)
    yield* checkLike("the event", at(body, "event"), { uid: at(event, "uid") })
  }],
  [
    "include-fields",
    "service.md, includeFields",
    "includeFields picks members by dotted paths, in lists and single reads",
    function*(target) {
      const { events } = yield* sampleOf(target)
      const event = events.find((one) => typeof at(one, "location", "city") === "string")
      yield* need(event !== undefined, "an event with a city")
      const expected = { uid: uidAt(event), location: { city: at(event, "location", "city") } }
      const query = "includeFields[]=uid&if[]=location.city"
      const found = yield* page(target, `uid[]=${uidAt(event)}&${query}`)
      yield* checkLike("the listed event", found.events, [expected], true)
      const { body } = yield* askFor(target, 200, `/v2${eventsPath(target)}/${uidAt(event)}?${query}`)
      yield* checkLike("the event", at(body, "event"), expected, true)
    }
  ],
  ["include-unknown", "wire.md §5, includeFields", "includeFields with an unknown path is refused", function*(target) {
    yield* askRefused(target, 400, `/v2${eventsPath(target)}?includeFields[]=uid&includeFields[]=nonsense`)
  }],
  ["monolingual", "service.md, monolingual", "monolingual turns multilingual members into texts, with a fallback", function*(target) {
    yield* sampleOf(target)
    for (const language of ["fr", "it"]) {
      const { events } = yield* page(target, `monolingual=${language}&size=20`)
      const wrong = events.filter((event) => typeof at(event, "title") !== "string" || typeof at(event, "description") !== "string")
      yield* check(wrong.length === 0, `monolingual=${language}`, "title and description as texts", wrong.map(uidAt))
    }
  }],
  ["include-labels", "service.md, includeLabels", "includeLabels=1 turns status and attendanceMode into id and label", function*(target) {
    yield* sampleOf(target)
    const { events } = yield* page(target, "includeLabels=1&size=20")
    const wrong = events.filter((event) => !isLabelled(at(event, "status")) || !isLabelled(at(event, "attendanceMode")))
    yield* check(wrong.length === 0, "includeLabels=1", "status and attendanceMode with id and label", wrong.map(uidAt))
  }],
  ["slots", "wire.md §5", "slots have an offset and no fraction, are in order and do not overlap", function*(target) {
    const { events } = yield* sampleOf(target)
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)$/
    for (const event of events) {
      const timings = at(event, "timings")
      const slots: ReadonlyArray<unknown> = Array.isArray(timings) ? timings : []
      const wrong = slots.filter((slot) => !form.test(String(at(slot, "begin"))) || !form.test(String(at(slot, "end"))))
      yield* check(wrong.length === 0 && slots.length > 0, `slots of ${uidAt(event)}`, "ISO 8601 with offset", shown(wrong))
      const edges = [at(slots[0], "begin"), at(slots.at(-1), "end")]
      yield* checkLike(`firstTiming and lastTiming of ${uidAt(event)}`, [
        at(event, "firstTiming", "begin"),
        at(event, "lastTiming", "end")
      ], edges)
    }
  }],
  ["instants", "wire.md §5", "createdAt and updatedAt are UTC with milliseconds", function*(target) {
    const { events } = yield* sampleOf(target)
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
    const wrong = events.filter((event) => !form.test(String(at(event, "createdAt"))) || !form.test(String(at(event, "updatedAt"))))
    yield* check(wrong.length === 0, "createdAt and updatedAt", "UTC with milliseconds", wrong.map(uidAt))
  }],
  ["long-description", "service.md, longDescriptionFormat", "longDescriptionFormat=HTML converts markdown", function*(target) {
    const { events } = yield* sampleOf(target)
    const event = events.find((one) =>
      Object.values(Object(at(one, "longDescription"))).some((text) => typeof text === "string" && text !== "")
    )
    yield* need(event !== undefined, "an event with a long description")
    const path = `/v2${eventsPath(target)}/${uidAt(event)}?longDescriptionFormat=`
    const html = Object.values(Object(at((yield* askFor(target, 200, `${path}HTML`)).body, "event", "longDescription")))
    yield* check(html.every((text) => /<[a-z]/.test(String(text))), "longDescription as HTML", "markup", shown(html))
    const markdown = at((yield* askFor(target, 200, `${path}markdown`)).body, "event", "longDescription")
    yield* checkLike("longDescription as markdown", markdown, at(event, "longDescription"))
  }]
])
