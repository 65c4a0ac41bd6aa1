import * as Schema from "effect/Schema"
import { MultilingualText } from "../text/MultilingualText.js"
import { FieldOption } from "./AdditionalField.js"

/** A built-in field of every event, as `schema.fields` lists it before the additional fields (wire.md §5, Agenda). */
export const NativeField = Schema.Struct({
  /** The key of the field in events. */
  field: Schema.String,
  label: MultilingualText,
  fieldType: Schema.Literal(
    "accessibility",
    "age",
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
  /** Present when the type is radio or select. */
  options: Schema.optionalWith(Schema.Array(FieldOption), { exact: true }),
  schemaType: Schema.Literal("event")
}).annotations({ identifier: "NativeField" })
/** A built-in field of every event. */
export type NativeField = typeof NativeField.Type

type Options = NonNullable<NativeField["options"]>

const field = (
  name: string,
  fieldType: NativeField["fieldType"],
  label: MultilingualText,
  { options, optional = true }: { readonly options?: Options; readonly optional?: boolean } = {}
): NativeField => ({ field: name, label, fieldType, optional, ...(options === undefined ? {} : { options }), schemaType: "event" })

const required = { optional: false }

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

/** The built-in content fields, in the order of a form. */
export const nativeFields: ReadonlyArray<NativeField> = [
  field("title", "text", { fr: "Titre", en: "Title", de: "Titel", it: "Titolo", es: "Título" }, required),
  field("description", "text", {
    fr: "Description courte",
    en: "Short description",
    de: "Kurzbeschreibung",
    it: "Descrizione breve",
    es: "Descripción breve"
  }, required),
  field("longDescription", "markdown", {
    fr: "Description longue",
    en: "Long description",
    de: "Ausführliche Beschreibung",
    it: "Descrizione lunga",
    es: "Descripción larga"
  }),
  field("keywords", "keywords", { fr: "Mots-clés", en: "Keywords", de: "Schlagwörter", it: "Parole chiave", es: "Palabras clave" }),
  field("image", "image", { fr: "Image", en: "Image", de: "Bild", it: "Immagine", es: "Imagen" }),
  field("imageCredits", "text", {
    fr: "Crédits de l’image",
    en: "Image credits",
    de: "Bildnachweis",
    it: "Crediti dell’immagine",
    es: "Créditos de la imagen"
  }),
  field("conditions", "text", {
    fr: "Conditions de participation",
    en: "Conditions",
    de: "Teilnahmebedingungen",
    it: "Condizioni di partecipazione",
    es: "Condiciones de participación"
  }),
  field("attendanceMode", "radio", {
    fr: "Mode de participation",
    en: "Attendance mode",
    de: "Teilnahmeform",
    it: "Modalità di partecipazione",
    es: "Modo de participación"
  }, { options: attendanceModeOptions }),
  field("locationUid", "location", { fr: "Lieu", en: "Location", de: "Ort", it: "Luogo", es: "Lugar" }),
  field("onlineAccessLink", "link", {
    fr: "Lien d’accès en ligne",
    en: "Online access link",
    de: "Link zur Onlineteilnahme",
    it: "Link di accesso online",
    es: "Enlace de acceso en línea"
  }),
  field("timings", "timings", { fr: "Horaires", en: "Timings", de: "Termine", it: "Orari", es: "Horarios" }, required),
  field("timezone", "timezone", { fr: "Fuseau horaire", en: "Time zone", de: "Zeitzone", it: "Fuso orario", es: "Zona horaria" }),
  field("registration", "registration", {
    fr: "Inscription",
    en: "Registration",
    de: "Anmeldung",
    it: "Iscrizione",
    es: "Inscripción"
  }),
  field("accessibility", "accessibility", {
    fr: "Accessibilité",
    en: "Accessibility",
    de: "Barrierefreiheit",
    it: "Accessibilità",
    es: "Accesibilidad"
  }),
  field("age", "age", { fr: "Âge", en: "Age", de: "Alter", it: "Età", es: "Edad" }),
  field("status", "select", { fr: "Statut", en: "Status", de: "Status", it: "Stato", es: "Estado" }, { options: statusOptions })
]
