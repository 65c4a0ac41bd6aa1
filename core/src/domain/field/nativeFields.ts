import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Role } from "../access/Member.js"
import { accessibilityKinds, type PlainContent, requiredFields } from "../event/Event.js"
import type { Limits } from "../Limits.js"
import { LanguageCode, MultilingualText } from "../text/MultilingualText.js"
import { FieldOption } from "./AdditionalField.js"

/** One choice of a native field. */
export const NativeOption = Schema.Struct({
  /** What events store and writes contain: a number, or a code. */
  id: Schema.Union(Schema.Int, Schema.String),
  value: FieldOption.fields.value,
  label: FieldOption.fields.label
}).annotations({ identifier: "NativeOption" })
/** One choice of a native field. */
export type NativeOption = typeof NativeOption.Type

/** A built-in field of every event, as `schema.fields` lists it before the additional fields (wire.md §5, Agenda). */
export const NativeField = Schema.Struct({
  /** The key of the field in events. */
  field: Schema.String,
  label: MultilingualText,
  fieldType: Schema.Literal(
    "accessibility",
    "age",
    "boolean",
    "image",
    "keywords",
    "link",
    "location",
    "markdown",
    "radio",
    "registration",
    "select",
    "text",
    "timings",
    "timezone"
  ),
  /** False when a create or a full update must contain the field. */
  optional: Schema.Boolean,
  /** Present when the field is required only if another field has one of these values. */
  requiredWith: Schema.optionalWith(Schema.Struct({ field: Schema.String, values: Schema.Array(Schema.Int) }), { exact: true }),
  /** Present when the values are of a closed list. */
  options: Schema.optionalWith(Schema.Array(NativeOption), { exact: true }),
  /** Present when the value is keyed by language. Empty: every language is accepted. */
  languages: Schema.optionalWith(Schema.Array(LanguageCode), { exact: true }),
  /** The least value: years of `age`. */
  min: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The greatest value: characters of a text in one language, of one keyword or of a link; years of `age`. */
  max: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The characters of all items together: of the keywords in one language, of the registration values. */
  maxTotal: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The number of items of a list. */
  maxItems: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The bytes of a file. */
  maxBytes: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The roles that may write the field; absent when everyone who may write the event may. */
  write: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  schemaType: Schema.Literal("event")
}).annotations({ identifier: "NativeField" })
/** A built-in field of every event. */
export type NativeField = typeof NativeField.Type

type Options = ReadonlyArray<FieldOption>

/** The options of `attendanceMode`; `id` is the number that events store (wire.md §5). */
export const attendanceModeOptions: Options = [
  {
    id: 1,
    value: "offline",
    label: { fr: "Sur place", en: "In person", de: "Vor Ort", it: "In presenza", es: "Presencial" }
  },
  { id: 2, value: "online", label: { fr: "En ligne", en: "Online", de: "Online", it: "Online", es: "En línea" } },
  {
    id: 3,
    value: "mixed",
    label: {
      fr: "Sur place et en ligne",
      en: "In person and online",
      de: "Vor Ort und online",
      it: "In presenza e online",
      es: "Presencial y en línea"
    }
  }
]

/** The options of `status`; `id` is the number that events store (wire.md §5). */
export const statusOptions: Options = [
  {
    id: 1,
    value: "scheduled",
    label: { fr: "Programmé", en: "Scheduled", de: "Geplant", it: "In programma", es: "Programado" }
  },
  {
    id: 2,
    value: "rescheduled",
    label: { fr: "Reprogrammé", en: "Rescheduled", de: "Neu angesetzt", it: "Riprogrammato", es: "Reprogramado" }
  },
  {
    id: 3,
    value: "moved-online",
    label: { fr: "Déplacé en ligne", en: "Moved online", de: "Ins Internet verlegt", it: "Spostato online", es: "Trasladado a internet" }
  },
  { id: 4, value: "postponed", label: { fr: "Reporté", en: "Postponed", de: "Verschoben", it: "Rinviato", es: "Aplazado" } },
  { id: 5, value: "full", label: { fr: "Complet", en: "Full", de: "Ausgebucht", it: "Al completo", es: "Completo" } },
  { id: 6, value: "cancelled", label: { fr: "Annulé", en: "Cancelled", de: "Abgesagt", it: "Annullato", es: "Cancelado" } }
]

