import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { ask, askFor, check, checkLike, uidAt } from "../check/checks.js"
import { newEvent, writing } from "../check/written.js"
import { type CaseFailure, Missing } from "../run/CaseFailure.js"
import { casesOf } from "../run/HttpCase.js"
import type { Credential, HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

/** Values of the types of fields that the cases take. */
const values: { readonly [fieldType: string]: unknown } = { integer: 7, number: 7, text: "seven", boolean: true }

/** An additional field that contributors have no right to, a value of it, and what the run was given. */
interface Guarded {
  readonly contributor: Credential
  readonly token: Credential
  readonly events: string
  readonly field: string
  readonly value: unknown
}

/** An additional field of the agenda that contributors may not read, or may read and not write. */
const guardedField = (target: HttpTarget, right: "read" | "write"): Effect.Effect<Guarded, CaseFailure> =>
  Effect.gen(function*() {
    const { agenda, contributor, events, token } = yield* writing(target)
    if (contributor === null) return yield* new Missing({ needs: "--contributor-secret" })
    const { body } = yield* askFor(target, 200, `/v2/agendas/${agenda}`, { headers: token })
    const found = itemsOf(at(body, "schema"), "fields").find((field) => {
      const roles = at(field, right)
      const readable = at(field, "read")
      const isShown = right === "read" || !Array.isArray(readable) || readable.includes("contributor")
      return at(field, "schemaType") !== "event" && isShown && Array.isArray(roles) && !roles.includes("contributor") &&
        String(at(field, "fieldType")) in values
    })
    const needs = `an agenda with a number, text or boolean field that contributors may not ${right}`
    if (found === undefined) return yield* new Missing({ needs })
    return { contributor, token, events, field: String(at(found, "field")), value: values[String(at(found, "fieldType"))] }
  })

/** Checks that a contributor's values of a field, right or wrong, are ignored as those of an unknown key. */
const checkIgnored = (target: HttpTarget, { contributor, events, field, token, value }: Guarded) =>
  Effect.forEach(
    [value, { nonsense: [1, 2] }, null],
    Effect.fnUntraced(function*(sent) {
      const [event, path] = yield* newEvent(target, {}, contributor)
      const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: contributor, body: { [field]: sent, unheard: sent } })
      const ignored = (name: string) => itemsOf(body, "warnings").filter((warning) => at(warning, "field") === name)
      const expected = ignored("unheard").map((warning) => ({ ...Object(warning), field }))
      yield* checkLike(`the warnings of ${field}`, ignored(field), expected, true)
      yield* check(expected.length === 1, "the warnings of an unknown key", "one", shown(at(body, "warnings")))
      const read = yield* askFor(target, 200, `${events}/${uidAt(event)}`, { headers: token })
      const kept = at(read.body, "event", field)
      yield* check(kept === undefined || kept === null, `event.${field}`, "no value", shown(kept))
    }),
    { discard: true }
  )

/** Checks that a contributor may send the value of a field back, and no other one. */
const checkUnauthorized = (target: HttpTarget, { contributor, field, token, value }: Guarded) =>
  Effect.gen(function*() {
    const [, path] = yield* newEvent(target, {}, contributor)
    const send = (headers: Credential, sent: unknown, status = 200) =>
      askFor(target, status, path, { method: "PATCH", headers, body: { [field]: sent } })
    yield* send(token, value)
    yield* send(contributor, value)
    const { body } = yield* send(contributor, null, 400)
    yield* checkLike("errors", itemsOf(body, "errors")[0], { code: "unauthorized", field })
  })

const formats = ["json", "csv", "ics", "rss"]

/** Public addresses of an agenda by its uid and slug. */
const publicPaths = (uid: string, slug: string) => [
  ...[uid, slug].flatMap((name) => formats.map((format) => [`/agendas/${name}/events.v2.${format}`, name] as const)),
  ...[`/agendas/${slug}`, `/agendas/${slug}/events.ics`, `/embed/agendas/${slug}`].map((path) => [path, slug] as const)
]

/** Rights of fields, and what nobody learns of private agendas. */
export const rightCases = [
  ...casesOf("moderation", "fields", [
    ["read", "wire.md §5, Agenda", "a field that a caller may not read is nowhere in the answers", function*(target) {
      const { contributor, events, field, token, value } = yield* guardedField(target, "read")
      const [event, path] = yield* newEvent(target, { state: 2, [field]: value })
      const { body } = yield* askFor(target, 200, path, { headers: token })
      yield* checkLike(`event.${field} for those who may read it`, at(body, "event", field), value)
      const list = `${events}?uid[]=${uidAt(event)}&detailed=1`
      const agenda = events.replace(/\/events$/, "")
      for (const headers of [contributor, target.key]) {
        for (const asked of [path, list, `${list}&includeFields[]=${field}`, `${list}&aggregations[]=${field}`, agenda]) {
          const answer = yield* ask(target, asked, { headers })
          const shows = answer.status === 200 && answer.text.includes(`"${field}"`)
          yield* check(!shows, asked, `nothing of ${field}`, answer.text.slice(0, 300))
        }
        const filtered = yield* askFor(target, 200, `${list}&${field}=other`, { headers })
        yield* checkLike(`the list filtered by ${field}`, filtered.body, { total: 1 })
      }
    }],
    [
      "unreadable-write",
      "wire.md §5, Agenda",
      "a write of a field that the caller may not read is that of an unknown key",
      function*(target) {
        const guarded = yield* guardedField(target, "read")
        yield* checkIgnored(target, guarded)
      }
    ],
    [
      "write",
      "wire.md §4, Errors; wire.md §5, Agenda",
      "a write of a field that the caller may only read is unauthorized, unless it keeps the value",
      function*(target) {
        const guarded = yield* guardedField(target, "write")
        yield* checkUnauthorized(target, guarded)
      }
    ]
  ]),
  ...casesOf("moderation", "agenda", [
    ["private", "wire.md §3", "a private agenda is answered as none where no credential is sent", function*(target) {
      const { token } = yield* writing(target)
      const { body } = yield* askFor(target, 200, "/v2/me/agendas", { headers: token })
      const own = yield* Effect.forEach(
        itemsOf(body, "items"),
        (agenda) => Effect.map(askFor(target, 200, `/v2/agendas/${uidAt(agenda)}`, { headers: token }), (answer) => answer.body)
      )
      const hidden = own.find((agenda) => at(agenda, "private") === true)
      if (hidden === undefined) return yield* new Missing({ needs: "a private agenda of the secret's owner" })
      const [uid, slug] = [String(uidAt(hidden)), String(at(hidden, "slug"))]
      const none = publicPaths("9007199254740991", "no-such-agenda-here")
      for (const [index, [path, name]] of publicPaths(uid, slug).entries()) {
        const [otherPath = "", otherName = ""] = none[index] ?? []
        const answer = yield* askFor(target, 404, path, { headers: {} })
        const other = yield* askFor(target, 404, otherPath, { headers: {} })
        const same = answer.text.replaceAll(name, "NAME") === other.text.replaceAll(otherName, "NAME")
        yield* check(same, path, `the bytes of ${otherPath}`, answer.text.slice(0, 300))
      }
    }]
  ])
]
