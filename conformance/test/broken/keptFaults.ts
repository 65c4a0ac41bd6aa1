import { isStoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { IdempotencyStore } from "@agenda-engine/core/ports/IdempotencyStore"
import { ImageRecordStore } from "@agenda-engine/core/ports/image/ImageRecordStore"
import { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { UserStore } from "@agenda-engine/core/ports/UserStore"
import { WebhookStore } from "@agenda-engine/core/ports/webhook/WebhookStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

/** Changes the texts and numbers of a record, by member; the others stay. */
type Change = (value: unknown, member: string) => unknown

/** A record with its members changed, of the same type for the store that keeps it. */
const changed = <R extends object>(record: R, change: Change): R => {
  const copy = { ...record }
  for (const member of Object.keys(record)) Reflect.set(copy, member, change(Reflect.get(record, member), member))
  return copy
}

/** The stores that put changed records, by the name of what they keep. */
const putting: { readonly [kind: string]: (change: Change) => Layer.Layer<Stores> } = {
  agendas: (change) => breaking(AgendaStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  networks: (change) => breaking(NetworkStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  users: (change) => breaking(UserStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  members: (change) => breaking(MemberStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  invitations: (change) => breaking(InvitationStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  keys: (change) => breaking(CredentialStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  tokens: (change) => breaking(CredentialStore, (store) => ({ putToken: (record, now) => store.putToken(changed(record, change), now) })),
  "idempotency records": (change) =>
    breaking(IdempotencyStore, (store) => ({ put: (record, before) => store.put(changed(record, change), before) })),
  images: (change) => breaking(ImageRecordStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  webhooks: (change) => breaking(WebhookStore, (store) => ({ put: (record) => store.put(changed(record, change)) })),
  locations: (change) => breaking(LocationStore, (store) => ({ put: (record, index) => store.put(changed(record, change), index) })),
  events: (change) => breaking(EventStore, (store) => ({ put: (record, index) => store.put(changed(record, change), index) })),
  "state changes": (change) => breaking(EventHistory, (store) => ({ add: (record) => store.add(changed(record, change)) })),
  tombstones: (change) =>
    breaking(TombstoneStore, (store) => ({ put: (record, withdrawal) => store.put(changed(record, change), withdrawal) })),
  withdrawals: (change) =>
    breaking(TombstoneStore, (store) => ({
      put: (record, withdrawal) => store.put(record, withdrawal === null ? null : changed(withdrawal, change))
    }))
}

const kinds = Object.keys(putting)

/** The stores that put records of these kinds so changed. */
const rows = (what: string, caughtBy: string, kinds: ReadonlyArray<string>, change: Change): ReadonlyArray<BrokenStore> =>
  kinds.map((kind) => ({ fault: `${what} of ${kind}`, caughtBy: [caughtBy], layer: putting[kind]?.(change) ?? MemoryStores.layer }))

const cutAt = (length: number): Change => (value) => typeof value === "string" ? value.slice(0, length) : value
const trimmed: Change = (value) => typeof value === "string" ? value.trimEnd() : value
const toSeconds: Change = (value, member) =>
  typeof value === "number" && (/(^at|At|Until)$/.test(member) || member === "unusedSince" || member === "lastEnd")
    ? Math.floor(value / 1_000) * 1_000
    : value

const isJson = (value: unknown): value is string => typeof value === "string" && /^\[?\{ /.test(value)
const parsed: Change = (value) => isJson(value) ? JSON.stringify(JSON.parse(value)) : value

const utf16 = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0
const dictionary = new Intl.Collator("en").compare

const orders = [["UTF-16 units", utf16], ["a dictionary", dictionary]] as const

const byId = <A extends { readonly id: string }, E, R>(
  found: Effect.Effect<ReadonlyArray<A>, E, R>,
  compare: (one: string, other: string) => number
) => Effect.map(found, (all) => all.toSorted((one, other) => compare(one.id, other.id)))

/** The memory stores with what a removal of `AgendaStore` or `UserStore` takes with it. */
const cascading = <Id extends Stores, S extends { readonly remove: (uid: number) => ReturnType<UserStore["Type"]["remove"]> }>(
  tag: Context.Tag<Id, S>,
  also: (uid: number) => Effect.Effect<unknown, never, Stores>
): Layer.Layer<Stores> =>
  Layer.flatMap(MemoryStores.layer, (stores) => {
    const store = Context.unsafeGet(stores, tag)
    const remove = (uid: number) => Effect.zipRight(Effect.provide(also(uid), stores), store.remove(uid))
    return Layer.succeedContext(Context.add(stores, tag, { ...store, remove }))
  })

/** The stores that keep texts, instants and numbers as some databases and drivers do. */
export const keptFaults: ReadonlyArray<BrokenStore> = [
  ...rows(
    "cuts texts at 65 535",
    "tombstone.limits.whole",
    ["withdrawals"],
    (value, member) => member === "slots" ? cutAt(20_000)(value, member) : value
  ),
  ...rows(
    "keeps versions of 32 bits",
    "tombstone.limits.whole",
    ["withdrawals"],
    (value, member) => member === "version" ? Number(value) % 2 ** 32 : value
  ),
  ...rows(
    "keeps no instants before 1970",
    "tombstone.limits.whole",
    ["tombstones"],
    (value, member) => member === "removedAt" ? Math.max(0, Number(value)) : value
  ),
  ...rows("cuts texts at 2 000", "invitation.limits.whole", ["invitations"], cutAt(2_000)),
  ...rows("trims texts", "invitation.limits.whole", ["invitations"], trimmed),
  ...rows("cuts texts at 65 535", "image.limits.whole", ["images"], cutAt(65_535)),
  ...rows("cuts texts at 191", "image.limits.whole", ["images"], cutAt(191)),
  ...rows("keeps at most 255 agendas", "key.limits.whole", ["keys"], (value) => Array.isArray(value) ? value.slice(0, 255) : value),
  ...rows(
    "clamps instants at 2038",
    "key.limits.whole",
    ["keys"],
    (value, member) => member === "expiresAt" ? Math.min(Number(value), 2 ** 31 * 1_000) : value
  ),
  ...rows("cuts texts at 65 535", "network.limits.whole", ["networks"], cutAt(65_535)),
  ...rows("trims texts", "network.limits.whole", ["networks"], trimmed),
  ...rows(
    "parses JSON",
    "text.kept.json",
    ["agendas", "networks", "locations", "events", "withdrawals", "images", "idempotency records"],
    parsed
  ),
  ...rows(
    "keeps empty texts as null",
    "text.kept.empty",
    ["users", "members", "agendas", "invitations", "locations", "webhooks", "state changes", "idempotency records"],
    (value) => value === "" ? null : value
  ),
  ...rows(
    "keeps null as an empty text",
    "text.kept.empty",
    ["agendas", "members", "webhooks"],
    (value, member) => value === null && /^(url|phone|reason)$/.test(member) ? "" : value
  ),
  ...rows("keeps seconds", "instant.kept.milliseconds", kinds, toSeconds),
  ...rows(
    "keeps six decimals",
    "number.kept.coordinates",
    ["locations"],
    (value, member) => member.endsWith("itude") && Predicate.isNumber(value) ? Number(value.toFixed(6)) : value
  ),
  broken("keeps seconds of uses of keys", ["instant.kept.milliseconds"], CredentialStore, (store) => ({
    putUse: (id, at) => store.putUse(id, Math.floor(at / 1_000) * 1_000)
  })),
  broken("keeps seconds of the clocks of agendas", ["instant.kept.milliseconds"], AgendaStore, (store) => ({
    setClock: (uid, { changedAt }) => store.setClock(uid, { changedAt: Math.floor(changedAt / 1_000) * 1_000 })
  })),
  broken("compares names of images without case", ["image.names.case"], ImageRecordStore, (store) => ({
    put: (record) => store.put({ ...record, name: record.name.toLowerCase() }),
    find: (name) => store.find(name.toLowerCase())
  })),
  broken("compares digests of images without case", ["image.names.case"], ImageRecordStore, (store) => ({
    findBy: ({ digest }) => store.findBy({ digest: digest.toLowerCase() })
  })),
  ...orders.flatMap(([order, compare]): ReadonlyArray<BrokenStore> => [
    broken(`orders keys by ${order}`, ["text.order.code-points"], CredentialStore, (store) => ({
      scan: (...args) => byId(store.scan(...args), compare)
    })),
    broken(`orders invitations by ${order}`, ["text.order.code-points"], InvitationStore, (store) => ({
      scan: (...args) => byId(store.scan(...args), compare)
    })),
    broken(`orders webhooks by ${order}`, ["text.order.code-points"], WebhookStore, (store) => ({
      ofAgenda: (uid) => byId(store.ofAgenda(uid), compare)
    }))
  ]),
  broken("cuts words at 50 letters", ["search.words.limits"], EventSearch, (store) => ({
    words: (...args) => Effect.map(store.words(...args), (found) => found.map((one) => ({ ...one, word: one.word.slice(0, 50) })))
  })),
  {
    fault: "removes the events of an agenda with it",
    caughtBy: ["agenda.remove.keeps"],
    layer: cascading(AgendaStore, (uid) => Effect.ignore(Effect.flatMap(RemovalStore, (store) => store.clear(uid, 9))))
  },
  {
    fault: "removes the members of an agenda with it",
    caughtBy: ["agenda.remove.keeps"],
    layer: cascading(AgendaStore, () => Effect.ignore(Effect.flatMap(MemberStore, (store) => store.remove(8))))
  },
  {
    fault: "removes the memberships of a user with the account",
    caughtBy: ["user.remove.keeps"],
    layer: cascading(UserStore, () => Effect.ignore(Effect.flatMap(MemberStore, (store) => store.remove(8))))
  },
  {
    fault: "clears the contributor of events with the account",
    caughtBy: ["user.remove.keeps"],
    layer: cascading(UserStore, (uid) => Effect.ignore(Effect.flatMap(RemovalStore, (store) => store.forgetUser({ uid, email: "" }, [1]))))
  },
  broken("keeps the clock of an agenda that is not there", ["agenda.clock.unknown"], AgendaStore, (store) => {
    const clocks = new Map<number, number>()
    return {
      setClock: (uid, clock) => Effect.zipRight(Effect.sync(() => clocks.set(uid, clock.changedAt)), store.setClock(uid, clock)),
      lock: (uid) => Effect.map(store.lock(uid), (clock) => clock === null ? null : { changedAt: clocks.get(uid) ?? clock.changedAt })
    }
  }),
  broken("answers each candidate for the secret of invitations", ["invitation.secret.first"], InvitationStore, () => ({
    secret: Effect.succeed
  })),
  broken("repeats transactions by itself", ["transaction.once"], Transaction, ({ run }) => ({
    run: (effect) => Effect.retry(run(effect), { times: 2, while: (error) => isStoreError(error) && error.reason === "Conflict" })
  }))
]
