import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { indexedFields } from "../derive/indexing/indexEvent.js"
import { Conflict, Invalid, NotFound, type StoreError } from "../domain/error/EngineError.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import { type AdditionalField, withdrawOptions } from "../domain/field/AdditionalField.js"
import { CurrentLimits } from "../domain/Limits.js"
import type { Json } from "../domain/text/Json.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import type { EventStore } from "../ports/event/EventStore.js"
import { NetworkStore } from "../ports/NetworkStore.js"
import type { RevisionStore } from "../ports/RevisionStore.js"
import type { RichText } from "../ports/RichText.js"
import type { Transaction } from "../ports/Transaction.js"
import type { AgendaRecord, NetworkRecord } from "../record/AgendaRecord.js"
import type { Synonyms } from "../search/synonyms.js"
import { type NetworkDraft, readNetwork } from "../validation/agenda/readNetwork.js"
import { networkFields, ownFields } from "./agenda/agendaFields.js"
import { networkSynonyms } from "./agenda/agendaSearch.js"
import { freshUid } from "./identity/freshUid.js"
import { markStale, reindexStale } from "./maintenance/staleIndexes.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** A network: agendas that share additional fields and synonyms. Instants are in epoch milliseconds. */
export interface Network {
  readonly uid: number
  readonly title: string
  readonly fields: ReadonlyArray<AdditionalField>
  /** Groups of words that mean the same in each of its agendas. */
  readonly synonyms: Synonyms
  readonly createdAt: number
  readonly updatedAt: number
}

type NetworkPorts = AgendaStore | EventStore | NetworkStore | RevisionStore | RichText | Transaction

/** Manages networks. For operators and embedders: it checks no caller. */
export class Networks extends Context.Tag("@agenda-engine/core/services/Networks")<Networks, {
  /** Creates a network. `Invalid`: no title, a taken uid, malformed definitions. */
  readonly create: (draft: NetworkDraft) => Effect.Effect<Network, Invalid | StoreError>
  /** The network with this uid. */
  readonly get: (uid: number) => Effect.Effect<Network, NotFound | StoreError>
  /**
   * Replaces the fields of a network, `{ fields: [...] }`. They apply to all its agendas at once, whose events are
   * indexed again if the change affects the index. Options that are no longer listed are withdrawn. `Invalid`:
   * malformed definitions, or a field that an agenda of the network defines itself.
   */
  readonly setSchema: (uid: number, schema: Json) => Effect.Effect<Network, Invalid | NotFound | StoreError>
  /**
   * Replaces the synonyms of a network, a list of groups of words. Its agendas search by them beside their own.
   * `Invalid`: malformed groups.
   */
  readonly setSynonyms: (uid: number, synonyms: Json) => Effect.Effect<Network, Invalid | NotFound | StoreError>
  /**
   * Creates the network with this uid, or updates the existing one to the draft. For imports. `Invalid`: as for
   * `create` and `setSchema`.
   */
  readonly restore: (
    draft: NetworkDraft & { readonly uid: number }
  ) => Effect.Effect<{ readonly outcome: "created" | "updated" | "unchanged"; readonly network: Network }, Invalid | StoreError>
  /** Uids of the agendas of a network. */
  readonly agendasOf: (uid: number) => Effect.Effect<ReadonlyArray<number>, NotFound | StoreError>
  /** Removes a network. `Conflict`: agendas belong to it; the message lists them. */
  readonly remove: (uid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
  /** All networks in order of uid. */
  readonly list: Effect.Effect<ReadonlyArray<Network>, StoreError>
}>() {
  /** Layer of Networks over the stores. */
  static readonly layer: Layer.Layer<Networks, never, NetworkPorts> = Layer.effect(
    Networks,
    Effect.suspend(() => make)
  )
}

const networkOf = (record: NetworkRecord): Effect.Effect<Network, StoreError> =>
  Either.map(networkSynonyms(record), (synonyms) => ({ ...record, fields: networkFields(record), synonyms }))

const invalid = (issues: ReadonlyArray<Issue>): Effect.Effect<void, Invalid> =>
  issues.length === 0 ? Effect.void : new Invalid({ subject: "data", issues })

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<NetworkPorts>()
  const agendas = yield* AgendaStore
  const networks = yield* NetworkStore

