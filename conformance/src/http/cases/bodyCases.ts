import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { ask, askFor, askRefused, check, checkLike, freshText, uidAt } from "../check/checks.js"
import { newEvent, sampleBody, writing } from "../check/written.js"
import { casesOf } from "../run/HttpCase.js"
import { itemsOf } from "../spec/SpecCase.js"
import { offer, tier } from "./ticketCases.js"

const form = "application/x-www-form-urlencoded"

/** Values that are refused in a write, with the code and the field of the error. */
const refused: ReadonlyArray<readonly [name: string, fields: object, code: string, field: string]> = [
  ["title", { title: { fr: "é".repeat(151) } }, "string.toolong", "title"],
  ["age", { age: { min: 0, max: 151 } }, "range", "age.max"],
  ["description", { description: { fr: "é".repeat(201) } }, "string.toolong", "description"],
  ["conditions", { conditions: { fr: "é".repeat(256) } }, "string.toolong", "conditions"],
  ["plain-text", { title: { fr: 7 } }, "type.invalid", "title"],
  ["attendance", { attendanceMode: 4 }, "enum.invalid", "attendanceMode"],
  ["status", { status: 7 }, "enum.invalid", "status"],
  ["location-needed", { attendanceMode: 1 }, "location.required", "locationUid"],
  ["location-unknown", { attendanceMode: 1, locationUid: 9_007_199_254_740_991 }, "location.unknown", "locationUid"],
  ["link-needed", { onlineAccessLink: null }, "link.required", "onlineAccessLink"],
  ["link", { onlineAccessLink: "ftp://example.org" }, "link.invalid", "onlineAccessLink"],
  ["timezone", { timezone: "Mars/Phobos" }, "timezone.invalid", "timezone"]
]

const refusals = casesOf(
  "write",
  "refused",
  refused.map(([name, fields, code, field]) =>
    [name, "wire.md §4, Codes; wire.md §5, Limits", `a write is refused with ${code} at ${field}, and changes nothing`, function*(target) {
      const [event, path, token] = yield* newEvent(target, {})
      const { body } = yield* askRefused(target, 400, path, {
        method: "PATCH",
        headers: token,
        body: { title: { fr: "Non" }, ...fields }
      })
      yield* check(
        itemsOf(body, "errors").some((error) => at(error, "code") === code && String(at(error, "field")).startsWith(field)),
        "errors",
        `${code} of ${field}`,
        shown(at(body, "errors"))
      )
      const after = yield* askFor(target, 200, path, { headers: token })
      yield* checkLike("the event", at(after.body, "event"), { title: at(event, "title"), updatedAt: at(event, "updatedAt") })
    }] as const
  )
)

/** The longest and the greatest values that a write takes. */
const accepted = { title: { fr: "é".repeat(150) }, description: { fr: "é".repeat(200) }, age: { min: 0, max: 150 } }

