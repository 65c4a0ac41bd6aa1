import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { matchSlots } from "../../../derive/dates/matchSlots.js"
import { indexSteps } from "../../../derive/indexing/indexEvent.js"
import { authorOf } from "../../../domain/access/Credential.js"
import { isOfAgenda } from "../../../domain/agenda/Agenda.js"
import { Conflict, Forbidden, Invalid, NotFound, type StoreError } from "../../../domain/error/EngineError.js"
import { type Issue, issue } from "../../../domain/error/Issue.js"
import { emptyContent, type Event, mergeExtIds, published } from "../../../domain/event/Event.js"
import type { SlotWrite } from "../../../domain/event/Timing.js"
import { CurrentLimits } from "../../../domain/Limits.js"
import type { Json } from "../../../domain/text/Json.js"
import { CurrentProviders } from "../../../domain/ticketing/Ticketing.js"
import { withService } from "../../../domain/withService.js"
import { AgendaStore } from "../../../ports/AgendaStore.js"
import { EventHistory } from "../../../ports/event/EventHistory.js"
import { EventStore } from "../../../ports/event/EventStore.js"
import { TombstoneStore } from "../../../ports/event/TombstoneStore.js"
import type { ImageRecordStore } from "../../../ports/image/ImageRecordStore.js"
import { LocationStore } from "../../../ports/LocationStore.js"
import type { NetworkStore } from "../../../ports/NetworkStore.js"
import type { RichText } from "../../../ports/RichText.js"
import type { Transaction } from "../../../ports/Transaction.js"
import type { AgendaRecord } from "../../../record/AgendaRecord.js"
import { contributorAudience, type EventRecord } from "../../../record/EventRecord.js"
import type { LocationRecord } from "../../../record/LocationRecord.js"
import type { StateChange } from "../../../record/StateChange.js"
import { makePacer, runInSlices } from "../../../schedule/timeSlices.js"
import type { EventChanges } from "../../../validation/event/EventChanges.js"
import { readEvent } from "../../../validation/event/readEvent.js"
import { ignoredExtIds } from "../../../validation/event/readExtIds.js"
import type { WrittenFields } from "../../../validation/field/readFieldValues.js"
import { type AvailabilityContext, type AvailabilityReading, availabilitySteps } from "../../../validation/ticketing/readAvailability.js"
import { slotYearIssues } from "../../../validation/timing/readTimings.js"
import type { PreparedImages } from "../../../validation/value/readImage.js"
import type { Access, Authorization } from "../../Access.js"
import { agendaFields } from "../../agenda/agendaFields.js"
import { contributionOf } from "../../agenda/contributionOf.js"
import { assignImages, imageNamesOf } from "../../image/assignImages.js"
import { readTogether } from "../../transaction/readTogether.js"
import { availabilityOf, eventOf, recordOf } from "../EventRecords.js"
import type { ShowPorts } from "../showEvent.js"
import { applyDraft, type WriteMode } from "./applyDraft.js"
import { assignSlotIds, resolveAvailability, resolveOverrides } from "./assignSlotIds.js"
import { type BeforeWrite, type BeforeWriteError, callHook, currentHook, undoneOnFailure } from "./BeforeWriteHook.js"
import { findTaken, hiddenConflictMessage } from "./findTaken.js"
import { identifyEvent } from "./identifyEvent.js"
import { nextInstant } from "./lockedWrite.js"
import { moderate } from "./moderate.js"
import { putRows } from "./putRows.js"
import { resolveDescriptions, resolveFields } from "./resolveFields.js"
import { followedTimezone, keepsTimezone, resolveTimezone } from "./resolveTimezone.js"
import type { Restoration } from "./Restoration.js"
import { withdrawalOf } from "./withdrawals.js"

/** Inputs of a write of one event, besides the stores. */
export interface EventWrite {
  readonly authorization: Authorization
  /** The agenda as it is under the lock; null when it was not read yet. */
  readonly agenda: AgendaRecord | null
  /** The agenda's clock, read under its lock, epoch milliseconds. */
  readonly changedAt: number
  readonly mode: WriteMode
  /** The stored event; null creates one. */
  readonly stored: EventRecord | null
  readonly body: Json
  readonly richText: Context.Tag.Service<RichText>
  readonly images: PreparedImages
  readonly lang: string | null
  /** The external identifier in the path; the event has it after the write, whatever the body contains. */
  readonly extId: { readonly key: string; readonly value: string } | null
  /** Members of an import line beside the body; null outside of imports. */
  readonly restoration: Restoration | null
}

/** How a write of an event fails. */
type WriteEventError = BeforeWriteError | StoreError

/** The ports of a write of an event. */
type WriteEventPorts =
  | Access
  | AgendaStore
  | EventHistory
  | EventStore
  | ImageRecordStore
  | LocationStore
  | NetworkStore
  | ShowPorts
  | TombstoneStore
  | Transaction

