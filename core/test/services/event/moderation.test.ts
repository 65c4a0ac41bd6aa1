import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import { rawBody } from "../../../src/contract/RawBody.js"
import { indexEvent } from "../../../src/derive/indexing/indexEvent.js"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import type { Role } from "../../../src/domain/access/Member.js"
import { type EventState, published } from "../../../src/domain/event/Event.js"
import { omitUndefined } from "../../../src/domain/omitUndefined.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { EventHistory } from "../../../src/ports/event/EventHistory.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import type { EventIndex, EventRecord } from "../../../src/record/EventRecord.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { eventOf } from "../../../src/services/event/EventRecords.js"
import { moderate } from "../../../src/services/event/write/moderate.js"
import { Members } from "../../../src/services/Members.js"
import { eventsAs } from "../access/callers.js"
import { bodyOf, draftOf, memberOf, testEngine } from "../testEngine.js"
import { type Outcome, outcomeOf, rules, type Write, type Writer } from "./moderationRules.js"

const states: ReadonlyArray<EventState> = [-1, 0, 1, 2]
const maybeStates: ReadonlyArray<EventState | undefined> = [undefined, ...states]
/** One state of each kind that the rules tell apart: none, one that is free to those who moderate, published. */
const askedStates: ReadonlyArray<EventState | undefined> = [undefined, 0, published]
const either: ReadonlyArray<boolean> = [false, true]
const members: ReadonlyArray<Exclude<Writer, "none">> = ["operator", "administrator", "moderator", "contributor"]
const everybody: ReadonlyArray<Writer> = [...members, "none"]
const updates: ReadonlyArray<Write["action"]> = ["replace", "patch", "upsert"]
const roleLists: ReadonlyArray<ReadonlyArray<Role> | undefined> = [undefined, [], ["contributor"], ["moderator", "contributor"]]

/** Every combination of the inputs of `moderate`. */
const decisions: ReadonlyArray<Write> = pipe(
  Arr.Do,
  Arr.bind("writer", () => members),
  Arr.bind("stored", () => [null, ...states]),
  Arr.bind("asked", () => maybeStates),
  Arr.bind("canPublish", () => roleLists),
  Arr.bind("moderateOnChangeBy", () => roleLists),
  Arr.bind("defaultState", ({ stored }) => stored === null ? maybeStates : [undefined]),
  Arr.bind("storedFeatured", ({ stored }) => stored === null ? [false] : either),
  Arr.bind("askedFeatured", () => [undefined, ...either]),
  Arr.bind("content", ({ stored }) => stored === null ? [true] : either),
  Arr.map((write): Write => ({ ...write, action: write.stored === null ? "create" : "replace", own: true }))
)

const settingsOf = ({ canPublish, defaultState, moderateOnChangeBy }: Pick<Write, "canPublish" | "defaultState" | "moderateOnChangeBy">) =>
  omitUndefined({ canPublish, defaultState, moderateOnChangeBy })

const decided = (write: Write): Outcome => {
  const { asked, askedFeatured, content, stored, storedFeatured, writer } = write
  const moderated = moderate({
    role: writer === "operator" || writer === "none" ? null : writer,
    settings: settingsOf(write),
    stored: stored === null ? null : { state: stored, featured: storedFeatured },
    asked: omitUndefined({ state: asked, featured: askedFeatured }),
    contentChanges: content
  })
  return moderated === "forbidden"
    ? moderated
    : { state: moderated.state, featured: moderated.featured, leftAlone: moderated.warnings.map(({ field }) => field) }
}

/** Settings tested through the service, each in an agenda of its own. */
const settings: ReadonlyArray<Pick<Write, "canPublish" | "defaultState" | "moderateOnChangeBy">> = [
  { canPublish: undefined, defaultState: undefined, moderateOnChangeBy: undefined },
  { canPublish: ["administrator"], defaultState: undefined, moderateOnChangeBy: ["moderator", "contributor"] },
  { canPublish: ["contributor"], defaultState: 1, moderateOnChangeBy: ["contributor"] }
]

const bare = { asked: undefined, askedFeatured: undefined, storedFeatured: false, content: false }

/** Requests to the service under given settings: caller, write mode, event and body. */
const creations = (under: (typeof settings)[number]): ReadonlyArray<Write> =>
  pipe(
    Arr.Do,
    Arr.bind("writer", () => everybody),
    Arr.bind("action", (): ReadonlyArray<Write["action"]> => ["create", "upsert"]),
    Arr.bind("asked", () => askedStates),
    Arr.bind("askedFeatured", () => [undefined, true]),
    Arr.map((write): Write => ({ ...bare, ...under, ...write, stored: null, own: true, content: true }))
  )

/** Every write mode for the settings that differ most; one mode for the others. */
const actionsUnder = ({ canPublish }: (typeof settings)[number]): ReadonlyArray<Write["action"]> =>
  canPublish === undefined ? ["patch"] : canPublish.includes("administrator") ? updates : ["replace"]