const accessibilityLabels = {
  hi: { fr: "Handicap auditif", en: "Hearing impairment", de: "Hörbehinderung", it: "Disabilità uditiva", es: "Discapacidad auditiva" },
  vi: { fr: "Handicap visuel", en: "Visual impairment", de: "Sehbehinderung", it: "Disabilità visiva", es: "Discapacidad visual" },
  pi: {
    fr: "Handicap psychique",
    en: "Psychic impairment",
    de: "Psychische Behinderung",
    it: "Disabilità psichica",
    es: "Discapacidad psíquica"
  },
  mi: { fr: "Handicap moteur", en: "Motor impairment", de: "Körperbehinderung", it: "Disabilità motoria", es: "Discapacidad motora" },
  ii: {
    fr: "Handicap intellectuel",
    en: "Intellectual impairment",
    de: "Geistige Behinderung",
    it: "Disabilità intellettiva",
    es: "Discapacidad intelectual"
  }
} as const satisfies { readonly [K in typeof accessibilityKinds[number]]: MultilingualText }

const stateOptions: Options = [
  { id: 2, value: "published", label: { fr: "Publié", en: "Published", de: "Veröffentlicht", it: "Pubblicato", es: "Publicado" } },
  {
    id: 1,
    value: "ready",
    label: {
      fr: "Prêt à publier",
      en: "Ready to publish",
      de: "Bereit zur Veröffentlichung",
      it: "Pronto per la pubblicazione",
      es: "Listo para publicar"
    }
  },
  { id: 0, value: "to-review", label: { fr: "À modérer", en: "To review", de: "Zu prüfen", it: "Da moderare", es: "Por moderar" } },
  { id: -1, value: "refused", label: { fr: "Refusé", en: "Refused", de: "Abgelehnt", it: "Rifiutato", es: "Rechazado" } }
]

type Definition = Omit<NativeField, "field" | "optional" | "schemaType">

/** Every content field that a write takes has a definition, by its name. */
type Definitions = { readonly [F in keyof PlainContent | "timings" | "timezone" | "state" | "featured"]: Definition }

const anyLanguage = { languages: [] }
const moderators = { write: ["administrator", "moderator"] } as const