/** The outcome of a write. */
export interface EventWritten {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly record: EventRecord
  /** The location of the event at the time of the write. */
  readonly location: LocationRecord | null
  /** All state changes, if the caller sees them; else an incomplete list, which nothing shows. Null: not read. */
  readonly history: ReadonlyArray<StateChange> | null
  readonly warnings: ReadonlyArray<Issue>
}

/** A caller may change the events of an agenda as a member; contributors their own only (wire.md §3, §7). */
export const mayChange = (authorization: Authorization, stored: EventRecord | null): Effect.Effect<void, Forbidden> => {
  const { caller, moderates, role } = authorization
  if (moderates) return Effect.void
  if (role === null) return Effect.fail(new Forbidden({ message: "only members write to this agenda" }))
  return stored === null || stored.contributorUid === caller.userUid
    ? Effect.void
    : Effect.fail(new Forbidden({ message: "contributors change their own events only" }))
}

/** The location of the event after the write, and the issue of one that the agenda does not have. */
const findLocation = Effect.fnUntraced(function*(agenda: AgendaRecord, draft: EventChanges, stored: Event | null) {
  const uid = draft.locationUid === undefined ? stored?.locationUid ?? null : draft.locationUid
  if (uid === null) return { location: null, issues: [] }
  const location = yield* withService(LocationStore, (store) => store.lock(uid, "shared"))
  const isKnown = location !== null && isOfAgenda(location, agenda)
  return {
    location,
    issues: isKnown || draft.locationUid === undefined ? [] : [issue("location.unknown", "locationUid", { origin: uid })]
  }
})

const isSame = (stored: Event, next: Event): boolean =>
  JSON.stringify({ ...next, updatedAt: 0, version: 0 }) === JSON.stringify({ ...stored, updatedAt: 0, version: 0 })

/** Warns of a motive without a state change, which is ignored. */
const idleMotive = ({ motive }: EventChanges): ReadonlyArray<Issue> =>
  typeof motive === "string" ? [issue("ignored", "motive", { message: "a motive goes with a change of state" })] : []

/** The history entry of a state change (wire.md §7). */
const stateChange = (
  { caller }: Authorization,
  { at, from, next, motive = null }: {
    readonly at: number
    readonly from: Event | null
    readonly next: Event
    readonly motive?: EventChanges["motive"]
  }
): StateChange => ({
  eventUid: next.uid,
  at,
  from: from?.state ?? null,
  to: next.state,
  userUid: authorOf(caller),
  keyId: caller._tag === "Key" ? caller.keyId : null,
  motive
})

/** The stored state changes, if the answer shows them. An import has no answer. */
const shownChanges = ({ authorization, restoration }: EventWrite, { uid }: Event) =>
  restoration === null && authorization.privileged
    ? withService(EventHistory, (history) => history.find([uid]))
    : Effect.succeed([])

/** The availability rows that an import restores for these slots. */
const restoredRows = (
  { restoration }: EventWrite,
  slots: ReadonlyArray<SlotWrite>,
  context: Omit<AvailabilityContext, "slots">
): Effect.Effect<Pick<AvailabilityReading, "issues" | "rows">> => {
  const { availability } = restoration ?? {}
  if (availability === undefined) return Effect.succeed({ rows: [], issues: [] })
  const ids = new Set(slots.flatMap(({ id }) => id === null ? [] : [id]))
  return Effect.map(
    runInSlices(() => availabilitySteps(availability, { ...context, slots: ids })),
    ({ issues, rows }) => ({ rows, issues: issues.map((found) => ({ ...found, field: `availability.${found.field}` })) })
  )
}

/** The retired slot ids of the event and of the import line, without the ids of current slots. */
const retiredBefore = ({ restoration, stored }: EventWrite, { timings = [] }: EventChanges): ReadonlyArray<string> => {
  const known = stored?.retiredSlotIds ?? []
  const others = new Set([...known, ...(stored?.slots ?? []).map(({ id }) => id), ...timings.map(({ id }) => id)])
  return [...known, ...new Set(restoration?.retiredSlotIds ?? [])].filter((id, index) => index < known.length || !others.has(id))
}

/** A write as it is after its hook, which may have written to the agenda. */
const afterHook = Effect.fnUntraced(function*(hook: BeforeWrite, write: EventWrite) {
  const body = yield* callHook(hook, write)
  const { agenda: { uid } } = write.authorization
  const clock = yield* withService(AgendaStore, (agendas) => agendas.lock(uid))
  const stored = write.stored === null
    ? null
    : yield* withService(EventStore, (events) => events.find(uid, { _tag: "Uid", uid: write.stored?.uid ?? 0 }))
  if (write.stored !== null && stored === null) return yield* new NotFound({ what: "event" })
  return { ...write, agenda: null, body, stored, changedAt: clock?.changedAt ?? write.changedAt } satisfies EventWrite
})

