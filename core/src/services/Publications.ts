import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { structuredData } from "../derive/structuredData.js"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { Agenda } from "../domain/Agenda.js"
import type { Caller } from "../domain/Credential.js"
import { CurrentImageBase } from "../domain/CurrentImageBase.js"
import { type Forbidden, type Invalid, NotFound, StoreError, type Unauthorized } from "../domain/EngineError.js"
import type { Event } from "../domain/Event.js"
import type { JsonObject } from "../domain/Json.js"
import { CurrentLimits } from "../domain/Limits.js"
import { languagesOf, type Publication } from "../domain/Publication.js"
import type { WithdrawnEvent } from "../domain/WithdrawnEvent.js"
import type { AgendaStore } from "../ports/AgendaStore.js"
import { EventStore } from "../ports/EventStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import type { NetworkStore } from "../ports/NetworkStore.js"
import { RichText } from "../ports/RichText.js"
import { forEachInSlices, makePacer } from "../ports/slices.js"
import type { EventQuery } from "../query/EventQuery.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { EventRecord, EventRef } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { Access } from "./Access.js"
import { readableFields } from "./agendaFields.js"
import { availabilityOf, eventOf } from "./event/EventRecords.js"
import { isVisible } from "./event/isVisible.js"
import { findEvents } from "./event/listEvents.js"
import { readRef } from "./event/readExtId.js"
import { withdrawnEventOf } from "./event/withdrawals.js"
import { locationOf } from "./location/LocationRecords.js"

/** A page of an agenda's events with all that is shown of them. */
export interface PublicationPage {
  readonly agenda: Agenda
  /** How many events match in all. */
  readonly total: number
  readonly publications: ReadonlyArray<Publication>
  /** Pass as the cursor of the next page; null exactly when nothing is left. */
  readonly after: ReadonlyArray<string> | null
}

/** Events of an agenda that were published and no longer are. */
export interface WithdrawnEvents {
  readonly agenda: Agenda
  readonly events: ReadonlyArray<WithdrawnEvent>
}

/** How structured data is asked for. */
export interface StructuredDataRequest {
  /** The languages its texts come in, the liked first; the agenda's own follows. */
  readonly languages: ReadonlyArray<string>
  /** The address of an agenda's page, by its slug; pages of its events are `/events/{slug}` below it, those of their slots below that. */
  readonly agendaUrl: (slug: string) => string
}

type ReadError = Invalid | Unauthorized | Forbidden | NotFound | StoreError

/** Reads events as what they are, not as JSON: what pages, calendars and structured data are made from. */
export class Publications extends Context.Tag("@agenda-engine/core/services/Publications")<Publications, {
  /** One event; one that the caller may not see is `NotFound`, as one that never was. Who sees one that is not published is said by `Events.get`. */
  readonly event: (caller: Caller, agenda: AgendaRef, event: EventRef) => Effect.Effect<Publication, ReadError>
  /** A page of events, as `Events.list` answers it to the same caller and query. How they are viewed makes no difference. */
  readonly page: (caller: Caller, agenda: AgendaRef, query: EventQuery) => Effect.Effect<PublicationPage, ReadError>
  /**
   * The events with this slug, or with any (null), that were published, were removed or unpublished since, and had slots that are not over:
   * the last withdrawn first, at most `calendarEvents_max`. What is known of them is what tombstones keep.
   */
  readonly withdrawn: (caller: Caller, agenda: AgendaRef, slug: string | null) => Effect.Effect<WithdrawnEvents, ReadError>
  /** The schema.org graph of an event, one Event for each slot (wire.md §8, Structured data). */
  readonly structuredData: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    request: StructuredDataRequest
  ) => Effect.Effect<JsonObject, ReadError>
  /** The HTML of markdown, safe to stand in a page. */
  readonly toHtml: (markdown: string) => string
}>() {
  /** Publications of the stores. */
  static readonly layer: Layer.Layer<Publications, never, Access | AgendaStore | EventStore | LocationStore | NetworkStore | RichText> =
    Layer.effect(Publications, Effect.suspend(() => make))
}

const decodeSettings = Schema.decodeUnknown(Schema.parseJson(Agenda.fields.settings))
const decodeAgenda = Schema.decodeUnknown(Agenda)

