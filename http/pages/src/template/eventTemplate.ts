import { formatInstant } from "@agenda-engine/core/derive/dates/formatInstant"
import { imageUrlsOf } from "@agenda-engine/core/derive/structured/structuredData"
import type { Location } from "@agenda-engine/core/domain/agenda/Location"
import { accessibilityKinds, type Event, type EventSlot } from "@agenda-engine/core/domain/event/Event"
import { type AdditionalField, isMarkup } from "@agenda-engine/core/domain/field/AdditionalField"
import { dayOf, type FieldValue, fieldValueOf, isImage, isPhone, isTextByLanguage } from "@agenda-engine/core/domain/field/FieldValue"
import type { Image } from "@agenda-engine/core/domain/media/Image"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { scriptJson } from "@agenda-engine/core/domain/text/markupText"
import { chosenLanguage } from "@agenda-engine/core/domain/text/MultilingualText"
import { href, type Html, html, picture, trusted } from "../Html.js"
import { agendaPath, calendarPath, firstPage, type PageContext } from "../PageContext.js"
import { datesTemplate, type SlotDate } from "./datesTemplate.js"
import { formatNumber } from "./formatPrice.js"
import { formatDay, formatSlot, formatZone } from "./formatTime.js"
import { langOf, localText } from "./localText.js"
import { eventBadge } from "./statusBadges.js"
import { ticketsTemplate } from "./ticketsTemplate.js"

/** A point of a map, in degrees (WGS 84). */
interface MapPoint {
  readonly latitude: number
  readonly longitude: number
}

/** Edge of a tile, in pixels, and size of the map. */
const tile_px = 256
const width_px = 512
const height_px = 256

/** Zoom level at which streets have names. */
const zoom = 16

/** Number of tiles around the world, in each direction. */
const tiles_count = 2 ** zoom

/** The projection ends there. */
const latitude_max = 85.0511

/** A point in pixels from the north-west end of the world (Web Mercator, EPSG:3857). */
const pixelsOf = ({ latitude, longitude }: MapPoint): { readonly x: number; readonly y: number } => {
  const radians = Math.max(-latitude_max, Math.min(latitude_max, latitude)) * Math.PI / 180
  const south = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
  const world_px = tiles_count * tile_px
  return { x: Math.round((longitude + 180) / 360 * world_px), y: Math.round(south * world_px) }
}

/** Numbers of the tiles that cover a range of pixels. */
const covering = (from: number, length: number): ReadonlyArray<number> => {
  const first = Math.floor(from / tile_px)
  return Array.from({ length: Math.floor((from + length - 1) / tile_px) - first + 1 }, (_, index) => first + index)
}

/** A map of a point, made of the tiles of a server; `label` names it. */
export const mapTiles = (point: MapPoint, tilesUrl: string, label: string): Html => {
  const { x, y } = pixelsOf(point)
  const [left, top] = [x - width_px / 2, y - height_px / 2]
  const tiles = covering(top, height_px).filter((row) => row >= 0 && row < tiles_count).flatMap((row) =>
    covering(left, width_px).map((column) => {
      const around = (column + tiles_count) % tiles_count
      const url = tilesUrl.replace("{z}", String(zoom)).replace("{x}", String(around)).replace("{y}", String(row))
      return html`<image href="${url}" x="${column * tile_px - left}" y="${row * tile_px - top}" width="${tile_px}" height="${tile_px}"/>`
    })
  )
  return html`<svg class="map" viewBox="0 0 ${width_px} ${height_px}" role="img" aria-label="${label}">${tiles}<circle cx="${
    width_px / 2
  }" cy="${height_px / 2}" r="8"/></svg>`
}

/**
 * The mailto URL of an e-mail address (RFC 6068 §2). The local part is percent-encoded, so that no character of it
 * begins a header field.
 */
