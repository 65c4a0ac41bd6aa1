import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { askFor, askRefused, check, checkLike, checkOrder, freshText, uidAt } from "../check/checks.js"
import { newEvent, sampleBody, writing } from "../check/written.js"
import { casesOf } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"

const listOf = (path: string) => path.replace(/\/[^/]+$/, "")

const past = { timings: [{ begin: "2001-05-01T10:00:00+02:00", end: "2001-05-01T12:00:00+02:00" }], state: 2 }

/** The order of events that no sample has. */
export const sortCases = casesOf("write", "sorts", [
  [
    "ended-ties",
    "wire.md §6, Sorts",
    "events that ended at the same instant come by descending uid under sorts by time",
    function*(target) {
      const [one, path] = yield* newEvent(target, past)
      const [other] = yield* newEvent(target, past)
      yield* Effect.forEach(["timings.asc", "lastTiming.asc", "timingsWithFeatured.asc"], (sort) => {
        const uids = [uidAt(one), uidAt(other)].toSorted((left, right) => right - left)
        const query = `${listOf(path)}?sort=${sort}&${uids.map((uid) => `uid[]=${uid}`).join("&")}`
        return Effect.flatMap(
          askFor(target, 200, query),
          ({ body }) => checkOrder(`sort=${sort}`, itemsOf(body, "events").map(uidAt), uids)
        )
      }, { discard: true })
    }
  ]
])

