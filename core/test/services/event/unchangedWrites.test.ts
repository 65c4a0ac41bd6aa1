import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { type RawBody, rawBody } from "../../../src/contract/RawBody.js"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import type { Role } from "../../../src/domain/access/Member.js"
import { NotFound } from "../../../src/domain/error/EngineError.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { Access } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { BeforeWriteHook } from "../../../src/services/event/write/BeforeWriteHook.js"
import { Events } from "../../../src/services/Events.js"
import { Members } from "../../../src/services/Members.js"
import type { WriteOptions } from "../../../src/services/write/EventWriteOptions.js"
import { eventsAs, locationsAs } from "../access/callers.js"
import { bodyOf, engineOver, testAgenda } from "../testEngine.js"

/** The engine over memory, and the number of its transactions on agendas. */
const counted = () => {
  const taken = { locks: 0 }
  const stores = Layer.map(MemoryStores.layer, (context) => {
    const agendas = Context.get(context, AgendaStore)
    const lock = (uid: number) => Effect.zipRight(Effect.sync(() => taken.locks++), agendas.lock(uid))
    return Context.add(context, AgendaStore, { ...agendas, lock })
  })
  return { taken, engine: engineOver(stores) }
}

const named = (value: string) => ({ key: "source", value })

const hall = { name: "Halle", address: "1 place du Marché", countryCode: "fr", adminLevel4: "Sète", latitude: 43.4, longitude: 3.7 }

const schemaOf = (optional: boolean, read: ReadonlyArray<"administrator"> | undefined) => ({
  fields: [{ field: "genre", fieldType: "text" as const, label: { fr: "Genre" }, optional, ...(read === undefined ? {} : { read }) }]
})

/** The outcome of a write, or the tag of its failure. */
const outcomeOf = <E extends { readonly _tag: string }, R>(write: Effect.Effect<{ readonly outcome: string }, E, R>) =>
  Effect.match(write, { onSuccess: ({ outcome }) => outcome, onFailure: ({ _tag }) => _tag })

/** An answer that is stored with the write takes a transaction. */
const stored: WriteOptions = { keep: () => Effect.void }

it.scoped("a repeated write that leaves its event unchanged takes no transaction", () => {
  const { engine, taken } = counted()
  return Effect.gen(function*() {
    const { contributor, moderator, ref } = yield* testAgenda
    const locksOf = <A, E, R>(write: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const before = taken.locks
        return Effect.map(write, (written) => ({ written, locks: taken.locks - before }))
      })
    const events = eventsAs(moderator.token, ref)
    const body = rawBody(bodyOf("Bal"))
    const upsert = (options?: WriteOptions) => locksOf(events.upsert(named("1"), body, options))
    const upsertOf = (draft: RawBody) => locksOf(events.upsert(named("3"), draft))

    expect((yield* upsert()).written.outcome).toBe("created")
    const first = yield* upsert()
    expect(first).toMatchObject({ locks: 1, written: { outcome: "unchanged", version: 1, warnings: [] } })
    expect(yield* upsert()).toEqual({ ...first, locks: 0 })

    const { uid } = first.written.event
    const patch = locksOf(events.patch({ _tag: "Uid", uid }, rawBody({ title: { fr: "Bal" } })))
    yield* patch
    expect(yield* patch).toMatchObject({ locks: 0, written: { outcome: "unchanged" } })

    // Not the same write: its language, precondition, stored answer, hook, caller or agenda's settings differ.
    expect((yield* upsert({ lang: "en" })).locks).toBe(1)
    expect((yield* upsert({ expected: [1] })).locks).toBe(1)
    expect((yield* upsert(stored)).locks).toBe(1)
    expect((yield* upsert().pipe(Effect.provideService(BeforeWriteHook, ({ draft }) => Effect.succeed(draft)))).locks).toBe(1)
    expect(yield* outcomeOf(eventsAs(contributor.token, ref).upsert(named("1"), body))).toBe("Forbidden")
    expect((yield* upsert()).locks).toBe(0)
    yield* Effect.flatMap(Agendas, (agendas) => agendas.update(ref.uid, { schema: schemaOf(true, undefined) }))
    expect((yield* upsert()).locks).toBe(1)
    expect((yield* upsert()).locks).toBe(0)

    // A replacement drops the external identifier that an upsert keeps.
    const nameless = rawBody(bodyOf("Bal", { extIds: [] }))
    yield* Effect.repeatN(events.upsert(named("1"), nameless), 1)
    expect((yield* events.replace({ _tag: "ExtId", ...named("1") }, nameless)).outcome).toBe("updated")

    // Revisions do not tell users of the host apart.
    const asHostUser = (role: Role, userUid: number) => {
      const caller: Caller = { _tag: "HostUser", userId: role, userUid, roles: {}, memberships: { [ref.uid]: role } }
      return eventsAs(caller, ref).upsert(named("2"), rawBody(bodyOf("Fête")))
    }
    yield* Effect.repeatN(asHostUser("moderator", moderator.user.uid), 2)
    expect(yield* outcomeOf(asHostUser("contributor", contributor.user.uid))).toBe("Forbidden")

    // Its answer has a warning, which may be about what the event does not have.
    const warned = upsertOf(rawBody(bodyOf("Gala", { extIds: [named("9")] })))
    yield* Effect.repeatN(warned, 1)
    expect(yield* warned).toMatchObject({ locks: 1, written: { outcome: "unchanged", warnings: [{ field: "extIds[0].value" }] } })
    yield* events.upsert(named("9"), rawBody(bodyOf("Autre")))
    expect(yield* outcomeOf(Effect.map(warned, ({ written }) => written))).toBe("Invalid")

    // An event that was removed and created again has the same version and another uid.
    yield* events.remove({ _tag: "Uid", uid })
    expect((yield* upsert()).written.outcome).toBe("created")
  }).pipe(Effect.provide(engine))
})

