import { expect } from "@effect/vitest"
import { at } from "../../../test/world/at.js"
import { type Answer, type CredentialName } from "../world/World.js"
import type { Asked } from "./Asked.js"
import type { Renaming } from "./renamings.js"
import type { SpecData } from "./SpecWorld.js"

/** Expects an answer to be what the specification says. */
export type Expectation = (answer: Answer, data: SpecData) => void

/**
 * A request of the specification and what it is answered. `{event:july}` and `{place:hall}` in its path and values
 * stand for the uids that the world gave them.
 */
export interface SpecCase {
  /** Where it is said. */
  readonly clause: string
  /** The path below `/v2`. */
  readonly path: string
  readonly asked: Asked
  /** Who asks; a key without owner unless it says otherwise. */
  readonly as?: CredentialName
  /** The names that mean the same on this route; those of lists of events unless it says otherwise. */
  readonly also?: Renaming
  readonly answers: Expectation
}

/** Names in order; those in a list of their own are equal in that order, so that the smaller uid comes first. */
export type Ordered = ReadonlyArray<string | ReadonlyArray<string>>

const uidOf = ({ events }: SpecData, name: string): number => {
  const uid = events.get(name)
  if (uid === undefined) throw new Error(`there is no event ${name}`)
  return uid
}

/** The names in the order in which events come, ties settled. */
export const settled = (data: SpecData, names: Ordered): ReadonlyArray<string> =>
  names.flatMap((name) => typeof name === "string" ? [name] : name.toSorted((one, other) => uidOf(data, one) - uidOf(data, other)))

/** The names of the events of an answer, in its order. */
export const namesOf = ({ events }: SpecData, body: unknown): ReadonlyArray<string> => {
  const names = new Map([...events].map(([name, uid]) => [uid, name]))
  const found = at(body, "events")
  return Array.isArray(found) ? found.map((event: unknown) => names.get(Number(at(event, "uid"))) ?? `? ${String(at(event, "uid"))}`) : []
}

/** The answer is a list of these events, in this order, and of no others. */
export const lists = (...names: Ordered): Expectation => (answer, data) => {
  expect(answer.status, answer.text).toBe(200)
  const expected = settled(data, names)
  expect(namesOf(data, answer.body)).toEqual(expected)
  expect(answer.body).toMatchObject({ total: expected.length, after: null, success: true })
}

/** The answer is a list of these events, in the order that they have among all of the first ones. */
export const listsOf = (all: Ordered) => (...names: ReadonlyArray<string>): Expectation => (answer, data) => {
  const order = settled(data, all)
  const strangers = names.filter((name) => !order.includes(name))
  if (strangers.length > 0) throw new Error(`not among the events: ${strangers.join(", ")}`)
  lists(...order.filter((name) => names.includes(name)))(answer, data)
}

/** The answer succeeds with a body that holds this. */
export const shows = (body: object): Expectation => (answer) => {
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject(body)
}

/** The answer succeeds with exactly this at a path of its body. */
export const showsAt = (path: ReadonlyArray<string | number>, value: unknown): Expectation => (answer) => {
  expect(answer.status, answer.text).toBe(200)
  expect(at(answer.body, ...path)).toEqual(value)
}

/** The answer has exactly these members at a path of its body, in whatever order. */
export const hasMembers = (path: ReadonlyArray<string | number>, ...members: ReadonlyArray<string>): Expectation => (answer) => {
  expect(answer.status, answer.text).toBe(200)
  expect(Object.keys(Object(at(answer.body, ...path))).toSorted()).toEqual(members.toSorted())
}

/** The request is refused with this status. */
export const isRefused = (status: number): Expectation => (answer) => {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.body).toMatchObject({ success: false, status })
}

/** All of these hold. */
export const all = (...expectations: ReadonlyArray<Expectation>): Expectation => (answer, data) => {
  for (const expectation of expectations) expectation(answer, data)
}
