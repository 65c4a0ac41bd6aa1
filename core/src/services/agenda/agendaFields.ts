import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { type AdditionalField, hasValues, mayRead } from "../../domain/field/AdditionalField.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { AgendaRecord, NetworkRecord } from "../../record/AgendaRecord.js"
import { readStoredFields } from "../../validation/field/readFieldDefinitions.js"
import type { Authorization } from "../Access.js"
import { contributionOf } from "./contributionOf.js"

const none = "[]"

/** The fields that a network defines for its agendas. */
export const networkFields = ({ fields }: NetworkRecord): ReadonlyArray<AdditionalField> =>
  fields === none ? [] : readStoredFields(fields, "network", null)

/** The fields that an agenda defines itself. */
export const ownFields = (agenda: AgendaRecord): Effect.Effect<ReadonlyArray<AdditionalField>, StoreError> =>
  agenda.fields === none
    ? Effect.succeed([])
    : Effect.map(contributionOf(agenda), ({ defaultLang }) => readStoredFields(agenda.fields, "agenda", defaultLang ?? null))

/** The network's fields, then the agenda's own fields whose codes the network does not use. */
const joined = (inherited: ReadonlyArray<AdditionalField>, own: ReadonlyArray<AdditionalField>): ReadonlyArray<AdditionalField> => {
  const codes = new Set(inherited.map(({ field }) => field))
  return [...inherited, ...own.filter(({ field }) => !codes.has(field))]
}

/**
 * The definitions of several agendas, by agenda uid: the network's first, then the agenda's own (wire.md §5, Agenda),
 * with fields that have no values.
 */
export const definitionsOfAgendas = (
  agendas: ReadonlyArray<AgendaRecord>
): Effect.Effect<ReadonlyMap<number, ReadonlyArray<AdditionalField>>, StoreError, NetworkStore> =>
  Effect.gen(function*() {
    const uids = [...new Set(agendas.flatMap(({ networkUid }) => networkUid === null ? [] : [networkUid]))]
    const networks = uids.length === 0 ? [] : yield* (yield* NetworkStore).findMany(uids)
    const inherited = new Map(networks.map((network) => [network.uid, networkFields(network)]))
    const pairs = yield* Effect.forEach(agendas, (agenda) =>
      Effect.map(ownFields(agenda), (own) => [agenda.uid, joined(inherited.get(agenda.networkUid ?? 0) ?? [], own)] as const))
    return new Map(pairs)
  })

/** The definitions of an agenda, with fields that have no values. */
export const agendaDefinitions = (agenda: AgendaRecord): Effect.Effect<ReadonlyArray<AdditionalField>, StoreError, NetworkStore> =>
  agenda.networkUid === null ? ownFields(agenda) : Effect.map(definitionsOfAgendas([agenda]), (fields) => fields.get(agenda.uid) ?? [])

/** The additional fields of an agenda of which events have values. */
export const agendaFields = (agenda: AgendaRecord): Effect.Effect<ReadonlyArray<AdditionalField>, StoreError, NetworkStore> =>
  Effect.map(agendaDefinitions(agenda), (definitions) => definitions.filter(hasValues))

/** The additional fields of an agenda that the caller may read. Responses show none of the others (wire.md §5). */
export const readableFields = (
  ports: Context.Context<NetworkStore>,
  authorization: Authorization
): Effect.Effect<ReadonlyArray<AdditionalField>, StoreError> => {
  const { agenda } = authorization
  const definitions = agenda.networkUid === null ? ownFields(agenda) : Effect.provide(agendaDefinitions(agenda), ports)
  return Effect.map(definitions, (fields) => fields.filter((field) => hasValues(field) && mayRead(field, authorization)))
}
