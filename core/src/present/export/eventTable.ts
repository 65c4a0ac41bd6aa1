import { aggregateAt, isTicketed } from "../../derive/availability/aggregateAt.js"
import { aggregatePricing } from "../../derive/availability/pricing.js"
import { nextTiming } from "../../derive/dates/dateRange.js"
import { formatInstant } from "../../derive/dates/formatInstant.js"
import { eventUrlOf, imageUrlsOf } from "../../derive/structured/structuredData.js"
import type { Location } from "../../domain/agenda/Location.js"
import { accessibilityKinds } from "../../domain/event/Event.js"
import { type AdditionalField, hasValues, isMultilingual } from "../../domain/field/AdditionalField.js"
import { fieldValueOf, isImage, isTextByLanguage } from "../../domain/field/FieldValue.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { chooseLanguage } from "../../domain/text/MultilingualText.js"
import { type FieldTree, selectFields } from "../../query/event/FieldPath.js"
import { pickFields } from "../pickFields.js"
import { projectRegistration } from "../presentEvent.js"

/** A moment in a cell: epoch milliseconds, to be shown in this time zone. */
export interface CellMoment {
  readonly instant: number
  readonly timezone: string
}

/** The value of a cell; null when it is empty. */
export type Cell = string | number | boolean | CellMoment | null

/** A column of a table of events. */
export interface EventColumn {
  /** Path of its value in the detailed form of an event; a text in one language ends in the language. */
  readonly path: ReadonlyArray<string>
  readonly cell: (published: PublishedEvent) => Cell
  /** What its cells are: moments, texts for readers, or other values. */
  readonly kind: "moment" | "text" | "value"
}

/** Options of a table of events. */
export interface EventTableOptions {
  /** Languages of the texts. Each has columns of its own, in this order. */
  readonly languages: ReadonlyArray<string>
  /** Preferred languages of texts that have one column, best first; null: texts have one column for each language. */
  readonly monolingual: ReadonlyArray<string> | null
  /** Preferred languages of the labels of options, best first. */
  readonly labels: ReadonlyArray<string>
  /** The agenda's additional fields that the caller may read. */
  readonly fields: ReadonlyArray<AdditionalField>
  /** The columns to keep; null: all. `uid` is always kept. */
  readonly selection: FieldTree | null
  /** Absolute URL of the agenda page, without a trailing slash. */
  readonly agendaUrl: string
  /** URL prefix of images stored by this server. */
  readonly imageBase: string
  /** The instant of the next slot and of the availability, epoch milliseconds. */
  readonly now: number
}

const separator = "|"

/** The items of a list, with a backslash before each separator and backslash in them; null without items. */
const listed = (texts: ReadonlyArray<string>): string | null =>
  texts.length === 0 ? null : texts.map((text) => text.replace(/[\\|]/g, "\\$&")).join(separator)

const column = (path: string, cell: EventColumn["cell"]): EventColumn => ({ path: path.split("."), cell, kind: "value" })

/** A column of moments, in the time zone of the event. */
const momentColumn = (path: string, instantOf: (published: PublishedEvent) => number | undefined): EventColumn => ({
  path: path.split("."),
  cell: (published) => {
    const instant = instantOf(published)
    return instant === undefined ? null : { instant, timezone: published.event.timezone }
  },
  kind: "moment"
})

/** The columns of values by language: one for each language, or one in the preferred language. */
const byLanguage = <A>(
  name: string,
  languages: ReadonlyArray<string>,
  monolingual: ReadonlyArray<string> | null,
  valuesOf: (published: PublishedEvent) => { readonly [language: string]: A },
  cell: (value: A) => Cell
): ReadonlyArray<EventColumn> => {
  const shown = (value: A | undefined): Cell => value === undefined ? null : cell(value)
  if (monolingual !== null) {
    return [{ path: [name], kind: "text", cell: (published) => shown(chooseLanguage(valuesOf(published), monolingual)) }]
  }
  return languages.map((language) => ({
    path: [name, language],
    kind: "text",
    cell: (published) => {
      const values = valuesOf(published)
      return Object.hasOwn(values, language) ? shown(values[language]) : null
    }
  }))
}

const textColumns = (
  name: "title" | "description" | "longDescription" | "conditions",
  { languages, monolingual }: EventTableOptions
): ReadonlyArray<EventColumn> => byLanguage(name, languages, monolingual, ({ event }) => event[name], (text) => text)

const intervals = ({ event: { timezone, timings } }: PublishedEvent): Cell =>
  listed(timings.map(({ begin, end }) => `${formatInstant(begin, timezone)}/${formatInstant(end, timezone)}`))

const timeColumns = ({ now }: EventTableOptions): ReadonlyArray<EventColumn> => [
  momentColumn("firstTiming.begin", ({ event }) => event.timings[0].begin),
  momentColumn("firstTiming.end", ({ event }) => event.timings[0].end),
  momentColumn("nextTiming.begin", ({ event }) => nextTiming(event.timings, now)?.begin),
  momentColumn("nextTiming.end", ({ event }) => nextTiming(event.timings, now)?.end),
  momentColumn("lastTiming.begin", ({ event }) => event.timings.at(-1)?.begin),
  momentColumn("lastTiming.end", ({ event }) => event.timings.at(-1)?.end),
  column("timings", intervals),
  column("timezone", ({ event }) => event.timezone)
]

