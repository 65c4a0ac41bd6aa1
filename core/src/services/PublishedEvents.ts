import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { structuredEvents, structuredGraph } from "../derive/structured/structuredData.js"
import { Agenda } from "../domain/agenda/Agenda.js"
import type { Location } from "../domain/agenda/Location.js"
import { type Forbidden, type Invalid, NotFound, StoreError } from "../domain/error/EngineError.js"
import type { Event } from "../domain/event/Event.js"
import type { AdditionalField } from "../domain/field/AdditionalField.js"
import { CurrentLimits } from "../domain/Limits.js"
import { CurrentImageBase } from "../domain/media/Image.js"
import { languagesOf, type PublishedEvent, type WithdrawnEvent } from "../domain/publication/PublishedEvent.js"
import type { JsonObject } from "../domain/text/Json.js"
import { EventStore } from "../ports/event/EventStore.js"
import { TombstoneStore } from "../ports/event/TombstoneStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { RichText } from "../ports/RichText.js"
import type { EventQuery } from "../query/event/EventQuery.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventRecord, EventRef } from "../record/EventRecord.js"
import { forEachInSlices, makePacer, mapInSlices } from "../schedule/timeSlices.js"
import type { Authorization } from "./Access.js"
import { readableFields } from "./agenda/agendaFields.js"
import { availabilityOf, eventOf } from "./event/EventRecords.js"
import { isVisible } from "./event/isVisible.js"
import { findEvents, type ListPorts } from "./event/listEvents.js"
import { readRef } from "./event/readExtId.js"
import { unknownPathIssues } from "./event/showEvent.js"
import { withdrawnEventOf } from "./event/write/withdrawals.js"
import { locationOf } from "./location/LocationRecords.js"

/** A page of an agenda's events, decoded. */
export interface PublishedEventPage extends Pick<PublishedEvent, "agenda" | "fields"> {
  /** Number of matching events on all pages. */
  readonly total: number
  readonly events: ReadonlyArray<PublishedEvent>
  /** Cursor of the next page; null exactly on the last page. */
  readonly after: ReadonlyArray<string> | null
  /** Whether a filter narrows the list. Unknown parameters do not count as filters. */
  readonly isFiltered: boolean
}

/** Events of an agenda that were published and have been withdrawn. */
export interface WithdrawnEvents {
  readonly agenda: Agenda
  readonly events: ReadonlyArray<WithdrawnEvent>
}

/** Options of structured data. */
export interface StructuredDataRequest {
  /** Preferred languages of its texts, by precedence; the agenda's default follows. */
  readonly languages: ReadonlyArray<string>
  /** URL of an agenda's page, by slug. Below it, event pages are at `/events/{slug}`, and slot pages below those. */
  readonly agendaUrl: (slug: string) => string
}

type ReadError = Invalid | Forbidden | NotFound | StoreError

/** Reads events as decoded values, not as JSON, for pages, calendars and structured data. */
export class PublishedEvents extends Context.Tag("@agenda-engine/core/services/PublishedEvents")<PublishedEvents, {
  /**
   * One event. `NotFound`: the event does not exist, or the caller may not see it. For callers who see unpublished
   * events, use `Events.get`.
   */
  readonly event: (authorization: Authorization<"events:read">, event: EventRef) => Effect.Effect<PublishedEvent, ReadError>
  /** A page of events, equal to `Events.list` for the same caller and query. The view of the query has no effect. */
  readonly page: (authorization: Authorization<"events:read">, query: EventQuery) => Effect.Effect<PublishedEventPage, ReadError>
  /**
   * Events with this slug, or with any slug (null), that were published, have been removed or unpublished, and had
   * slots that are not over. The last withdrawn come first, at most `calendarEvents_max`. Their data comes from
   * tombstones.
   */
  readonly withdrawn: (authorization: Authorization<"events:read">, slug: string | null) => Effect.Effect<WithdrawnEvents, ReadError>
  /** The schema.org graph of an event, one Event for each slot (wire.md §8, Structured data). */
  readonly structuredData: (
    authorization: Authorization<"events:read">,
    event: EventRef,
    request: StructuredDataRequest
  ) => Effect.Effect<JsonObject, ReadError>
  /** Converts markdown to sanitized HTML. */
  readonly toHtml: (markdown: string) => string
}>() {
  /** Layer of PublishedEvents over the stores. */
  static readonly layer: Layer.Layer<PublishedEvents, never, PublishedPorts> = Layer.effect(
    PublishedEvents,
    Effect.suspend(() => make)
  )
}

type PublishedPorts = ListPorts | EventStore | TombstoneStore

