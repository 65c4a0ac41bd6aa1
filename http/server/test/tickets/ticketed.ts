import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Answer } from "../world/World.js"

/** The address of the events that these tests write to. */
export const events = `/v2/agendas/${agendas.main}/events`

/** An hour of a day of July. */
export const slotOn = (day: string, hours = 1) => ({
  begin: `2025-07-${day}T18:00:00+02:00`,
  end: `2025-07-${day}T${18 + hours}:00:00+02:00`
})

/** A body of an event with these members. */
export const bodyWith = (more: object) => ({ ...onlineBody, state: 2, ...more })

/** Sends as a moderator. */
export const send = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(TestWorld, ({ credentials, send }) => send(path, { method, body, headers: credentials.moderatorToken }))

/** The same, and expects that it succeeds. */
export const write = (method: string, path: string, body?: unknown) =>
  Effect.tap(send(method, path, body), ({ status, text }) => expect(status, `${method} ${path}: ${text}`).toBe(200))

/** Makes an event; answers its address. */
export const make = (more: object) =>
  Effect.map(write("POST", events, bodyWith(more)), ({ body }) => `${events}/${String(at(body, "event", "uid"))}`)

/** An event as anybody reads it. */
export const read = (path: string) =>
  Effect.flatMap(
    TestWorld,
    ({ credentials, send }) => Effect.map(send(path, { headers: credentials.ownerless }), ({ body }) => at(body, "event"))
  )

/** The members of each of these, of a list that stands there. */
export const each = <A>(list: unknown, of: (one: unknown) => A): ReadonlyArray<A> => Array.isArray(list) ? list.map(of) : []

/** The faults that an answer names, `<code> <field>` each. */
export const faultsOf = ({ body }: Answer): ReadonlyArray<string> =>
  each(at(body, "errors"), (error) => `${String(at(error, "code"))} ${String(at(error, "field"))}`)
