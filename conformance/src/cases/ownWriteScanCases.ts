import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer } from "../expect.js"
import {
  agendas,
  credentials,
  events,
  fill,
  geocodingQueue,
  images,
  invitations,
  locations,
  locationSets,
  members,
  networks,
  transact,
  users
} from "../storeCalls.js"
import {
  noon,
  sampleAgenda,
  sampleEvent,
  sampleInvitation,
  sampleKey,
  sampleLocation,
  sampleLocationSet,
  sampleMember,
  sampleNetwork,
  sampleUser
} from "../testing/SampleRecords.js"

type Call<A> = Effect.Effect<A, StoreError, Stores>

/** A scan of records that are numbered from 1. */
interface Scan {
  readonly port: string
  readonly id: string
  readonly member: string
  /** What the records refer to. */
  readonly before?: Call<unknown>
  readonly put: (number: number) => Call<unknown>
  /** The numbers of the records after one, at most `limit`. */
  readonly scan: (after: number, limit: number) => Call<ReadonlyArray<number>>
  /** False for a scan that has no key to begin after. */
  readonly hasKey?: false
}

const uids = (records: ReadonlyArray<{ readonly uid: number }>): ReadonlyArray<number> => records.map(({ uid }) => uid)

const keyOf = (number: number) => `key${number}`
const numberOf = (text: string) => Number(text.replace(/\D/g, ""))

