import type { Role } from "@agenda-engine/core/domain/access/Member"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Networks } from "@agenda-engine/core/services/Networks"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { comparable } from "../../world/comparable.js"
import { formOf } from "../../world/formOf.js"
import { agendas, type Call, make, type World } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const options = [{ id: 1, value: "one", label: { fr: "Un" } }, { id: 2, value: "two", label: { fr: "Deux" } }]

/** A field of every kind, with a value that it takes. */
const kinds = [
  ["radio", { options }, 1],
  ["select", { options }, [2]],
  ["checkbox", { options }, [1, 2]],
  ["multiselect", { options }, [2, 1]],
  ["boolean", {}, true],
  ["integer", {}, 5],
  ["number", {}, 1.5],
  ["text", {}, "code"],
  ["text", { languages: ["fr"] }, { it: "codice" }],
  ["textarea", {}, "un\ndeux"],
  ["markdown", {}, "**fort**"],
  ["html", { languages: [] }, { fr: "<b>fort</b>" }],
  ["link", {}, "https://example.org/a"],
  ["email", {}, "a@example.org"],
  ["phone", {}, "+33 1 23 45 67 89"],
  ["date", {}, "2031-05-10"],
  ["file", {}, "https://example.org/a.pdf"],
  ["image", {}, "https://example.org/a.png"],
  ["section", {}, "x"]
] as const

const fieldNames = kinds.map(([kind], index) => `${kind}${index}`)

/** A value of no kind. */
const wrong = { it: 5, x: [null] }

const roles: ReadonlyArray<Role> = ["administrator", "moderator", "contributor"]

/** The kinds as fields for all roles but `hiddenFrom`: some are required, some say who writes them. */
const hiddenFields = (hiddenFrom: Role) => {
  const others = roles.filter((role) => role !== hiddenFrom)
  return kinds.map(([fieldType, shape], index) => ({
    field: fieldNames[index] ?? "",
    fieldType,
    label: { fr: "Caché", pt: "Escondido" },
    read: others,
    optional: index % 2 === 0,
    ...(index % 3 === 0 ? { write: others } : {}),
    ...shape
  }))
}

const shown = { field: "shown", fieldType: "integer", label: { fr: "Montré" } }

/** Writes by every route what the fields take, what they do not take, and nothing, and answers all that came back. */
const history = ({ credentials, send, within }: World, role: Role, defined: ReadonlyArray<ReturnType<typeof hiddenFields>[number]>) =>
  Effect.gen(function*() {
    const half = kinds.length / 2
    yield* within(Effect.gen(function*() {
      const network = yield* (yield* Networks).create({ title: "Network", schema: { fields: defined.slice(0, half) } })
      const schema = { fields: [shown, ...defined.slice(half)] }
      yield* (yield* Agendas).restore({ uid: agendas.main, title: "Town agenda", networkUid: network.uid, schema })
    }))
    const answers = new Array<readonly [string, ReturnType<typeof comparable>]>()
    const ask = (method: string, path: string, call: Omit<Call, "method"> = {}) =>
      Effect.gen(function*() {
        const headers = { ...call.headers, ...credentials[`${role}Token`], "x-request-id": String(answers.length) }
        const answer = yield* send(path, { ...call, method, headers })
        answers.push([`${method} ${path}`, comparable(answer)])
        return answer
      })
    const right = Object.fromEntries(kinds.map(([, , value], index) => [fieldNames[index] ?? "", value]))
    const bodies = [
      right,
      { ...right, title: null },
      ...[wrong, null].map((sent) => Object.fromEntries(fieldNames.map((name) => [name, sent])))
    ]
    const made = yield* ask("POST", events, { body: { ...onlineBody, shown: 1 } })
    const path = `${events}/${String(at(made.body, "event", "uid"))}`
    for (const body of bodies) {
      yield* ask("POST", events, { body: { ...onlineBody, ...body } })
      yield* ask("POST", events, { body: { ...body } })
      yield* ask("PUT", path, { body: { ...onlineBody, shown: 1, ...body } })
      yield* ask("POST", path, { body: { ...onlineBody, description: null, ...body } })
      yield* ask("PATCH", path, { body })
      yield* ask("PATCH", path, { body: { data: { ...body, title: 5 } } })
      yield* ask("PUT", `${events}/ext/key/1`, { body: { ...onlineBody, ...body } })
      yield* ask("POST", `${events}/ext/key/1`, { body: { ...onlineBody, shown: "x", ...body } })
      yield* ask("PATCH", `${events}/ext/key/1`, { body })
      yield* ask("POST", `/v2/agendas/${agendas.main}/locations`, { body })
      yield* ask("POST", `/v2/agendas/${agendas.main}/members/invite`, {
        body: { emails: ["new@example.org"], role: "contributor", ...body }
      })
    }
    for (const name of fieldNames) {
      yield* ask("PATCH", path, formOf({}, { bytes: new Uint8Array(3) }, name))
      yield* ask("POST", events, formOf({ ...onlineBody, ...right }, { bytes: new Uint8Array(3) }, name))
      yield* ask("GET", `${events}?${name}=1&if=${name}&sort=${name}.asc`)
      yield* ask("GET", `${events}?aggs[0][t]=af&aggs[0][f]=${name}`)
    }
    yield* ask("GET", path)
    yield* ask("GET", `${events}?state[]=2&state[]=0&detailed=1&mine=1`)
    yield* ask("PATCH", `/v2/agendas/${agendas.main}`, { body: right })
    return answers
  })

describe("an additional field that a role may not read", () => {
  it.scopedLive.each(roles)(
    "is an unknown key to a %s, whatever it is sent: every answer is the same as without the field",
    (role) =>
      Effect.gen(function*() {
        const without = yield* history(yield* make(MemoryStores.layer), role, [])
        const withFields = yield* history(yield* make(MemoryStores.layer), role, hiddenFields(role))
        expect(withFields.length).toBeGreaterThan(100)
        for (const [index, answer] of withFields.entries()) expect(answer).toEqual(without[index])
      })
  )
})