/** Writes of events: each case removes what it created. */
export const writeCases = casesOf("write", "event", [
  [
    "create",
    "service.md, create an event; wire.md §1",
    "a created event is returned, and readable at once, in lists too",
    function*(target) {
      const [event, path] = yield* newEvent(target, { state: 2 })
      const expected = { uid: at(event, "uid"), title: sampleBody.title, state: 2 }
      yield* checkLike("the created event", event, expected)
      const { body } = yield* askFor(target, 200, path)
      yield* checkLike("the event", at(body, "event"), expected)
      const list = yield* askFor(target, 200, `${listOf(path)}?uid[]=${uidAt(event)}`)
      yield* checkLike("the list", list.body, { total: 1 })
    }
  ],
  ["location-header", "wire.md §1", "a create is answered 200 with a Location header", function*(target) {
    const { events, token } = yield* writing(target)
    const { body, headers } = yield* askFor(target, 200, events, { method: "POST", headers: token, body: sampleBody })
    const uid = uidAt(at(body, "event"))
    yield* askFor(target, 200, `${events}/${uid}`, { method: "DELETE", headers: token })
    yield* check(String(headers["location"]).endsWith(`/events/${uid}`), "Location", `…/events/${uid}`, shown(headers["location"]))
  }],
  ["data-key", "wire.md §2, Bodies", "the fields may stand under a data key", function*(target) {
    const { events, token } = yield* writing(target)
    const { body } = yield* askFor(target, 200, events, { method: "POST", headers: token, body: { data: sampleBody } })
    yield* askFor(target, 200, `${events}/${uidAt(at(body, "event"))}`, { method: "DELETE", headers: token })
    yield* checkLike("the created event", at(body, "event"), { title: sampleBody.title })
  }],
  ["patch", "wire.md §2, PATCH", "PATCH replaces the named fields and leaves the others", function*(target) {
    const [event, path, token] = yield* newEvent(target, {})
    const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { title: { en: "Another title" } } })
    yield* checkLike("the event", at(body, "event"), { title: { en: "Another title" }, description: at(event, "description") })
    yield* check(at(body, "event", "title", "fr") === undefined, "title.fr", undefined, at(body, "event", "title", "fr"))
  }],
  ["same", "wire.md §5, updatedAt", "a write that changes nothing leaves updatedAt", function*(target) {
    const [event, path, token] = yield* newEvent(target, {})
    const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { title: sampleBody.title } })
    yield* checkLike("the event", at(body, "event"), { updatedAt: at(event, "updatedAt") })
  }],
  ["post-back", "wire.md §2, Bodies", "posting back an event that was read is a full update that changes nothing", function*(target) {
    const [, path, token] = yield* newEvent(target, { keywords: { fr: ["conformité"] } })
    const read = at((yield* askFor(target, 200, path, { headers: token })).body, "event")
    const { body } = yield* askFor(target, 200, path, { method: "POST", headers: token, body: read })
    yield* checkLike("the event", at(body, "event"), { updatedAt: at(read, "updatedAt"), keywords: { fr: ["conformité"] } })
    const warned = itemsOf(body, "warnings").map((warning) => at(warning, "field"))
    yield* check(warned.includes("uid"), "warnings", "uid among them", warned)
  }],
  ["missing", "wire.md §4, Errors", "a create without the needed fields names each", function*(target) {
    const { events, token } = yield* writing(target)
    const { body } = yield* askRefused(target, 400, events, { method: "POST", headers: token, body: { attendanceMode: 2 } })
    const fields = itemsOf(body, "errors").filter((error) => at(error, "code") === "required").map((error) => at(error, "field"))
    const missing = ["title", "description"].filter((name) => !fields.includes(name))
    yield* check(missing.length === 0, "errors", "required for title and description", shown(at(body, "errors")))
  }],
  [
    "registration",
    "wire.md §5, registration",
    "texts of registration are typed by their content, and no URL is a phone number",
    function*(target) {
      const [event, path, token] = yield* newEvent(target, {
        registration: [
          "https://example.org/fête d'été",
          "www.example.org/a",
          "mailto:a@example.org",
          "tel:+33123456789",
          "01 23 45 67 89"
        ]
      })
      yield* checkLike("the event", event, {
        registration: [
          { type: "link", value: "https://example.org/f%C3%AAte%20d'%C3%A9t%C3%A9" },
          { type: "link", value: "https://www.example.org/a" },
          { type: "email", value: "a@example.org" },
          { type: "phone", value: "+33123456789" },
          { type: "phone", value: "01 23 45 67 89" }
        ]
      })
      const sent = { type: "phone", value: "https://example.org/a" }
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { registration: [sent] } })
      yield* checkLike("the event", at(body, "event"), { registration: [{ ...sent, type: "link" }] })
      const refused = yield* askRefused(target, 400, path, {
        method: "PATCH",
        headers: token,
        body: { registration: ["ftp://example.org/a"] }
      })
      yield* checkLike("errors", itemsOf(refused.body, "errors")[0], { code: "link.invalid" })
    }
  ],
  [
    "location-timezone",
    "wire.md §5, Locations",
    "a location without a time zone takes that of its coordinates, else that of its country",
    function*(target) {
      const { agenda, token } = yield* writing(target)
      yield* Effect.forEach(
        [
          [{ countryCode: "FR", latitude: -21.11, longitude: 55.53 }, "Indian/Reunion"],
          [{ countryCode: "JP", latitude: null, longitude: null }, "Asia/Tokyo"]
        ] as const,
        ([place, timezone]) =>
          Effect.gen(function*() {
            const path = `/v2/agendas/${agenda}/locations`
            const sent = { name: "Conformité", address: "1 rue des Tests", ...place }
            const { body } = yield* askFor(target, 200, path, { method: "POST", headers: token, body: sent })
            const location = at(body, "location")
            yield* askFor(target, 200, `${path}/${uidAt(location)}`, { method: "DELETE", headers: token })
            yield* checkLike("the location", location, { timezone })
          }),
        { discard: true }
      )
    }
  ],
  [
    "external-id",
    "service.md, PUT events/ext",
    "PUT by an external id creates the event, then updates it under the same uid",
    function*(target) {
      const { events, token } = yield* writing(target)
      const path = `${events}/ext/conformance/${yield* freshText}`
      const put = (title: string) =>
        askFor(target, 200, path, { method: "PUT", headers: token, body: { ...sampleBody, title: { fr: title } } })
      const [one, other] = [yield* put("Un"), yield* put("Deux")]
      yield* askFor(target, 200, path, { method: "DELETE", headers: token })
      yield* checkLike("the second answer", at(other.body, "event"), { uid: at(one.body, "event", "uid"), title: { fr: "Deux" } })
    }
  ],
  ["if-match", "wire.md §4, ETag", "If-Match with an outdated version is refused with 412", function*(target) {
    const [, path, token] = yield* newEvent(target, {})
    const tag = String((yield* askFor(target, 200, path, { headers: token })).headers["etag"])
    const change = (title: string) => ({ method: "PATCH", headers: { ...token, "if-match": tag }, body: { title: { fr: title } } })
    yield* askFor(target, 200, path, change("Première"))
    yield* askRefused(target, 412, path, change("Seconde"))
  }],
  ["idempotency", "wire.md §4, Idempotency-Key", "a replayed create returns the first response and creates nothing", function*(target) {
    const { events, token } = yield* writing(target)
    const word = yield* freshText
    const headers = { ...token, "idempotency-key": `conformance-${word}` }
    const call = { method: "POST", headers, body: { ...sampleBody, state: 2, keywords: { fr: [word] } } }
    const [one, other] = [yield* askFor(target, 200, events, call), yield* askFor(target, 200, events, call)]
    const { body } = yield* askFor(target, 200, `${events}?keyword[]=${word}`)
    yield* askFor(target, 200, `${events}/${uidAt(at(one.body, "event"))}`, { method: "DELETE", headers: token })
    yield* check(
      one.text === other.text && other.headers["idempotency-replayed"] === "true",
      "the second response",
      "the first, replayed",
      other.text.slice(0, 300)
    )
    yield* checkLike("the list", body, { total: 1 })
  }],
  ["delete", "wire.md §5, Removal and synchronisation", "a removed published event becomes a tombstone, and 404", function*(target) {
    const { events, token } = yield* writing(target)
    const { body } = yield* askFor(target, 200, events, { method: "POST", headers: token, body: { ...sampleBody, state: 2 } })
    const uid = uidAt(at(body, "event"))
    yield* askFor(target, 200, `${events}/${uid}`, { method: "DELETE", headers: token })
    yield* askRefused(target, 404, `${events}/${uid}`)
    const list = yield* askFor(target, 200, `${events}?removed=null&uid[]=${uid}`)
    yield* checkLike("the list", list.body, { total: 1, events: [{ uid, removed: true }] })
  }],
  ["read-key", "wire.md §3", "a write with a read key is refused with 401", function*(target) {
    const { events } = yield* writing(target)
    yield* askRefused(target, 401, events, { method: "POST", body: sampleBody })
  }],
  ["malformed", "wire.md §4", "malformed JSON is refused with json.invalid", function*(target) {
    const { events, token } = yield* writing(target)
    const { body } = yield* askRefused(target, 400, events, {
      method: "POST",
      headers: { ...token, "content-type": "application/json" },
      body: '{"title":'
    })
    yield* checkLike("errors", itemsOf(body, "errors")[0], { code: "json.invalid" })
  }]
])
