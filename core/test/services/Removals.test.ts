import { sampleInvitation } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { operator } from "../../src/domain/access/Credential.js"
import { Conflict, Forbidden, NotFound, Unauthorized } from "../../src/domain/error/EngineError.js"
import { CredentialStore } from "../../src/ports/CredentialStore.js"
import { InvitationStore } from "../../src/ports/InvitationStore.js"
import { LocationStore } from "../../src/ports/LocationStore.js"
import { MemberStore } from "../../src/ports/MemberStore.js"
import { RemovalStore } from "../../src/ports/RemovalStore.js"
import { Transaction } from "../../src/ports/Transaction.js"
import type { InvitationRecord } from "../../src/record/InvitationRecord.js"
import { Access, authorized } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Events } from "../../src/services/Events.js"
import { Keys } from "../../src/services/Keys.js"
import { Locations } from "../../src/services/Locations.js"
import { LocationSets } from "../../src/services/LocationSets.js"
import { Members } from "../../src/services/Members.js"
import { Networks } from "../../src/services/Networks.js"
import { Removals } from "../../src/services/Removals.js"
import { Users } from "../../src/services/Users.js"
import { eventsAs, locationsAs } from "./access/callers.js"
import { draftOf, everything, testAgenda, testEngine } from "./testEngine.js"

const lang = { lang: null }
const failed = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect)
const ref = (uid: number) => ({ _tag: "Uid" as const, uid })
const unlimited = { operations: null, expiresAt: null }

/** Two agendas of one location set, with events at each other's locations. */
const sharing = Effect.gen(function*() {
  const agendas = yield* Agendas
  const set = yield* (yield* LocationSets).create({ title: "Halls" })
  const first = yield* agendas.create({ title: "First", locationSetUid: set.uid })
  const second = yield* agendas.create({ title: "Second", locationSetUid: set.uid })
  const place = (agendaUid: number, name: string, extId: string) =>
    Effect.map(
      locationsAs(operator, ref(agendaUid)).create({
        name,
        address: "1 Quay",
        countryCode: "FR",
        extIds: [{ key: "default", value: extId }]
      }, lang),
      ({ location }) => location["uid"]
    )
  const shared = yield* place(first.uid, "Hall", "h1")
  const at = { attendanceMode: 1, locationUid: shared }
  yield* eventsAs(operator, ref(first.uid)).create(draftOf("Own", at), lang)
  yield* eventsAs(operator, ref(second.uid)).create(draftOf("Guest", at), lang)
  return { set, first, second, shared }
})