/** The definitions under these limits, in the order of a form. */
const definitions = (limits: Limits): Definitions => ({
  title: {
    fieldType: "text",
    label: { fr: "Titre", en: "Title", de: "Titel", it: "Titolo", es: "Título" },
    max: limits.title_chars_max,
    ...anyLanguage
  },
  description: {
    fieldType: "text",
    label: { fr: "Description courte", en: "Short description", de: "Kurzbeschreibung", it: "Descrizione breve", es: "Descripción breve" },
    max: limits.description_chars_max,
    ...anyLanguage
  },
  longDescription: {
    fieldType: "markdown",
    label: {
      fr: "Description longue",
      en: "Long description",
      de: "Ausführliche Beschreibung",
      it: "Descrizione lunga",
      es: "Descripción larga"
    },
    max: limits.longDescription_chars_max,
    ...anyLanguage
  },
  keywords: {
    fieldType: "keywords",
    label: { fr: "Mots-clés", en: "Keywords", de: "Schlagwörter", it: "Parole chiave", es: "Palabras clave" },
    max: limits.keyword_chars_max,
    maxTotal: limits.keywords_chars_max,
    ...anyLanguage
  },
  image: {
    fieldType: "image",
    label: { fr: "Image", en: "Image", de: "Bild", it: "Immagine", es: "Imagen" },
    maxBytes: limits.image_bytes_max
  },
  imageCredits: {
    fieldType: "text",
    label: { fr: "Crédits de l’image", en: "Image credits", de: "Bildnachweis", it: "Crediti dell’immagine", es: "Créditos de la imagen" },
    max: limits.imageCredits_chars_max
  },
  conditions: {
    fieldType: "text",
    label: {
      fr: "Conditions de participation",
      en: "Conditions",
      de: "Teilnahmebedingungen",
      it: "Condizioni di partecipazione",
      es: "Condiciones de participación"
    },
    max: limits.conditions_chars_max,
    ...anyLanguage
  },
  attendanceMode: {
    fieldType: "radio",
    label: {
      fr: "Mode de participation",
      en: "Attendance mode",
      de: "Teilnahmeform",
      it: "Modalità di partecipazione",
      es: "Modo de participación"
    },
    options: attendanceModeOptions
  },
  locationUid: {
    fieldType: "location",
    label: { fr: "Lieu", en: "Location", de: "Ort", it: "Luogo", es: "Lugar" },
    requiredWith: { field: "attendanceMode", values: [1, 3] }
  },
  onlineAccessLink: {
    fieldType: "link",
    label: {
      fr: "Lien d’accès en ligne",
      en: "Online access link",
      de: "Link zur Onlineteilnahme",
      it: "Link di accesso online",
      es: "Enlace de acceso en línea"
    },
    requiredWith: { field: "attendanceMode", values: [2, 3] },
    max: limits.link_chars_max
  },
  timings: {
    fieldType: "timings",
    label: { fr: "Horaires", en: "Timings", de: "Termine", it: "Orari", es: "Horarios" },
    maxItems: limits.slots_max
  },
  timezone: {
    fieldType: "timezone",
    label: { fr: "Fuseau horaire", en: "Time zone", de: "Zeitzone", it: "Fuso orario", es: "Zona horaria" }
  },
  registration: {
    fieldType: "registration",
    label: { fr: "Inscription", en: "Registration", de: "Anmeldung", it: "Iscrizione", es: "Inscripción" },
    maxTotal: limits.registration_chars_max
  },
  accessibility: {
    fieldType: "accessibility",
    label: { fr: "Accessibilité", en: "Accessibility", de: "Barrierefreiheit", it: "Accessibilità", es: "Accesibilidad" },
    options: accessibilityKinds.map((kind) => ({ id: kind, value: kind, label: accessibilityLabels[kind] }))
  },
  age: {
    fieldType: "age",
    label: { fr: "Âge", en: "Age", de: "Alter", it: "Età", es: "Edad" },
    min: 0,
    max: limits.age_years_max
  },
  status: {
    fieldType: "select",
    label: { fr: "Statut", en: "Status", de: "Status", it: "Stato", es: "Estado" },
    options: statusOptions
  },
  featured: {
    fieldType: "boolean",
    label: { fr: "Mis en avant", en: "Featured", de: "Hervorgehoben", it: "In evidenza", es: "Destacado" },
    ...moderators
  },
  state: {
    fieldType: "select",
    label: { fr: "État", en: "State", de: "Zustand", it: "Stato di moderazione", es: "Estado de moderación" },
    options: stateOptions,
    ...moderators
  }
})

const fieldsOf = (limits: Limits): ReadonlyArray<NativeField> => {
  const defined = definitions(limits)
  return Struct.keys(defined).map((field) => {
    const { fieldType, label, ...more } = defined[field]
    return { field, label, fieldType, optional: !requiredFields.has(field), ...more, schemaType: "event" }
  })
}

const fieldsByLimits = new WeakMap<Limits, ReadonlyArray<NativeField>>()

/** The built-in content fields with these limits, in the order of a form. Computed once for each object of limits. */
export const nativeFields = (limits: Limits): ReadonlyArray<NativeField> => {
  const known = fieldsByLimits.get(limits)
  if (known !== undefined) return known
  const fields = fieldsOf(limits)
  fieldsByLimits.set(limits, fields)
  return fields
}