/** How bodies are read: each case removes what it created. */
export const bodyCases = [
  ...refusals,
  ...casesOf("write", "body", [
    [
      "limits",
      "wire.md §5, Limits",
      "texts of as many code points as the limits say, and an age of 150 years, are accepted",
      function*(target) {
        const [event] = yield* newEvent(target, accepted)
        yield* checkLike("the event", event, accepted)
      }
    ],
    ["form", "wire.md §2, Bodies", "urlencoded data is read as JSON", function*(target) {
      const [, path, token] = yield* newEvent(target, {})
      const body = `data=${encodeURIComponent(JSON.stringify({ title: { fr: "Du formulaire" } }))}`
      const answer = yield* askFor(target, 200, path, { method: "PATCH", headers: { ...token, "content-type": form }, body })
      yield* checkLike("the event", at(answer.body, "event"), { title: { fr: "Du formulaire" } })
    }],
    ["multipart", "service.md, create an event", "the field data of multipart/form-data is read as JSON", function*(target) {
      const [, path, token] = yield* newEvent(target, {})
      const json = JSON.stringify({ title: { fr: "En parties" } })
      const body = `--b0\r\nContent-Disposition: form-data; name="data"\r\n\r\n${json}\r\n--b0--\r\n`
      const headers = { ...token, "content-type": "multipart/form-data; boundary=b0" }
      const answer = yield* askFor(target, 200, path, { method: "PATCH", headers, body })
      yield* checkLike("the event", at(answer.body, "event"), { title: { fr: "En parties" } })
    }],
    ["lang", "service.md, create an event", "with the header lang a text is that of the language", function*(target) {
      const [, path, token] = yield* newEvent(target, {})
      const headers = { ...token, lang: "it" }
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers, body: { title: "Prova", keywords: ["uno"] } })
      yield* checkLike("the event", at(body, "event"), { title: { it: "Prova" }, keywords: { it: ["uno"] } })
    }],
    ["unknown", "wire.md §2, Bodies", "unknown and read-only keys are left alone and warned of", function*(target) {
      const [event, path, token] = yield* newEvent(target, {})
      const sent = { uid: 7, createdAt: "2020-01-01T00:00:00.000Z", unheard: 1 }
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: sent })
      yield* checkLike("the event", at(body, "event"), { uid: uidAt(event), createdAt: at(event, "createdAt") })
      const warnings = itemsOf(body, "warnings").map((warning) => `${String(at(warning, "code"))} ${String(at(warning, "field"))}`)
      const missing = Object.keys(sent).filter((field) => !warnings.includes(`ignored ${field}`))
      yield* check(missing.length === 0, "warnings", "ignored, for each key", warnings)
    }],
    ["normalised", "wire.md §2, Bodies", "texts are stored in NFC, and control characters become spaces", function*(target) {
      const [event] = yield* newEvent(target, { title: { fr: "E\u0301te\u0301\u0001fou" } })
      yield* checkLike("the title", at(event, "title", "fr"), "Été fou")
    }],
    ["emptied", "wire.md §2, PATCH", "null, {} and [] empty optional fields, and are required on needed ones", function*(target) {
      const [, path, token] = yield* newEvent(target, {
        conditions: { fr: "Gratuit" },
        keywords: { fr: ["un"] },
        registration: ["a@example.org"]
      })
      const empty = { conditions: null, keywords: {}, registration: [] }
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: empty })
      for (const [name, value] of [["conditions", {}], ["keywords", {}], ["registration", []]] as const) {
        yield* checkLike(name, at(body, "event", name), value, true)
      }
      const refusal = yield* askRefused(target, 400, path, { method: "PATCH", headers: token, body: { title: null } })
      yield* checkLike("errors", itemsOf(refusal.body, "errors")[0], { code: "required", field: "title" })
    }],
    [
      "full",
      "wire.md §2, Full update",
      "a full update empties what it does not name, but for offers, external ids, state and featured",
      function*(target) {
        const value = yield* freshText
        const [, path, token] = yield* newEvent(target, {
          state: 1,
          featured: true,
          conditions: { fr: "Gratuit" },
          extIds: [{ key: "conformance", value }],
          offers: [offer([tier(100)])]
        })
        const { body } = yield* askFor(target, 200, path, { method: "PUT", headers: token, body: sampleBody })
        const shows = { state: 1, featured: true, extIds: [{ value }], offers: [{ currency: "EUR" }] }
        yield* checkLike("the event", at(body, "event"), shows)
        yield* checkLike("the conditions", at(body, "event", "conditions"), {}, true)
      }
    ],
    ["other-key-body", "wire.md §4", "an idempotency key with another body is refused with 422", function*(target) {
      const { events, token } = yield* writing(target)
      const call = { method: "POST", headers: { ...token, "idempotency-key": yield* freshText } }
      const { body } = yield* askFor(target, 200, events, { ...call, body: sampleBody })
      const other = yield* ask(target, events, { ...call, body: { ...sampleBody, title: { fr: "Autre" } } })
      yield* askFor(target, 200, `${events}/${uidAt(at(body, "event"))}`, { method: "DELETE", headers: token })
      yield* check(other.status === 422, "the status", 422, other.status)
    }],
    ["too-large", "wire.md §2, Bodies", "a body of more than 2 MiB is refused with 413, and changes nothing", function*(target) {
      const [event, path, token] = yield* newEvent(target, {})
      const body = { title: { fr: "Non" }, unheard: "x".repeat(2 ** 21) }
      yield* askRefused(target, 413, path, { method: "PATCH", headers: token, body })
      const after = yield* askFor(target, 200, path, { headers: token })
      yield* checkLike("the event", at(after.body, "event"), { title: at(event, "title") })
    }],
    [
      "stale-tag",
      "wire.md §4, ETag",
      "a change gives another entity tag and version, and the former one is answered in full",
      function*(target) {
        const [, path, token] = yield* newEvent(target, { state: 2 })
        const first = String((yield* askFor(target, 200, path)).headers["etag"])
        yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { title: { fr: "Autre" } } })
        const { body, headers } = yield* askFor(target, 200, path, { headers: { ...target.key, "if-none-match": first } })
        yield* checkLike("the event", at(body, "event"), { title: { fr: "Autre" } })
        const versions = [first, String(headers["etag"])].map((tag) => Number(/^"(\d+)\./.exec(tag)?.[1]))
        yield* check(Number(versions[1]) > Number(versions[0]), "the version in ETag", `above ${versions[0]}`, versions[1])
      }
    ]
  ]),
  ...casesOf("write", "token", [
    [
      "shape",
      "service.md, Authentication; wire.md §3",
      "a token has 32 characters and seconds to live, however its secret is sent",
      function*(target) {
        const { secret } = yield* writing(target)
        yield* Effect.forEach(
          [
            { body: { code: secret } },
            { body: { grant_type: "authorization_code", code: secret } },
            { body: `code=${encodeURIComponent(secret)}`, headers: { "content-type": form } },
            { body: { code: secret }, headers: { "access-token": "0123456789abcdefghijklmnopqrstuv" } }
          ],
          (call) =>
            Effect.flatMap(askFor(target, 200, "/v2/requestAccessToken", { method: "POST", headers: {}, ...call }), ({ body }) =>
              check(
                String(at(body, "access_token")).length === 32 && Number.isSafeInteger(at(body, "expires_in")) &&
                  Number(at(body, "expires_in")) > 0,
                "the answer",
                "access_token of 32 characters, expires_in above 0",
                `${String(at(body, "access_token")).length} characters, ${shown(at(body, "expires_in"))}`
              )),
          { discard: true }
        )
      }
    ],
    ["wrong-secret", "wire.md §3", "a wrong secret is refused with 401", function*(target) {
      yield* writing(target)
      yield* askRefused(target, 401, "/v2/requestAccessToken", {
        method: "POST",
        headers: {},
        body: { code: "0123456789abcdefghijklmnopqrstuv" }
      })
    }],
    ["bearer", "wire.md §3", "Authorization: Bearer carries a token, and a secret reads as a key", function*(target) {
      const { secret, token } = yield* writing(target)
      const [, path] = yield* newEvent(target, { state: 0 })
      yield* Effect.forEach(
        [{ authorization: `Bearer ${token["access-token"] ?? ""}` }, { key: secret }],
        (headers) => askFor(target, 200, path, { headers }),
        { discard: true }
      )
    }]
  ])
]