const agendaOf = (record: AgendaRecord): Effect.Effect<Agenda, StoreError> =>
  decodeSettings(record.settings).pipe(
    Effect.flatMap((settings) => decodeAgenda({ ...record, settings })),
    Effect.mapError((cause) => new StoreError({ reason: "Corrupt", operation: "Publications.agenda", cause }))
  )

/** An event without what it has of fields that may not be read. */
const withFields = (event: Event, fields: ReadonlyArray<AdditionalField>): Event => {
  const codes = new Set(fields.map(({ field }) => field))
  return { ...event, fields: Record.filter(event.fields, (_, code) => codes.has(code)) }
}

const publicationOf = (
  { agenda, fields }: Pick<Publication, "agenda" | "fields">,
  record: EventRecord,
  location: LocationRecord | null
): Effect.Effect<Publication, StoreError> =>
  Effect.flatMap(makePacer, (pace) =>
    Effect.all({
      agenda: Effect.succeed(agenda),
      fields: Effect.succeed(fields),
      event: Effect.zipLeft(Effect.map(eventOf(record), (event) => withFields(event, fields)), pace),
      location: location === null ? Effect.succeed(null) : locationOf(location),
      rows: Effect.zipLeft(availabilityOf(record), pace)
    }))

const make = Effect.gen(function*() {
  const access = yield* Access
  const richText = yield* RichText
  const ports = yield* Effect.context<AgendaStore | EventStore | LocationStore | NetworkStore>()

  const event = Effect.fn("Publications.event")(function*(caller: Caller, ref: AgendaRef, named: EventRef) {
    const standing = yield* access.enter(caller, ref, "events:read")
    const events = yield* EventStore
    const locations = yield* LocationStore
    const record = yield* events.find(standing.agenda.uid, yield* readRef(named))
    if (record === null || !isVisible(standing, record)) return yield* new NotFound({ what: "event" })
    const location = record.locationUid === null ? null : yield* locations.find(record.locationUid)
    const shared = { agenda: yield* agendaOf(standing.agenda), fields: yield* readableFields(standing) }
    return yield* publicationOf(shared, record, location)
  }, Effect.provide(ports))

  return Publications.of({
    event,

    page: Effect.fn("Publications.page")(function*(caller, ref, query) {
      const standing = yield* access.enter(caller, ref, "events:read")
      const shared = { agenda: yield* agendaOf(standing.agenda), fields: yield* readableFields(standing) }
      const { after, answer } = yield* findEvents(standing, { ...query, detailed: true })
      const locations = new Map(answer.locations.map((location) => [location.uid, location]))
      const publications = yield* forEachInSlices(
        answer.hits.flatMap((hit) => hit._tag === "Event" && hit.body !== null ? [{ ...hit.head, ...hit.body }] : []),
        (record) => publicationOf(shared, record, record.locationUid === null ? null : locations.get(record.locationUid) ?? null)
      )
      return { agenda: shared.agenda, total: answer.total, publications, after }
    }, Effect.provide(ports)),

    withdrawn: Effect.fn("Publications.withdrawn")(function*(caller, ref, slug) {
      const standing = yield* access.enter(caller, ref, "events:read")
      const now = yield* Clock.currentTimeMillis
      const { calendarEvents_max: limit } = yield* CurrentLimits
      const found = yield* Effect.flatMap(EventStore, (events) => events.withdrawals(standing.agenda.uid, { slug, endsAfter: now, limit }))
      return {
        agenda: yield* agendaOf(standing.agenda),
        events: yield* forEachInSlices(found, (withdrawn) => withdrawnEventOf(withdrawn, now))
      }
    }, Effect.provide(ports)),

    structuredData: Effect.fn("Publications.structuredData")(function*(caller, ref, named, { agendaUrl, languages }) {
      const publication = yield* event(caller, ref, named)
      const { agenda } = publication
      return structuredData(publication, {
        now: yield* Clock.currentTimeMillis,
        languages: languagesOf(agenda, languages),
        agendaUrl: agendaUrl(agenda.slug),
        imageBase: yield* CurrentImageBase
      })
    }),

    toHtml: richText.toHtml
  })
})