const decodeSettings = Schema.decodeUnknown(Schema.parseJson(Agenda.fields.settings))
const decodeAgenda = Schema.decodeUnknown(Agenda)

const agendaOf = (record: AgendaRecord): Effect.Effect<Agenda, StoreError> =>
  decodeSettings(record.settings).pipe(
    Effect.flatMap((settings) => decodeAgenda({ ...record, settings })),
    Effect.mapError((cause) => new StoreError({ reason: "Corrupt", operation: "PublishedEvents.agenda", cause }))
  )

/** The event with only these additional fields. */
const withFields = (event: Event, fields: ReadonlyArray<AdditionalField>): Event => {
  const codes = new Set(fields.map(({ field }) => field))
  return { ...event, fields: Record.filter(event.fields, (_, code) => codes.has(code)) }
}

const publishedEventOf = (
  { agenda, fields }: Pick<PublishedEvent, "agenda" | "fields">,
  record: EventRecord,
  location: Location | null
): Effect.Effect<PublishedEvent, StoreError> =>
  Effect.flatMap(makePacer, (pace) =>
    Effect.all({
      agenda: Effect.succeed(agenda),
      fields: Effect.succeed(fields),
      event: Effect.zipLeft(Effect.suspend(() => Effect.map(eventOf(record), (event) => withFields(event, fields))), pace),
      location: Effect.succeed(location),
      publishedAt: Effect.succeed(record.publishedAt),
      rows: Effect.zipLeft(Effect.suspend(() => availabilityOf(record)), pace)
    }))

const make = Effect.gen(function*() {
  const richText = yield* RichText
  const ports = yield* Effect.context<PublishedPorts>()

  const event = Effect.fn("PublishedEvents.event")(function*(authorization: Authorization<"events:read">, named: EventRef) {
    const events = yield* EventStore
    const locations = yield* LocationStore
    const record = yield* events.find(authorization.agenda.uid, yield* readRef(named))
    if (record === null || !isVisible(authorization, record)) return yield* new NotFound({ what: "event" })
    const location = record.locationUid === null ? null : yield* locations.find(record.locationUid)
    const shared = { agenda: yield* agendaOf(authorization.agenda), fields: yield* readableFields(ports, authorization) }
    return yield* publishedEventOf(shared, record, location === null ? null : yield* locationOf(location))
  }, Effect.provide(ports))

  return PublishedEvents.of({
    event,

    page: Effect.fn("PublishedEvents.page")(function*(authorization, query) {
      const shared = { agenda: yield* agendaOf(authorization.agenda), fields: yield* readableFields(ports, authorization) }
      const faults = [...query.faults ?? [], ...unknownPathIssues({ ...query, additional: shared.fields })]
      const { after, answer, isFiltered } = yield* findEvents(ports, authorization, {
        ...Struct.omit(query, "faults", "fields"),
        detailed: true,
        ...(faults.length === 0 ? {} : { faults })
      })
      const locations = new Map<number, Location>(
        (yield* forEachInSlices(answer.locations, locationOf)).map((location) => [location.uid, location])
      )
      const published = yield* forEachInSlices(
        answer.hits.flatMap((hit) => hit._tag === "Event" && hit.body !== null ? [{ ...hit.head, ...hit.body }] : []),
        (record) => publishedEventOf(shared, record, record.locationUid === null ? null : locations.get(record.locationUid) ?? null)
      )
      return { ...shared, total: answer.total, events: published, after, isFiltered }
    }, Effect.provide(ports)),

    withdrawn: Effect.fn("PublishedEvents.withdrawn")(function*(authorization, slug) {
      const now = yield* Clock.currentTimeMillis
      const { calendarEvents_max: limit } = yield* CurrentLimits
      const found = yield* Effect.flatMap(
        TombstoneStore,
        (tombstones) => tombstones.withdrawals(authorization.agenda.uid, { slug, endsAfter: now, limit })
      )
      return {
        agenda: yield* agendaOf(authorization.agenda),
        events: yield* forEachInSlices(found, (withdrawn) => withdrawnEventOf(withdrawn, now))
      }
    }, Effect.provide(ports)),

    structuredData: Effect.fn("PublishedEvents.structuredData")(function*(authorization, named, { agendaUrl, languages }) {
      const published = yield* event(authorization, named)
      const { agenda } = published
      const nodes = structuredEvents(published, {
        now: yield* Clock.currentTimeMillis,
        languages: languagesOf(agenda, languages),
        agendaUrl: agendaUrl(agenda.slug),
        imageBase: yield* CurrentImageBase
      })
      return structuredGraph(yield* mapInSlices(nodes, (node) => node))
    }),

    toHtml: richText.toHtml
  })
})