/**
 * Writes one event, inside a transaction and under the agenda's lock: resolves what the body leaves open, and stores
 * the record with its tombstones. Fails with all issues of the body at once, before any change. With a `hook`, the body
 * that it returns is stored instead of a valid one.
 */
const storeEvent: (
  write: EventWrite,
  hook: BeforeWrite | null
) => Effect.Effect<EventWritten, WriteEventError, WriteEventPorts> = Effect.fnUntraced(function*(write, hook) {
  const { mode, richText, authorization } = write
  const ports = yield* Effect.context<AgendaStore | EventStore | TombstoneStore>()
  const agendas = Context.get(ports, AgendaStore)
  const events = Context.get(ports, EventStore)
  const tombstones = Context.get(ports, TombstoneStore)
  const limits = Context.get(ports, CurrentLimits)
  // Read under the lock: settings may have changed since the authorization, and a later change of the fields indexes
  // this event again.
  const agenda = write.agenda ?? (yield* agendas.find({ _tag: "Uid", uid: authorization.agenda.uid })) ?? authorization.agenda
  const settings = yield* contributionOf(agenda)
  yield* mayChange(authorization, write.stored)

  // Steps of a large event take long, so other fibers run between them.
  const pace = yield* makePacer
  const providers = Context.get(ports, CurrentProviders)
  const now = yield* Clock.currentTimeMillis
  const stored = write.stored === null ? null : yield* eventOf(write.stored)
  const known = write.stored === null ? {} : yield* availabilityOf(write.stored)
  const fields: WrittenFields = {
    definitions: yield* agendaFields(agenda),
    writer: authorization,
    restored: write.restoration !== null,
    toHtml: richText.toHtml
  }
  const reading = readEvent(write.body, {
    mode,
    lang: write.lang,
    defaultLang: settings.defaultLang ?? null,
    limits,
    stored,
    fields,
    providers,
    rows: known,
    now,
    images: write.images
  })
  yield* pace
  const { longDescription } = reading.draft
  const described = longDescription === undefined
    ? null
    : resolveDescriptions(longDescription, stored?.longDescription ?? {}, richText, {
      field: "longDescription",
      chars_max: limits.longDescription_chars_max
    })
  const additional = resolveFields(reading.draft.fields ?? {}, stored?.fields ?? {}, fields, richText, limits.fieldLongText_chars_max)
  yield* pace
  const draft = { ...reading.draft, longDescription: described?.texts, fields: additional.fields }
  const { issues: locationIssues, location } = yield* findLocation(agenda, draft, stored)
  const timezone = resolveTimezone({
    written: draft.timezone,
    stored,
    followed: followedTimezone(location),
    keeps: keepsTimezone(stored, location, draft.timings ?? stored?.timings ?? []),
    mode,
    restored: write.restoration === null ? null : write.restoration.timezoneNamed
  })
  const taken = yield* findTaken(events, authorization, draft, write.stored)
  const retired = retiredBefore(write, draft)
  const matched = matchSlots<SlotWrite>(stored?.timings ?? [], retired, draft.timings ?? stored?.timings ?? [])
  const restored = yield* restoredRows(write, matched.slots, { stored: known, providers, limits, now })
  const issues = [
    ...reading.issues,
    ...(described?.issues ?? []),
    ...additional.issues,
    ...matched.issues,
    ...slotYearIssues({ body: write.body, named: draft.timings, slots_max: limits.slots_max, stored, timezone: timezone.timezone }),
    ...restored.issues,
    ...locationIssues,
    ...taken.visible
  ]
  // Issues of the body come first, with taken identifiers; neither reveals the event that has them.
  if (issues.length > 0) return yield* new Invalid({ subject: "data", issues: [...issues, ...taken.hidden] })
  if (taken.hidden.length > 0) return yield* new Conflict({ message: hiddenConflictMessage, issues: taken.hidden })
  if (hook !== null) return yield* storeEvent(yield* afterHook(hook, write), null)

  const at = nextInstant(yield* Clock.currentTimeMillis, write.changedAt)
  const settledSlots = yield* assignSlotIds(matched.slots, matched.retired)
  const timings = settledSlots.map(({ begin, end, id }) => ({ id, begin, end }))
  if (!Arr.isNonEmptyReadonlyArray(timings)) {
    return yield* new Invalid({ subject: "data", issues: [issue("required", "timings")] })
  }
  const content = applyDraft(stored ?? emptyContent, draft, mode)
  const proposed: Event = {
    ...(stored ?? (yield* identifyEvent({ events, tombstones }, write, draft, at))),
    state: stored?.state ?? 0,
    featured: stored?.featured ?? false,
    updatedAt: at,
    version: (stored?.version ?? 0) + 1,
    ...content,
    ...timezone,
    extIds: write.extId === null ? content.extIds : mergeExtIds(content.extIds, [write.extId]),
    timings,
    slotOffers: resolveOverrides(settledSlots, stored?.slotOffers ?? {}, content.offers)
  }
  const moderated = moderate({
    role: authorization.role,
    settings,
    stored,
    asked: {
      ...(draft.state === undefined ? {} : { state: draft.state }),
      ...(draft.featured === undefined ? {} : { featured: draft.featured })
    },
    contentChanges: stored === null || !isSame(stored, proposed)
  })
  if (moderated === "forbidden") return yield* new Forbidden({ message: "your role may not publish in this agenda" })
  const warnings = [...reading.warnings, ...ignoredExtIds(write.extId, draft.extIds), ...moderated.warnings]
  yield* pace
  const settled: Event = { ...proposed, state: moderated.state, featured: moderated.featured }
  const rows = resolveAvailability(settledSlots, known, restored.rows)
  const availability = JSON.stringify(rows)
  const movesAvailability = availability !== JSON.stringify(known)
  const restoredAt = stored === null ? write.restoration?.availabilityUpdatedAt : undefined
  const movedAt = movesAvailability ? at : write.stored?.availabilityUpdatedAt ?? null
  const availabilityUpdatedAt = restoredAt === undefined ? movedAt : Math.min(restoredAt, at)
  const retires = matched.retired.length !== (write.stored?.retiredSlotIds.length ?? 0)
  if (write.stored !== null && stored !== null && !retires && isSame(stored, settled)) {
    if (movesAvailability) yield* putRows({ stored: write.stored, before: known, after: rows, at })
    return {
      outcome: movesAvailability ? "updated" : "unchanged",
      record: movesAvailability ? { ...write.stored, availability, availabilityUpdatedAt } : write.stored,
      location,
      history: null,
      warnings: [...warnings, ...idleMotive(draft)]
    } satisfies EventWritten
  }

  const next: Event = stored === null ? { ...settled, updatedAt: Math.min(write.restoration?.updatedAt ?? at, at) } : settled
  const publishedAt = write.stored?.publishedAt ?? (next.state === published ? stored === null ? next.createdAt : at : null)
  const record = recordOf(next, { publishedAt, retiredSlotIds: matched.retired, availability, availabilityUpdatedAt })
  yield* pace
  const index = yield* runInSlices(() => indexSteps(next, fields.definitions, rows))
  yield* pace
  // Nothing is refused from here on: `RollbackWhole` is set, so a refusal would leave what was already stored in the
  // transaction.
  const putting = events.put(record, index, stored === null)
  const [changes] = stored === null ? [[], yield* putting] : yield* readTogether(shownChanges(write, stored), putting, Effect.void)
  yield* pace
  const imageNames = imageNamesOf(next)
  if (imageNames.join() !== (stored === null ? [] : imageNamesOf(stored)).join()) yield* assignImages(`event:${next.uid}`, imageNames)
  const changesState = stored?.state !== next.state
  const change = stateChange(authorization, { at, from: stored, next, motive: draft.motive })
  if (changesState) yield* withService(EventHistory, (history) => history.add(change))
  if (write.stored?.state === published && next.state !== published) {
    const tombstone = { agendaUid: next.agendaUid, uid: next.uid, audience: "public", removedAt: at } as const
    yield* tombstones.put(tombstone, withdrawalOf(write.stored, at))
  }
  // A free uid never had an event, so there is no tombstone to remove.
  if (stored !== null || next.uid === write.restoration?.uid) {
    if (stored?.state !== published && next.state === published) yield* tombstones.remove(next.agendaUid, next.uid, "public")
    if (stored === null) {
      yield* tombstones.remove(next.agendaUid, next.uid, "privileged")
      if (next.contributorUid !== null) yield* tombstones.remove(next.agendaUid, next.uid, contributorAudience(next.contributorUid))
    }
  }
  yield* agendas.setClock(authorization.agenda.uid, { changedAt: Math.max(next.updatedAt, availabilityUpdatedAt ?? 0, write.changedAt) })
  return {
    outcome: stored === null ? "created" : "updated",
    record,
    location,
    history: changesState ? [...changes, change] : changes,
    warnings: changesState ? warnings : [...warnings, ...idleMotive(draft)]
  } satisfies EventWritten
})

/** Writes one event, with the hook of the host. See `storeEvent`. */
export const writeEvent = (write: EventWrite): Effect.Effect<EventWritten, WriteEventError, WriteEventPorts> =>
  Effect.flatMap(currentHook, (hook) => hook === null ? storeEvent(write, null) : undoneOnFailure(storeEvent(write, hook)))
