import type { AdditionalField } from "@agenda-engine/core/domain/AdditionalField"
import type { Event } from "@agenda-engine/core/domain/Event"
import { isMarkup } from "@agenda-engine/core/domain/fieldKinds"
import type { FieldValue } from "@agenda-engine/core/domain/FieldValue"
import { fieldValueOf } from "@agenda-engine/core/domain/fieldValueOf"
import { formatNumber } from "./formatNumber.js"
import { type Html, html } from "./Html.js"
import { langOf, localText } from "./localText.js"
import type { PageContext } from "./PageContext.js"

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

const valueRows = (
  field: AdditionalField,
  value: FieldValue,
  toHtml: ToHtml,
  context: PageContext
): ReadonlyArray<Html | null> => {
  if (typeof value === "boolean") return [html`<dd>${value ? context.texts.yes : context.texts.no}</dd>`]
  if (typeof value === "number") return [html`<dd>${formatNumber(value, context.lang)}</dd>`]
  if (typeof value === "string") return [textRow(field, { text: value, lang: html`` }, toHtml)]
  if (isIds(value)) return value.map((id) => optionRow(field, id, context))
  const shown = localText(value, context)
  return shown === null ? [] : [textRow(field, { text: shown.text, lang: langOf(shown, context) }, toHtml)]
}

/** A row with label and value of an additional field; null when the event has no value. */
export const fieldRow = (
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