it.scoped("a repeated write checks what has changed since its authorization", () => {
  const { engine, taken } = counted()
  return Effect.gen(function*() {
    const { contributor, ref } = yield* testAgenda
    const events = yield* Events
    const agendas = yield* Agendas
    const members = yield* Members
    const { run } = yield* Transaction
    const access = yield* Access
    const authorization = yield* access.authorize(contributor.token, ref, "events:write")
    const upsert = events.upsert(authorization, named("1"), rawBody(bodyOf("Bal")))
    yield* Effect.repeatN(upsert, 1)
    const before = taken.locks
    expect((yield* upsert).outcome).toBe("unchanged")
    expect(taken.locks).toBe(before)

    yield* agendas.update(ref.uid, { schema: schemaOf(false, undefined) })
    expect(yield* outcomeOf(upsert)).toBe("Invalid")

    // What a transaction that is rolled back has seen is not remembered.
    const later = yield* access.authorize(contributor.token, ref, "events:write")
    const again = events.upsert(later, named("1"), rawBody(bodyOf("Bal")))
    const optional = Effect.zipRight(agendas.update(ref.uid, { schema: schemaOf(true, undefined) }), outcomeOf(again))
    const outcomes: Array<string> = []
    const undone = Effect.zipRight(Effect.map(optional, (outcome) => outcomes.push(outcome)), Effect.fail(new NotFound({ what: "event" })))
    yield* Effect.flip(run(undone))
    expect(outcomes).toEqual(["unchanged"])
    expect(yield* outcomeOf(again)).toBe("Invalid")

    yield* agendas.update(ref.uid, { schema: schemaOf(true, undefined) })
    yield* members.remove(ref.uid, contributor.user.uid)
    expect(yield* outcomeOf(upsert)).toBe("Forbidden")
  }).pipe(Effect.provide(engine))
})

const bodies: ReadonlyArray<JsonObject> = [
  { title: { fr: "Bal" } },
  { title: { fr: "Concert" }, genre: "jazz", other: true },
  { title: { fr: "Bal" }, state: 2, featured: true },
  { title: { fr: "Opéra" }, timings: [{ begin: "2030-06-01T18:00:00", end: "2030-06-01T20:00:00" }], attendanceMode: 1 },
  { title: { fr: "Opéra" }, slug: "opera" }
]

const write = FastCheck.record({
  first: FastCheck.constantFrom("administrator" as const, null, null),
  by: FastCheck.constantFrom("administrator" as const, "moderator" as const, "contributor" as const, "other" as const),
  mode: FastCheck.constantFrom("upsert" as const, "upsert" as const, "patch" as const, "replace" as const),
  event: FastCheck.constantFrom("1", "2"),
  body: FastCheck.nat({ max: bodies.length - 1 }),
  lang: FastCheck.constantFrom(null, null, "en")
})