const placeColumn = (name: string, cell: (location: Location) => Cell): EventColumn =>
  column(`location.${name}`, ({ location }) => location === null ? null : cell(location))

const placeColumns: ReadonlyArray<EventColumn> = [
  placeColumn("uid", ({ uid }) => uid),
  placeColumn("name", ({ name }) => name),
  placeColumn("address", ({ address }) => address),
  placeColumn("postalCode", ({ postalCode }) => postalCode),
  placeColumn("district", ({ adminLevel6 }) => adminLevel6),
  placeColumn("city", ({ adminLevel4 }) => adminLevel4),
  placeColumn("department", ({ adminLevel2 }) => adminLevel2),
  placeColumn("region", ({ adminLevel1 }) => adminLevel1),
  placeColumn("countryCode", ({ countryCode }) => countryCode),
  placeColumn("latitude", ({ latitude }) => latitude),
  placeColumn("longitude", ({ longitude }) => longitude),
  placeColumn("phone", ({ phone }) => phone),
  placeColumn("email", ({ email }) => email),
  placeColumn("website", ({ website }) => website)
]

const ticketColumns = ({ now }: EventTableOptions): ReadonlyArray<EventColumn> => [
  column("registration", ({ event }) => listed(projectRegistration(event.registration, event.offers).map(({ value }) => value))),
  column("offersAggregate.pricing", ({ event }) => event.offers.length === 0 ? null : aggregatePricing(event.offers)),
  column(
    "offersAggregate.availability.status",
    ({ event, rows }) => isTicketed({ offers: event.offers, rows }) ? aggregateAt(event.timings, rows, now).status : null
  )
]

const labelIn = ({ options = [] }: AdditionalField, languages: ReadonlyArray<string>) => (id: number): string => {
  const option = options.find((one) => one.id === id)
  return option === undefined ? String(id) : chooseLanguage(option.label, languages) ?? option.value
}

/** The columns of an additional field: its labels if it has options, the URL if it is a file or an image. */
const fieldColumns = (
  field: AdditionalField,
  { imageBase, labels, languages, monolingual }: EventTableOptions
): ReadonlyArray<EventColumn> => {
  const valueOf = ({ event }: PublishedEvent) => fieldValueOf(field, event.fields)
  if (isMultilingual(field)) {
    const all = [...new Set([...languages, ...field.languages ?? []])]
    return byLanguage(field.field, all, monolingual, (published) => {
      const value = valueOf(published)
      return isTextByLanguage(value) ? value : {}
    }, (text) => text)
  }
  const labelOf = labelIn(field, labels)
  return [column(field.field, (published) => {
    const value = valueOf(published)
    if (value === undefined || typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value ?? null
    if (Array.isArray(value)) return listed(value.map((id: number) => labelOf(id)))
    if (isImage(value)) return imageUrlsOf(value, imageBase)[0] ?? null
    return "url" in value ? value.url ?? null : null
  })]
}

const allColumns = (options: EventTableOptions): ReadonlyArray<EventColumn> => {
  const { agendaUrl, fields, imageBase, languages, monolingual } = options
  return [
    column("uid", ({ event }) => event.uid),
    column("slug", ({ event }) => event.slug),
    column("url", ({ event }) => eventUrlOf(agendaUrl, event.slug)),
    ...textColumns("title", options),
    ...textColumns("description", options),
    ...byLanguage("keywords", languages, monolingual, ({ event }) => event.keywords, listed),
    ...timeColumns(options),
    column("status", ({ event }) => event.status),
    column("attendanceMode", ({ event }) => event.attendanceMode),
    column("onlineAccessLink", ({ event }) => event.onlineAccessLink),
    ...placeColumns,
    ...ticketColumns(options),
    ...textColumns("conditions", options),
    column("age.min", ({ event }) => event.age.min),
    column("age.max", ({ event }) => event.age.max),
    column("accessibility", ({ event }) => listed(accessibilityKinds.filter((kind) => event.accessibility[kind]))),
    column("image", ({ event }) => event.image === null ? null : imageUrlsOf(event.image, imageBase)[0] ?? null),
    column("imageCredits", ({ event }) => event.imageCredits),
    column("featured", ({ event }) => event.featured),
    column("state", ({ event }) => event.state),
    column("extIds", ({ event }) => listed(event.extIds.map(({ key, value }) => `${key}:${value}`))),
    momentColumn("createdAt", ({ event }) => event.createdAt),
    momentColumn("updatedAt", ({ event }) => event.updatedAt),
    ...fields.filter(hasValues).flatMap((field) => fieldColumns(field, options)),
    ...textColumns("longDescription", options)
  ]
}

const isIn = (tree: Json | undefined, [name, ...rest]: ReadonlyArray<string>): boolean =>
  name === undefined ? tree !== undefined : isJsonObject(tree) && isIn(tree[name], rest)

/**
 * The columns of a table of events, one row for each event. Columns are named by paths of the detailed form, so
 * `selection` chooses among them as among its members. Lists are joined by `|`. Options of additional fields are shown
 * by their labels.
 */
export const eventColumns = (options: EventTableOptions): ReadonlyArray<EventColumn> => {
  const { selection } = options
  const columns = allColumns(options)
  if (selection === null) return columns
  const kept = pickFields(selectFields(columns.map(({ path }) => path)), { ...selection, uid: "whole" })
  return columns.filter(({ path }) => isIn(kept, path))
}