/** Whether every write of this caller is refused. */
const isOutsider = ({ own, writer }: Pick<Write, "own" | "writer">): boolean => writer === "none" || (writer === "contributor" && !own)

const edits = (under: (typeof settings)[number]): ReadonlyArray<Write> =>
  pipe(
    Arr.Do,
    Arr.bind("writer", () => everybody),
    Arr.bind("own", ({ writer }) => writer === "contributor" || writer === "none" ? either : [false]),
    Arr.bind("stored", () => states),
    Arr.bind("action", () => actionsUnder(under)),
    Arr.bind("asked", (write): ReadonlyArray<EventState | undefined> => isOutsider(write) ? [undefined, published] : askedStates),
    Arr.bind("content", (write) => isOutsider(write) ? [true] : either),
    Arr.map((write): Write => ({ ...bare, ...under, ...write }))
  )

const features = (under: (typeof settings)[number]): ReadonlyArray<Write> =>
  pipe(
    Arr.Do,
    Arr.bind("writer", () => everybody),
    Arr.bind("own", ({ writer }) => writer === "contributor" ? either : [false]),
    Arr.bind("stored", (): ReadonlyArray<EventState> => [0, 2]),
    Arr.bind("storedFeatured", () => either),
    Arr.bind("askedFeatured", () => either),
    Arr.map((write): Write => ({ ...bare, ...under, ...write, action: "patch" }))
  )

const describeWrite = ({ canPublish, moderateOnChangeBy, ...write }: Write): string =>
  JSON.stringify({ ...write, canPublish, moderateOnChangeBy })

/** The engine with users, and for each settings an agenda of which they are members. */
const world = Effect.gen(function*() {
  const agendas = yield* Agendas
  const first = yield* agendas.create({ title: "First" })
  const people = {
    administrator: yield* memberOf(first.uid, "administrator", "ada"),
    moderator: yield* memberOf(first.uid, "moderator", "mo"),
    contributor: yield* memberOf(first.uid, "contributor", "cleo"),
    none: yield* memberOf(first.uid, null, "out"),
    other: yield* memberOf(first.uid, "contributor", "otto")
  }
  const enrol = Effect.fnUntraced(function*(agendaUid: number) {
    const roles = yield* Members
    yield* roles.add(agendaUid, people.administrator.user.uid, "administrator")
    yield* roles.add(agendaUid, people.moderator.user.uid, "moderator")
    yield* roles.add(agendaUid, people.contributor.user.uid, "contributor")
    yield* roles.add(agendaUid, people.other.user.uid, "contributor")
  })
  const callerOf = (writer: Writer): Caller => writer === "operator" ? operator : people[writer].token
  return {
    callerOf,
    contributorOf: ({ own, writer }: Write): number => own && writer !== "operator" ? people[writer].user.uid : people.other.user.uid,
    agendaUnder: Effect.fnUntraced(function*(under: (typeof settings)[number]) {
      const agenda = yield* agendas.create({ title: "Moderated", settings: { contribution: settingsOf(under) } })
      yield* enrol(agenda.uid)
      return agenda.uid
    })
  }
})

type World = Effect.Effect.Success<typeof world>

const extId = { key: "other", value: "1" }
const stored = bodyOf("Stored", { extIds: [extId] })
const edited = bodyOf("Edited", { extIds: [extId] })

/** Restores an event to its state before a write. */
const reset = Effect.fnUntraced(function*(record: EventRecord, index: EventIndex) {
  const { run } = yield* Transaction
  const events = yield* EventStore
  yield* run(events.put(record, index))
})

const bodyFor = (write: Write): Json => {
  const moderation = omitUndefined({ state: write.asked, featured: write.askedFeatured })
  const whole = write.content ? edited : stored
  if (write.action === "patch") return { ...(write.content ? { title: { fr: "Edited" } } : {}), ...moderation }
  return { ...(typeof whole === "object" && whole !== null ? whole : {}), ...moderation }
}

const refusals: { readonly [tag: string]: Outcome } = { Conflict: "conflict", Forbidden: "forbidden", NotFound: "not found" }

