import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type AdditionalField, withdrawOptions } from "../../domain/field/AdditionalField.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { type AgendaDraft, type AgendaReading, readAgenda } from "../../validation/agenda/readAgenda.js"
import { networkFields, ownFields } from "./agendaFields.js"
import { contributionOf } from "./contributionOf.js"

/** A draft parsed against the stored agenda, its network and its location set. Valid only when `issues` is empty. */
export interface DraftReading extends Omit<AgendaReading, "fields"> {
  readonly networkUid: number | null
  readonly locationSetUid: number | null
  /** JSON text of the definitions to be stored; undefined when they do not change. */
  readonly fields: string | undefined
}

/** Issues for unchanged fields of the agenda that its new network defines too. */
const clashes = (own: ReadonlyArray<AdditionalField>, inherited: ReadonlySet<string>, networkUid: number | null): ReadonlyArray<Issue> =>
  own.filter(({ field }) => inherited.has(field)).map(({ field }) =>
    issue("duplicate", "networkUid", { origin: networkUid, message: `the network has a field ${field}, and so has the agenda` })
  )

/**
 * Parses the draft of an agenda. `stored` is null for a new agenda. Options that are no longer listed are withdrawn.
 */
export const readDraft = (
  draft: AgendaDraft,
  stored: AgendaRecord | null
): Effect.Effect<DraftReading, StoreError, LocationSetStore | NetworkStore> =>
  Effect.gen(function*() {
    const networks = yield* NetworkStore
    const networkUid = draft.networkUid === undefined ? stored?.networkUid ?? null : draft.networkUid
    const network = networkUid === null ? null : yield* networks.lock(networkUid, "shared")
    const locationSetUid = draft.locationSetUid === undefined ? stored?.locationSetUid ?? null : draft.locationSetUid
    const isNewSet = locationSetUid !== null && locationSetUid !== stored?.locationSetUid
    const isUnknownSet = isNewSet && (yield* (yield* LocationSetStore).lock(locationSetUid, "shared")) === null
    const isUnknown = networkUid !== null && network === null
    const inherited = new Set(network === null ? [] : networkFields(network).map(({ field }) => field))
    const own = stored === null ? [] : yield* ownFields(stored)
    const defaultLang = stored === null ? null : (yield* contributionOf(stored)).defaultLang ?? null
    const reading = readAgenda(draft, { inherited, defaultLang, limits: yield* CurrentLimits })
    return {
      ...reading,
      networkUid,
      locationSetUid,
      fields: reading.fields === undefined ? undefined : JSON.stringify(withdrawOptions(reading.fields, own)),
      issues: [
        ...reading.issues,
        ...(isUnknown ? [issue("enum.invalid", "networkUid", { origin: networkUid, message: "there is no such network" })] : []),
        ...(isUnknownSet
          ? [issue("enum.invalid", "locationSetUid", { origin: locationSetUid, message: "there is no such location set" })]
          : []),
        ...(reading.fields === undefined && networkUid !== stored?.networkUid ? clashes(own, inherited, networkUid) : [])
      ]
    }
  })
