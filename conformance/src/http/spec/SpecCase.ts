import * as DateTime from "effect/DateTime"
import { type Answer, at, instantOf } from "../answer/Answer.js"
import { type Comparison, mismatch, shown } from "../answer/mismatch.js"
import type { Asked } from "../spelling/Asked.js"
import type { Renaming } from "../spelling/renamings.js"
import { type CredentialName, type SpecUids, uidOf, withUids } from "./SpecData.js"

/** Compares an answer with the specification: null when it agrees, else what differs. */
export type Expectation = (answer: Answer, data: SpecUids) => string | null

/**
 * What a case needs beside the events and locations of the main agenda. `clock`: the server's clock is set. It stands
 * at the instant of the sample data, which was written minute by minute before. `fields`: the additional fields of the
 * sample data. `agendas`: its other agendas, with their network and members.
 */
export type SpecNeed = "clock" | "fields" | "agendas"

/**
 * A request of the specification and what it is answered. `{event:july}`, `{place:hall}` and `{agenda:main}` in its
 * path and values stand for the uids that the server gave them, `{slug:main}` and `{network}` for a slug and the uid of
 * the network, `{tag}` for what ends slugs and external ids of the run.
 */
export interface SpecCase {
  /** Source of the requirement: a clause of the specification. */
  readonly clause: string
  /** The path below `/v2`. */
  readonly path: string
  readonly asked: Asked
  /** Who asks; a key without owner by default. */
  readonly as?: CredentialName
  /** The names that mean the same on this route; by default those of lists of events. */
  readonly also?: Renaming
  readonly needs?: ReadonlyArray<SpecNeed>
  readonly answers: Expectation
}

/** Adds needs to cases. */
export const needing = (needs: ReadonlyArray<SpecNeed>, cases: ReadonlyArray<SpecCase>): ReadonlyArray<SpecCase> =>
  cases.map((one) => ({ ...one, needs: [...new Set([...one.needs ?? [], ...needs])] }))

/** An instant that is moved with the slots of the sample data: a date with time and offset. */
const instant = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)/g

/** Cases that need the clock of the sample data when their filters name days, or when something was written. */
export const dated = (cases: ReadonlyArray<SpecCase>): ReadonlyArray<SpecCase> =>
  cases.flatMap((one) => {
    const names = JSON.stringify({ ...one.asked, sort: [] }).replace(instant, "")
    return /createdAt|updatedAt|today|\d{4}-\d\d-\d\d/.test(names) ? needing(["clock"], [one]) : [one]
  })

/** A text in which instants are moved as the slots of the sample data are. */
export const moved = (text: string, { moved_ms }: SpecUids): string =>
  moved_ms === 0 ? text : text.replace(instant, (found) => DateTime.formatIso(DateTime.unsafeMake(instantOf(found) + moved_ms)))

const comparing = (data: SpecUids, exact: boolean): Comparison => ({
  exact,
  filled: withUids(data),
  moved: (text) => moved(text, data)
})

/** Names in order; those in a list of their own are equal in that order, so that their uids decide. */
export type Ordered = ReadonlyArray<string | ReadonlyArray<string>>

/** The names in the order in which events, or agendas, come. The uids of ties ascend, or descend. */
export const settled = (
  data: SpecUids,
  names: Ordered,
  ties: "asc" | "desc" = "asc",
  of: "agenda" | "event" = "event"
): ReadonlyArray<string> =>
  names.flatMap((name) => {
    if (typeof name === "string") return [name]
    const uid = (one: string) => uidOf(data, `{${of}:${one}}`)
    const ascending = name.toSorted((one, other) => uid(one) - uid(other))
    return ties === "asc" ? ascending : ascending.toReversed()
  })

/** The items at a member of a body; none when it is no list. */
export const itemsOf = (body: unknown, member: string): ReadonlyArray<unknown> => {
  const found = at(body, member)
  return Array.isArray(found) ? found : []
}

/** The names of the events of an answer, in its order. */
export const namesOf = ({ events }: SpecUids, body: unknown): ReadonlyArray<string> => {
  const names = new Map([...events].map(([name, uid]) => [uid, name]))
  return itemsOf(body, "events").map((event) => names.get(Number(at(event, "uid"))) ?? `? ${shown(at(event, "uid"))}`)
}

/** All of these hold. */
export const all = (...expectations: ReadonlyArray<Expectation>): Expectation => (answer, data) => {
  for (const expectation of expectations) {
    const found = expectation(answer, data)
    if (found !== null) return found
  }
  return null
}

const hasStatus = (status: number): Expectation => (answer) =>
  answer.status === status ? null : `the status: expected ${status}, was ${answer.status} with ${answer.text.slice(0, 300)}`

/** The answer succeeds, and what is read of its body is exactly this. */
export const reads = (what: string, read: (body: unknown, data: SpecUids) => unknown, expected: unknown): Expectation =>
  all(hasStatus(200), ({ body }, data) => mismatch(read(body, data), expected, comparing(data, true), what))

/** The answer succeeds with a body that holds this. */
export const shows = (expected: object): Expectation =>
  all(hasStatus(200), ({ body }, data) => mismatch(body, expected, comparing(data, false)))

const listsWith = (ties: "asc" | "desc") => (...names: Ordered): Expectation =>
  all(
    (answer, data) => reads("the events", (body) => namesOf(data, body), settled(data, names, ties))(answer, data),
    (answer, data) => shows({ total: settled(data, names).length, after: null, success: true })(answer, data)
  )

/** The answer is a list of these events, in this order, and of no others. The uids of ties ascend. */
export const lists = listsWith("asc")

/** The same under a descending sort: the uids of ties descend. */
export const listsDescending = listsWith("desc")

/** The answer is a list of these events, in the order that they have among all of the first ones. */
export const listsOf = (every: Ordered) => (...names: ReadonlyArray<string>): Expectation => (answer, data) => {
  const order = settled(data, every)
  const strangers = names.filter((name) => !order.includes(name))
  return strangers.length > 0
    ? `the case names what is not among the events: ${strangers.join(", ")}`
    : lists(...order.filter((name) => names.includes(name)))(answer, data)
}

/** The answer succeeds with exactly this at a path of its body. */
export const showsAt = (path: ReadonlyArray<string | number>, value: unknown): Expectation =>
  reads(path.join("."), (body) => at(body, ...path), value)

/** The answer has exactly these members at a path of its body, in whatever order. */
export const hasMembers = (path: ReadonlyArray<string | number>, ...members: ReadonlyArray<string>): Expectation =>
  reads(`the members of ${path.join(".")}`, (body) => Object.keys(Object(at(body, ...path))).toSorted(), members.toSorted())

/** The text of the answer matches, or does not. */
export const hasText = (form: RegExp, matches: boolean): Expectation => ({ text }) =>
  form.test(text) === matches ? null : `the text: expected ${matches ? "a" : "no"} match of ${form}, was ${text.slice(0, 300)}`

/** The request is refused with this status. */
export const isRefused = (status: number): Expectation =>
  all(
    hasStatus(status),
    ({ body }, data) => mismatch(body, { success: false, status }, comparing(data, false))
  )