const scans: ReadonlyArray<Scan> = [
  {
    id: "agenda.scan",
    port: "AgendaStore",
    member: "scan",
    put: (uid) => agendas((store) => store.put(sampleAgenda(uid))),
    scan: (after, limit) => Effect.map(agendas((store) => store.scan(after, limit)), uids)
  },
  {
    id: "network.scan",
    port: "NetworkStore",
    member: "scan",
    put: (uid) => networks((store) => store.put(sampleNetwork(uid))),
    scan: (after, limit) => Effect.map(networks((store) => store.scan(after, limit)), uids)
  },
  {
    id: "location-set.scan",
    port: "LocationSetStore",
    member: "scan",
    put: (uid) => locationSets((store) => store.put(sampleLocationSet(uid))),
    scan: (after, limit) => Effect.map(locationSets((store) => store.scan(after, limit)), uids)
  },
  {
    id: "image.unused",
    port: "ImageRecordStore",
    member: "scanUnused",
    put: (number) =>
      images((store) =>
        store.put({ name: `image${number}`, digest: `digest${number}`, image: "{}", state: "stored", unusedSince: noon + number })
      ),
    scan: (_, limit) =>
      Effect.map(images((store) => store.scanUnused(noon + 100, limit)), (found) => found.map(({ name }) => numberOf(name))),
    hasKey: false
  },
  {
    id: "user.scan",
    port: "UserStore",
    member: "scan",
    put: (uid) => users((store) => store.put(sampleUser(uid))),
    scan: (after, limit) => Effect.map(users((store) => store.scan(after, limit)), uids)
  },
  {
    id: "member.list",
    port: "MemberStore",
    member: "scan",
    before: fill({ agendas: [sampleAgenda(1)], users: [1, 2, 3, 4, 5].map((uid) => sampleUser(uid)) }),
    put: (uid) => members((store) => store.put(sampleMember(uid, uid))),
    scan: (after, limit) => Effect.map(members((store) => store.scan({ agendaUid: 1 }, after, limit)), uids)
  },
  {
    id: "member.list-of-user",
    port: "MemberStore",
    member: "scan",
    before: fill({ agendas: [1, 2, 3, 4, 5].map((uid) => sampleAgenda(uid)), users: [sampleUser(1)] }),
    put: (uid) => members((store) => store.put(sampleMember(uid, 1, { agendaUid: uid }))),
    scan: (after, limit) => Effect.map(members((store) => store.scan({ userUid: 1 }, after, limit)), uids)
  },
  {
    id: "invitation.list",
    port: "InvitationStore",
    member: "scan",
    put: (number) => invitations((store) => store.put(sampleInvitation(number, { id: keyOf(number) }))),
    scan: (after, limit) =>
      Effect.map(invitations((store) => store.scan(1, keyOf(after), limit)), (found) => found.map(({ id }) => numberOf(id)))
  },
  {
    id: "invitation.due",
    port: "InvitationStore",
    member: "due",
    put: (number) => invitations((store) => store.put(sampleInvitation(number, { id: keyOf(9 - number), dueAt: noon + number }))),
    scan: (_, limit) =>
      Effect.map(invitations((store) => store.due(noon + 100, limit)), (found) => found.map(({ id }) => 9 - numberOf(id))),
    hasKey: false
  },
  {
    id: "key.scan",
    port: "CredentialStore",
    member: "scan",
    put: (number) => credentials((store) => store.put(sampleKey(keyOf(number), number))),
    scan: (after, limit) =>
      Effect.map(credentials((store) => store.scan(keyOf(after), limit)), (found) => found.map(({ id }) => numberOf(id)))
  },
  {
    id: "location.scan",
    port: "LocationStore",
    member: "scan",
    before: fill({ agendas: [sampleAgenda(1)] }),
    put: (uid) => {
      const { index, record } = sampleLocation(uid, 1)
      return locations((store) => store.put(record, index))
    },
    scan: (after, limit) => Effect.map(locations((store) => store.scan(1, after, limit)), uids)
  },
  {
    id: "geocoding.due",
    port: "GeocodingQueue",
    member: "due",
    put: (number) => geocodingQueue((store) => store.put({ locationUid: 9 - number, dueAt: noon + number, attempts: 0 })),
    scan: (_, limit) =>
      Effect.map(geocodingQueue((store) => store.due(noon + 100, limit)), (found) => found.map(({ locationUid }) => 9 - locationUid)),
    hasKey: false
  },
  {
    id: "event.scan",
    port: "EventStore",
    member: "scan",
    before: fill({ agendas: [sampleAgenda(1)] }),
    put: (uid) => {
      const { index, record } = sampleEvent(uid)
      return events((store) => store.put(record, index))
    },
    scan: (after, limit) => Effect.map(events((store) => store.scan({ agendaUid: 1 }, after, limit)), uids)
  },
  {
    id: "event.scan-at",
    port: "EventStore",
    member: "scan",
    before: fill({ agendas: [sampleAgenda(1)], locations: [sampleLocation(1, 1)] }),
    put: (uid) => {
      const { index, record } = sampleEvent(uid, { locationUid: 1, attendanceMode: 1 })
      return events((store) => store.put(record, index))
    },
    scan: (after, limit) => Effect.map(events((store) => store.scan({ locationUid: 1 }, after, limit)), uids)
  }
]

/** The demands on scans in a transaction that has written into their range. */
export const ownWriteScanCases: ReadonlyArray<Case> = scans.map(({ before = Effect.void, hasKey = true, id, member, port, put, scan }) =>
  demand(
    `${id}.own-writes`,
    `${port}.${member}`,
    `inside the transaction that wrote into its range, \`${member}\` returns its records in order, and no more than \`limit\``
  )(function*() {
    yield* before
    yield* transact(Effect.forEach([1, 3, 5], put, { discard: true }))
    const all = [1, 2, 3, 4, 5]
    const expectScans = Effect.gen(function*() {
      for (const after of hasKey ? [0, 1, 2, 3, 4, 5] : [0]) {
        for (const limit of [1, 2, 3, 5, 9]) {
          const expected = all.filter((number) => number > after).slice(0, limit)
          yield* expectAnswer(`after ${after}, at most ${limit}`, scan(after, limit), expected)
        }
      }
    })
    yield* transact(Effect.gen(function*() {
      yield* Effect.forEach([4, 2, 3], put, { discard: true })
      yield* expectScans
    }))
    yield* expectScans
  })
)