describe("Removals of agendas", () => {
  it.effect("removing an agenda removes all its data, as the dry run counts it", () =>
    Effect.gen(function*() {
      const { administrator, agenda, contributor, ref: agendaRef } = yield* testAgenda
      const agendas = yield* Agendas
      const credentials = yield* CredentialStore
      const events = yield* Events
      const keys = yield* Keys
      const removals = yield* Removals
      const other = yield* agendas.create({ title: "Other" })
      const own = yield* keys.create({ kind: "agenda", ownerUid: null, agendaUids: [agenda.uid], ...unlimited })
      const both = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: [agenda.uid, other.uid], ...unlimited })
      yield* eventsAs(contributor.token, agendaRef).create(draftOf("To review"), lang)
      yield* eventsAs(administrator.token, agendaRef).create(draftOf("Published"), lang)
      const { event } = yield* eventsAs(administrator.token, agendaRef).create(draftOf("Removed"), lang)
      yield* eventsAs(administrator.token, agendaRef).remove(ref(event["uid"]))
      const kept = yield* eventsAs(operator, ref(other.uid)).create(draftOf("Elsewhere"), lang)

      expect(yield* removals.ofAgenda(agenda.uid)).toMatchObject({
        events: 2,
        tombstones: 2,
        locations: 0,
        sharedLocations: 0,
        members: 4,
        keysRevoked: 1,
        keysNarrowed: 1
      })
      expect((yield* eventsAs(administrator.token, agendaRef).list(everything)).total).toBe(1)
      yield* removals.agenda(agenda.uid)

      expect(yield* failed(eventsAs(administrator.token, agendaRef).list(everything))).toEqual(
        new NotFound({ what: "agenda" })
      )
      expect(yield* failed(removals.ofAgenda(agenda.uid))).toEqual(new NotFound({ what: "agenda" }))
      expect(yield* failed(removals.agenda(agenda.uid))).toEqual(new NotFound({ what: "agenda" }))
      expect(yield* failed((yield* Access).identify({ key: own.key, token: null }))).toBeInstanceOf(Forbidden)
      expect((yield* credentials.find(both.id))?.agendaUids).toEqual([other.uid])
      expect(yield* (yield* RemovalStore).count(agenda.uid)).toEqual({ events: 0, tombstones: 0 })
      expect(yield* (yield* MemberStore).count(agenda.uid)).toBe(0)
      expect(yield* (yield* RemovalStore).removed).toEqual([])
      expect((yield* events.listPublic(operator, everything)).events.map(({ uid }) => uid)).toEqual([kept.event["uid"]])
    }).pipe(Effect.provide(testEngine)))

  it.effect("locations of the set pass to an agenda that shares it", () =>
    Effect.gen(function*() {
      const { first, second, shared } = yield* sharing
      const removals = yield* Removals
      const locations = yield* LocationStore
      expect(yield* removals.ofAgenda(first.uid)).toMatchObject({ events: 1, locations: 0, sharedLocations: 1 })
      yield* removals.agenda(first.uid)
      expect((yield* locations.find(shared))?.agendaUid).toBe(second.uid)
      expect((yield* locations.findByExtId(second.uid, null, { key: "default", value: "h1" }))?.uid).toBe(shared)
      yield* removals.agenda(second.uid)
      expect(yield* locations.find(shared)).toBe(null)
    }).pipe(Effect.provide(testEngine)))

  it.effect("a location passes to an agenda that has left the set but has an event there", () =>
    Effect.gen(function*() {
      const { first, second, shared } = yield* sharing
      yield* (yield* Agendas).update(second.uid, { locationSetUid: null })
      // It now has a location with the same external identifier, which keeps it.
      const { location } = yield* authorized(operator, ref(second.uid), "locations:write", (by) =>
        Effect.flatMap(Locations, (locations) =>
          locations.create(by, {
            name: "New hall",
            address: "2 Quay",
            countryCode: "FR",
            extIds: [{ key: "default", value: "h1" }]
          }, lang)))
      yield* (yield* Removals).agenda(first.uid)
      const locations = yield* LocationStore
      expect((yield* locations.find(shared))?.agendaUid).toBe(second.uid)
      expect((yield* locations.findByExtId(second.uid, null, { key: "default", value: "h1" }))?.uid).toBe(location["uid"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("an interrupted removal is finished by the next sweep, and the uid stays taken until then", () =>
    Effect.gen(function*() {
      const { administrator, agenda, ref: agendaRef } = yield* testAgenda
      const agendas = yield* Agendas
      for (const title of ["a", "b", "c"]) {
        yield* eventsAs(administrator.token, agendaRef).create(draftOf(title), lang)
      }
      const removals = yield* Removals
      yield* Effect.exit(removals.agenda(agenda.uid, () => Effect.die("killed")))
      expect(yield* failed(eventsAs(administrator.token, agendaRef).list(everything))).toEqual(
        new NotFound({ what: "agenda" })
      )
      expect(yield* failed(agendas.create({ title: "Again", uid: agenda.uid }))).toMatchObject({
        issues: [{ code: "duplicate", field: "uid" }]
      })
      yield* removals.sweep()
      expect(yield* (yield* RemovalStore).count(agenda.uid)).toEqual({ events: 0, tombstones: 0 })
      yield* agendas.create({ title: "Again", uid: agenda.uid })
      expect((yield* eventsAs(operator, agendaRef).list(everything)).total).toBe(0)
      expect(yield* failed(eventsAs(administrator.token, ref(agenda.uid + 1)).list(everything)))
        .toBeInstanceOf(NotFound)
    }).pipe(Effect.provide(testEngine)))
})

describe("Removals of users", () => {
  it.effect("removing a user removes the account and its data and leaves the events", () =>
    Effect.gen(function*() {
      const { administrator, agenda, contributor, moderator, ref: agendaRef } = yield* testAgenda
      const removals = yield* Removals
      const store = yield* RemovalStore
      const { event } = yield* eventsAs(contributor.token, agendaRef).create(draftOf("Mine"), lang)
      const uid = event["uid"]
      yield* eventsAs(contributor.token, agendaRef).patch(ref(uid), { title: { fr: "Encore" } }, lang)
      yield* eventsAs(moderator.token, agendaRef).patch(ref(uid), { state: 2, motive: "Vu" }, lang)
      const shown = yield* eventsAs(administrator.token, agendaRef).get(ref(uid))
      expect(shown.event).toMatchObject({
        member: { name: "cleo" },
        stateHistory: [{ by: { name: "cleo" } }, { by: { name: "mo" }, motive: "Vu" }]
      })
      expect(yield* removals.ofUser(contributor.user.uid)).toMatchObject({
        agendaUids: [agenda.uid],
        soleAdministratorOf: [],
        keys: 2,
        events: 1,
        stateChanges: 1
      })

      yield* removals.user(contributor.user.uid)

      const after = yield* eventsAs(administrator.token, agendaRef).get(ref(uid))
      expect(after.version).toBe(shown.version)
      expect(after.event).toMatchObject({
        member: null,
        stateHistory: [{ from: null, to: 0, by: { userUid: null, name: null, deletedUser: true } }, { from: 0, to: 2, by: { name: "mo" } }]
      })
      expect(JSON.stringify(after.event)).not.toMatch(/cleo/)
      expect(yield* store.contributionsOf(contributor.user.uid)).toEqual([])
      expect(JSON.stringify(yield* (yield* Members).list(agenda.uid))).not.toMatch(/cleo/)
      expect(yield* failed((yield* Users).get(contributor.user.uid))).toEqual(new NotFound({ what: "user" }))
      const access = yield* Access
      expect(yield* failed(access.requestToken(contributor.secret))).toBeInstanceOf(Unauthorized)
      expect(
        yield* failed(eventsAs(contributor.token, agendaRef).create(draftOf("Late"), lang))
      )
        .toBeInstanceOf(Forbidden)
      expect(yield* failed(removals.user(contributor.user.uid))).toEqual(new NotFound({ what: "user" }))
      expect((yield* (yield* Keys).list).filter(({ ownerUid }) => ownerUid === contributor.user.uid)).toEqual([])
      // The address can be used again.
      yield* (yield* Users).create({ email: contributor.user.email, name: "Somebody else" })
    }).pipe(Effect.provide(testEngine)))

  it.effect("the last administrator of an agenda is not removed, and the conflict names the agenda", () =>
    Effect.gen(function*() {
      const { administrator, agenda, moderator } = yield* testAgenda
      const removals = yield* Removals
      expect(yield* removals.ofUser(administrator.user.uid)).toMatchObject({ soleAdministratorOf: [agenda.uid] })
      expect(yield* failed(removals.user(administrator.user.uid))).toEqual(
        new Conflict({ message: `user ${administrator.user.uid} is the only administrator of agenda ${agenda.uid}` })
      )
      expect((yield* (yield* Users).get(administrator.user.uid)).name).toBe("ada")
      yield* (yield* Members).add(agenda.uid, moderator.user.uid, "administrator")
      yield* removals.user(administrator.user.uid)
    }).pipe(Effect.provide(testEngine)))

  it.effect("removing a user removes the invitations of their address", () =>
    Effect.gen(function*() {
      const { agenda, outsider } = yield* testAgenda
      const invitations = yield* InvitationStore
      const { run } = yield* Transaction
      const invited = (index: number, given: Partial<InvitationRecord>) =>
        run(invitations.put(sampleInvitation(index, { agendaUid: agenda.uid, ...given })))
      yield* invited(1, { email: outsider.user.email })
      yield* invited(2, { inviterUid: outsider.user.uid })
      yield* invited(3, { userUid: outsider.user.uid, status: "accepted" })
      yield* (yield* Removals).user(outsider.user.uid)
      expect(yield* invitations.scan(agenda.uid, "", 9)).toEqual([sampleInvitation(2, { agendaUid: agenda.uid })])
    }).pipe(Effect.provide(testEngine)))
})

describe("records that agendas share", () => {
  it.effect("a network is removed only when no agenda belongs to it", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const networks = yield* Networks
      const network = yield* networks.create({ title: "Region" })
      const agenda = yield* agendas.create({ title: "First", networkUid: network.uid })
      expect(yield* networks.agendasOf(network.uid)).toEqual([agenda.uid])
      expect(yield* failed(networks.remove(network.uid))).toEqual(
        new Conflict({ message: `agendas belong to network ${network.uid}: ${agenda.uid}` })
      )
      yield* agendas.update(agenda.uid, { networkUid: null })
      yield* networks.remove(network.uid)
      expect(yield* failed(networks.remove(network.uid))).toEqual(new NotFound({ what: "network" }))
    }).pipe(Effect.provide(testEngine)))

  it.effect("a location set is removed only when no agenda uses it and no location is in it", () =>
    Effect.gen(function*() {
      const { first, second, set } = yield* sharing
      const agendas = yield* Agendas
      const sets = yield* LocationSets
      const uids = [first.uid, second.uid].sort((left, right) => left - right)
      expect(yield* sets.usesOf(set.uid)).toEqual({ agendaUids: uids, locations: 1 })
      expect(yield* failed(sets.remove(set.uid))).toEqual(
        new Conflict({ message: `agendas use location set ${set.uid}: ${uids.join(", ")}` })
      )
      for (const uid of uids) yield* agendas.update(uid, { locationSetUid: null })
      expect(yield* failed(sets.remove(set.uid))).toEqual(new Conflict({ message: `location set ${set.uid} has 1 locations` }))
      const removals = yield* Removals
      for (const uid of uids) yield* removals.agenda(uid)
      yield* sets.remove(set.uid)
      expect(yield* failed(sets.usesOf(set.uid))).toEqual(new NotFound({ what: "location set" }))
    }).pipe(Effect.provide(testEngine)))
})