/** Runs a write and describes its outcome, having checked that exactly its state change was stored, with its author. */
const outcomeAt = Effect.fnUntraced(function*({ callerOf }: World, agendaUid: number, eventUid: number | null, write: Write) {
  const store = yield* EventStore
  const history = yield* EventHistory
  const ref = { _tag: "Uid" as const, uid: agendaUid }
  const event = { _tag: "Uid" as const, uid: eventUid ?? 0 }
  const caller = callerOf(write.writer)
  const body = bodyFor(write)
  const options = { lang: null }
  const historyOf = (uid: number) => history.find([uid])
  const before = (yield* historyOf(event.uid)).length
  const writing = {
    create: eventsAs(caller, ref).create(rawBody(body), options),
    replace: eventsAs(caller, ref).replace(event, rawBody(body), options),
    patch: eventsAs(caller, ref).patch(event, rawBody(body), options),
    upsert: eventsAs(caller, ref).upsert(extId, rawBody(body), options)
  }
  const written = yield* Effect.either(writing[write.action])
  if (written._tag === "Left") return refusals[written.left._tag] ?? written.left._tag
  const { event: shown, warnings } = written.right
  const uid = shown["uid"]
  const record = yield* store.find(agendaUid, { _tag: "Uid", uid })
  if (record === null) return "nothing was stored"
  const added = (yield* historyOf(uid)).slice(write.stored === null ? 0 : before)
  const expected = record.state === write.stored ? [] : [{ from: write.stored, to: record.state, userUid: caller.userUid }]
  expect(added.map(({ from, to, userUid }) => ({ from, to, userUid }))).toEqual(expected)
  expect([shown["state"], shown["featured"]]).toEqual([record.state, record.featured])
  if (write.stored === null) yield* eventsAs(operator, ref).remove({ _tag: "Uid", uid })
  return { state: record.state, featured: record.featured, leftAlone: warnings.map(({ field }) => field) }
})

/** The writes whose outcome differs from the rules. */
const differences = Effect.fnUntraced(function*(at: World, agendaUid: number, writes: ReadonlyArray<Write>) {
  const store = yield* EventStore
  const ref = { _tag: "Uid" as const, uid: agendaUid }
  const { event } = yield* eventsAs(operator, ref).create(rawBody(stored), { lang: null })
  const uid = event["uid"]
  const found = yield* store.find(agendaUid, { _tag: "Uid", uid })
  if (found === null) return ["nothing was made"]
  const index = indexEvent(yield* eventOf(found), [], {})
  const different: Array<string> = []
  for (const write of writes) {
    if (write.stored !== null) {
      yield* reset({ ...found, state: write.stored, featured: write.storedFeatured, contributorUid: at.contributorOf(write) }, index)
    } else if ((yield* store.find(agendaUid, { _tag: "Uid", uid })) !== null) {
      yield* eventsAs(operator, ref).remove({ _tag: "Uid", uid })
    }
    const outcome = yield* outcomeAt(at, agendaUid, uid, write)
    const expected = outcomeOf(write)
    if (JSON.stringify(outcome) !== JSON.stringify(expected)) {
      different.push(`${describeWrite(write)}: ${JSON.stringify(outcome)} and not ${JSON.stringify(expected)}`)
    }
  }
  return different
})

describe("the rules of moderation (wire.md §7)", () => {
  it("moderate follows the rules in every combination of inputs", () => {
    const different = decisions.filter((write) => JSON.stringify(decided(write)) !== JSON.stringify(outcomeOf(write)))
    expect(different.map(describeWrite)).toEqual([])
    expect(decisions.length).toBeGreaterThan(15_000)
  })

  it("every rule applies to at least one combination", () => {
    const writes = [...decisions, ...settings.flatMap((under) => [...creations(under), ...edits(under)])]
    const met = new Set(writes.map((write) => rules.find(({ when }) => when(write))?.says))
    expect(rules.filter(({ says }) => !met.has(says))).toEqual([])
  })

  for (const under of settings) {
    it.effect(`every write mode follows the rules under ${JSON.stringify(settingsOf(under))}`, () =>
      Effect.gen(function*() {
        const at = yield* world
        const agendaUid = yield* at.agendaUnder(under)
        expect(yield* differences(at, agendaUid, [...edits(under), ...features(under)])).toEqual([])
        expect(yield* differences(at, yield* at.agendaUnder(under), creations(under))).toEqual([])
      }).pipe(Effect.provide(testEngine)))
  }

  it.effect("moderators, administrators and its contributor may remove an event", () =>
    Effect.gen(function*() {
      const at = yield* world
      const [under] = settings
      const agendaUid = under === undefined ? 0 : yield* at.agendaUnder(under)
      const ref = { _tag: "Uid" as const, uid: agendaUid }
      const store = yield* EventStore
      for (const writer of everybody) {
        for (const state of states) {
          for (const own of either) {
            const { event } = yield* eventsAs(operator, ref).create(draftOf("Removed", { state }), { lang: null })
            const uid = event["uid"]
            const record = yield* store.find(agendaUid, { _tag: "Uid", uid })
            if (record === null) {
              return expect.unreachable()
            }
            const write: Write = {
              ...bare,
              canPublish: undefined,
              defaultState: undefined,
              moderateOnChangeBy: undefined,
              writer,
              stored: state,
              own,
              action: "patch"
            }
            yield* reset({ ...record, contributorUid: at.contributorOf(write) }, indexEvent(yield* eventOf(record), [], {}))
            const removed = yield* Effect.either(eventsAs(at.callerOf(writer), ref).remove({ _tag: "Uid", uid }))
            const expected = outcomeOf(write)
            expect([writer, state, own, removed._tag === "Left" ? refusals[removed.left._tag] : "removed"]).toEqual([
              writer,
              state,
              own,
              typeof expected === "string" ? expected : "removed"
            ])
          }
        }
      }
    }).pipe(Effect.provide(testEngine)))
})
