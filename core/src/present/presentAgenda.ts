import { formatUtc } from "../derive/dates/formatInstant.js"
import type { AdditionalField } from "../domain/field/AdditionalField.js"
import { nativeFields } from "../domain/field/nativeFields.js"
import type { Limits } from "../domain/Limits.js"
import type { Json, JsonObject } from "../domain/text/Json.js"
import { isLanguageRange } from "../domain/text/languageTag.js"
import type { AgendaPart } from "../query/agenda/AgendaView.js"
import type { Count, TallyAnswer } from "../query/event/Tally.js"
import type { AgendaRecord, NetworkRecord } from "../record/AgendaRecord.js"
import type { LocationSetRecord } from "../record/LocationRecord.js"
import { presentViewport } from "./facet/presentFacet.js"
import { rankCounts } from "./facet/rankCounts.js"
import { storedObject } from "./storedJson.js"

/** An agenda with the data of its parts. Data that no requested part needs may be empty. */
export interface AgendaSubject {
  readonly record: AgendaRecord
  readonly network: NetworkRecord | null
  readonly locationSet: LocationSetRecord | null
  /** Additional fields that the caller may read; those of the network first. */
  readonly fields: ReadonlyArray<AdditionalField>
  readonly summary: JsonObject
  /** The limits that the definitions of native fields show. */
  readonly limits: Limits
}

/** The uid of the network or agenda that defines a field: what clients call the id of its schema. */
const schemaIdOf = ({ record }: AgendaSubject, { schemaType }: AdditionalField): number | null =>
  schemaType === "network" ? record.networkUid : record.uid

/** Maps option values to field and option ids; clients use it to translate choices. */
const optionMap = (subject: AgendaSubject): ReadonlyArray<JsonObject> =>
  subject.fields.flatMap((definition) =>
    (definition.options ?? []).map(({ id, value }) => ({
      slug: value,
      fieldName: definition.field,
      optionId: id,
      schemaId: schemaIdOf(subject, definition)
    }))
  )

const presentNetwork = ({ network, record }: AgendaSubject): Json =>
  record.networkUid === null
    ? null
    : { uid: record.networkUid, title: network?.title ?? null, formSchemaId: record.networkUid }

const presentLocationSet = ({ locationSet, record }: AgendaSubject): Json =>
  record.locationSetUid === null ? null : { uid: record.locationSetUid, title: locationSet?.title ?? null }

const presentPart = (subject: AgendaSubject, part: AgendaPart): Json => {
  const { fields, limits, record, summary } = subject
  switch (part) {
    case "createdAt":
    case "updatedAt":
      return formatUtc(record[part])
    case "officializedAt":
      return record.officializedAt === null ? null : formatUtc(record.officializedAt)
    case "memberSchemaId":
      return null
    case "settings":
      return storedObject(record.settings)
    case "summary":
      return summary
    case "schema":
      return { fields: [...nativeFields(limits), ...fields.map((field) => ({ ...field, schemaId: schemaIdOf(subject, field) }))] }
    case "network":
      return presentNetwork(subject)
    case "locationSet":
      return presentLocationSet(subject)
    case "slugSchemaOptionIdMap":
      return optionMap(subject)
    default:
      return record[part]
  }
}

/** The requested parts of an agenda in a response (service.md, Agenda; wire.md §5). */
export const presentAgenda = (subject: AgendaSubject, parts: ReadonlyArray<AgendaPart>): JsonObject =>
  Object.fromEntries(parts.map((part) => [part, presentPart(subject, part)]))

/** The data of a summary: tallies of the published events of an agenda. An undefined tally counts as empty. */
interface SummaryCounts {
  readonly keywords: TallyAnswer | undefined
  /** Counts by `Relative`. */
  readonly relative: TallyAnswer | undefined
  readonly languages: TallyAnswer | undefined
  readonly places: TallyAnswer | undefined
  /** Number of events first published within the last 30 days. */
  readonly added: number
}

const keywords_max = 20

const countsOf = (tally: TallyAnswer | undefined): ReadonlyArray<Count> => tally?._tag === "Counts" ? tally.counts : []

/**
 * The summary of an agenda (wire.md §5, Agenda).
 *
 * - `keywords`: at most 20, most frequent first.
 * - `languages`: number of events per language.
 * - `recentlyAddedEvents`: number of events that were first published in the last 30 days, by origin. Every event of
 *   this engine is a contribution.
 * - `viewport`: smallest box around the locations; null when no location has coordinates.
 */
export const presentSummary = ({ added, keywords, languages, places, relative }: SummaryCounts): JsonObject => {
  const relativeCount = (name: string) => countsOf(relative).find(({ value }) => value === name)?.count ?? 0
  return {
    keywords: rankCounts(countsOf(keywords), keywords_max).ranked.map(({ shown }) => shown),
    publishedEvents: { current: relativeCount("current"), passed: relativeCount("passed"), upcoming: relativeCount("upcoming") },
    languages: Object.fromEntries(
      rankCounts(countsOf(languages).filter(({ spelling }) => !isLanguageRange(spelling)), Number.POSITIVE_INFINITY).ranked.map((
        { count, shown }
      ) => [shown, count])
    ),
    recentlyAddedEvents: { contribution: added, shared: 0, aggregation: 0 },
    viewport: presentViewport(places?._tag === "Points" ? places.points : [])
  }
}
