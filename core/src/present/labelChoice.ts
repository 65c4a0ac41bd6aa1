import type { AdditionalField } from "../domain/AdditionalField.js"
import type { AttendanceMode, EventStatus } from "../domain/Event.js"
import type { Json } from "../domain/Json.js"
import type { MultilingualText } from "../domain/MultilingualText.js"

const status: Record<EventStatus, MultilingualText> = {
  1: { fr: "Programmé", en: "Scheduled", de: "Geplant", it: "In programma", es: "Programado" },
  2: { fr: "Reprogrammé", en: "Rescheduled", de: "Neu angesetzt", it: "Riprogrammato", es: "Reprogramado" },
  3: { fr: "Déplacé en ligne", en: "Moved online", de: "Ins Internet verlegt", it: "Spostato online", es: "Trasladado a internet" },
  4: { fr: "Reporté", en: "Postponed", de: "Verschoben", it: "Rinviato", es: "Aplazado" },
  5: { fr: "Complet", en: "Full", de: "Ausgebucht", it: "Al completo", es: "Completo" },
  6: { fr: "Annulé", en: "Cancelled", de: "Abgesagt", it: "Annullato", es: "Cancelado" }
}

const attendanceMode: Record<AttendanceMode, MultilingualText> = {
  1: { fr: "Sur place", en: "In person", de: "Vor Ort", it: "In presenza", es: "Presencial" },
  2: { fr: "En ligne", en: "Online", de: "Online", it: "Online", es: "En línea" },
  3: {
    fr: "Sur place et en ligne",
    en: "In person and online",
    de: "Vor Ort und online",
    it: "In presenza e online",
    es: "Presencial y en línea"
  }
}

/** The labels of every choice of an event, by member and by number. */
export const choiceLabels: { readonly [member: string]: { readonly [id: string]: MultilingualText } } = { status, attendanceMode }

/**
 * A member of an event as `includeLabels` shows it: the number of a choice as `{id, label}`, anything else as it is (service.md, includeLabels).
 *
 * @example
 * labelChoice("status", 6) // { id: 6, label: { fr: "Annulé", en: "Cancelled", … } }
 */
export const labelChoice = (member: string, value: Json): Json => {
  const labels = Object.hasOwn(choiceLabels, member) ? choiceLabels[member] : undefined
  return labels === undefined || typeof value !== "number" ? value : { id: value, label: labels[value] ?? {} }
}

/**
 * The options of an additional field as `includeLabels` shows them, each `{id, label}`; anything else as it is. Those that are no longer
 * offered keep their labels.
 */
export const labelOptions = (field: AdditionalField, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => labelOptions(field, item))
  return typeof value !== "number" ? value : { id: value, label: field.options?.find(({ id }) => id === value)?.label ?? {} }
}