export const mailtoOf = (address: string): string => {
  const at = address.lastIndexOf("@")
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

/** A number that can be dialled: at most 15 digits with the country code (ITU-T E.164). */
const dialPattern = /^\+?\d{3,15}$/

/**
 * The tel URL of a phone number as people write it (RFC 3966): without an extension, and without a trunk prefix in
 * brackets after the country code. Null for a text that nobody could dial: one with words, or with several numbers.
 *
 * @example
 * telOf("+33 (0)1 23 45 67 89 ext. 5") // "tel:+33123456789"
 */
export const telOf = (phone: string): string | null => {
  const [number = ""] = phone.split(/ext|x|#/i)
  const dialled = (number.trimStart().startsWith("+") ? number.replace("(0)", "") : number).replaceAll(/[^\d+]/g, "")
  return isPhone(phone.trim()) && dialPattern.test(dialled) ? `tel:${dialled}` : null
}

/** A URL as a text to read: without its scheme, and decoded where it is percent-encoded UTF-8. */
export const readableUrl = (url: string): string => {
  const text = url.replace(/^https?:\/\//i, "")
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

type ToHtml = (markdown: string) => Html

const isIds = (value: FieldValue): value is ReadonlyArray<number> => Array.isArray(value)

const optionRow = ({ options = [] }: AdditionalField, id: number, context: PageContext): Html | null => {
  const label = localText(options.find((option) => option.id === id)?.label ?? {}, context)
  return label === null ? null : html`<dd${langOf(label, context)}>${label.text}</dd>`
}

const textRow = (
  field: AdditionalField,
  shown: { readonly text: string; readonly lang: Html },
  toHtml: ToHtml
): Html =>
  isMarkup(field)
    ? html`<dd class="prose"${shown.lang}>${toHtml(shown.text)}</dd>`
    : html`<dd class="lines"${shown.lang}>${shown.text}</dd>`

/** A text that is a link, if it has a URL. */
const linkRow = (url: string | null, text: string): Html =>
  url === null ? html`<dd>${text}</dd>` : html`<dd><a${href(url)}>${text}</a></dd>`

/** An image that links to its largest rendition. Images stored elsewhere are links: see `picture`. */
const imageRow = (image: Image, context: PageContext): Html => {
  const [url = ""] = imageUrlsOf(image, context.imageBase)
  const shown = picture(image, context, { eager: false, sizes: "(max-width:58rem) 100vw, 56rem" })
  return shown === null ? linkRow(url, image.filename) : html`<dd><a${href(url)}>${shown}</a></dd>`
}

/** A value that is a link, an address, a number or a day; null for other texts. */
const lineRow = ({ fieldType }: AdditionalField, value: string, { lang }: PageContext): Html | null => {
  switch (fieldType) {
    case "link":
      return linkRow(value, value)
    case "email":
      return linkRow(mailtoOf(value), value)
    case "phone":
      return linkRow(telOf(value), value)
    case "date": {
      const day = dayOf(value)
      return day === null ? null : html`<dd>${formatDay(day, lang)}</dd>`
    }
    default:
      return null
  }
}

const valueRows = (
  field: AdditionalField,
  value: FieldValue,
  toHtml: ToHtml,
  context: PageContext
): ReadonlyArray<Html | null> => {
  if (typeof value === "boolean") return [html`<dd>${value ? context.texts.yes : context.texts.no}</dd>`]
  if (typeof value === "number") return [html`<dd>${formatNumber(value, context.lang)}</dd>`]
  if (typeof value === "string") return [lineRow(field, value, context) ?? textRow(field, { text: value, lang: html`` }, toHtml)]
  if (isIds(value)) return value.map((id) => optionRow(field, id, context))
  if (isImage(value)) return [imageRow(value, context)]
  if (!isTextByLanguage(value)) return [linkRow(value.url, value.name)]
  const shown = localText(value, context)
  return shown === null ? [] : [textRow(field, { text: shown.text, lang: langOf(shown, context) }, toHtml)]
}

/** A row with label and value of an additional field; null when the event has no value. */
const fieldRow = (
  field: AdditionalField,
  { fields }: Pick<Event, "fields">,
  toHtml: ToHtml,
  context: PageContext
): Html | null => {
  const value = fieldValueOf(field, fields)
  const rows = value === undefined ? [] : valueRows(field, value, toHtml, context).filter((row) => row !== null)
  const label = localText(field.label, context)
  return rows.length === 0 ? null : html`<div><dt${langOf(label, context)}>${label?.text ?? field.field}</dt>${rows}</div>`
}

type Slot = typeof EventSlot.Type

/** Data of the page of an event or slot. */
export interface EventPageView {
  readonly published: PublishedEvent
  /** The slot of the page; null for the event's page. */
  readonly slot: Slot | null
  /** Converts markdown (long descriptions and some additional fields) to sanitized HTML. */
  readonly toHtml: (markdown: string) => Html
  /** The slots of the event, in order. */
  readonly dates: ReadonlyArray<SlotDate>
  /** schema.org data of the event, or of the slot alone. */
  readonly structuredData: Json
}

const mapUrl = ({ latitude, longitude }: Location): string | null =>
  latitude === null || longitude === null
    ? null
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** Latitude and longitude to 1 m, as other programs take them. */
const coordinatesOf = ({ latitude, longitude }: Location): string =>
  [latitude, longitude].map((degrees) => String(Math.round((degrees ?? 0) * 1e5) / 1e5)).join(", ")

/** The map of a place, where the settings name a server of tiles. */
const mapOf = ({ latitude, longitude, name }: Location, { map: { attribution, tilesUrl }, texts }: PageContext): Html | null =>
  tilesUrl === null || latitude === null || longitude === null
    ? null
    : html`<br>${mapTiles({ latitude, longitude }, tilesUrl, `${texts.map}: ${name}`)}<small>${attribution}</small>`

const whereRow = ({ event, location }: PublishedEvent, context: PageContext): Html => {
  const { texts } = context
  const map = location === null ? null : mapUrl(location)
  const access = location === null ? null : localText(location.access, context)
  return html`<div><dt>${texts.where}</dt>
${
    location !== null && event.attendanceMode !== 2 &&
    html`<dd><strong dir="auto">${location.name}</strong><br><bdi>${location.address}</bdi>${
      access !== null && html`<br><span${langOf(access, context)}>${access.text}</span>`
    }${map !== null && html`<br><a href="${map}">${texts.map}</a> <span class="coordinates">${coordinatesOf(location)}</span>`}${
      mapOf(location, context)
    }</dd>`
  }
${
    event.attendanceMode !== 1 &&
    html`<dd>${texts.online}${event.onlineAccessLink !== null && html`<br><a${href(event.onlineAccessLink)}>${texts.join}</a>`}</dd>`
  }</div>`
}

const registrationRow = ({ event }: PublishedEvent, { texts }: PageContext): Html | null => {
  const addresses = { email: mailtoOf, phone: telOf, link: (value: string) => value }
  return event.registration.length === 0 ?
    null :
    html`<div><dt>${texts.registration}</dt>${
      event.registration.map(({ type, value }) => linkRow(addresses[type](value), type === "link" ? readableUrl(value) : value))
    }</div>`
}

const moreRows = ({ published, toHtml }: EventPageView, context: PageContext): Html => {
  const { agenda, event, fields } = published
  const { texts } = context
  const conditions = localText(event.conditions, context)
  const keywordsLang = chosenLanguage(event.keywords, context.languages)
  const keywords = keywordsLang === undefined ? [] : event.keywords[keywordsLang] ?? []
  const kinds = accessibilityKinds.filter((kind) => event.accessibility[kind])
  const hasAge = event.age.min !== null || event.age.max !== null
  return html`${
    conditions !== null && html`<div><dt>${texts.conditions}</dt><dd${langOf(conditions, context)}>${conditions.text}</dd></div>`
  }
${registrationRow(published, context)}
${hasAge && html`<div><dt>${texts.ages}</dt><dd>${texts.age(event.age.min, event.age.max)}</dd></div>`}
${kinds.length > 0 && html`<div><dt>${texts.accessibility}</dt>${kinds.map((kind) => html`<dd>${texts.accessible[kind]}</dd>`)}</div>`}
${fields.map((field) => fieldRow(field, event, toHtml, context))}
${
    keywords.length > 0 &&
    html`<div><dt>${texts.keywords}</dt><dd class="keywords"${keywordsLang !== undefined && langOf({ lang: keywordsLang }, context)}>${
      keywords.map((keyword) =>
        html`<a href="${agendaPath(agenda.slug, { ...firstPage, search: `"${keyword.replaceAll('"', "")}"` }, context)}">${keyword}</a> `
      )
    }</dd></div>`
  }`
}

/** Content of an event's page: dates, location, tickets and description. */
export const eventTemplate = (view: EventPageView, context: PageContext): Html => {
  const { published, slot, toHtml } = view
  const { agenda, event } = published
  const { texts } = context
  const title = localText(event.title, context)
  const description = localText(event.description, context)
  const about = localText(event.longDescription, context)
  const shown = slot ?? event.timings.find(({ end }) => end > context.now) ?? event.timings.at(-1) ?? event.timings[0]
  const others = event.timings.filter(({ end, id }) => end > context.now && id !== shown.id).length
  const image = picture(event.image, context, { eager: true, sizes: "(max-width:58rem) 100vw, 56rem" })
  return html`<p class="back"><a href="${agendaPath(agenda.slug, firstPage, context)}">← ${texts.backTo(agenda.title)}</a></p>
<article>
<header class="head">
<h1${langOf(title, context)}>${title?.text ?? event.slug}</h1>
${description !== null && html`<p class="lead"${langOf(description, context)}>${description.text}</p>`}
<p class="badges">${eventBadge(published, context)}</p>
</header>
${
    image !== null &&
    html`<figure>${image}${
      event.imageCredits !== null && html`<figcaption>${texts.credits} <bdi>${event.imageCredits}</bdi></figcaption>`
    }</figure>`
  }
<div class="columns">
<div class="aside">
<dl class="facts">
<div><dt>${texts.when}</dt><dd><time datetime="${formatInstant(shown.begin, event.timezone)}"><strong>${
    formatSlot(shown, context.lang, event.timezone, context.now)
  }</strong></time>${
    // Online visitors may be in another time zone.
    event.attendanceMode !== 1 && html`<br>${formatZone(shown.begin, context.lang, event.timezone)}`}${
    shown.end <= context.now && html`<br>${texts.past}`
  }${slot === null && others > 0 && html`<br><a href="#dates">+ ${texts.moreDates(others)}</a>`}</dd></div>
${whereRow(published, context)}
</dl>
${ticketsTemplate(published, shown, context)}
<p class="actions"><a class="button quiet" href="${
    calendarPath(agenda.slug, { event: event.slug, slotId: shown.id }, context)
  }">${texts.calendar}</a>${
    event.timings.length > 1 &&
    html` <a class="button quiet" href="${
      calendarPath(agenda.slug, { event: event.slug, slotId: null }, context)
    }">${texts.allToCalendar}</a>`
  }</p>
</div>
<div class="body">
${about !== null && html`<section class="prose" aria-label="${texts.about}"${langOf(about, context)}>${toHtml(about.text)}</section>`}
${datesTemplate(view.dates, context)}
<dl class="facts">${moreRows(view, context)}</dl>
</div>
</div>
</article>
<script type="application/ld+json">${trusted(scriptJson(view.structuredData))}</script>`
}