  const agendasOf = (networkUid: number) =>
    Effect.map(
      scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0),
      (all) => all.filter((agenda) => agenda.networkUid === networkUid)
    )

  /** Issues for the fields that an agenda of the network defines itself. */
  const clashes = Effect.fnUntraced(function*(memberAgendas: ReadonlyArray<AgendaRecord>, fields: ReadonlyArray<AdditionalField>) {
    const members = yield* Effect.forEach(
      memberAgendas,
      (agenda) => Effect.map(ownFields(agenda), (own) => ({ uid: agenda.uid, codes: new Set(own.map(({ field }) => field)) }))
    )
    return fields.flatMap(({ field }, index) => {
      const holder = members.find(({ codes }) => codes.has(field))
      if (holder === undefined) return []
      const message = `agenda ${holder.uid} of the network has a field of its own with this code`
      return [issue("duplicate", `schema.fields[${index}].field`, { origin: field, message })]
    })
  })

  const insert = Effect.fnUntraced(function*(draft: NetworkDraft) {
    const reading = readNetwork(draft, yield* CurrentLimits)
    const isTaken = (tried: number) => Effect.map(networks.find(tried), (network) => network !== null)
    yield* invalid(reading.issues)
    if (draft.uid !== undefined && (yield* isTaken(draft.uid))) yield* invalid([issue("duplicate", "uid", { origin: draft.uid })])
    const uid = draft.uid ?? (yield* freshUid(isTaken))
    const now = yield* Clock.currentTimeMillis
    const record = {
      uid,
      title: reading.title,
      fields: JSON.stringify(reading.fields),
      synonyms: JSON.stringify(reading.synonyms),
      createdAt: now,
      updatedAt: now
    }
    yield* networks.put(record)
    return yield* networkOf(record)
  })

  const change = Effect.fnUntraced(function*(stored: NetworkRecord, draft: NetworkDraft) {
    const { fields, issues, synonyms, title } = readNetwork(draft, yield* CurrentLimits)
    yield* invalid(issues)
    const next = draft.schema === undefined ? stored.fields : JSON.stringify(withdrawOptions(fields, networkFields(stored)))
    const related = draft.synonyms === undefined ? stored.synonyms : JSON.stringify(synonyms)
    if (title === stored.title && next === stored.fields && related === stored.synonyms) {
      return { outcome: "unchanged" as const, network: yield* networkOf(stored) }
    }
    const members = yield* agendasOf(stored.uid)
    yield* invalid(yield* clashes(members, fields))
    const record = { ...stored, title, fields: next, synonyms: related, updatedAt: yield* Clock.currentTimeMillis }
    yield* networks.put(record)
    if (indexedFields(networkFields(record)) !== indexedFields(networkFields(stored))) yield* markStale(members.map(({ uid }) => uid))
    return { outcome: "updated" as const, network: yield* networkOf(record) }
  })

  return Networks.of({
    create: Effect.fn("Networks.create")((draft) => atomically(insert(draft)), Effect.provide(ports)),

    get: Effect.fn("Networks.get")(function*(uid) {
      const record = yield* networks.find(uid)
      return record === null ? yield* new NotFound({ what: "network" }) : yield* networkOf(record)
    }),

    setSchema: Effect.fn("Networks.setSchema")((uid, schema) =>
      atomically(Effect.gen(function*() {
        const stored = yield* networks.lock(uid, "exclusive")
        if (stored === null) return yield* new NotFound({ what: "network" })
        return (yield* change(stored, { title: stored.title, schema })).network
      })).pipe(Effect.zipLeft(reindexStale())), Effect.provide(ports)),

    setSynonyms: Effect.fn("Networks.setSynonyms")((uid, synonyms) =>
      atomically(Effect.gen(function*() {
        const stored = yield* networks.lock(uid, "exclusive")
        if (stored === null) return yield* new NotFound({ what: "network" })
        return (yield* change(stored, { title: stored.title, synonyms })).network
      })), Effect.provide(ports)),

    restore: Effect.fn("Networks.restore")((draft) =>
      atomically(Effect.gen(function*() {
        const stored = yield* networks.lock(draft.uid, "exclusive")
        return stored === null ? { outcome: "created" as const, network: yield* insert(draft) } : yield* change(stored, draft)
      })).pipe(Effect.zipLeft(reindexStale())), Effect.provide(ports)),

    agendasOf: Effect.fn("Networks.agendasOf")(function*(uid) {
      if ((yield* networks.find(uid)) === null) return yield* new NotFound({ what: "network" })
      return (yield* agendasOf(uid)).map((agenda) => agenda.uid)
    }, Effect.provide(ports)),

    remove: Effect.fn("Networks.remove")((uid) =>
      atomically(Effect.gen(function*() {
        if ((yield* networks.lock(uid, "exclusive")) === null) return yield* new NotFound({ what: "network" })
        const members = yield* agendasOf(uid)
        if (members.length > 0) {
          return yield* new Conflict({ message: `agendas belong to network ${uid}: ${members.map((agenda) => agenda.uid).join(", ")}` })
        }
        yield* networks.remove(uid)
      })), Effect.provide(ports)),

    list: Effect.flatMap(
      scanAll((after: number, limit) => networks.scan(after, limit), ({ uid }) => uid, 0),
      (records) => Effect.forEach(records, networkOf)
    )
  })
})