const changeNames = [
  "genre is required",
  "genre is optional",
  "genre is not read",
  "changes are moderated",
  "changes are not moderated",
  "location moves",
  "location returns",
  "time passes",
  "role ends",
  "role begins",
  "removed",
  "edited",
  "edited"
] as const

/** A write, and what changes between two times that it is sent. */
const step = FastCheck.tuple(write, FastCheck.option(FastCheck.constantFrom(...changeNames)))

it.scoped("a repeated write has the outcome of a validated one after any changes", () => {
  const { engine, taken } = counted()
  return Effect.gen(function*() {
    yield* TestClock.setTime("2030-01-01T00:00:00Z")
    const { ref, ...members } = yield* testAgenda
    const { uid } = ref
    const agendas = yield* Agendas
    const { location } = yield* locationsAs(operator, ref).create(hall, { lang: null })
    const locationUid = location.uid
    const place = (at: JsonObject) => Effect.ignore(locationsAs(operator, ref).patch({ _tag: "Uid", uid: locationUid }, at, { lang: null }))
    const update = (change: Parameters<typeof agendas.update>[1]) => Effect.ignore(agendas.update(uid, change))
    const changes = {
      "genre is required": update({ schema: schemaOf(false, undefined) }),
      "genre is optional": update({ schema: schemaOf(true, undefined) }),
      "genre is not read": update({ schema: schemaOf(true, ["administrator"]) }),
      "changes are moderated": update({ settings: { contribution: { moderateOnChangeBy: ["contributor"] } } }),
      "changes are not moderated": update({ settings: { contribution: { moderateOnChangeBy: [] } } }),
      "location moves": place({ latitude: 35.7, longitude: 139.7, countryCode: "jp", timezone: "Asia/Tokyo" }),
      "location returns": place({ ...hall, timezone: "Europe/Paris" }),
      "time passes": TestClock.adjust("200 days"),
      "role ends": Effect.ignore(Effect.flatMap(Members, (service) => service.remove(uid, members.other.user.uid))),
      "role begins": Effect.ignore(Effect.flatMap(Members, (service) => service.add(uid, members.other.user.uid, "contributor"))),
      edited: Effect.ignore(
        Effect.suspend(() => eventsAs(operator, ref).patch({ _tag: "ExtId", ...named("1") }, rawBody({ title: { fr: `Bal ${edits++}` } })))
      ),
      removed: Effect.ignore(eventsAs(operator, ref).remove({ _tag: "ExtId", ...named("1") }))
    }
    let edits = 0
    let repeated = 0
    for (const [index, [{ body, by, event, first, lang, mode }, change]] of FastCheck.sample(step, { seed: 7, numRuns: 200 }).entries()) {
      const content = bodies[body] ?? {}
      const placed = content["attendanceMode"] === 1 ? { locationUid } : {}
      const whole = mode === "patch" ? {} : { ...Object(bodyOf("Bal")), extIds: [named(event)] }
      const draft = rawBody({ ...whole, ...content, ...placed })
      const sendAs = (member: typeof by, options: WriteOptions = {}) => {
        const events = eventsAs(members[member].token, ref)
        return Effect.either(
          mode === "upsert"
            ? events.upsert(named(event), draft, { lang, ...options })
            : events[mode]({ _tag: "ExtId", ...named(event) }, draft, { lang, ...options })
        )
      }
      yield* sendAs(first ?? by)
      yield* sendAs(first ?? by)
      if (change !== null) yield* changes[change]
      const before = taken.locks
      const answered = yield* sendAs(by)
      repeated += taken.locks === before && Either.isRight(answered) ? 1 : 0
      const validated = yield* sendAs(by, stored)
      // A write that created or changed its event may have had other warnings.
      const settled = Either.map(
        answered,
        (written) => written.outcome === "unchanged" ? written : { ...written, outcome: "unchanged", warnings: expect.anything() }
      )
      expect(validated, `step ${index}: ${mode} of body ${body} by ${by} after ${change}`).toEqual(settled)
    }
    expect(repeated).toBeGreaterThan(25)
  }).pipe(Effect.provide(engine))
}, 60_000)
